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
