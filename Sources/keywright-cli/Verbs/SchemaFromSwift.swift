import KeywrightImport
import KeywrightVerbs

/// `schema from-swift FILE…`: makes a schema from keys that are declared in Swift.
enum SchemaFromSwift: Verb {
  static let description = VerbDescription(
    words: ["schema", "from-swift"],
    summary: "makes a schema from Defaults.Keys, DefaultsKeys, @AppStorage and @Shared",
    operands: [.init("FILE…", .file)],
    options: [.importJSON],
    discussion: """
      Reads Swift as text, and prints a schema with the keys of `Defaults.Keys`, of `DefaultsKeys`, of
      `@AppStorage` and of `@Shared(.appStorage(…))`, with their exact storage strings, types and defaults. A
      default that is no plain literal, and a type of the program's own, are noted on standard error with
      their lines.
      """,
    codes: [.problems: "no schema can be made", .failed: "a file cannot be read"],
    examples: ["keywright schema from-swift Sources/App/*.swift > App.keys.json"])

  static func run(_ arguments: Arguments) throws -> Outcome {
    let files = try arguments.files("a Swift file")
    return Outcome(importing: arguments) { () throws(ImportFailure) in
      try SwiftKeysImporter.convert(files)
    }
  }
}
