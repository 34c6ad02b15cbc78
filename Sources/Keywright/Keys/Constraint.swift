/// One declared condition that a value must satisfy to be kept.
///
/// ```swift
/// KeyDescriptor<Double>(constraints: [.range(0...1)])
/// ```
///
/// Checked after processing, and again on what a pre-commit hook amended; a nil is not checked.
public struct Constraint<Value: Sendable>: Sendable, CustomStringConvertible {
  /// What a value must be, for people: "0.0...1.0".
  public let description: String

  /// What is wrong with a value that it refuses, for people: "not in 0.0...1.0".
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

  /// The constraint of an optional key that asks of a value what `constraint` asks.
  init<Wrapped>(lifting constraint: Constraint<Wrapped>) where Value == Wrapped? {
    self.init(constraint.description, violation: constraint.violation) { value in
      value.map(constraint.isSatisfied) ?? true
    }
  }
}
