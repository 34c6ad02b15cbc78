/// Why a file could not be read or written, and what can be done about it.
package struct StorageError: Error, Equatable, Sendable {
  package enum Code: String, Sendable, CaseIterable {
    /// The file may exist but cannot be reached or read; nothing is written.
    case unavailable
    /// Bytes that are not what was written; they are kept aside.
    case corrupt
    /// Another process, or another holder in this one, kept the writer's lock too long.
    case busy
    /// No space, no quota, or over a limit of the file system; nothing was changed.
    case full
    /// The file or its folder may not be written; reading works.
    case readOnly
    /// A change is in the file but may not survive a power cut.
    case uncertain
    /// A value that no file can hold; nothing was changed.
    case unencodable
    /// The file was closed by its program.
    case closed
    /// Another program's change was overridden by a newer one and kept aside.
    case overridden
  }

  package var code: Code
  /// What was being done, as in "writing".
  package var operation: String
  /// The file concerned.
  package var path: String
  /// The system's error number, where it gave one.
  package var systemError: Int32?
  package var found: String?
  package var expected: String?
  /// What the user can do.
  package var advice: String?
  /// The name of the one member concerned, if it is one.
  package var member: String?

  package init(
    _ code: Code, operation: String, path: String, member: String? = nil,
    systemError: Int32? = nil, found: String? = nil, expected: String? = nil,
    advice: String? = nil
  ) {
    self.code = code
    self.operation = operation
    self.path = path
    self.member = member
    self.systemError = systemError
    self.found = found
    self.expected = expected
    self.advice = advice
  }

  /// What was found, in a few words.
  package var reason: String { found ?? code.rawValue }
}
