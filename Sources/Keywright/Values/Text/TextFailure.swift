/// The reason why a text, or a JSON value, is not a value of a type: where in it, and what it is not.
///
/// ```swift
/// do {
///   _ = try Player.volume.value(fromText: "loud")
/// } catch {
///   print(error)   // not a number
/// }
/// ```
public struct TextFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// One step into a JSON value.
  public enum Step: Equatable, Sendable {
    /// A member of an object.
    case member(String)
    /// An element of an array, from 0.
    case element(Int)
  }

  /// The steps from the whole value to what is wrong; empty for the value itself.
  public var path: [Step]

  /// The problem there, such as `not in 1...200` or `missing`.
  public var problem: String

  package init(_ problem: String, at path: [Step] = []) {
    self.path = path
    self.problem = problem
  }

  /// The path and the problem: `[0].host is missing`, `sizes[2]: not a whole number`.
  public var description: String {
    if path.isEmpty { return problem }
    return problem == TextFailure.missing ? "\(place) is \(problem)" : "\(place): \(problem)"
  }

  static let missing = "missing"

  private var place: String {
    path.reduce(into: "") { text, step in
      switch step {
      case .member(let name): text += (text.isEmpty ? "" : ".") + name
      case .element(let index): text += "[\(index)]"
      }
    }
  }

  /// The same failure in words that have nothing of the text.
  func redacted(_ redaction: String, expected: String) -> TextFailure {
    TextFailure("\(redaction), expected \(expected)", at: path)
  }

  package func inside(_ step: Step) -> TextFailure { TextFailure(problem, at: [step] + path) }

  /// Runs a body whose failures are inside of a value.
  static func inside<Result>(
    _ step: Step, _ body: () throws(TextFailure) -> Result
  ) throws(TextFailure) -> Result {
    do throws(TextFailure) { return try body() } catch { throw error.inside(step) }
  }

  /// The array of what a body makes of each element, whose failures say which one it was.
  static func array<Element>(
    of elements: some Collection<Element>, _ body: (Element) throws(TextFailure) -> StoredValue
  ) throws(TextFailure) -> StoredValue {
    .array(
      try elements.enumerated().map { index, element throws(TextFailure) in
        try inside(.element(index)) { () throws(TextFailure) in try body(element) }
      })
  }
}

extension TextFailure {
  /// The member that a type's `init(from:)` missed or refused.
  init(_ error: any Error, of type: Any.Type) {
    switch error {
    case let failure as TextFailure: self = failure
    case DecodingError.keyNotFound(let key, let context):
      self.init(TextFailure.missing, at: TextFailure.path(context.codingPath + [key]))
    case DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context), DecodingError.dataCorrupted(let context):
      let path = TextFailure.path(context.codingPath)
      if let failure = context.underlyingError as? TextFailure {
        self.init(failure.problem, at: path + failure.path)
      } else if let failure = context.underlyingError as? ConversionFailure {
        self.init("expected \(failure.expected), found \(failure.found)", at: path)
      } else {
        self.init(context.debugDescription, at: path)
      }
    default: self.init("not \(withArticle(type)): \(error)")
    }
  }

  private static func path(_ keys: [any CodingKey]) -> [Step] {
    keys.map { key in
      if let index = key.intValue, key.stringValue != String(index) { return .element(index) }
      return .member(key.stringValue)
    }
  }
}
