import KeywrightEvolution
import KeywrightImport
import KeywrightVerbs

/// `schema from-plist FILE`: guesses a schema from a defaults file.
enum SchemaFromPropertyList: Verb {
  static let description = VerbDescription(
    words: ["schema", "from-plist"],
    summary: "guesses a schema from a defaults file that exists",
    operands: [.init("FILE", .file)],
    options: [.importJSON],
    discussion: """
      Prints a schema with a key for each value of a defaults file, under its exact storage string. The
      types are those of the values, and optional, for the file does not say the defaults; where a value
      may be of another type, a note on standard error says so. Keys of the system are left out.
      """,
    codes: [.problems: "the file is no property list", .failed: "it cannot be read"],
    examples: [
      "keywright schema from-plist ~/Library/Preferences/org.example.app.plist > App.keys.json"
    ])

  static func run(_ arguments: Arguments) throws -> Outcome {
    let path = try arguments.only("a defaults file")
    let bytes = try InputFiles.bytes(of: path)
    return Outcome(importing: arguments) { () throws(ImportFailure) in
      try DefaultsFileImporter.convert((path: path, bytes: bytes))
    }
  }
}
