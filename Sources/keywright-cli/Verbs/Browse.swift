import KeywrightSchema
import KeywrightVerbs

/// `browse`: the values of a store on a screen.
enum Browse: Verb {
  static let description = VerbDescription(
    word: "browse",
    summary: "shows all keys on a screen, as they change, and edits their values",
    operands: [.init("[NAMESPACE|KEY…]", .either([.namespace, .key]))],
    options: [
      StoreLocation.option,
      Policies.option, SchemaSearch.option, StoreChanges.reason, StoreChanges.option,
      StoreChanges.exposing, StoreChanges.here,
      KeyOutput.reveal,
      .json,
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
      .success: "ended", .problems: "an unknown name", .failed: "no terminal, or no store",
    ],
    examples: ["keywright browse --store org.example.player", "keywright browse player:equaliser"])

  static func run(_ arguments: Arguments) throws -> Outcome {
    let catalog = try SchemaSearch.catalog(arguments)
    let location = try StoreSearch.location(arguments, for: .changing)
    try LiveStore.check(location)
    try location.refuse(reason: arguments.value(of: StoreChanges.reason))
    try TerminalScreen.begin()
    var session = try BrowseSession(location, catalog, arguments)
    return session.run()
  }
}
