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
  /// The text of a variable; nil if there is none, or its bytes are not UTF-8.
  package static subscript(name: String) -> String? {
    bytes(of: name).flatMap { SystemText.exact($0) }
  }

  /// The text of a variable; nil if there is none.
  package static func text(of name: String) throws(ForeignText) -> String? {
    guard let bytes = bytes(of: name) else { return nil }
    if let text = SystemText.exact(bytes) { return text }
    throw ForeignText(name: name, shown: SystemText.shown(bytes))
  }

  /// The bytes of a variable, up to a zero; nil if there is none.
  package static func bytes(of name: String) -> UnsafeMutablePointer<CChar>? {
    ProcessPrivileges.areRaised ? nil : getenv(name)
  }
}
