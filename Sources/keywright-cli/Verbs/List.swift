import KeywrightSchema
import KeywrightVerbs

/// `list`: prints all keys with their values.
enum List: Verb {
  static let description = VerbDescription(
    word: "list", summary: "lists keys, their values, and where those come from",
    options: StoreLocation.options + [
      Policies.option, SchemaSearch.option,
      .value(
        "namespace", "NAME", "the keys of a namespace, as in player:equaliser, and of those in it",
        completing: .namespace),
      .flag("changed", "only what differs from its default"), KeyOutput.reveal,
      .flag("json", "one JSON array of objects"),
    ],
    discussion: """
      Lists the keys of the schemas with the values that the program has, one a line: KEY=value, and
      where the value comes from: `stored`, `default`, `program` for a default that a function makes,
      `unreadable`, or with --policies `managed` and `recommended`. Of a family the keys for which
      something is stored. Nothing is written.
      """,
    codes: [.success: "listed", .problems: "no such namespace, or a value is unreadable"],
    examples: [
      "keywright list --store org.example.player",
      "keywright list --namespace player --changed --store org.example.player",
    ])

  static func run(_ arguments: Arguments) throws -> Outcome {
    try arguments.none()
    let location = try StoreSearch.location(arguments, for: .reading)
    let catalog = try SchemaSearch.catalog(arguments)
    let values = try StoredValues(location).under(Policies(arguments, catalog))
    var states = try values.states(in: catalog, namespace: arguments.values["namespace"])
    if arguments.flags.contains("changed") { states.removeAll { !$0.isChanged } }
    var outcome = values.outcome
    outcome.complaints += states.compactMap { KeyOutput.complaint($0, location) }.joined()
    if states.contains(where: { $0.source == .unreadable }) { outcome.code = .problems }
    let isRevealed = arguments.flags.contains(KeyOutput.reveal.name)
    if arguments.flags.contains("json") {
      let documents = states.map { $0.document(reveal: isRevealed) }
      outcome.output = JSONDocument.array(documents).text() + "\n"
    } else {
      outcome.output = KeyOutput.table(states, reveal: isRevealed)
    }
    return outcome
  }
}
