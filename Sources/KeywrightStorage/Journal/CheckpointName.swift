/// A checkpoint as a journal names it: by its content, and by the number that the list carries.
///
/// The content tells whether the list is that checkpoint, byte for byte. The number tells of an edited
/// list which checkpoint its editor read. It is random, so that no two checkpoints have the same one,
/// not even in a copy of the store that went its own way.
struct CheckpointName: Equatable, Sendable {
  var identity: CheckpointIdentity
  /// Nil where the list has none, as before version 3 of the format.
  var number: Int64?

  /// The member of the list with the number. The runtime refuses names under this root.
  static let member = "keywright:checkpoint"

  /// A number for a new checkpoint. It has eight bytes in a property list, and tools that read numbers
  /// as reals keep it.
  static func newNumber() -> Int64 { Int64.random(in: 1 << 32..<1 << 53) }
}

/// The content of a checkpoint, to be recognized.
struct CheckpointIdentity: Equatable, Sendable {
  var checksum: UInt32
  var length: UInt64

  /// Stands for a checkpoint that does not exist.
  static let none = CheckpointIdentity(checksum: 0, length: 0)
}

extension PropertyListDictionary {
  /// Takes the checkpoint's number out of the members of a list.
  /// - Returns: Nil if there is none, or another value in its place.
  mutating func takeCheckpointNumber() -> Int64? {
    guard let value = self[CheckpointName.member] else { return nil }
    self[CheckpointName.member] = nil
    guard case .integer(let number) = value, number > 0 else { return nil }
    return number
  }

  /// These members with the number of their checkpoint, as the list holds them.
  func numbered(_ number: Int64?) -> PropertyListDictionary {
    var members = self
    members[CheckpointName.member] = number.map { .integer($0) }
    return members
  }
}
