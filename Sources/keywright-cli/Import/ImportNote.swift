import KeywrightSchema

/// A note about a part of a foreign schema that has no counterpart.
struct ImportNote: Equatable {
  var path: String
  var line: Int
  /// The declaration that the note is about, as in "key `clock-format`".
  var subject: String
  var message: String

  var text: String { printable("\(path):\(line): note: \(subject): \(message)") + "\n" }
}

/// The reason why nothing can be imported.
struct ImportFailure: Error, Equatable {
  var path: String
  var line: Int
  var message: String

  var text: String { printable("\(path):\(line): error: \(message)") + "\n" }
}

struct ImportResult {
  /// The text of the schema.
  var text: String
  var notes: [ImportNote]
  /// The number of its keys.
  var keyCount: Int
}
