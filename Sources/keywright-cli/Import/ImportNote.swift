import KeywrightSchema

/// Something that a schema of another system says and that has no counterpart.
struct ImportNote: Equatable {
  var path: String
  var line: Int
  /// What it concerns, as in "key `clock-format`".
  var subject: String
  var message: String

  var text: String { printable("\(path):\(line): note: \(subject): \(message)") + "\n" }
}

/// Why nothing can be imported.
struct ImportFailure: Error, Equatable {
  var path: String
  var line: Int
  var message: String

  var text: String { printable("\(path):\(line): error: \(message)") + "\n" }
}

/// What an import gives.
struct ImportResult {
  /// The text of the schema.
  var text: String
  var notes: [ImportNote]
  /// How many keys it has.
  var keyCount: Int
}
