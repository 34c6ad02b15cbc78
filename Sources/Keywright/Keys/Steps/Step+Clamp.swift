extension Step where Value: Comparable {
  /// Moves a value outside the range to its nearer end. NaN stays NaN.
  ///
  /// - Parameter range: The values that stay as they are.
  public static func clamp(_ range: ClosedRange<Value>) -> Step {
    Step("clamp \(range.lowerBound)...\(range.upperBound)") { value in
      value < range.lowerBound
        ? range.lowerBound : value > range.upperBound ? range.upperBound : value
    }
  }

  /// Raises a value below the bound to it.
  ///
  /// - Parameter range: The values that stay as they are.
  public static func clamp(_ range: PartialRangeFrom<Value>) -> Step {
    Step("clamp \(range.lowerBound)...") { value in
      value < range.lowerBound ? range.lowerBound : value
    }
  }

  /// Lowers a value above the bound to it.
  ///
  /// - Parameter range: The values that stay as they are.
  public static func clamp(_ range: PartialRangeThrough<Value>) -> Step {
    Step("clamp ...\(range.upperBound)") { value in
      value > range.upperBound ? range.upperBound : value
    }
  }
}

extension Step {
  /// Moves a value outside the range to its nearer end; nil stays nil.
  ///
  /// - Parameter range: The values that stay as they are.
  public static func clamp<Wrapped: Comparable>(_ range: ClosedRange<Wrapped>) -> Step
  where Value == Wrapped? {
    Step(lifting: .clamp(range))
  }

  /// Raises a value below the bound to it; nil stays nil.
  ///
  /// - Parameter range: The values that stay as they are.
  public static func clamp<Wrapped: Comparable>(_ range: PartialRangeFrom<Wrapped>) -> Step
  where Value == Wrapped? {
    Step(lifting: .clamp(range))
  }

  /// Lowers a value above the bound to it; nil stays nil.
  ///
  /// - Parameter range: The values that stay as they are.
  public static func clamp<Wrapped: Comparable>(_ range: PartialRangeThrough<Wrapped>) -> Step
  where Value == Wrapped? {
    Step(lifting: .clamp(range))
  }
}
