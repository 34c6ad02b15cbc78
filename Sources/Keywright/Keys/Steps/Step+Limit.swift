extension Step {
  /// Keeps at most the first `count` elements.
  ///
  /// - Parameter count: How many to keep; below zero counts as zero.
  public static func limit<Element>(_ count: Int) -> Step where Value == [Element] {
    Step("limit \(count)") { Array($0.prefix(max(count, 0))) }
  }

  /// Keeps at most the first `count` elements; nil stays nil.
  ///
  /// - Parameter count: How many to keep; below zero counts as zero.
  public static func limit<Element>(_ count: Int) -> Step where Value == [Element]? {
    Step(lifting: .limit(count))
  }
}
