import KeywrightSchema
import KeywrightStorage
import KeywrightVerbs

/// `explain KEY`: prints all that schema and store know of a key.
enum Explain: Verb {
  static let description = VerbDescription(
    word: "explain", summary: "says all that is known of a key, and of its value",
    operands: [.init("KEY…", .key)],
    options: [
      StoreLocation.option,
      Policies.option, SchemaSearch.option, KeyOutput.reveal,
      .json,
    ],
    discussion: """
      Prints a key's type, default, steps, constraints, names and place of declaration; with --store also
      its value, where that comes from, and the stored form. A family is explained as a whole.
      """,
    codes: [.problems: "no such key"],
    examples: [
      "keywright explain player:volume",
      "keywright explain player:volume --store org.example.player",
    ])

  static func run(_ arguments: Arguments) throws -> Outcome {
    let names = try arguments.some("a key")
    let catalog = try SchemaSearch.catalog(arguments)
    let keys = try names.map { try catalog.key(orFamilyNamed: $0) }
    // A key is explained without a store, too; one that is named has to be right.
    let isNamed =
      arguments.values["store"] != nil || ProcessEnvironment["KEYWRIGHT_STORE"]?.isEmpty == false
    let location =
      isNamed
      ? try StoreSearch.location(arguments, for: .reading)
      : try? StoreSearch.location(arguments, for: .reading)
    let policies = try Policies(arguments, catalog)
    let values = try location.map { try StoredValues($0, catalog).under(policies) }
    let reveal = arguments.has(KeyOutput.reveal)
    let explanations = keys.map { key in
      KeyExplanation(key: key, state: key.isFamily ? nil : values?.state(of: key), reveal: reveal)
    }
    var outcome = values?.outcome ?? Outcome()
    outcome.output = arguments.output(
      .array(explanations.map(\.document)), or: explanations.map(\.text).joined(separator: "\n"))
    return outcome
  }
}
