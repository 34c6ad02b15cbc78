/// What a commit survives once the call that made it has returned.
package enum Durability: Sendable, Comparable {
  /// A crash of the program, `kill -9` included: the change is in the kernel.
  case process
  /// A power cut: the change is on the disk.
  case durable
}
