import KeywrightSchema

@testable import KeywrightImport

/// The importers of what programs have: the first byte says which, and the rest is the file.
enum ForeignTarget: FuzzTarget {
  static let name = "foreign"

  static func run(_ bytes: [UInt8]) {
    guard let kind = bytes.first else { return }
    let file = (path: "f", bytes: Array(bytes.dropFirst()))
    do throws(ImportFailure) {
      let result = try schema(kind, file)
      ImportedSchema.require(result.text)
      ImportedSchema.requireNothingLost(result)
    } catch {
      require(!error.message.contains("would not pass the check"), error.text)
    }
  }

  private static func schema(
    _ kind: UInt8, _ file: (path: String, bytes: [UInt8])
  ) throws(ImportFailure) -> ImportResult {
    switch kind {
    case UInt8(ascii: "s"): try SettingsBundleImporter.convert([file])
    case UInt8(ascii: "m"): try PreferenceManifestImporter.convert(file)
    case UInt8(ascii: "p"): try DefaultsFileImporter.convert(file)
    case UInt8(ascii: "j"): try JSONValuesImporter.convert(file)
    default: try SwiftKeysImporter.convert([file])
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

/// What an importer writes must pass the check, and each declaration must be a key or be left out with a
/// note.
enum ImportedSchema {
  static func requireNothingLost(_ result: ImportResult) {
    KeywrightFuzzing.require(
      result.declarations == result.keyCount + result.omissions,
      "\(result.declarations) declarations, \(result.keyCount) keys, \(result.omissions) left out")
  }

  static func require(_ text: String) {
    let source = SourceFile(path: "schema", text: text)
    let diagnostics = SchemaChecker.check([source], module: "Module").diagnostics
    let error = diagnostics.first { $0.severity == .error }
    KeywrightFuzzing.require(
      error == nil,
      "an import does not pass the check: \(error.map(DiagnosticPrinter().text) ?? "")")
  }
}
