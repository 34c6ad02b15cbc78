import KeywrightSchema
import KeywrightVerbs

/// `edit`: changes values in an editor.
enum Edit: Verb {
  static let description = VerbDescription(
    word: "edit", summary: "changes values in your editor, checked as a whole",
    operands: [.init("[NAMESPACE|KEY…]", .either([.namespace, .key]))],
    options: [
      StoreLocation.option, StoreSearch.new,
      SchemaSearch.option, StoreChanges.reason, StoreChanges.option, StoreChanges.here,
      KeyOutput.reveal,
      Confirmation.option,
      StoreChanges.trial,
      .json,
    ],
    discussion: """
      Opens the values in the editor of VISUAL, or of EDITOR, as JSON; what the schemas say of a key
      stands above it. On leaving the editor all values are checked. Mistakes come back in the text, each
      above its line. Otherwise you see what changed and are asked; then it is one commit.

      A key that is missing in the text stays, null removes its value. What another program changed
      meanwhile is not replaced: the text comes back with both values. Secrets, values that are not of
      their type, and undeclared ones are left out and stay. --reveal shows private values.

      The text is in a folder that only you may enter; it is named if it was not stored.
      """,
    codes: [
      .success: "stored, or nothing was changed",
      .problems: "given up, and nothing was stored", .failed: "the editor failed, or the store did",
    ],
    examples: [
      "keywright edit player --store org.example.player",
      "EDITOR='code --wait' keywright edit player:volume player:theme --store ./defaults.plist",
    ])

  static func run(_ arguments: Arguments) throws -> Outcome {
    try EditorProgram.refuseRaisedPrivileges()
    let catalog = try SchemaSearch.catalog(arguments)
    let location = try StoreSearch.location(arguments, for: .making)
    let selected = try catalog.keys(named: arguments.operands)
    try location.refuse(reason: arguments.value(of: StoreChanges.reason))
    try location.refuseChanges()
    var session = try EditSession(location, catalog, arguments)
    return try session.run(selected)
  }
}
