extension Grammar {
  static let key = KeywordTable(
    .key, identity + values + code + life + evolution + stores + documents)

  private static let identity: [Keyword<KeyDeclaration>] = [
    .type, .defaultValue, .title, .summary, .discussion, .id,
    .id(
      "storageString", \.storageString,
      "The whole storage string, verbatim, for data that already exists."),
  ]

  private static let values: [Keyword<KeyDeclaration>] = [
    Keyword(
      "processing", "The steps that each value passes, in order, before it is stored.",
      .list(
        of: .oneOf([
          .choice(StepModel.Plain.allCases.map(\.rawValue)),
          .single("call", .text(.symbol), flag: "old"),
        ]))
    ) { declaration, node, reader in
      declaration.processing = (node.elements ?? []).filter { reader.isOneStep($0) }
    },
    .node(
      "range", .pair(.oneOf([.number, .null])), \.range,
      "The least and the greatest value; null leaves an end open."),
    .node(
      "length", .pair(.oneOf([.count, .null])), \.length,
      "The least and the greatest number of characters of a string, or of elements; null leaves an end open."
    ),
    Keyword(
      "pattern",
      "A regular expression that the whole string must match; give a greatest length too.",
      .string
    ) { declaration, node, reader in declaration.pattern = reader.pattern(node) },
    .node(
      "allowed", .list(of: .anything, least: 1, isSet: true), \.allowed,
      "The only values; an enum says the same with names."),
    Keyword(
      "outside",
      "What becomes of a value that a constraint refuses: `default`, a stored one counts as the default; `clamp`, a stored one and one that is set are moved to the nearer end of the range, or cut to the length.",
      .choice(Outside.allCases.map(\.rawValue))
    ) { declaration, node, reader in
      declaration.outside = reader.choice(node, of: "outside")
      if declaration.outside == nil { declaration.misspelled.insert("outside") }
    },
  ]

  private static let code: [Keyword<KeyDeclaration>] = [
    .symbol(
      "willChange", \.willChange, "A function (old, new) called right before a change is written."),
    .symbol("didChange", \.didChange, "A function (old, new) called after a change was written."),
    Keyword("coding", "How a type of your own is stored.", .choice(Coding.allCases.map(\.rawValue)))
    { declaration, node, reader in
      declaration.coding = reader.choice(node, of: "coding")
      // A wrong one says too that the type may be one of the user's own.
      if declaration.coding == nil { declaration.misspelled.insert("coding") }
    },
    .node(
      "parameters", .map(of: .text(.parameterType), named: .memberName, least: 1), \.parameters,
      "The components that follow the storage string, in order: the key becomes a function."),
  ]

  private static let life: [Keyword<KeyDeclaration>] = [
    Keyword(
      "sensitivity", "How confidential the value is: logs and reports leave it out accordingly.",
      .choice(Sensitivity.allCases.map(\.rawValue))
    ) { declaration, node, reader in
      let choice: Located<Sensitivity>? = reader.choice(node, of: "sensitivity")
      if let choice { declaration.lifecycle.sensitivity = choice.value }
    },
    Keyword(
      "deprecated", "Marks the key as deprecated, and says what to use instead.", .text(.words)
    ) { declaration, node, reader in
      declaration.lifecycle.deprecated = reader.text(node, of: "deprecated") ?? ""
    },
    Keyword("expires", "The day, as in 2026-12-31, by which the key should be gone.", .text(.day)) {
      declaration, node, reader in
      declaration.lifecycle.expires = reader.day(node, of: "expires")?.value
    },
  ]

  private static let evolution: [Keyword<KeyDeclaration>] = [
    .ids(
      "former", \.formerKeys,
      "The storage strings that held the value in earlier versions, the newest first."),
    .mark(
      "moves", "later", \.movesLater,
      "`later`: the value stays under its former key for now, where older programs that still run find it; both names are read."
    ),
    .symbol(
      "migrate", \.migrate, "A function that makes the value from that of a former key."),
    .count(
      "revision", \.revision,
      "The version of the stored form of a type of your own: raise it when the form changes, which no schema can see."
    ),
    .mark(
      "defaultFor", "new", \.defaultIsForNew,
      "`new`: only new users get the default; those of earlier releases keep the one that their release showed, which the lock has."
    ),
  ]

  private static let stores: [Keyword<KeyDeclaration>] = [
    Keyword(
      "store",
      "The program's own name for the store that keeps the key; without it, `default`. A list names the stores that kept it before, too, the newest first: the registry has the migrations from each.",
      .oneOf([.text(.caseName), .list(of: .text(.caseName), least: 1, isSet: true)])
    ) { declaration, node, reader in
      let stores = node.elements == nil ? [node] : reader.distinct(node)
      let names = stores.map { reader.storeName($0) }
      declaration.lifecycle.store = names.first.flatMap(\.self).flatMap {
        $0 == "default" ? nil : $0
      }
      declaration.lifecycle.formerStores = names.dropFirst().compactMap(\.self)
      if stores.count > 1 { declaration.formerStores = node.span }
    },
    .seconds(
      "ttl", \.lifecycle.timeToLive, "How long a cache keeps the value, in seconds."),
    .seconds(
      "maxAge", \.lifecycle.maxAge,
      "How long, in seconds, a store that a service feeds shows a value without the service's confirmation; then the default."
    ),
    .choice(
      "keychain", \.lifecycle.keychain,
      "When Apple's keychain gives out the value, in a store of secrets, and whether iCloud brings it to other devices."
    ),
  ]

  /// For the documents that are made from a schema: they change no generated code.
  private static let documents: [Keyword<KeyDeclaration>] = [
    .words("unit", \.unit, "The unit of a number, as documents show it behind the value."),
    .words(
      "group", \.group,
      "The heading under which documents and settings list the key in its namespace."),
    .node("example", .anything, \.example, "A value that the key could have, for documents."),
    .suppress,
  ]
}
