extension Word where Draft == KeyDraft {
  /// `sensitivity`: who may see the value.
  static let sensitivity: Word = Word(
    "sensitivity", "Who may see the value: it is left out of logs and reports accordingly.",
    .choice(Sensitivity.allCases.map(\.rawValue))
  ) { draft, node, reader in
    let choice: Located<Sensitivity>? = reader.choice(node, of: "sensitivity")
    if let choice { draft.lifecycle.sensitivity = choice.value }
  }

  /// `since`: the version that introduced the key.
  static let since: Word = Word("since", "The version that introduced the key.", .text(.words)) {
    draft, node, reader in
    draft.lifecycle.since = reader.text(node, of: "since")
  }

  /// `owner`: who answers for the key.
  static let owner: Word = Word("owner", "Who answers for the key.", .text(.words)) {
    draft, node, reader in
    draft.lifecycle.owner = reader.text(node, of: "owner")
  }

  /// `expires`: the day on which the key is to be gone.
  static let expires: Word = Word(
    "expires", "The day, as in 2026-12-31, on which the key is to be gone.",
    .text(.day)
  ) { draft, node, reader in
    let day = reader.located(node)
    if DateText.seconds(day.value + "T00:00:00Z") == nil {
      reader.report(
        .wrongShape(
          of: "`expires`", expected: "a day as in \"2026-12-31\"",
          found: "\"\(day.value.prefix(40))\""), node)
    } else {
      draft.lifecycle.expires = day.value
    }
  }

  /// `tags`: words to find the key by.
  static let tags: Word = Word(
    "tags", "Words to find the key by.", .list(of: .text(.words), isSet: true)
  ) {
    draft, node, reader in
    draft.lifecycle.tags = reader.distinct(node).compactMap { reader.text($0, of: "tags") }
  }

  /// `cost`: what a cache charges for the value.
  static let cost: Word = Word("cost", "What a bounded cache charges for the value.", .count) {
    draft, node, reader in
    draft.lifecycle.cost = reader.count(node)?.value
  }

  /// `ttl`: how long a cache keeps the value.
  static let timeToLive: Word = Word(
    "ttl", "How long a cache keeps the value, in seconds.", .positive
  ) { draft, node, reader in
    // What a Duration tells from nothing, and can hold.
    if case .number(let spelling) = node.value, let seconds = Double(spelling),
      (1e-18...9e18).contains(seconds)
    {
      draft.lifecycle.timeToLive = seconds
    } else {
      let expected = "a number of seconds from 1e-18 to 9e18"
      reader.report(.wrongShape(of: "`ttl`", expected: expected, found: node.noun), node)
    }
  }
}

extension Reader {
  /// The elements of a list of strings without those that are there before, which are reported.
  func distinct(_ node: JSONNode) -> [JSONNode] {
    var first: [ExactString: Span] = [:]
    return (node.elements ?? []).filter { element in
      let text = ExactString(located(element).value)
      guard let span = first[text] else {
        first[text] = element.span
        return true
      }
      diagnostics.report(.repeatedElement, at: element.span, notes: [(.firstHere, span)])
      return false
    }
  }

  /// A text that is not blank.
  func text(_ node: JSONNode, of word: String) -> String? {
    let text = located(node).value
    if !text.allSatisfy(\.isWhitespace) { return text }
    report(.emptyString(word: word), node)
    return nil
  }
}

extension DeclarationChecker {
  /// Reports a key that was to be gone by the day of the check.
  func checkExpiry(of draft: KeyDraft, in node: NamespaceNode) {
    // Days of four, two and two digits are in the order of their texts.
    guard let today, let day = draft.lifecycle.expires, day <= today else { return }
    let name = node.swiftPath(of: draft.member.value)
    diagnostics.report(.expired(name, day: day), at: draft.member.span)
  }
}

extension Word where Draft == KeyDraft {
  /// `formerKeys`: where the value was stored before.
  static let formerKeys: Word = Word(
    "formerKeys", "The storage strings that held the value in earlier versions, the newest first.",
    .list(of: .text(.id), isSet: true)
  ) { draft, node, reader in
    draft.formerKeys = reader.distinct(node).compactMap { reader.id($0) }
  }

  /// `migrate`: makes a value of an older one.
  static let migrate: Word = Word(
    "migrate", "A function that makes a value of one of a former key.", .text(.symbol)
  ) { draft, node, reader in
    draft.migrate = reader.symbol(node)
  }
}

extension Word where Draft == NamespaceDraft {
  /// `reserved`: ids that must not be used again.
  static let reserved: Word = Word(
    "reserved", "Ids of keys that are gone: no key of this namespace may take one again.",
    .list(of: .text(.id), isSet: true)
  ) { draft, node, reader in
    draft.reserved += reader.distinct(node).compactMap { reader.id($0) }
  }

  /// `values`: whether a values struct is generated.
  static let values: Word = Word(
    "values", "Whether to generate a struct that reads and writes the keys of a store by name.",
    .boolean
  ) { draft, node, _ in
    if case .bool(let value) = node.value { draft.values = Located(value, at: node.span) }
  }
}

extension TargetChecker {
  /// Reports what migrations and reservations contradict.
  func checkMigration(of key: CheckedKey) {
    let draft = key.draft
    if let migrate = draft.migrate, draft.formerKeys.isEmpty,
      !draft.misspelled.contains("formerKeys")
    {
      diagnostics.report(.migrateWithoutFormer, at: migrate.span)
    }
    if draft.parameters != nil, let former = draft.formerKeys.first {
      diagnostics.report(.familyMigration, at: former.span)
    }
    for former in draft.formerKeys {
      checkReservation(of: former.value, at: former.span)
      if ExactString(former.value) == ExactString(key.storageString) {
        diagnostics.report(.formerIsPresent(key.storageString), at: former.span)
      } else {
        formers.append((former, key))
      }
    }
    if let reserved = key.node.reservedStrings[ExactString(key.storageString)] {
      diagnostics.report(
        .reservedID(reserved.value), at: key.place,
        notes: [(.otherValueHere("reserved"), reserved.span)])
    }
  }
}
