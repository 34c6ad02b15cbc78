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
  /// Where it was declared.
  package let origin: Origin

  /// Creates a key from its draft, and what was made of the words that need to be checked.
  init(
    _ draft: KeyDraft, storageString: String, parameters: [ParameterModel], type: ValueType,
    isOptional: Bool, defaultValue: DefaultModel, processing: [StepModel],
    constraints: [ConstraintModel], access: Access, origin: Origin
  ) {
    self.name = draft.member.value
    self.swiftName = draft.swiftName.value
    self.storageString = storageString
    self.parameters = parameters
    self.type = type
    self.isOptional = isOptional
    self.defaultValue = defaultValue
    self.processing = processing
    self.constraints = constraints
    self.documentation = draft.documentation
    self.access = access
    self.coding = draft.coding?.value
    self.willChange = draft.willChange?.value
    self.didChange = draft.didChange?.value
    self.lifecycle = draft.lifecycle
    self.formerKeys = draft.formerKeys.map(\.value)
    self.migrate = draft.migrate?.value
    self.origin = origin
  }
}

/// One step of a key's processing.
package enum StepModel: Sendable {
  case trim, lowercase, uppercase, removeDuplicates, sort
  /// Moves a value into a range.
  case clamp(Bounds)
  /// Keeps the first elements.
  case limit(Int)
  /// A function of the user's.
  case call(Symbol)
}

/// One condition of a key's values.
package enum ConstraintModel: Sendable {
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
package struct Bounds: Sendable {
  /// The least value, of the type the range is for.
  package let lower: Literal?
  /// The greatest value.
  package let upper: Literal?
}

/// What a reader of a key gets when nothing is stored.
package enum DefaultModel: Sendable {
  /// Nil, for an optional.
  case absent
  /// A value written in the schema.
  case literal(Literal)
  /// What a function of the user's returns, asked once; stored on the first read if `persists`.
  case call(Symbol, persists: Bool)

  /// The value, if the schema holds it.
  package var literal: Literal? {
    switch self {
    case .absent: Literal.none
    case .literal(let literal): literal
    case .call: nil
    }
  }
}

/// How a type of the user's own is stored.
package enum Coding: String, CaseIterable, Sendable {
  /// By its own conformance to `Convertible`.
  case convertible
  /// By its raw value.
  case rawValue
  /// As a property-list tree, by `Codable`.
  case codable
  /// As JSON in data, by `Codable`.
  case codableJSON
}

/// One further component of a family's storage strings.
package struct ParameterModel: Sendable {
  /// The label and name of the function's parameter.
  package let name: String
  /// A scalar or a declared enum.
  package let type: ValueType
}

/// Who may see a value.
package enum Sensitivity: String, CaseIterable, Sendable {
  case `public`, `private`, secret
}

/// What a schema says of a key's life: carried into `allKeys`, not looked at by the build.
package struct Lifecycle: Sendable {
  /// Who may see the value.
  package var sensitivity: Sensitivity = .public
  /// The version that introduced the key.
  package var since: String?
  /// The day on which it is to be gone.
  package var expires: String?
  /// Who answers for it.
  package var owner: String?
  /// Words to find it by.
  package var tags: [String] = []
  /// For caches: what the value weighs.
  package var cost: Int?
  /// For caches: how long a value is kept, in seconds.
  package var timeToLive: Double?
  /// The message for those who still use it, or nil if it is not deprecated.
  package var deprecated: String?
}
