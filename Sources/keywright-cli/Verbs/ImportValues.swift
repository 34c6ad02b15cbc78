import Keywright
import KeywrightEvolution
import KeywrightSchema
import KeywrightVerbs

/// `import FILE`: stores values that a file has.
enum ImportValues: Verb {
  static let description = VerbDescription(
    word: "import", summary: "stores the values of a file, all of them or none",
    operands: [.init("FILE", .file)],
    options: [
      StoreLocation.option, StoreSearch.new,
      SchemaSearch.option, StoreChanges.reason,
      .choice("format", ExchangeFormat.self, "the format; without it, the content says"),
      StoreChanges.trial,
      .flag(
        "skip-unknown", "leaves out names that no schema declares, which are refused otherwise"),
      StoreChanges.option, StoreChanges.exposing, StoreChanges.here,
      .json,
    ],
    discussion: """
      Reads JSON as nested objects, a property list, or lines KEY=value, as `keywright export` writes
      them; FILE is - for standard input. Each value is checked and processed as by `keywright set`.
      All problems are reported, and if there is one, nothing changes; otherwise all values are one
      commit. Values that the file does not mention stay. Those of keys that are gone, whose names a
      schema reserves, are left out with a note, and so is a former name's value beside a newer one.
      """,
    codes: [.success: "imported", .problems: "refused, and nothing changed"],
    examples: [
      "keywright import player.json --store org.example.player",
      "keywright export --store ./old.plist | keywright import - --store ./new.plist",
    ])

  static func run(_ arguments: Arguments) throws -> Outcome {
    let path = try arguments.only("a file")
    let location = try StoreSearch.location(arguments, for: .making)
    let catalog = try SchemaSearch.catalog(arguments)
    let bytes = try Progress.silent(whileTyping: [path]) { try InputFiles.bytes(of: path) }
    let format = try arguments.choice("format", or: ExchangeFormat(of: bytes))
    let imported = try ImportedValues(bytes, format, path: path, catalog)
    var refusals: [any VerbRefusal] = imported.refusals
    if !arguments.flags.contains("skip-unknown") { refusals += imported.unknown }
    var changes = StoreChanges(arguments, location)
    var states: [KeyState] = []
    try location.refuseDamage()
    let values = try StoredValues(location, catalog)
    var processed = ""
    for (key, value) in imported.values where values[key] != value.stored {
      do throws(ValueRefusal) {
        try changes.set(key, to: value.stored)
        states.append(KeyState(key: key, stored: value.stored))
        if value.isProcessed { processed += KeyOutput.noteOfProcessing(states[states.count - 1]) }
      } catch {
        refusals.append(error)
      }
    }
    if !refusals.isEmpty {
      let text = refusals.map { complaint("\(words: $0.description)") }.joined()
      return Outcome(
        complaints: location.notes + text + complaint("nothing was imported"), code: .problems)
    }
    var outcome = Outcome(
      complaints: location.notes
        + imported.notes.map { note("\($0)") }.joined()
        + (imported.isEmpty ? complaint("\(path: path) has no value") : ""))
    try changes.commit(catalog)
    outcome.complaints += processed + changes.notes.joined()
    let isTrial = arguments.has(StoreChanges.trial)
    outcome.output = arguments.output(
      .array(states.map { $0.document(reveal: false) }),
      or: isTrial ? states.compactMap { KeyOutput.line($0, reveal: false) }.joined() : "")
    return outcome
  }
}
