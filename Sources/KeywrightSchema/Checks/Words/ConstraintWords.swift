extension Word where Draft == KeyDraft {
  /// `minLength`: of a string, in characters.
  static let minLength: Word = Word(
    "minLength", "The least number of characters of a string.", .count
  ) { draft, node, reader in
    draft.minLength = reader.count(node)
  }

  /// `maxLength`: of a string, in characters.
  static let maxLength: Word = Word(
    "maxLength", "The greatest number of characters of a string.", .count
  ) { draft, node, reader in
    draft.maxLength = reader.count(node)
  }
}

extension Reader {
  /// The count of a node that is known to be one.
  func count(_ node: JSONNode) -> Located<Int>? {
    guard case .number(let spelling) = node.value, let count = Int(spelling) else { return nil }
    return Located(count, at: node.span)
  }
}

extension DeclarationChecker {
  /// The bounds of a string's length.
  func lengths(of draft: KeyDraft, _ type: ValueType) -> [Located<ConstraintModel>] {
    var constraints: [Located<ConstraintModel>] = []
    if let least = draft.minLength, fits("minLength", type, at: least.span) {
      constraints.append(Located(.minLength(least.value), at: least.span))
    }
    if let greatest = draft.maxLength, fits("maxLength", type, at: greatest.span) {
      constraints.append(Located(.maxLength(greatest.value), at: greatest.span))
      if let least = draft.minLength, least.value > greatest.value {
        diagnostics.report(
          .lengthsCross, at: greatest.span, notes: [(.otherValueHere("minLength"), least.span)])
      }
    }
    return constraints
  }

  /// Whether the type is `String`; reports a word that is for strings if it is not.
  func fits(_ word: String, _ type: ValueType, at place: Span) -> Bool {
    if case .scalar(.string) = type { return true }
    diagnostics.report(.doesNotFit(word: word, wanted: "String"), at: place)
    return false
  }
}

extension Word where Draft == KeyDraft {
  /// `pattern`: what the whole string matches.
  static let pattern: Word = Word(
    "pattern", "A regular expression that the whole string must match; give a maxLength too.",
    .string
  ) { draft, node, reader in
    let pattern = reader.located(node)
    if pattern.value.utf8.count > PatternCheck.longest {
      reader.report(.patternTooLong(limit: PatternCheck.longest), node)
    } else if PatternCheck.compiled(pattern.value) == nil {
      reader.report(.badPattern(pattern.value), node)
    } else {
      draft.pattern = pattern
    }
  }
}

/// Regular expressions, as Swift's `Regex` reads them at run time.
enum PatternCheck {
  /// The longest pattern, in bytes.
  static let longest = 1_000
  /// How deeply groups may be nested: the compiler of expressions recurses.
  static let deepest = 32

  static func compiled(_ pattern: String) -> Regex<AnyRegexOutput>? {
    var depth = 0
    for byte in pattern.utf8 {
      if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") { depth -= 1 }
      if depth > deepest { return nil }
    }
    return try? Regex(pattern)
  }

  /// A match that makes no more attempts is quick: each takes up to a microsecond.
  static let mostAttempts: Double = 1_000_000

  /// Whether a match of any text of up to so many characters is shown to be quick.
  static func isQuick(_ pattern: String, on length: Int) -> Bool {
    PatternCost.attempts(of: pattern, on: length).map { $0 <= mostAttempts } ?? false
  }

  /// Whether the whole text matches, or nil if finding out is not shown to take a time that is in
  /// proportion to the text: there may be a pattern in each line of a schema.
  static func matches(_ text: String, _ pattern: String) -> Bool? {
    let length = text.utf8.count
    guard let attempts = PatternCost.attempts(of: pattern, on: length),
      attempts <= min(mostAttempts, 1_000 + 100 * Double(length)), let regex = compiled(pattern)
    else { return nil }
    return (try? regex.wholeMatch(in: text)) != nil
  }
}

extension DeclarationChecker {
  /// The pattern of a key, checked against its type.
  func pattern(
    of draft: KeyDraft, _ type: ValueType, in node: NamespaceNode
  ) -> Located<ConstraintModel>? {
    guard let pattern = draft.pattern, fits("pattern", type, at: pattern.span) else { return nil }
    if let length = draft.maxLength?.value {
      if !PatternCheck.isQuick(pattern.value, on: length) {
        warn(.slowPattern(length: length), at: pattern.span, of: draft, in: node)
      }
    } else if !draft.misspelled.contains("maxLength") {
      warn(.patternWithoutLength, at: pattern.span, of: draft, in: node)
    }
    return Located(.pattern(pattern.value), at: pattern.span)
  }
}

extension Word where Draft == KeyDraft {
  /// `maxCount`: of a collection.
  static let maxCount: Word = Word(
    "maxCount", "The greatest number of elements.", .count
  ) { draft, node, reader in
    draft.maxCount = reader.count(node)
  }

  /// `unique`: no element twice.
  static let unique: Word = Word("unique", "Whether no element may be there twice.", .boolean) {
    draft, node, _ in
    if case .bool(let value) = node.value { draft.unique = Located(value, at: node.span) }
  }
}

extension DeclarationChecker {
  /// What is asked of a key's elements.
  func collectionRules(
    of draft: KeyDraft, _ type: ValueType
  ) -> [Located<ConstraintModel>] {
    var constraints: [Located<ConstraintModel>] = []
    if let count = draft.maxCount {
      switch type {
      case .array, .set, .dictionary:
        constraints.append(Located(.maxCount(count.value), at: count.span))
      default:
        diagnostics.report(
          .doesNotFit(word: "maxCount", wanted: "arrays, sets and dictionaries"), at: count.span)
      }
    }
    if let unique = draft.unique, unique.value {
      if case .array(let element) = type, types.isHashable(element) {
        constraints.append(Located(.unique, at: unique.span))
      } else {
        diagnostics.report(
          .doesNotFit(word: "unique", wanted: "arrays without structs"), at: unique.span)
      }
    }
    return constraints
  }
}

extension Word where Draft == KeyDraft {
  /// `allowed`: the only values.
  static let allowed: Word = Word(
    "allowed", "The only values; an enum says the same with names.",
    .list(of: .anything, least: 1, isSet: true)
  ) { draft, node, _ in
    draft.allowed = node
  }
}

extension DeclarationChecker {
  /// The values a key may have, checked against its type.
  func allowed(of draft: KeyDraft, _ type: ValueType) -> Located<ConstraintModel>? {
    guard let node = draft.allowed, let elements = node.elements else { return nil }
    switch type {
    case .scalar, .declared: break
    default:
      diagnostics.report(.doesNotFit(word: "allowed", wanted: "single values"), at: node.span)
      return nil
    }
    if elements.isEmpty {
      diagnostics.report(.nothingAllowed, at: node.span)
      return nil
    }
    // Read as a set: repetitions are reported, and each value against the type.
    guard case .set(let values) = literal(node, as: .set(type)) else { return nil }
    return Located(.allowed(values), at: node.span)
  }
}
