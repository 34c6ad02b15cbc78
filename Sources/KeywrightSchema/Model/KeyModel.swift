/// A checked key.
package struct KeyModel: Sendable {
  /// The name in the schema.
  package var name: String
  /// The name in Swift.
  package var swiftName: String
  /// The whole storage string.
  package var storageString: String
  /// The type of its value, without `?`.
  package var type: ValueType
  /// Whether the value may be absent.
  package var isOptional: Bool
  /// What a reader gets when nothing is stored.
  package var defaultValue: Literal
  /// What is done to a value before it is kept, in order.
  package var processing: [StepModel]
  /// What a kept value must satisfy.
  package var constraints: [ConstraintModel]
  /// Summary and discussion.
  package var documentation: Documentation
  /// How far it is seen.
  package var access: Access
  /// The message for those who still use it, or nil if it is not deprecated.
  package var deprecated: String?
  /// Where it was declared.
  package var origin: Origin
}

/// One step of a key's processing.
package enum StepModel: Equatable, Sendable {
  case trim, lowercase, uppercase, removeDuplicates, sort
  /// Moves a value into a range.
  case clamp(Bounds)
  /// Keeps the first elements.
  case limit(Int)
  /// A function of the user's.
  case call(Symbol)
}

/// One condition of a key's values.
package enum ConstraintModel: Equatable, Sendable {
  /// A range of numbers.
  case range(Bounds)
}

/// Two ends of a closed range, either of which may be open.
package struct Bounds: Equatable, Sendable {
  /// The least value, of the type the range is for.
  package var lower: Literal?
  /// The greatest value.
  package var upper: Literal?
}
