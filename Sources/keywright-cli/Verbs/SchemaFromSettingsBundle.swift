import KeywrightImport
import KeywrightVerbs

/// `schema from-settings-bundle FILE…`: makes a schema from an iOS Settings.bundle.
enum SchemaFromSettingsBundle: Verb {
  static let description = VerbDescription(
    words: ["schema", "from-settings-bundle"],
    summary: "makes a schema from the property lists of an iOS Settings.bundle",
    operands: [.init("FILE…", .file)],
    options: [.importJSON],
    discussion: """
      Prints a schema with the switches, sliders, fields and lists of Root.plist, and of the panes that
      are named with it: types, defaults, ranges, titles and groups. Elements without a counterpart are
      noted on standard error.
      """,
    codes: [.problems: "a file is no settings pane", .failed: "a file cannot be read"],
    examples: ["keywright schema from-settings-bundle Settings.bundle/*.plist > App.keys.json"])

  static func run(_ arguments: Arguments) throws -> Outcome {
    let files = try arguments.files("a property list of a Settings.bundle")
    return Outcome(importing: arguments) { () throws(ImportFailure) in
      try SettingsBundleImporter.convert(files)
    }
  }
}
