extension Constraint where Value: Comparable {
  /// The value lies between two bounds, which it may equal. NaN lies nowhere.
  ///
  /// - Parameter range: The values allowed.
  public static func range(_ range: ClosedRange<Value>) -> Constraint {
    Constraint(
      "a value in \(range.lowerBound)...\(range.upperBound)",
      violation: "not in \(range.lowerBound)...\(range.upperBound)", isSatisfied: range.contains)
  }

  /// The value is not below a bound.
  ///
  /// - Parameter range: The values allowed.
  public static func range(_ range: PartialRangeFrom<Value>) -> Constraint {
    Constraint(
      "a value in \(range.lowerBound)...", violation: "not in \(range.lowerBound)...",
      isSatisfied: { $0 >= range.lowerBound })
  }

  /// The value is not above a bound.
  ///
  /// - Parameter range: The values allowed.
  public static func range(_ range: PartialRangeThrough<Value>) -> Constraint {
    Constraint(
      "a value in ...\(range.upperBound)", violation: "not in ...\(range.upperBound)",
      isSatisfied: { $0 <= range.upperBound })
  }
}

extension Constraint {
  /// The value, if there is one, lies between two bounds, which it may equal.
  ///
  /// - Parameter range: The values allowed.
  public static func range<Wrapped: Comparable>(_ range: ClosedRange<Wrapped>) -> Constraint
  where Value == Wrapped? {
    Constraint(lifting: .range(range))
  }

  /// The value, if there is one, is not below a bound.
  ///
  /// - Parameter range: The values allowed.
  public static func range<Wrapped: Comparable>(_ range: PartialRangeFrom<Wrapped>) -> Constraint
  where Value == Wrapped? {
    Constraint(lifting: .range(range))
  }

  /// The value, if there is one, is not above a bound.
  ///
  /// - Parameter range: The values allowed.
  public static func range<Wrapped: Comparable>(_ range: PartialRangeThrough<Wrapped>) -> Constraint
  where Value == Wrapped? {
    Constraint(lifting: .range(range))
  }
}
