import KeywrightSchema
import KeywrightVerbs

/// `browse`: the values of a store on a screen.
enum Browse: Verb {
  static let description = VerbDescription(
    word: "browse",
    summary: "shows all keys on a screen, as they change, and edits their values",
    operands: [.init("[STORE]", .store)],
    options: StoreLocation.options + [
      Policies.option, SchemaSearch.option, StoreChanges.reason, StoreChanges.option,
      StoreChanges.exposing,
      .value(
        "namespace", "NAME", "the keys of a namespace and of those in it", completing: .namespace),
      KeyOutput.reveal,
      .flag("json", "prints what was stored as one JSON array at the end"),
    ],
    discussion: """
      Shows the keys of the schemas by namespace, with their values and where these come from. What the
      program or another process changes moves at once. ? lists the keys of the keyboard: j and k or
      arrows move, / searches, Enter edits, space steps, d removes, u undoes, q ends.

      Each change is checked and stored as by `keywright set`, and replaces only the value that you saw.
      Private and secret values are hidden without --reveal. A key whose value a function of the program
      processes is read-only without --skip-functions. Without a terminal, as in a script or for a screen
      reader, `list`, `set` and `watch` do the same line by line.
      """,
    codes: [
      .success: "ended", .problems: "no such namespace", .failed: "no terminal, or no store",
    ],
    examples: ["keywright browse org.example.player", "keywright browse --store ./defaults.plist"])

  static func run(_ arguments: Arguments) throws -> Outcome {
    if arguments.operands.count > 1 {
      throw Arguments.Refusal(reason: "one argument too many: \(arguments.operands[1])")
    }
    let catalog = try SchemaSearch.catalog(arguments)
    let location = try StoreSearch.location(
      arguments, operand: arguments.operands.first, for: .reading)
    try LiveStore.check(location)
    try TerminalScreen.begin()
    var session = try BrowseSession(location, catalog, arguments)
    return session.run()
  }
}
