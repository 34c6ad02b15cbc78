extension Constraint where Value == String {
  /// The whole text matches a regular expression.
  ///
  /// Matching can take time that doubles with each character: give a `maxLength` before it.
  /// Threads match at once, each with an expression of its own.
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

/// A regular expression that threads share.
///
/// `Regex` is not `Sendable`: each thread that matches has one of its own meanwhile, so that a slow
/// match keeps no other waiting.
private struct Expression: Sendable {
  /// Nil if the pattern cannot be read.
  private let pool: Pool<Regex<AnyRegexOutput>?>?

  init(_ pattern: String) {
    pool = (try? Regex(pattern)).map { first in Pool(first) { try? Regex(pattern) } }
  }

  func matches(_ text: String) -> Bool {
    guard let pool else { return false }
    return pool.withElement { regex in
      guard let regex else { return false }
      return (try? regex.wholeMatch(in: text)) != nil
    }
  }
}
