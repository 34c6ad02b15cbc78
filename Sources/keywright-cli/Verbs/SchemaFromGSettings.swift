import KeywrightEvolution
import KeywrightImport
import KeywrightSchema
import KeywrightVerbs

/// `schema from-gsettings FILE…`: makes a schema from GSettings schemas.
enum SchemaFromGSettings: Verb {
  static let description = VerbDescription(
    words: ["schema", "from-gsettings"],
    summary: "makes a schema from GSettings schemas (.gschema.xml)",
    operands: [.init("FILE…", .file)],
    options: [.importJSON],
    discussion: """
      Prints a schema with everything that the .gschema.xml files declare and that has a
      counterpart: types, enums, flags, defaults, ranges, choices, summaries. What has none is
      noted on standard error, and kept in words that begin with `x-gsettings` where it can be.
      Name all files of a program in one call: enums and extended schemas may be in any of them.

      A relocatable schema becomes keys that take the path as a parameter. A key whose type has no
      counterpart (a variant, say) is left out.
      """,
    codes: [.problems: "a file is no GSettings schema", .failed: "a file cannot be read"],
    examples: ["keywright schema from-gsettings org.example.*.gschema.xml > Settings.keys.json"])

  static func run(_ arguments: Arguments) throws -> Outcome {
    let paths = try arguments.some("a .gschema.xml file")
    let files = try paths.map { (path: $0, bytes: try InputFiles.bytes(of: $0)) }
    return Outcome(importing: arguments) { () throws(ImportFailure) in
      try GSettingsImporter.convert(files)
    }
  }
}

extension VerbDescription.Option {
  /// The option of all verbs that make a schema.
  static let importJSON = flag("json", "one JSON object with the schema and the notes")
}

extension Outcome {
  /// Runs an import: the schema goes to standard output, notes and counts to standard error; both are one
  /// object with `--json`.
  init(
    importing arguments: Arguments, _ body: () throws(ImportFailure) -> ImportResult
  ) {
    do throws(ImportFailure) {
      let result = try body()
      if arguments.flags.contains("json") {
        let document: JSONDocument = [
          "schema": result.schema, "declarations": .integer(result.declarations),
          "keys": .integer(result.keyCount), "leftOut": .integer(result.omissions),
          "notes": .array(result.notes.map(\.document)),
        ]
        self.init(output: document.text() + "\n")
        return
      }
      self.init(output: result.text)
      let keys = result.keyCount == 1 ? "1 key" : "\(result.keyCount) keys"
      let omissions = result.omissions == 0 ? "" : ", \(result.omissions) left out"
      let notes = result.notes.count == 1 ? "1 note" : "\(result.notes.count) notes"
      complaints =
        result.notes.map(\.text).joined() + "keywright: \(keys) imported\(omissions), \(notes)\n"
    } catch {
      self.init(complaints: error.text, code: .problems)
    }
  }
}
