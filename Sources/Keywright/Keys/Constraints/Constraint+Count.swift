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

  /// No element is there twice.
  public static func unique<Element: Hashable>() -> Constraint where Value == [Element] {
    Constraint("elements that are all different", violation: "an element is there twice") {
      Set($0).count == $0.count
    }
  }

  /// No element is there twice, if there is a value.
  public static func unique<Element: Hashable>() -> Constraint where Value == [Element]? {
    Constraint(lifting: .unique())
  }
}
