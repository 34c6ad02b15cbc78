/// The type of a key's or a field's value, without the outermost `?`.
package enum ValueType: Sendable {
  /// A type that the runtime stores by itself.
  case scalar(ScalarType)
  /// `[Element]`
  indirect case array(ValueType)
  /// `Set<Element>`
  indirect case set(ValueType)
  /// `[Key: Value]`
  indirect case dictionary(key: ValueType, value: ValueType)
  /// A type that a schema declares under `types`.
  case declared(TypeID)
  /// A type of the user's own code.
  case own(Symbol)

  /// The depth to which types may be nested.
  package static let deepest = 16

  /// Whether values can be hashed: generated enums can be, generated structs cannot.
  func isHashable(_ isDeclaredHashable: (TypeID) -> Bool) -> Bool {
    switch self {
    case .scalar: true
    case .array(let element), .set(let element): element.isHashable(isDeclaredHashable)
    case .dictionary(_, let value): value.isHashable(isDeclaredHashable)
    case .declared(let id): isDeclaredHashable(id)
    // The compiler knows, and says so.
    case .own: true
    }
  }
}

extension [TypeModel] {
  /// Whether values of a type can be hashed.
  func isHashable(_ type: ValueType) -> Bool {
    type.isHashable { id in
      if case .structure = self[id.index].kind { false } else { true }
    }
  }
}

extension ValueType {
  /// The type and all that are inside it.
  package var parts: [ValueType] {
    switch self {
    case .scalar, .declared, .own: [self]
    case .array(let element), .set(let element): [self] + element.parts
    case .dictionary(let key, let value): [self] + key.parts + value.parts
    }
  }

  /// Whether a type of the user's own is part of this one.
  package var holdsOwnType: Bool {
    parts.contains { if case .own = $0 { true } else { false } }
  }
}

/// A declared type, by its index among the target's types.
package struct TypeID: Hashable, Sendable {
  /// The index in `TargetModel.types`.
  package let index: Int
}

extension ValueType {
  /// The type as Swift spells it.
  package func text(_ types: [TypeModel]) -> String { text { types[$0.index].swiftName } }

  /// The type in Swift, where its parts may need other spellings than their names.
  package func text(
    library: (String) -> String = \.self, own: (Symbol) -> String = \.text,
    declared: (TypeID) -> String
  ) -> String {
    func text(_ type: ValueType) -> String {
      type.text(library: library, own: own, declared: declared)
    }
    return switch self {
    case .scalar(let scalar): scalar.isFoundation ? scalar.rawValue : library(scalar.rawValue)
    case .array(let element): "[\(text(element))]"
    case .set(let element): "\(library("Set"))<\(text(element))>"
    case .dictionary(let key, let value): "[\(text(key)): \(text(value))]"
    case .declared(let id): declared(id)
    case .own(let symbol): own(symbol)
    }
  }
}
