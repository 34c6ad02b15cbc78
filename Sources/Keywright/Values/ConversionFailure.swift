/// The reason why a value cannot be stored, or a stored value cannot be read as some type.
///
/// A store reports one as its own error; it is seen directly by those who convert values
/// themselves:
///
/// ```swift
/// do {
///   _ = try Date(timeIntervalSinceReferenceDate: .nan).storedValue()
/// } catch let failure as ConversionFailure {
///   print(failure.found, failure.advice)
/// }
/// ```
public struct ConversionFailure: Error, Equatable, Sendable {
  /// The path in the value, such as `frames[2].width`; empty for the value itself.
  public var path: String
  /// A description of the value that was found there.
  public var found: String
  /// A description of the values that could have been stored or read there.
  public var expected: String
  /// Advice, as a clause; may be empty.
  public var advice: String

  /// Makes a failure, for types that write ``Convertible/encode()`` themselves.
  ///
  /// ```swift
  /// throw ConversionFailure(found: "a port of 0", expected: "a port from 1 to 65535")
  /// ```
  public init(path: String = "", found: String, expected: String, advice: String = "") {
    self.path = path
    self.found = found
    self.expected = expected
    self.advice = advice
  }
}

extension ConversionFailure: CustomStringConvertible {
  /// The failure in one line: place, what was found and expected, advice.
  public var description: String {
    let place = path.isEmpty ? "" : "\(path): "
    let advice = advice.isEmpty ? "" : "; \(advice)"
    return "\(place)found \(found), expected \(expected)\(advice)"
  }
}

extension ConversionFailure {
  /// Nil where only a value can be stored.
  static let null = ConversionFailure(
    found: "nil", expected: "a value",
    advice: "a property list has no null: leave nil elements out, or keep them absent as members")

  /// The same failure, seen from the array that holds the value.
  func inside(index: Int) -> ConversionFailure {
    inside(member: "[\(index)]")
  }

  /// The same failure, seen from the dictionary or struct that holds the value.
  func inside(member key: String) -> ConversionFailure {
    var outer = self
    let joint = path.isEmpty || path.hasPrefix("[") ? "" : "."
    outer.path = key + joint + path
    return outer
  }
}
