import KeywrightEvolution
import KeywrightImport
import KeywrightVerbs

/// `schema from-preference-manifest FILE`: makes a schema from a preference manifest.
enum SchemaFromPreferenceManifest: Verb {
  static let description = VerbDescription(
    words: ["schema", "from-preference-manifest"],
    summary: "makes a schema from a manifest for administrators of Apple's devices",
    operands: [.init("FILE", .file)],
    options: [.importJSON],
    discussion: """
      Prints a schema with the keys of a property list with `pfm_subkeys`, but for those of the payload
      itself: types, lists of values, defaults, ranges, titles, units. What has no counterpart is noted
      on standard error.
      """,
    codes: [.problems: "the file is no manifest", .failed: "it cannot be read"],
    examples: ["keywright schema from-preference-manifest org.example.app.plist > App.keys.json"])

  static func run(_ arguments: Arguments) throws -> Outcome {
    let path = try arguments.only("a preference manifest")
    let bytes = try InputFiles.bytes(of: path)
    return Outcome(importing: arguments) { () throws(ImportFailure) in
      try PreferenceManifestImporter.convert((path: path, bytes: bytes))
    }
  }
}
