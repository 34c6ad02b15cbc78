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
