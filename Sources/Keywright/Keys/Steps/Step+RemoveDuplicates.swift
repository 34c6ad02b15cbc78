extension Step {
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
