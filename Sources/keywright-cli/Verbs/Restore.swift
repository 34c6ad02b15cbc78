import Keywright
import KeywrightEvolution
import KeywrightSchema
import KeywrightStorage
import KeywrightVerbs

/// `restore WHEN [KEY…]`: brings earlier values back.
enum Restore: Verb {
  static let description = VerbDescription(
    word: "restore", summary: "brings back the values that a store held earlier",
    operands: [.init("WHEN", .nothing), .init("[KEY…]", .key)],
    options: [
      StoreLocation.option,
      SchemaSearch.option, Confirmation.option,
      StoreChanges.trial,
      KeyOutput.reveal,
      .json,
    ],
    discussion: """
      Makes the values of a store in a file those that it held at a time, all of them or those of KEY…,
      in one commit, which running programs receive as any other. Values that were not there then are
      removed; but not secrets, which leave the earlier values when they are replaced. They come back as
      they were stored; a value that lay under a former key of the schemas comes under the present one.
      The hooks of the program do not run.

      \(Moment.forms)
      """,
    codes: [
      .success: "restored, or nothing to restore",
      .problems: "a key is unknown, or nobody said yes, and nothing changed",
      .failed: "nothing of that time was kept, or the store cannot be read",
    ],
    examples: [
      "keywright restore yesterday --store org.example.player",
      "keywright restore 2026-11-24T10:05 player:volume --dry-run --store ./defaults.plist",
    ])

  static func run(_ arguments: Arguments) throws -> Outcome {
    let operands = try arguments.some("a time, as in yesterday,")
    let moment = try Moment(operands[0])
    let location = try StoreSearch.location(arguments, for: .changing)
    try location.requireFile()
    let catalog = try SchemaSearch.catalogIfAny(arguments)
    try location.refuseDamage()
    let then = StoredValues(try moment.members(of: location), catalog)
    let left = catalog.map(then.onlyForProgram) ?? []
    let now = try StoredValues(location, catalog)
    let wanted = try names(operands.dropFirst(), catalog, then, now)
    let unwanted = Set(left.map(ExactString.init))
    let found = StoreDifference(now, then, catalog).entries.filter { entry in
      let name = ExactString(entry.name)
      return !unwanted.contains(name) && wanted?.contains(name) ?? true
    }
    let secrets = found.filter(\.removesSecret).map(\.name)
    let difference = StoreDifference(found.filter { !$0.removesSecret })
    let notes =
      location.notes
      + (left.map { ($0, "only the program can migrate its former value") }
      + secrets.map { ($0, "a secret that was replaced leaves the earlier values") })
      .map { note("`\($0.0)` stays as it is: \($0.1)") }.joined()
    let reveal = arguments.has(KeyOutput.reveal)
    if !difference.entries.isEmpty { try location.refuseChanges() }
    let isJSON = arguments.has(.json)
    let text = difference.text(reveal: reveal)
    let output = arguments.output(difference.document(reveal: reveal), or: text)
    if difference.entries.isEmpty || arguments.has(StoreChanges.trial) {
      return Outcome(
        output: output,
        complaints: notes
          + (difference.entries.isEmpty && !isJSON
            ? complaint("nothing is different from that time") : ""))
    }
    let question = "Restore \(counted(difference.entries.count, "value"))?"
    if let refusal = Confirmation.refusal(arguments, text, question, past: "restored") {
      return Outcome(complaints: notes) + refusal
    }
    try location.write(because: nil, catalog) { store in
      try store.transaction { transaction in
        (store as? DefaultsStore)?.keepBeforeRestoring()
        for entry in difference.entries {
          try transaction.set(Key<Root, StoredValue?>(StorageString(entry.name)), to: entry.new)
          for former in entry.key?.formerKeys ?? [] where try transaction.get(former) != nil {
            try transaction.remove(former)
          }
        }
      }
    }
    return Outcome(output: isJSON ? output : "", complaints: notes)
  }

  /// The storage strings that are named, nil where none is; one that neither a schema nor the store knows is refused.
  private static func names(
    _ operands: ArraySlice<String>, _ catalog: SchemaCatalog?, _ then: StoredValues,
    _ now: StoredValues
  ) throws -> Set<ExactString>? {
    if operands.isEmpty { return nil }
    var names: Set<ExactString> = []
    for name in operands {
      if then[name] == nil, now[name] == nil, let catalog {
        names.insert(ExactString(try catalog.key(named: name).storageString))
      } else if then[name] == nil, now[name] == nil {
        throw InputFiles.Failure(path: name, reason: "no value of that name was ever there")
      } else {
        names.insert(ExactString(name))
      }
    }
    return names
  }
}

extension StoreDifference.Entry {
  fileprivate var removesSecret: Bool { new == nil && key?.isSecret == true }
}

extension StoredValues {
  /// The names of keys whose earlier values only the program can convert, and those of these values.
  fileprivate func onlyForProgram(_ catalog: SchemaCatalog) -> [String] {
    catalog.keys.filter { !$0.isFamily && $0.model.migrate != nil }
      .compactMap { key in state(of: key).formerKey.map { [key.storageString, $0] } }
      .flatMap(\.self)
  }
}
