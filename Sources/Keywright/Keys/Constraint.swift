/// One declared condition that a value must satisfy to be stored.
///
/// ```swift
/// KeyDescriptor<Double>(constraints: [.range(0...1)])
/// ```
///
/// Checked after processing, and again on what a pre-commit hook amended; a nil is not checked.
public struct Constraint<Value: Sendable>: Sendable, CustomStringConvertible {
  /// A description of the values allowed, for people: "0.0...1.0".
  public let description: String

  /// The reason of a refusal, for people: "not in 0.0...1.0".
  let violation: String

  @usableFromInline let isSatisfied: @Sendable (Value) -> Bool

  init(
    _ description: String, violation: String,
    isSatisfied: @escaping @Sendable (Value) -> Bool
  ) {
    self.description = description
    self.violation = violation
    self.isSatisfied = isSatisfied
  }

  /// The same constraint for an optional key; nil satisfies it.
  package init<Wrapped>(lifting constraint: Constraint<Wrapped>) where Value == Wrapped? {
    self.init(constraint.description, violation: constraint.violation) { value in
      value.map(constraint.isSatisfied) ?? true
    }
  }
}
