import KeywrightStorage

extension Constraint where Value == String {
  /// The whole text matches a regular expression.
  ///
  /// Matching can take time that doubles with each character: give a `length` before it.
  /// Several threads match at once, each with its own expression.
  ///
  /// - Parameter pattern: The expression, as Swift's `Regex` reads it; nothing matches one that
  ///   cannot be read.
  public static func pattern(_ pattern: String) -> Constraint {
    let expression = Expression(pattern)
    return Constraint(
      "a text that matches '\(pattern)'", violation: "does not match '\(pattern)'"
    ) { expression.matches($0) }
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
/// `Regex` is not `Sendable`: each match takes one from a pool, so that a slow match keeps no other
/// thread waiting.
private struct Expression: Sendable {
  /// Nil if the pattern cannot be read.
  private let pool: ObjectPool<Regex<AnyRegexOutput>?>?

  init(_ pattern: String) {
    pool = (try? Regex(pattern)).map { first in ObjectPool(first) { try? Regex(pattern) } }
  }

  func matches(_ text: String) -> Bool {
    guard let pool else { return false }
    return pool.withElement { regex in
      guard let regex else { return false }
      return (try? regex.wholeMatch(in: text)) != nil
    }
  }
}

/// An object pool: each element is used by one thread at a time, and made when none is idle.
///
/// The mutex is held only to take an element out and to put it back: no thread waits for the work
/// of another.
///
/// Thread safety: safe from any thread.
final class ObjectPool<Element>: Sendable {
  /// Idle elements beyond this number are dropped, since more threads at once are rare.
  private static var mostIdle: Int { 16 }

  private let idle: Protected<[Element]>
  private let make: @Sendable () -> Element

  /// - Parameters:
  ///   - first: An element to begin with.
  ///   - make: Makes a further one, for a thread that finds none idle.
  init(_ first: Element, make: @escaping @Sendable () -> Element) {
    idle = Protected([first])
    self.make = make
  }

  /// Runs a body with an element that no other thread uses meanwhile.
  func withElement<Result>(_ body: (Element) -> Result) -> Result {
    let element = idle.withLock { $0.popLast() } ?? make()
    defer {
      idle.withLock { if $0.count < Self.mostIdle { $0.append(element) } }
    }
    return body(element)
  }
}
