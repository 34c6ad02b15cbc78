import KeywrightSchema

/// The importers of what programs have: the first byte says which, and the rest is the file.
enum ForeignTarget: FuzzTarget {
  static let name = "foreign"

  static func run(_ bytes: [UInt8]) {
    guard let kind = bytes.first else { return }
    let file = (path: "f", bytes: Array(bytes.dropFirst()))
    do throws(ImportFailure) {
      ImportedSchema.require(try schema(kind, file))
    } catch {
      require(!error.message.contains("would not pass the check"), error.text)
    }
  }

  private static func schema(
    _ kind: UInt8, _ file: (path: String, bytes: [UInt8])
  ) throws(ImportFailure) -> String {
    switch kind {
    case UInt8(ascii: "s"): try SettingsBundleImporter.convert([file]).text
    case UInt8(ascii: "m"): try PreferenceManifestImporter.convert(file).text
    case UInt8(ascii: "p"): try DefaultsFileImporter.convert(file).text
    case UInt8(ascii: "j"): try JSONValuesImporter.convert(file).text
    default: try SwiftKeysImporter.convert([file]).text
    }
  }
}

/// An importer that takes names as they are: the fuzzer must find a schema that the check refuses.
enum UncheckedControl: FuzzTarget {
  static let name = "control-unchecked"

  static func run(_ bytes: [UInt8]) {
    let draft = SchemaDraft()
    draft.keys = [(String(decoding: bytes, as: UTF8.self), .object([("type", "Int?")]))]
    ImportedSchema.require(draft.document.text())
  }
}

/// What an importer writes must pass the check.
enum ImportedSchema {
  static func require(_ text: String) {
    let source = SourceFile(path: "schema", text: text)
    let diagnostics = SchemaChecker.check([source], module: "Module").diagnostics
    let error = diagnostics.first { $0.severity == .error }
    KeywrightFuzzing.require(
      error == nil,
      "an import does not pass the check: \(error.map(DiagnosticPrinter().text) ?? "")")
  }
}
