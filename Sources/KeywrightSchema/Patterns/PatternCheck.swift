/// Regular expressions, as Swift's `Regex` reads them at run time.
enum PatternCheck {
  /// The longest pattern, in bytes.
  static let longest = 1_000
  /// The depth to which groups may be nested: the compiler of expressions recurses.
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

  /// The most attempts of a quick match: each takes up to a microsecond.
  static let mostAttempts: Double = 1_000_000

  /// Whether a match of any text of up to `length` characters is shown to be quick.
  static func isQuick(_ pattern: String, on length: Int) -> Bool {
    PatternCost.attempts(of: pattern, on: length).map { $0 <= mostAttempts } ?? false
  }

  /// Whether the whole text matches; nil if the match is not shown to take a time in proportion to the text:
  /// there may be a pattern in each line of a schema.
  static func matches(_ text: String, _ pattern: String) -> Bool? {
    let length = text.utf8.count
    guard let attempts = PatternCost.attempts(of: pattern, on: length),
      attempts <= min(mostAttempts, 1_000 + 100 * Double(length)), let regex = compiled(pattern)
    else { return nil }
    return (try? regex.wholeMatch(in: text)) != nil
  }
}
