import KeywrightSchema
import KeywrightVerbs

/// `unset KEY…`: removes stored values.
enum Unset: Verb {
  static let description = VerbDescription(
    word: "unset", summary: "removes the stored values of keys, so that their defaults count",
    operands: [.init("KEY…", .key)],
    options: StoreLocation.options + [
      SchemaSearch.option, StoreChanges.reason,
      .flag("dry-run", "prints the keys whose values would go, and changes nothing"),
      .flag("json", "prints the keys from which a value was removed as one JSON array"),
    ],
    discussion: """
      Removes the values of keys in one commit. A value that is not of its key's type goes too. A key for
      which nothing is stored stays as it is.
      """,
    codes: [.success: "nothing is stored any more", .problems: "no such key, and nothing changed"],
    examples: ["keywright unset player:volume player:theme --store org.example.player"])

  static func run(_ arguments: Arguments) throws -> Outcome {
    let names = try arguments.some("a key")
    let location = try StoreSearch.location(arguments, for: .writing)
    let catalog = try SchemaSearch.catalog(arguments)
    let keys = try names.map { try catalog.key(named: $0) }
    return try remove(keys, from: location, catalog, arguments)
  }

  /// Removes what is stored for keys.
  static func remove(
    _ keys: [CatalogKey], from location: StoreLocation, _ catalog: SchemaCatalog,
    _ arguments: Arguments
  ) throws -> Outcome {
    try location.refuseDamage()
    let values = try StoredValues(location)
    var changes = StoreChanges(arguments)
    let stored = keys.filter { values[$0] != nil }
    for key in stored { changes.remove(key) }
    let isTrial = arguments.flags.contains("dry-run")
    if !changes.isEmpty, !isTrial { try changes.commit(to: location, catalog) }
    var outcome = values.outcome
    outcome.complaints += changes.notes.joined()
    if arguments.flags.contains("json") {
      let names = stored.map { JSONDocument.string($0.storageString) }
      outcome.output = JSONDocument.array(names).text() + "\n"
    } else if isTrial {
      outcome.output = stored.map { LineText.name($0.storageString) + "\n" }.joined()
    }
    return outcome
  }
}
