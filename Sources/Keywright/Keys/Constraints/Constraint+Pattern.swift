extension Constraint where Value == String {
  /// The whole text matches a regular expression.
  ///
  /// Matching can take time that doubles with each character: give ``maxLength(_:)`` before it.
  ///
  /// - Parameter pattern: The expression, as Swift's `Regex` reads it; nothing matches one that
  ///   cannot be read.
  public static func pattern(_ pattern: String) -> Constraint {
    let expression = Expression(pattern)
    return Constraint("a text that matches '\(pattern)'") { expression.matches($0) }
  }
}

extension Constraint where Value == String? {
  /// The whole text, if there is one, matches a regular expression.
  ///
  /// - Parameter pattern: The expression, as Swift's `Regex` reads it.
  public static func pattern(_ pattern: String) -> Constraint {
    Constraint(lifting: .pattern(pattern))
  }
}

/// A regular expression that threads share: `Regex` is not `Sendable`, so one at a time uses it.
private final class Expression: Sendable {
  private let regex: Locked<Regex<AnyRegexOutput>?>

  init(_ pattern: String) {
    regex = Locked(try? Regex(pattern))
  }

  func matches(_ text: String) -> Bool {
    regex.withLock { regex in
      guard let regex else { return false }
      return (try? regex.wholeMatch(in: text)) != nil
    }
  }
}
