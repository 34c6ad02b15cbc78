extension Keyword where Declaration == KeyDeclaration {
  /// `sensitivity`: who may see the value.
  static let sensitivity = Keyword(
    "sensitivity", "How confidential the value is: logs and reports leave it out accordingly.",
    .choice(Sensitivity.allCases.map(\.rawValue))
  ) { declaration, node, reader in
    let choice: Located<Sensitivity>? = reader.choice(node, of: "sensitivity")
    if let choice { declaration.lifecycle.sensitivity = choice.value }
  }

  /// `accessibility`: when Apple's keychain gives out the value.
  static let accessibility = Keyword(
    "accessibility", "When Apple's keychain gives out the value, in a store of secrets.",
    .choice(KeychainAccessibility.allCases.map(\.rawValue))
  ) { declaration, node, reader in
    let choice: Located<KeychainAccessibility>? = reader.choice(node, of: "accessibility")
    declaration.lifecycle.accessibility = choice?.value
  }

  /// `synchronizable`: whether iCloud brings the value to other devices.
  static let synchronizable = Keyword(
    "synchronizable",
    "Whether iCloud brings the value to the user's other devices, from Apple's keychain.", .boolean
  ) { declaration, node, _ in
    guard case .bool(let value) = node.value else { return }
    declaration.lifecycle.isSynchronizable = value
    declaration.synchronizable = node.span
  }

  /// `since`: the version that introduced the key.
  static let since = Keyword("since", "The version that introduced the key.", .text(.words)) {
    declaration, node, reader in
    declaration.lifecycle.since = reader.text(node, of: "since")
  }

  /// `owner`: the person or team responsible.
  static let owner = Keyword(
    "owner", "The person or team that is responsible for the key.", .text(.words)
  ) { declaration, node, reader in
    declaration.lifecycle.owner = reader.text(node, of: "owner")
  }

  /// `expires`: the day by which the key should be gone.
  static let expires = Keyword(
    "expires", "The day, as in 2026-12-31, by which the key should be gone.",
    .text(.day)
  ) { declaration, node, reader in
    if let day = reader.day(node, of: "expires") { declaration.lifecycle.expires = day.value }
  }

  /// `tags`: words to find the key by.
  static let tags = Keyword(
    "tags", "Words to find the key by.", .list(of: .text(.words), isSet: true)
  ) {
    declaration, node, reader in
    declaration.lifecycle.tags = reader.distinct(node).compactMap { reader.text($0, of: "tags") }
  }

  /// `cost`: what a cache charges for the value.
  static let cost = Keyword("cost", "The cost of the value in a bounded cache.", .count) {
    declaration, node, reader in
    declaration.lifecycle.cost = reader.count(node)?.value
  }

  /// `ttl`: how long a cache keeps the value.
  static let timeToLive = Keyword(
    "ttl", "How long a cache keeps the value, in seconds.", .positive
  ) { declaration, node, reader in
    declaration.lifecycle.timeToLive = reader.seconds(node, of: "ttl")
  }

  /// `maxAge`: how old a value may become that a store cannot confirm.
  static let maxAge = Keyword(
    "maxAge",
    "How long, in seconds, a store that a service feeds shows a value without the service's confirmation; then the default. An object may ask for something else.",
    .oneOf([.positive, .object(.maxAge)])
  ) { declaration, node, reader in
    let age = MaxAgeDeclaration()
    if node.members == nil {
      age.seconds = reader.seconds(node, of: "maxAge")
    } else {
      reader.read(node, by: Grammar.maxAge, into: age)
    }
    guard let seconds = age.seconds else { return }
    declaration.lifecycle.maxAge = MaxAge(
      seconds: seconds, consequence: age.consequence ?? .default)
  }
}

extension Keyword where Declaration == MaxAgeDeclaration {
  /// `seconds`, inside `maxAge`.
  static let seconds = Keyword("seconds", "The greatest age, in seconds.", .positive) {
    declaration, node, reader in
    declaration.seconds = reader.seconds(node, of: "seconds")
  }

  /// `then`, inside `maxAge`.
  static let consequence = Keyword(
    "then",
    "What reading gives beyond the age: the default, an error and in `get` the default, or the value as it is.",
    .choice(MaxAge.Consequence.allCases.map(\.rawValue))
  ) { declaration, node, reader in
    let choice: Located<MaxAge.Consequence>? = reader.choice(node, of: "then")
    declaration.consequence = choice?.value
  }
}

extension SchemaReader {
  /// The keywords that tell of a key's values.
  private static let wordsOfValues: Set = [
    "default", "defaultSince", "example", "processing", "range", "minLength", "maxLength",
    "pattern",
    "maxCount", "allowed",
  ]

  /// Notes what a schema says of the values of a secret key, and of one whose sensitivity cannot be read; what
  /// is no keyword may be such a word, misspelled.
  func noteSecrets(of key: KeyDeclaration, in node: JSONNode) {
    let members = node.ownMembers
    let word = members.first { $0.name.text == "sensitivity" }?.value.string?.text
    let sensitivity = word.map { Sensitivity(rawValue: $0) ?? .secret }
    guard (sensitivity ?? key.lifecycle.sensitivity) == .secret else { return }
    for member in members {
      let name = member.name.text
      if Self.wordsOfValues.contains(name) || Grammar.key[name] == nil {
        diagnostics.note(secret: member.value.span)
      }
    }
  }

  /// The seconds that a `Duration` can hold and that do not round to zero.
  fileprivate func seconds(_ node: JSONNode, of keyword: String) -> Double? {
    if case .number(let spelling) = node.value, let seconds = Double(spelling),
      (1e-18...9e18).contains(seconds)
    {
      return seconds
    }
    let expected = "a number of seconds from 1e-18 to 9e18"
    report(.wrongShape(of: "`\(known: keyword)`", expected: expected, found: node.noun), node)
    return nil
  }
}

extension Keyword where Declaration == KeyDeclaration {
  /// `formerKeys`: where the value was stored before.
  static let formerKeys = Keyword(
    "formerKeys", "The storage strings that held the value in earlier versions, the newest first.",
    .list(of: .text(.id), isSet: true)
  ) { declaration, node, reader in
    declaration.formerKeys = reader.distinct(node).compactMap { reader.id($0) }
  }

  /// `migrate`: makes a value of an older one.
  static let migrate = Keyword(
    "migrate", "A function that makes the value from that of a former key.", .text(.symbol)
  ) { declaration, node, reader in
    declaration.migrate = reader.symbol(node)
  }
}

extension Keyword where Declaration == NamespaceDeclaration {
  /// `values`: whether a values struct is generated.
  static let values = Keyword(
    "values", "Whether to generate a struct that reads and writes the keys of a store by name.",
    .boolean
  ) { declaration, node, _ in
    if case .bool(let value) = node.value { declaration.values = Located(value, at: node.span) }
  }
}
