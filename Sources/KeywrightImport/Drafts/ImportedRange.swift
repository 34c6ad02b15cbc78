import KeywrightSchema

/// The bounds of a number; null is an open end.
struct ImportedRange {
  var least: JSONDocument
  var greatest: JSONDocument

  var isOpen: Bool { Self.number(least) == nil && Self.number(greatest) == nil }

  var isEmpty: Bool {
    guard let least = Self.number(least), let greatest = Self.number(greatest) else { return false }
    return least > greatest
  }

  /// Whether a number is inside; true for other values.
  func contains(_ value: JSONDocument) -> Bool {
    guard let number = Self.number(value) else { return true }
    return number >= Self.number(least) ?? number && number <= Self.number(greatest) ?? number
  }

  /// The bound that a number outside is nearest to.
  func nearest(to value: JSONDocument) -> JSONDocument {
    guard let number = Self.number(value), let least = Self.number(least), number < least else {
      return greatest
    }
    return self.least
  }

  private static func number(_ document: JSONDocument) -> Double? {
    if case .number(let spelling) = document { Double(spelling) } else { nil }
  }
}
