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

  /// Whether the whole text matches, or nil if finding out might take long: matching can take
  /// time that doubles with each character.
  static func matches(_ text: String, _ pattern: String) -> Bool? {
    if text.utf8.count > 16 { return nil }
    guard let regex = compiled(pattern) else { return nil }
    return (try? regex.wholeMatch(in: text)) != nil
  }
}

extension TargetChecker {
  /// The pattern of a key, checked against its type.
  mutating func pattern(
    of draft: KeyDraft, _ type: ValueType, in node: NamespaceNode
  ) -> Located<ConstraintModel>? {
    guard let pattern = draft.pattern, fits("pattern", type, at: pattern.span) else { return nil }
    if draft.maxLength == nil {
      warn(.patternWithoutLength, at: pattern.span, of: draft, in: node)
    }
    return Located(.pattern(pattern.value), at: pattern.span)
  }
}
