import Keywright
import KeywrightSchema

/// A step as a schema declares it, without the type of its key.
enum DeclaredStep: Sendable {
  case plain(StepModel.Plain)
  case clamp(lower: StoredValue?, upper: StoredValue?)
  case limit(Int)
}

/// A constraint as a schema declares it, without the type of its key.
enum DeclaredConstraint: Sendable {
  case range(lower: StoredValue?, upper: StoredValue?)
  case length(least: Int?, greatest: Int?)
  case pattern(String)
  case allowed([StoredValue])
}

extension DeclaredConstraint {
  /// The constraint of a collection, if it is one of its length.
  func length<Value: Collection>() -> Constraint<Value>? {
    if case .length(let least, let greatest) = self {
      .length(least: least, greatest: greatest)
    } else {
      nil
    }
  }
}

/// The value that a schema lets count for a stored one which a constraint refuses.
enum DeclaredCorrection: Sendable {
  case useDefault
  case process(DeclaredStep)
}

/// A key of a schema that was read at run time.
struct DynamicKey: Sendable {
  var storageString: String
  /// The storage string, of a family what its strings begin with, and then those of earlier versions, the
  /// newest first.
  var names: [String]
  var type: any DynamicType.Type
  /// The default; nil for none, and for one that the program makes.
  var defaultValue: StoredValue?
  var steps: [DeclaredStep]
  var constraints: [DeclaredConstraint]
  var onRead: DeclaredCorrection? = nil
  var sensitivity: KeyDescription.Sensitivity
  var maxAge: Duration? = nil
  /// The parameters of a family; empty for a single key.
  var parameters: [KeyParameterForm]
  /// Whether the value stays under a name of earlier versions for now.
  var movesLater = false
}

extension AnyKey {
  /// Makes the key of a schema's declaration, without the functions of the program.
  init(_ key: DynamicKey) {
    func make<Value: DynamicType>(_ type: Value.Type) -> AnyKey {
      let value = key.defaultValue.flatMap(Value.value)
      let descriptor = KeyDescriptor<Value?>(
        // If the value may be elsewhere, no reader gets the default without a look there.
        default: key.movesLater ? ._value(value) : nil,
        processing: key.steps.compactMap(Value.step).map { Step(lifting: $0) },
        constraints: key.constraints.compactMap(Value.constraint)
          .map { Constraint(lifting: $0) },
        onRead: key.onRead.flatMap(Value.correction),
        maxAge: key.maxAge,
        sensitivity: key.sensitivity,
        _names: key.names,
        _movesLater: key.movesLater)
      return AnyKey(
        StorageString(key.storageString), default: key.movesLater ? nil : .some(value),
        descriptor: descriptor, parameters: key.parameters)
    }
    self = make(key.type)
  }
}

// MARK: Steps and constraints by their types

extension DynamicType {
  fileprivate static func correction(_ correction: DeclaredCorrection) -> OnRead<Self?>? {
    switch correction {
    case .useDefault: .useDefault
    case .process(let step): Self.step(step).map { .process(Step(lifting: $0)) }
    }
  }
}

extension DynamicType {
  static func step(_ step: DeclaredStep) -> Step<Self>? { nil }

  static func constraint(_ constraint: DeclaredConstraint) -> Constraint<Self>? {
    switch constraint {
    case .allowed(let values): .allowed(values.compactMap(value))
    default: nil
    }
  }
}

extension ComparableDynamicType {
  static func step(_ step: DeclaredStep) -> Step<Self>? {
    guard case .clamp(let lower, let upper) = step else { return nil }
    switch bounds(lower, upper) {
    case (let lower?, let upper?): return .clamp(lower...upper)
    case (let lower?, nil): return .clamp(lower...)
    case (nil, let upper?): return .clamp(...upper)
    case (nil, nil): return nil
    }
  }

  static func constraint(_ constraint: DeclaredConstraint) -> Constraint<Self>? {
    switch constraint {
    case .range(let lower, let upper):
      switch bounds(lower, upper) {
      case (let lower?, let upper?): .range(lower...upper)
      case (let lower?, nil): .range(lower...)
      case (nil, let upper?): .range(...upper)
      case (nil, nil): nil
      }
    case .allowed(let values): .allowed(values.compactMap(value))
    default: nil
    }
  }

  private static func bounds(_ lower: StoredValue?, _ upper: StoredValue?) -> (Self?, Self?) {
    (lower.flatMap(value), upper.flatMap(value))
  }
}

extension String {
  static func step(_ step: DeclaredStep) -> Step<String>? {
    switch step {
    case .plain(.trim): .trim
    case .plain(.lowercase): .lowercase
    case .plain(.uppercase): .uppercase
    case .limit(let count): .limit(count)
    default: nil
    }
  }

  static func constraint(_ constraint: DeclaredConstraint) -> Constraint<String>? {
    switch constraint {
    case .length(let least, let greatest): .length(least: least, greatest: greatest)
    case .pattern(let pattern): .pattern(pattern)
    case .allowed(let values): .allowed(values.compactMap(value))
    default: nil
    }
  }
}

extension Array where Element: DynamicType {
  static func step(_ step: DeclaredStep) -> Step<[Element]>? {
    func removeDuplicates<Hashed: HashableDynamicType>(_ type: Hashed.Type) -> Any {
      Step<[Hashed]>.removeDuplicates()
    }
    func sort<Compared: ComparableDynamicType>(_ type: Compared.Type) -> Any {
      Step<[Compared]>.sort()
    }
    switch step {
    case .plain(.removeDuplicates):
      let type = Element.self as? any HashableDynamicType.Type
      return type.map { removeDuplicates($0) } as? Step<[Element]>
    case .plain(.sort):
      let type = Element.self as? any ComparableDynamicType.Type
      return type.map { sort($0) } as? Step<[Element]>
    case .limit(let count): return .limit(count)
    default: return nil
    }
  }

  static func constraint(_ constraint: DeclaredConstraint) -> Constraint<[Element]>? {
    constraint.length()
  }
}

extension Set where Element: HashableDynamicType {
  static func constraint(_ constraint: DeclaredConstraint) -> Constraint<Set<Element>>? {
    constraint.length()
  }
}

extension Dictionary where Key: DynamicKeyType, Value: DynamicType {
  static func constraint(
    _ constraint: DeclaredConstraint
  ) -> Constraint<[Key: Value]>? {
    constraint.length()
  }
}
