import KeywrightImport
import KeywrightSchema
import KeywrightVerbs

/// `schema FILE…`: makes a schema of what another system declares, or of values.
enum MakeSchema: Verb {
  static let description = VerbDescription(
    word: "schema",
    summary: "makes a schema from the declarations and values of other systems",
    operands: [.init("FILE…", .file)],
    options: [
      .choice(
        "from", ForeignFormat.self, "the format of the files, where it does not show in them"),
      .value(
        "namespace", "NAME",
        """
        what the groups of a .kcfg are put into; the file's name without its
        ending if it is not given
        """),
      .json,
    ],
    discussion: """
      Prints a schema with all that the files say and that has a counterpart; what has none is
      noted on standard error, with its line.

      From declarations come types, defaults, ranges, choices and titles: those of GSettings
      (.gschema.xml), of KDE (.kcfg), of an iOS Settings.bundle, of a manifest for administrators
      of Apple's devices, and in Swift `Defaults.Keys`, `DefaultsKeys`, `@AppStorage` and
      `@Shared(.appStorage(…))`, with their exact storage strings. Name all files of a program in
      one call. A relocatable schema of GSettings becomes keys that take the path as a parameter.
      What a schema has no word for is kept in words that begin with `x-gsettings` or `x-kcfg`
      where it can be.

      From values the schema is guessed. A defaults file does not say the defaults, so its keys
      are optional; those of the system are left out. A JSON file has a namespace for each object,
      and its values become the defaults; a null is left out, as are `$schema` and names that
      begin with `x-`. Where a value may be of another type, a note says so.
      """,
    codes: [.problems: "a file is not of the format", .failed: "a file cannot be read"],
    examples: [
      "keywright schema Sources/App/*.swift > App.keys.json",
      "keywright schema ~/Library/Preferences/org.example.app.plist > App.keys.json",
      "keywright schema --from json - < settings > App.keys.json",
    ])

  static func run(_ arguments: Arguments) throws -> Outcome {
    let files = try Progress.silent(whileTyping: arguments.operands) {
      try arguments.files("a file with declarations or values")
    }
    let given = try arguments.values["from"].map { _ in
      try arguments.choice("from", or: ForeignFormat.json)
    }
    let namespace = arguments.values["namespace"]
    if let namespace, !SwiftName.isLowerCamelCase(namespace) {
      throw Arguments.Refusal(reason: "--namespace is a name in lowerCamelCase, not \(namespace)")
    }
    do throws(ImportFailure) {
      let format: ForeignFormat
      if let given { format = given } else { format = try ForeignFormat(of: files) }
      if namespace != nil, format != .kcfg {
        return Outcome(
          complaints: complaint("--namespace is for a .kcfg, not for \(format.rawValue)"),
          code: .usage)
      }
      return outcome(try format.convert(files, namespace: namespace), arguments)
    } catch {
      return Outcome(complaints: error.text, code: .problems)
    }
  }

  /// The schema on standard output, notes and counts on standard error; both in one object with `--json`.
  private static func outcome(_ result: ImportResult, _ arguments: Arguments) -> Outcome {
    if arguments.has(.json) {
      let document: JSONDocument = [
        "schema": result.schema, "declarations": .integer(result.declarations),
        "keys": .integer(result.keyCount), "leftOut": .integer(result.omissions),
        "notes": .array(result.notes.map(\.document)),
      ]
      return Outcome(output: document.text() + "\n")
    }
    let omissions = result.omissions == 0 ? "" : ", \(result.omissions) left out"
    var outcome = Outcome(output: result.text)
    outcome.complaints =
      result.notes.map(\.text).joined()
      + complaint(
        "\(counted(result.keyCount, "key")) imported\(omissions), "
          + "\(counted(result.notes.count, "note"))")
    return outcome
  }
}
