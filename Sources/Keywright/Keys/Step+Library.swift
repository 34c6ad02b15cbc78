extension Step where Value: Comparable {
  /// Moves a value outside the range to its nearer end; refuses one without an order, such as NaN.
  ///
  /// - Parameter range: The values that stay as they are.
  public static func clamp(_ range: ClosedRange<Value>) -> Step {
    // The bounds alone: of a range, its type would be looked up for each value.
    let (lower, upper) = (range.lowerBound, range.upperBound)
    return Step("clamp \(lower)...\(upper)") { value in
      try ordered(value) < lower ? lower : value > upper ? upper : value
    }
  }

  /// Raises a value below the bound to it; refuses one without an order, such as NaN.
  ///
  /// - Parameter range: The values that stay as they are.
  public static func clamp(_ range: PartialRangeFrom<Value>) -> Step {
    Step("clamp \(range.lowerBound)...") { value in
      try ordered(value) < range.lowerBound ? range.lowerBound : value
    }
  }

  /// Lowers a value above the bound to it; refuses one without an order, such as NaN.
  ///
  /// - Parameter range: The values that stay as they are.
  public static func clamp(_ range: PartialRangeThrough<Value>) -> Step {
    Step("clamp ...\(range.upperBound)") { value in
      try ordered(value) > range.upperBound ? range.upperBound : value
    }
  }

  /// A value that can be compared with others: NaN equals not even itself.
  private static func ordered(_ value: Value) throws(ConversionFailure) -> Value {
    if value == value { return value }
    throw ConversionFailure(found: "\(value)", expected: "a value that is less, equal or greater")
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

extension Step where Value == String {
  /// Removes white space and newlines at both ends.
  public static var trim: Step { Step("trim") { value in String(value.trimmed) } }

  /// Makes every letter lower case, by Unicode's rules, in no locale.
  public static var lowercase: Step { Step("lowercase") { value in value.lowercased() } }

  /// Makes every letter upper case, by Unicode's rules, in no locale.
  public static var uppercase: Step { Step("uppercase") { value in value.uppercased() } }
}

extension Step where Value == String? {
  /// Removes white space and newlines at both ends.
  public static var trim: Step { Step(lifting: .trim) }

  /// Makes every letter lower case, by Unicode's rules, in no locale.
  public static var lowercase: Step { Step(lifting: .lowercase) }

  /// Makes every letter upper case, by Unicode's rules, in no locale.
  public static var uppercase: Step { Step(lifting: .uppercase) }
}

extension String {
  /// Without white space and newlines, as Unicode defines them, at both ends.
  fileprivate var trimmed: Substring.UnicodeScalarView {
    let scalars = unicodeScalars[...]
    let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.endIndex
    let body = scalars[start...]
    let end = body.lastIndex { !$0.properties.isWhitespace }.map(body.index(after:))
    return body[start..<(end ?? start)]
  }
}

extension Step where Value: RangeReplaceableCollection {
  /// Keeps at most the first `count` elements, or characters of a text.
  ///
  /// ```swift
  /// let recent = Key<App, [String]>(
  ///   "recent", default: [],
  ///   descriptor: KeyDescriptor(processing: [.removeDuplicates(), .limit(20)]))
  /// ```
  ///
  /// A constraint `.length(...20)` refuses a longer array instead.
  ///
  /// - Parameter count: How many to keep; below zero counts as zero.
  public static func limit(_ count: Int) -> Step {
    Step("limit \(count)") { Value($0.prefix(max(count, 0))) }
  }
}

extension Step {
  /// Keeps at most the first `count` elements, or characters of a text; nil stays nil.
  ///
  /// - Parameter count: How many to keep; below zero counts as zero.
  public static func limit<Wrapped: RangeReplaceableCollection>(_ count: Int) -> Step
  where Value == Wrapped? {
    Step(lifting: .limit(count))
  }

  /// Sorts the elements, smallest first; equal ones stay in order, and those without an order, such as
  /// NaN, come last.
  ///
  /// An array of the same elements then has one stored form, so that setting it again in another
  /// order is no change.
  ///
  /// Complexity: O(*n* log *n*) in the number of elements.
  public static func sort<Element: Comparable>() -> Step where Value == [Element] {
    Step("sort") { value in
      // `sorted()` leaves any order where one element is not comparable.
      value.filter { $0 == $0 }.sorted() + value.filter { $0 != $0 }
    }
  }

  /// Sorts the elements, smallest first; nil stays nil.
  public static func sort<Element: Comparable>() -> Step where Value == [Element]? {
    Step(lifting: .sort())
  }

  /// Keeps the first of equal elements, in order.
  ///
  /// Complexity: O(*n*) in the number of elements.
  public static func removeDuplicates<Element: Hashable>() -> Step where Value == [Element] {
    Step("removeDuplicates") { value in
      var seen = Set<Element>()
      return value.filter { seen.insert($0).inserted }
    }
  }

  /// Keeps the first of equal elements, in order; nil stays nil.
  public static func removeDuplicates<Element: Hashable>() -> Step where Value == [Element]? {
    Step(lifting: .removeDuplicates())
  }
}
