/// The importers: a `.kcfg` or a GSettings file, as its first element says.
enum ImportTarget: FuzzTarget {
  static let name = "import"

  static func run(_ bytes: [UInt8]) {
    do throws(ImportFailure) {
      _ = try GSettingsImporter.convert([(path: "f", bytes: bytes)])
    } catch {
      requireNoMistake(error)
    }
    do throws(ImportFailure) {
      _ = try KConfigImporter.convert(bytes, path: "f", namespace: "n")
    } catch {
      requireNoMistake(error)
    }
  }

  /// What an importer makes is right, or it says why there is nothing to make.
  private static func requireNoMistake(_ failure: ImportFailure) {
    require(!failure.message.contains("would not pass the check"), failure.text)
  }
}
