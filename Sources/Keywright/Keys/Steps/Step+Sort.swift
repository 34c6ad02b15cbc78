extension Step {
  /// Sorts the elements, smallest first; equal ones stay in order.
  ///
  /// Complexity: O(*n* log *n*) in the number of elements.
  public static func sort<Element: Comparable>() -> Step where Value == [Element] {
    Step("sort") { $0.sorted() }
  }

  /// Sorts the elements, smallest first; nil stays nil.
  public static func sort<Element: Comparable>() -> Step where Value == [Element]? {
    Step(lifting: .sort())
  }
}
