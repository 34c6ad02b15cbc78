import KeywrightSchema
import KeywrightVerbs

/// `list`: prints all keys with their values.
enum List: Verb {
  static let description = VerbDescription(
    word: "list", summary: "lists keys, their values, and where those come from",
    operands: [.init("[NAMESPACE|KEY…]", .either([.namespace, .key]))],
    options: [
      StoreLocation.option,
      Policies.option, SchemaSearch.option,
      .flag("changed", "only what differs from its default"), UndeclaredValues.option,
      KeyOutput.reveal,
      .json,
    ],
    discussion: """
      Lists the keys of the schemas with the values that the program has, one a line: KEY=value, and
      where the value comes from: `stored`, `default`, `program` for a default that a function makes,
      `unreadable`, or with --policies `managed` and `recommended`. Of a family the keys for which
      something is stored. With names only those keys, and the keys of those namespaces.

      --undeclared lists instead the stored values that a program of these schemas never reads, with
      their kinds and sizes.
      """,
    codes: [
      .success: "listed",
      .problems: "an unknown name, an unreadable value, or undeclared ones were found",
    ],
    examples: [
      "keywright list player --changed --store org.example.player",
      "keywright list --undeclared --schemas Sources/App",
    ])

  static func run(_ arguments: Arguments) throws -> Outcome {
    if arguments.has(UndeclaredValues.option) { return try undeclared(arguments) }
    let location = try StoreSearch.location(arguments, for: .reading)
    let catalog = try SchemaSearch.catalog(arguments)
    let values = try StoredValues(location, catalog).under(Policies(arguments, catalog))
    var states = try values.states(in: catalog, named: arguments.operands)
    if arguments.flags.contains("changed") { states.removeAll { !$0.isChanged } }
    var outcome = values.outcome
    outcome.complaints += states.compactMap { KeyOutput.fault(of: $0, in: location) }.joined()
    if states.contains(where: \.isWithoutEffect) { outcome.code = .problems }
    let reveal = arguments.has(KeyOutput.reveal)
    outcome.output = arguments.output(
      .array(states.map { $0.document(reveal: reveal) }),
      or: KeyOutput.table(states, reveal: reveal))
    return outcome
  }

  private static func undeclared(_ arguments: Arguments) throws -> Outcome {
    try arguments.none()
    let location = try StoreSearch.location(arguments, for: .reading)
    let values = try UndeclaredValues(location, arguments)
    return Outcome(
      output: arguments.output(values.document, or: values.text),
      complaints: location.notes, code: values.members.isEmpty ? .success : .problems)
  }
}
