/// Bounds on what is read and on what is written, so that any input costs bounded time and
/// memory and that whatever was written can be read again.
package enum PropertyListLimits {
  /// The greatest size of a file, and of what its objects would take if none were shared.
  package static let bytes = 64 << 20
  /// The deepest nesting; a top-level value has depth 1.
  package static let depth = 64
  /// The greatest number of values visited, each use of a shared object counted again.
  package static let values = 1_000_000

  /// Throws for a file that is longer than any may be.
  static func requireLength(_ length: Int) throws(PropertyListError) {
    if length <= bytes { return }
    throw PropertyListError(
      offset: bytes, found: "a file of \(length) bytes", expected: "at most \(bytes)")
  }
}

/// The reason why bytes are not a property list, or a tree cannot become one.
package struct PropertyListError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The offset in the file, in bytes; nil for a tree that cannot be written.
  package let offset: Int?
  package let found: String
  package let expected: String

  package init(offset: Int?, found: String, expected: String) {
    self.offset = offset
    self.found = found
    self.expected = expected
  }

  /// The error in one line.
  package var description: String {
    let place = offset.map { "byte \($0): " } ?? ""
    return "\(place)found \(found), expected \(expected)"
  }
}
