import KeywrightEvolution
import KeywrightImport
import KeywrightVerbs

/// `schema from-json FILE`: guesses a schema from a JSON file of values.
enum SchemaFromJSON: Verb {
  static let description = VerbDescription(
    words: ["schema", "from-json"],
    summary: "guesses a schema from a JSON file of values",
    operands: [.init("FILE", .file)],
    options: [.importJSON],
    discussion: """
      Prints a schema with a namespace for each object of the file, and a key for each other value, which
      becomes its default. Where a value may be of another type, a note on standard error says so; a
      member that is null says nothing, and is left out. `$schema` and names that begin with `x-` are
      passed over.
      """,
    codes: [.problems: "the file is no JSON object", .failed: "it cannot be read"],
    examples: ["keywright schema from-json settings.json > App.keys.json"])

  static func run(_ arguments: Arguments) throws -> Outcome {
    let path = try arguments.only("a JSON file")
    let bytes = try InputFiles.bytes(of: path)
    return Outcome(importing: arguments) { () throws(ImportFailure) in
      try JSONValuesImporter.convert((path: path, bytes: bytes))
    }
  }
}
