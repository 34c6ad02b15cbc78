/// A checked key.
package struct KeyModel: Sendable {
  /// The name in the schema.
  package var name: String
  /// The name in Swift.
  package var swiftName: String
  /// The whole storage string.
  package var storageString: String
  /// What follows the storage string, for a family of keys; empty for a single key.
  package var parameters: [ParameterModel] = []
  /// The type of its value, without `?`.
  package var type: ValueType
  /// Whether the value may be absent.
  package var isOptional: Bool
  /// What a reader gets when nothing is stored.
  package var defaultValue: DefaultModel
  /// What is done to a value before it is kept, in order.
  package var processing: [StepModel]
  /// What a kept value must satisfy.
  package var constraints: [ConstraintModel]
  /// Summary and discussion.
  package var documentation: Documentation
  /// How far it is seen.
  package var access: Access
  /// How a type of the user's own is stored.
  package var coding: Coding?
  /// Functions told of a change before and after it.
  package var willChange: Symbol?
  package var didChange: Symbol?
  /// Who it is for, and how long.
  package var lifecycle = Lifecycle()
  /// Storage strings that held the value before, the newest first.
  package var formerKeys: [String] = []
  /// What makes a value of an older one.
  package var migrate: Symbol?
  /// For caches: how long a value is kept, in seconds.
  package var timeToLive: Double?
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
  /// The least and the greatest number of characters.
  case minLength(Int), maxLength(Int)
  /// A regular expression that the whole value matches.
  case pattern(String)
  /// The greatest number of elements.
  case maxCount(Int)
  /// No element twice.
  case unique
  /// One of these.
  case allowed([Literal])
}

/// Two ends of a closed range, either of which may be open.
package struct Bounds: Equatable, Sendable {
  /// The least value, of the type the range is for.
  package var lower: Literal?
  /// The greatest value.
  package var upper: Literal?
}
