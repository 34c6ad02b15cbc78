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

extension Constraint where Value == String {
  /// The text has at least `count` characters.
  ///
  /// - Parameter count: How many, counted as Swift counts `Character`s.
  public static func minLength(_ count: Int) -> Constraint {
    Constraint(
      "a text of at least \(count) characters", violation: "shorter than \(count) characters"
    ) { $0.count >= count }
  }

  /// The text has at most `count` characters.
  ///
  /// - Parameter count: How many, counted as Swift counts `Character`s.
  public static func maxLength(_ count: Int) -> Constraint {
    // A character has at least one byte: most texts need no counting.
    Constraint(
      "a text of at most \(count) characters", violation: "longer than \(count) characters"
    ) { $0.utf8.count <= count || $0.count <= count }
  }
}

extension Constraint where Value == String? {
  /// The text, if there is one, has at least `count` characters.
  ///
  /// - Parameter count: How many, counted as Swift counts `Character`s.
  public static func minLength(_ count: Int) -> Constraint {
    Constraint(lifting: .minLength(count))
  }

  /// The text, if there is one, has at most `count` characters.
  ///
  /// - Parameter count: How many, counted as Swift counts `Character`s.
  public static func maxLength(_ count: Int) -> Constraint {
    Constraint(lifting: .maxLength(count))
  }
}

extension Constraint where Value: Collection {
  /// There are at most `count` elements.
  ///
  /// - Parameter count: How many.
  public static func maxCount(_ count: Int) -> Constraint {
    Constraint("at most \(count) elements", violation: "more than \(count) elements") {
      $0.count <= count
    }
  }
}

extension Constraint {
  /// There are at most `count` elements, if there is a value.
  ///
  /// - Parameter count: How many.
  public static func maxCount<Wrapped: Collection>(_ count: Int) -> Constraint
  where Value == Wrapped? {
    Constraint(lifting: .maxCount(count))
  }

  /// No element occurs twice.
  ///
  /// A step `.removeDuplicates()` drops the second one instead.
  ///
  /// Complexity: O(*n*) in the number of elements.
  public static func unique<Element: Hashable>() -> Constraint where Value == [Element] {
    Constraint("elements that are all different", violation: "an element is there twice") {
      Set($0).count == $0.count
    }
  }

  /// No element occurs twice, if there is a value.
  public static func unique<Element: Hashable>() -> Constraint where Value == [Element]? {
    Constraint(lifting: .unique())
  }
}

extension Constraint where Value: Equatable {
  /// The value is one of a few.
  ///
  /// - Parameter values: The values allowed.
  public static func allowed(_ values: [Value]) -> Constraint {
    Constraint(
      "one of \(values)", violation: "not one of \(values.map { "\($0)" }.joined(separator: ", "))"
    ) { values.contains($0) }
  }
}

extension Constraint {
  /// The value, if there is one, is one of a few.
  ///
  /// - Parameter values: The values allowed.
  public static func allowed<Wrapped: Equatable>(_ values: [Wrapped]) -> Constraint
  where Value == Wrapped? {
    Constraint(lifting: .allowed(values))
  }
}
