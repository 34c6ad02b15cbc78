#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The environment of this process, as far as it may be believed.
///
/// Of a process with raised privileges it is the work of the user who started it, whom a variable would let choose the
/// files that the process opens, and the services to which it gives its secrets. There it counts as empty.
package enum ProcessEnvironment {
  /// The text of a variable; nil if there is none.
  package static subscript(name: String) -> String? {
    guard let text = getenv(name), !ProcessPrivileges.areRaised else { return nil }
    return String(cString: text)
  }
}
