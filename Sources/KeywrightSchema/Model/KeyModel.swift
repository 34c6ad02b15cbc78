/// A checked key; a class, since it has many words and is handed on often.
package final class KeyModel: Sendable {
  /// The name in the schema.
  package let name: String
  /// The name in Swift.
  package let swiftName: String
  /// The whole storage string.
  package let storageString: String
  /// What follows the storage string, for a family of keys; empty for a single key.
  package let parameters: [ParameterModel]
  /// The type of its value, without `?`.
  package let type: ValueType
  /// Whether the value may be absent.
  package let isOptional: Bool
  /// What a reader gets when nothing is stored.
  package let defaultValue: DefaultModel
  /// What is done to a value before it is kept, in order.
  package let processing: [StepModel]
  /// What a kept value must satisfy.
  package let constraints: [ConstraintModel]
  /// Summary and discussion.
  package let documentation: Documentation
  /// How far it is seen.
  package let access: Access
  /// How a type of the user's own is stored.
  package let coding: Coding?
  /// Functions told of a change before and after it.
  package let willChange: Symbol?
  package let didChange: Symbol?
  /// Who it is for, and how long.
  package let lifecycle: Lifecycle
  /// Storage strings that held the value before, the newest first.
  package let formerKeys: [String]
  /// What makes a value of an older one.
  package let migrate: Symbol?
  /// For caches: how long a value is kept, in seconds.
  package let timeToLive: Double?
  /// The message for those who still use it, or nil if it is not deprecated.
  package let deprecated: String?
  /// Where it was declared.
  package let origin: Origin

  init(
    name: String,
    swiftName: String,
    storageString: String,
    parameters: [ParameterModel],
    type: ValueType,
    isOptional: Bool,
    defaultValue: DefaultModel,
    processing: [StepModel],
    constraints: [ConstraintModel],
    documentation: Documentation,
    access: Access,
    coding: Coding?,
    willChange: Symbol?,
    didChange: Symbol?,
    lifecycle: Lifecycle,
    formerKeys: [String],
    migrate: Symbol?,
    timeToLive: Double?,
    deprecated: String?,
    origin: Origin
  ) {
    self.name = name
    self.swiftName = swiftName
    self.storageString = storageString
    self.parameters = parameters
    self.type = type
    self.isOptional = isOptional
    self.defaultValue = defaultValue
    self.processing = processing
    self.constraints = constraints
    self.documentation = documentation
    self.access = access
    self.coding = coding
    self.willChange = willChange
    self.didChange = didChange
    self.lifecycle = lifecycle
    self.formerKeys = formerKeys
    self.migrate = migrate
    self.timeToLive = timeToLive
    self.deprecated = deprecated
    self.origin = origin
  }
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
