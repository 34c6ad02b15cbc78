#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Keywright
import KeywrightSchema

/// A type whose values a program learns of at run time, from a schema.
///
/// The command knows no type of the program whose store it reads. It makes a metatype of each declared
/// type (``DynamicTypes``), so that a key of the schema takes the very roads of a key in the program:
/// one decoder, one table of texts, the same steps and constraints.
protocol DynamicType: Convertible, Codable, Equatable {
  /// A declared step for values of the type; nil for one that the type does not take.
  static func step(_ step: StepModel.Plain) -> Step<Self>?

  /// The step that brings values within a declared constraint; nil for one that has none.
  static func fit(_ constraint: ConstraintModel, _ types: [TypeModel]) -> Step<Self>?

  /// A declared constraint on values of the type; nil for one that the type does not take.
  static func constraint(_ constraint: ConstraintModel, _ types: [TypeModel]) -> Constraint<Self>?
}

/// A dynamic type whose values can be elements of a set.
protocol HashableDynamicType: DynamicType, Hashable {}

/// A dynamic type whose values have an order.
protocol ComparableDynamicType: DynamicType, Comparable {}

/// A dynamic type whose values can be the keys of a dictionary, and parameters of a family.
protocol DynamicKeyType: HashableDynamicType where Stored: DictionaryKeyForm {
  /// Decides whether a component of a storage string is a parameter of the type.
  static var parameterForm: KeyParameterForm { get }
}

extension DynamicKeyType {
  static var parameterForm: KeyParameterForm {
    KeyParameterForm(Self.self) { component in
      let value = Stored.value(dictionaryKey: component).flatMap(decode)
      return (try? value?.encode().dictionaryKey()).map { $0.utf8.elementsEqual(component.utf8) }
        ?? false
    }
  }
}

// MARK: Making types of types

extension DynamicType {
  /// Arrays of the type.
  static var array: any DynamicType.Type { [Self].self }
}

extension HashableDynamicType {
  /// Sets of the type.
  static var set: any DynamicType.Type { Set<Self>.self }
}

extension DynamicKeyType {
  /// Dictionaries with keys of the type.
  static func dictionary<Value: DynamicType>(
    of value: Value.Type
  ) -> any DynamicType.Type {
    [Self: Value].self
  }
}

// MARK: Conformances

extension Bool: HashableDynamicType {}
extension Int: DynamicKeyType, ComparableDynamicType {}
extension Int8: DynamicKeyType, ComparableDynamicType {}
extension Int16: DynamicKeyType, ComparableDynamicType {}
extension Int32: DynamicKeyType, ComparableDynamicType {}
extension Int64: DynamicKeyType, ComparableDynamicType {}
extension UInt: DynamicKeyType, ComparableDynamicType {}
extension UInt8: DynamicKeyType, ComparableDynamicType {}
extension UInt16: DynamicKeyType, ComparableDynamicType {}
extension UInt32: DynamicKeyType, ComparableDynamicType {}
extension UInt64: DynamicKeyType, ComparableDynamicType {}
extension Double: HashableDynamicType, ComparableDynamicType {}
extension Float: HashableDynamicType, ComparableDynamicType {}
extension String: DynamicKeyType, ComparableDynamicType {}
extension Date: HashableDynamicType, ComparableDynamicType {}
extension Data: HashableDynamicType {}
extension Decimal: DynamicKeyType, ComparableDynamicType {}
extension URL: DynamicKeyType {}
extension UUID: DynamicKeyType, ComparableDynamicType {}
extension Duration: HashableDynamicType, ComparableDynamicType {}

extension Array: DynamicType where Element: DynamicType {}
extension Array: HashableDynamicType where Element: HashableDynamicType {}
extension Set: DynamicType where Element: HashableDynamicType {}
extension Set: HashableDynamicType where Element: HashableDynamicType {}
extension Dictionary: DynamicType where Key: DynamicKeyType, Value: DynamicType {}
extension Dictionary: HashableDynamicType where Key: DynamicKeyType, Value: HashableDynamicType {}

/// A value of a type that only the program knows: any value that a property list holds.
struct OpaqueValue: HashableDynamicType, TextFormed {
  let stored: StoredValue

  func encode() -> StoredValue { stored }
  static func decode(_ stored: StoredValue) -> OpaqueValue? { OpaqueValue(stored: stored) }

  /// As any stored value.
  static var ownTextForm: Keywright.TextForm { StoredValue.textForm }

  private init(stored: StoredValue) { self.stored = stored }

  init(from decoder: any Decoder) throws {
    self.init(stored: StoredValue(try ForeignValue.tree(from: decoder)))
  }

  func encode(to encoder: any Encoder) throws {
    try ForeignValue(stored.tree).encode(to: encoder)
  }
}
