import KeywrightSchema
import KeywrightVerbs

/// `unset KEY…`: removes stored values.
enum Unset: Verb {
  static let description = VerbDescription(
    word: "unset", summary: "removes stored values, so that defaults count",
    operands: [.init("[NAMESPACE|KEY…]", .either([.namespace, .key]))],
    options: [
      StoreLocation.option,
      SchemaSearch.option, StoreChanges.reason,
      .flag("all", "the values of all declared keys"),
      UndeclaredValues.option,
      .value(
        "export", "FILE",
        """
        of --undeclared: where the values are written first, for this user alone; without it, beside
        the store's file, with the day and time in its name
        """, completing: .file),
      Confirmation.option,
      StoreChanges.trial,
      .json,
    ],
    discussion: """
      Removes values in one commit: of keys, of all keys of a family or a namespace, of all declared
      keys. Only keys that are named one by one go without a question. A key goes before a namespace of
      the same string, which is written `player:audio:`. A value that is not of its key's type goes too.

      --undeclared removes what no schema of --schemas declares or brings along, all of it or the values
      of the names that follow. They may be another program's: `keywright list --undeclared` shows them.
      """,
    codes: [
      .success: "nothing is stored any more",
      .problems: "an unknown name, or nobody said yes, and nothing changed",
    ],
    examples: [
      "keywright unset player:volume player:theme --store org.example.player",
      "keywright unset player:equaliser --yes",
      "keywright unset --undeclared --schemas Sources/App",
    ])

  static func run(_ arguments: Arguments) throws -> Outcome {
    let names = arguments.operands
    if arguments.has(UndeclaredValues.option) {
      return try removeUndeclared(names, arguments)
    }
    if names.isEmpty != arguments.flags.contains("all") {
      throw Arguments.Refusal(reason: "either names or --all say what is removed")
    }
    let location = try StoreSearch.location(arguments, for: .changing)
    let catalog = try SchemaSearch.catalog(arguments)
    try location.refuseDamage()
    let values = try StoredValues(location, catalog)
    let all = try values.keys(in: catalog, named: names)
    let keys = all.filter { values.state(of: $0).held != nil }
    let stored = keys.map(\.storageString)
    let asksFirst = !names.allSatisfy { catalog.owner(of: $0) != nil } || names.isEmpty
    if asksFirst, !keys.isEmpty, !arguments.has(StoreChanges.trial) {
      try location.refuseChanges(of: keys.count)
      let table = KeyOutput.table(keys.map(values.state), reveal: false)
      let question = "Remove \(counted(keys.count, "value"))?"
      if let refusal = Confirmation.refusal(arguments, table, question, past: "removed") {
        return Outcome(complaints: values.outcome.complaints) + refusal
      }
    }
    var changes = StoreChanges(arguments, location)
    for key in keys { changes.remove(key) }
    try changes.commit(catalog)
    var outcome = values.outcome
    outcome.complaints += changes.notes.joined()
    for key in all where !names.isEmpty && values.state(of: key).isEarlierDefault {
      outcome.complaints += note(
        "`\(key.storageString)` is not stored yet: the program gives the users of an earlier release its default when it opens the store"
      )
    }
    return outcome + outcomeOfNames(stored, arguments)
  }

  private static func removeUndeclared(_ names: [String], _ arguments: Arguments) throws -> Outcome
  {
    if arguments.flags.contains("all") {
      throw Arguments.Refusal(reason: "--all concerns what schemas declare, --undeclared the rest")
    }
    let location = try StoreSearch.location(arguments, for: .changing)
    let undeclared = try UndeclaredValues(location, arguments).named(names)
    let notes = Outcome(complaints: location.notes)
    if !undeclared.members.isEmpty {
      try location.refuse(reason: arguments.value(of: StoreChanges.reason))
      // Of secrets it removes one after another.
      try location.refuseChanges(of: location.secrets == nil ? nil : 1)
    }
    if undeclared.members.isEmpty || arguments.has(StoreChanges.trial) {
      return notes + outcomeOfNames(undeclared.names, arguments)
    }
    let question = "Remove \(counted(undeclared.members.count, "value"))?"
    if let refusal = Confirmation.refusal(arguments, undeclared.text, question, past: "removed") {
      return notes + refusal
    }
    let export = try undeclared.remove(arguments)
    var outcome = notes + outcomeOfNames(undeclared.names, arguments)
    outcome.complaints +=
      complaint(
        "\(counted(undeclared.members.count, "value")) removed, and exported to "
          + "\(path: export)")
    return outcome
  }

  /// The names from which a value was removed, or would be, where a person or a program wants them.
  private static func outcomeOfNames(_ names: [String], _ arguments: Arguments) -> Outcome {
    let isTrial = arguments.has(StoreChanges.trial)
    return Outcome(
      output: arguments.output(
        .array(names.map(JSONDocument.string)),
        or: isTrial ? names.map { LineText.name($0) + "\n" }.joined() : ""))
  }
}
