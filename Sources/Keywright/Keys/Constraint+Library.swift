extension Constraint where Value: Comparable {
  /// The value lies between two bounds, which it may equal. NaN lies nowhere.
  ///
  /// - Parameter range: The values allowed.
  public static func range(_ range: ClosedRange<Value>) -> Constraint {
    // The bounds alone: of a range, its type would be looked up for each value.
    let (lower, upper) = (range.lowerBound, range.upperBound)
    return Constraint(
      "a value in \(lower)...\(upper)", violation: "not in \(lower)...\(upper)"
    ) { $0 >= lower && $0 <= upper }
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

extension Constraint where Value: Collection {
  /// The text has a number of characters in a range, or the collection of elements.
  ///
  /// ```swift
  /// KeyDescriptor<String>(constraints: [.length(1...40)])
  /// ```
  ///
  /// - Parameter counts: The numbers allowed; characters are counted as Swift counts `Character`s.
  public static func length(_ counts: ClosedRange<Int>) -> Constraint {
    length(least: counts.lowerBound, greatest: counts.upperBound)
  }

  /// The text has at least a number of characters, or the collection of elements.
  ///
  /// - Parameter counts: The numbers allowed.
  public static func length(_ counts: PartialRangeFrom<Int>) -> Constraint {
    length(least: counts.lowerBound, greatest: nil)
  }

  /// The text has at most a number of characters, or the collection of elements.
  ///
  /// - Parameter counts: The numbers allowed.
  public static func length(_ counts: PartialRangeThrough<Int>) -> Constraint {
    length(least: nil, greatest: counts.upperBound)
  }

  /// The constraint of a schema, whose ends may be open.
  package static func length(least: Int?, greatest: Int?) -> Constraint {
    let noun = Value.self == String.self ? "characters" : "elements"
    let words =
      switch (least, greatest) {
      case (let least?, let greatest?): "\(least) to \(greatest) \(noun)"
      case (let least?, nil): "at least \(least) \(noun)"
      case (nil, let greatest?): "at most \(greatest) \(noun)"
      case (nil, nil): "any number of \(noun)"
      }
    return Constraint(words, violation: "not \(words)") { value in
      // A character has at least one byte: most texts need no counting.
      if least == nil, let greatest, let text = value as? String, text.utf8.count <= greatest {
        return true
      }
      let count = value.count
      return count >= least ?? 0 && count <= greatest ?? .max
    }
  }
}

extension Constraint {
  /// The text or collection, if there is one, has a number of characters or elements in a range.
  ///
  /// - Parameter counts: The numbers allowed.
  public static func length<Wrapped: Collection>(_ counts: ClosedRange<Int>) -> Constraint
  where Value == Wrapped? {
    Constraint(lifting: .length(counts))
  }

  /// The text or collection, if there is one, has at least a number of characters or elements.
  ///
  /// - Parameter counts: The numbers allowed.
  public static func length<Wrapped: Collection>(_ counts: PartialRangeFrom<Int>) -> Constraint
  where Value == Wrapped? {
    Constraint(lifting: .length(counts))
  }

  /// The text or collection, if there is one, has at most a number of characters or elements.
  ///
  /// - Parameter counts: The numbers allowed.
  public static func length<Wrapped: Collection>(_ counts: PartialRangeThrough<Int>) -> Constraint
  where Value == Wrapped? {
    Constraint(lifting: .length(counts))
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
