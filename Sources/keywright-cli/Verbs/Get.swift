import KeywrightSchema
import KeywrightVerbs

/// `get KEY…`: prints values.
enum Get: Verb {
  static let description = VerbDescription(
    word: "get", summary: "prints the values of keys",
    operands: [.init("KEY…", .key)],
    options: [
      StoreLocation.option,
      Policies.option, SchemaSearch.option, KeyOutput.reveal,
      .json,
    ],
    discussion: """
      Prints the value that the program has for a key: what the store holds, or the default. Of one key
      the value alone, as text that `keywright set` takes; of several a line KEY=value each. Nothing is
      written, and a running program is not disturbed.

      A value that is not of its key's type is reported, and its default printed. A private or secret
      value is not shown without --reveal.
      """,
    codes: [.success: "printed", .problems: "no such key, no value, or an unreadable one"],
    examples: [
      "keywright get player:volume --store org.example.player",
      "keywright get player:equaliser:band:3 --store ./defaults.plist --json",
    ])

  static func run(_ arguments: Arguments) throws -> Outcome {
    let names = try arguments.some("a key")
    let location = try StoreSearch.location(arguments, for: .reading)
    let catalog = try SchemaSearch.catalog(arguments)
    let keys = try names.map { try catalog.key(named: $0) }
    let values = try StoredValues(location, catalog).under(Policies(arguments, catalog))
    let states = keys.map(values.state)
    var outcome = values.outcome
    for state in states {
      outcome.complaints += state.key.notes
      outcome.complaints +=
        KeyOutput.fault(of: state, in: location) ?? state.migrationNote
        ?? (state.value == nil
          ? complaint("`\(state.key.storageString)` has no value") : "")
      if state.isWithoutEffect || state.value == nil { outcome.code = .problems }
    }
    let reveal = arguments.has(KeyOutput.reveal)
    outcome.output = arguments.output(
      .array(states.map { $0.document(reveal: reveal) }),
      or: states.count == 1
        ? text(of: states[0], reveal: reveal)
        : states.compactMap { KeyOutput.line($0, reveal: reveal) }.joined())
    return outcome
  }

  private static func text(of state: KeyState, reveal: Bool) -> String {
    let text = state.text(reveal: reveal)
    return text.map { (Ink.ofOutput.isTerminal ? LineText.text($0) : $0) + "\n" } ?? ""
  }
}
