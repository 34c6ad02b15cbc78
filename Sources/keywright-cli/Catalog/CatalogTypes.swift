import Foundation
import Keywright
import KeywrightSchema

/// The types of a target's schemas as types of the runtime, so that the command reads, writes, checks and
/// prints values by the program's own code.
struct CatalogTypes: Sendable {
  private let types: [TypeModel]
  /// The number of the first declared type.
  private let first: Int

  init(_ types: [TypeModel]) {
    self.types = types
    first = DynamicTypes.reserve(types.count)
    for (index, type) in types.enumerated() {
      switch type.kind {
      case .enumeration(let cases, _):
        DynamicTypes.define(first + index, as: .enumeration(enumeration(type, cases)))
      case .structure(let fields):
        DynamicTypes.define(first + index, as: .structure(fields.map(field)))
      }
    }
  }

  private func enumeration(_ type: TypeModel, _ cases: [EnumCase]) -> DynamicTypes.Enumeration {
    func raw(_ name: String) -> StoredValue? {
      type.enumCase(named: name)?.rawValue.stored(types)
    }
    return DynamicTypes.Enumeration(
      cases: cases.map { ($0.name, $0.rawValue.stored(types)) },
      former: type.formerCases.compactMap { former in
        raw(former.name).map { (former.rawValue.stored(types), $0) }
      },
      formerNames: type.formerCaseNames.compactMap { former in
        raw(former.present).map { (former.name, $0) }
      }, keepsUnknown: type.keepsUnknown)
  }

  private func field(_ field: StructField) -> DynamicTypes.Field {
    DynamicTypes.Field(
      names: [field.name] + field.formerNames, storedName: field.storedName,
      type: self[field.type],
      isOptional: field.isOptional, defaultValue: field.defaultValue?.stored(types))
  }

  /// The runtime's type of values.
  subscript(type: ValueType) -> any DynamicType.Type {
    switch type {
    case .scalar(let scalar): return scalar.runtimeType
    case .array(let element): return self[element].array
    case .set(let element):
      return (self[element] as? any HashableDynamicType.Type)?.set ?? OpaqueValue.self
    case .dictionary(let key, let value):
      func dictionary<Key: DynamicKeyType>(
        _ key: Key.Type, _ value: any DynamicType.Type
      ) -> any DynamicType.Type {
        key.dictionary(of: value)
      }
      let key = self[key] as? any DynamicKeyType.Type
      return key.map { dictionary($0, self[value]) } ?? OpaqueValue.self
    case .declared(let id):
      switch types[id.index].kind {
      case .enumeration(_, let hasIntegers):
        return hasIntegers
          ? DynamicTypes.enumeration(first + id.index, of: Int.self)
          : DynamicTypes.enumeration(first + id.index, of: String.self)
      case .structure: return DynamicTypes.structure(first + id.index)
      }
    case .own: return OpaqueValue.self
    }
  }

  /// The form of a family's parameter.
  func parameter(_ type: ValueType) -> KeyParameterForm {
    if case .scalar(.bool) = type { return .boolean }
    return (self[type] as? any DynamicKeyType.Type)?.parameterForm ?? .string
  }
}

extension CatalogKey {
  /// The key as the runtime has it, without the functions of the program.
  ///
  /// Made at each call, with the expression of a pattern.
  var anyKey: AnyKey { anyKey(of: target.types[model.type]) }

  private func anyKey<Value: DynamicType>(of type: Value.Type) -> AnyKey {
    let types = target.model.types
    let value = defaultLiteral.flatMap { Value.value(from: $0) }
    // Functions of the program are left out, and so are the steps and constraints of values of its own types.
    let isOwn = model.type.holdsOwnType
    let fit = isOwn ? nil : model.fit.flatMap { Value.fit($0, types) }
    let steps = isOwn ? [] : model.processing.compactMap(\.plain).compactMap(Value.step)
    let constraints = isOwn ? [] : model.constraints.compactMap { Value.constraint($0, types) }
    let onRead: OnRead<Value?>? =
      switch model.outside {
      case .default where !isOwn: .useDefault
      case .clamp: fit.map { .process(Step(lifting: $0)) }
      default: nil
      }
    let descriptor = KeyDescriptor<Value?>(
      // If the value may be elsewhere, no reader gets the default without a look there.
      default: model.movesLater ? ._value(value) : nil,
      processing: (steps + [fit].compactMap(\.self)).map { Step(lifting: $0) },
      constraints: constraints.map { Constraint(lifting: $0) }, onRead: onRead,
      maxAge: model.lifecycle.maxAge.map { .seconds($0) }, sensitivity: sensitivity,
      // The text of a key with a function is of another type than the former one.
      _names: model.migrate == nil ? [model.storageString] + model.formerKeys : [],
      _movesLater: model.movesLater)
    return AnyKey(
      Keywright.StorageString(storageString), default: model.movesLater ? nil : .some(value),
      descriptor: descriptor,
      parameters: isFamily ? model.parameters.map { target.types.parameter($0.type) } : [])
  }

  private var defaultLiteral: StoredValue? {
    guard let literal = model.defaultValue.literal else { return nil }
    if case .none = literal { return nil }
    return literal.stored(target.model.types)
  }

  var sensitivity: KeyDescription.Sensitivity {
    // Of a word that the runtime did not know nothing would be shown.
    KeyDescription.Sensitivity(rawValue: model.lifecycle.sensitivity.rawValue) ?? .secret
  }
}

extension StepModel {
  /// The step, if it is no function of the program.
  fileprivate var plain: Plain? {
    if case .plain(let step) = self { step } else { nil }
  }

  /// The function of the program that the step is.
  var symbol: String? {
    if case .call(let reference, _) = self { reference.symbol.text } else { nil }
  }
}

extension ScalarType {
  /// The runtime's type of values.
  var runtimeType: any DynamicType.Type {
    switch self {
    case .bool: Bool.self
    case .int: Int.self
    case .int8: Int8.self
    case .int16: Int16.self
    case .int32: Int32.self
    case .int64: Int64.self
    case .uint: UInt.self
    case .uint8: UInt8.self
    case .uint16: UInt16.self
    case .uint32: UInt32.self
    case .uint64: UInt64.self
    case .double: Double.self
    case .float: Float.self
    case .string: String.self
    case .date: Date.self
    case .data: Data.self
    case .decimal: Decimal.self
    case .url: URL.self
    case .uuid: UUID.self
    case .duration: Duration.self
    }
  }
}
