@testable import KeywrightImport

/// The importers: a `.kcfg` or a GSettings file, as its first element says.
enum ImportTarget: FuzzTarget {
  static let name = "import"

  static func run(_ bytes: [UInt8]) {
    do throws(ImportFailure) {
      ImportedSchema.requireNothingLost(
        try GSettingsImporter.convert([(path: "f", bytes: bytes)]))
    } catch {
      requireNoMistake(error)
    }
    do throws(ImportFailure) {
      ImportedSchema.requireNothingLost(
        try KConfigImporter.convert(bytes, path: "f", namespace: "n"))
    } catch {
      requireNoMistake(error)
    }
  }

  /// An importer makes a valid schema, or reports why it cannot.
  private static func requireNoMistake(_ failure: ImportFailure) {
    require(!failure.message.contains("would not pass the check"), failure.text)
  }
}
