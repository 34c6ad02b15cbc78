import Foundation
import Keywright
import KeywrightSchema
import KeywrightStorage

extension LockedKey {
  /// Whether a program has a stored value, rather than the default in place of an unreadable one; true where
  /// only the program knows the type.
  func reads(_ value: PropertyList) -> Bool {
    if self[.coding] != nil { return true }
    var types = RuntimeTypes(LockedTypes(text: self[.types]))
    return types[type.type].reads(StoredValue(value))
  }
}

extension DynamicType {
  fileprivate static func reads(_ stored: StoredValue) -> Bool { value(from: stored) != nil }
}

/// The declared types of a lock as types of the runtime.
private struct RuntimeTypes {
  private let types: LockedTypes
  /// Those that were met, so that a type within itself has an end.
  private var known: [String: any DynamicType.Type] = [:]

  init(_ types: LockedTypes) { self.types = types }

  subscript(type: LockedType) -> any DynamicType.Type {
    mutating get {
      switch type {
      case .scalar(let scalar): return scalar.runtimeType
      case .optional(let type): return self[type]
      case .array(let element): return self[element].array
      case .set(let element):
        return (self[element] as? any HashableDynamicType.Type)?.set ?? OpaqueValue.self
      case .dictionary(let key, let value):
        return (self[key] as? any DynamicKeyType.Type)?.dictionary(of: self[value])
          ?? OpaqueValue.self
      case .named(let name):
        if let type = known[name] { return type }
        let type = declare(name)
        known[name] = type
        return type
      }
    }
  }

  private mutating func declare(_ name: String) -> any DynamicType.Type {
    switch types[name] {
    case nil: return OpaqueValue.self
    case .enumeration(let item):
      let number = DynamicTypes.reserve(1)
      DynamicTypes.define(number, as: DynamicTypes.Enumeration(item))
      return item.rawType == .int
        ? DynamicTypes.enumeration(number, of: Int.self)
        : DynamicTypes.enumeration(number, of: String.self)
    case .structure(let item):
      let number = DynamicTypes.reserve(1)
      known[name] = DynamicTypes.structure(number)
      let fields = item.fields.map { field in
        DynamicTypes.Field(
          names: [field.name] + field.formerNames, storedName: field.storedName,
          type: self[field.type],
          isOptional: field.hasDefault || field.type.unwrapped.isOptional, defaultValue: nil)
      }
      DynamicTypes.define(number, as: fields)
      return DynamicTypes.structure(number)
    }
  }
}

extension DynamicTypes.Enumeration {
  fileprivate init(_ item: LockedEnum) {
    func stored(_ raw: String) -> StoredValue? { try? StoredValue(json: raw) }
    let cases = item.cases.compactMap { item in stored(item.rawValue).map { (item.name, $0) } }
    self.init(
      cases: cases,
      former: item.formerCases.compactMap { former in
        guard let raw = stored(former.rawValue),
          let present = cases.first(where: { $0.0 == former.name })
        else { return nil }
        return (raw, present.1)
      }, keepsUnknown: item.keepsUnknown)
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
