import KeywrightSchema
import KeywrightVerbs

/// `reset`: removes all stored values of a namespace, or of all schemas.
enum Reset: Verb {
  static let description = VerbDescription(
    word: "reset", summary: "removes the stored values of a namespace, or of all declared keys",
    options: StoreLocation.options + [
      SchemaSearch.option, StoreChanges.reason,
      .value(
        "namespace", "NAME", "the keys of a namespace and of those in it", completing: .namespace),
      .flag("all", "the keys of all schemas"),
      .flag("yes", "does not ask; without it, the values are listed and the reset confirmed"),
      .flag("json", "prints the keys from which a value was removed as one JSON array"),
    ],
    discussion: """
      Brings declared keys back to their defaults, in one commit: those of families too. Values that no
      schema declares stay; `keywright orphans` lists them. `keywright export` first keeps what there is.
      """,
    codes: [.success: "reset", .problems: "no such namespace, or nobody said yes"],
    examples: [
      "keywright reset --namespace player:equaliser --store org.example.player",
      "keywright reset --all --yes --store ./defaults.plist",
    ])

  static func run(_ arguments: Arguments) throws -> Outcome {
    try arguments.none()
    let namespace = arguments.values["namespace"]
    if (namespace != nil) == arguments.flags.contains("all") {
      throw Arguments.Refusal(reason: "either --namespace NAME or --all says what is reset")
    }
    let location = try StoreSearch.location(arguments, for: .writing)
    let catalog = try SchemaSearch.catalog(arguments)
    try location.refuseDamage()
    let states = try StoredValues(location).states(in: catalog, namespace: namespace)
      .filter { $0.stored != nil }
    let table = KeyOutput.table(states, reveal: false)
    guard
      states.isEmpty || arguments.flags.contains("yes")
        || Confirmation.ask(table + "Reset these \(states.count) to their defaults?")
    else {
      let isJSON = arguments.flags.contains("json")
      return Outcome(
        output: isJSON ? "[]\n" : Confirmation.canAsk ? "" : table,
        complaints: location.notes
          + "keywright: nothing was reset; --yes resets these\n",
        code: .problems)
    }
    return try Unset.remove(states.map(\.key), from: location, catalog, arguments)
  }
}
