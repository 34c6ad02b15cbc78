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
  static let since: Word = Word("since", "The version that introduced the key.", .text) {
    draft, node, reader in
    draft.lifecycle.since = reader.text(node, of: "since")
  }

  /// `owner`: who answers for the key.
  static let owner: Word = Word("owner", "Who answers for the key.", .text) {
    draft, node, reader in
    draft.lifecycle.owner = reader.text(node, of: "owner")
  }

  /// `expires`: the day on which the key is to be gone.
  static let expires: Word = Word(
    "expires", "The day, as in 2026-12-31, on which the key is to be gone.",
    .pattern(Patterns.day, noun: "a day as in \"2026-12-31\"")
  ) { draft, node, reader in
    let day = reader.located(node)
    if DateText.seconds(day.value + "T00:00:00Z") == nil {
      reader.report(
        .mismatch(expected: "a day as in \"2026-12-31\"", found: "\"\(day.value.prefix(40))\""),
        node)
    } else {
      draft.lifecycle.expires = day.value
    }
  }

  /// `tags`: words to find the key by.
  static let tags: Word = Word("tags", "Words to find the key by.", .list(of: .text)) {
    draft, node, reader in
    draft.lifecycle.tags = (node.elements ?? []).compactMap { reader.text($0, of: "tags") }
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
    if case .number(let spelling) = node.value, let seconds = Double(spelling), seconds > 0,
      seconds.isFinite
    {
      draft.timeToLive = node
    } else {
      reader.report(.mismatch(expected: "a number of seconds above 0", found: node.noun), node)
    }
  }
}

extension Reader {
  /// A text that is not blank.
  mutating func text(_ node: JSONNode, of word: String) -> String? {
    let text = located(node).value
    if !text.allSatisfy(\.isWhitespace) { return text }
    report(.emptyString(word: word), node)
    return nil
  }
}

extension TargetChecker {
  /// Reports a key that was to be gone by the day of the check.
  mutating func checkExpiry(of draft: KeyDraft, in node: NamespaceNode) {
    // Days of four, two and two digits are in the order of their texts.
    guard let today, let day = draft.lifecycle.expires, day <= today else { return }
    let name = node.swiftPath(of: draft.member.value)
    diagnostics.report(.expired(name, day: day), at: draft.member.span)
  }
}
