import Keywright

/// A value of a struct that a schema declares: read, written and compared as the generated struct is.
struct DynamicStruct<ID: DynamicID>: DynamicType {
  typealias Stored = StoredValue

  /// The values of the fields, nil for an optional one that is absent.
  private let values: [(any DynamicType)?]
  /// Members that only other versions of the program know: written back unchanged.
  private let unknownMembers: UnknownMembers

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    let fields = DynamicTypes.fields(of: ID.self)
    values = try fields.map { try $0.read($0.type, from: container) }
    unknownMembers = try UnknownMembers(from: decoder, besides: fields.flatMap(\.names))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    for (field, value) in zip(DynamicTypes.fields(of: ID.self), values) {
      if let value { try container.encode(value, forKey: MemberName(field.storedName)) }
    }
    try unknownMembers.encode(to: encoder)
  }

  static func == (left: Self, right: Self) -> Bool {
    zip(left.values, right.values).allSatisfy { left, right in
      switch (left, right) {
      case (nil, nil): true
      case (let left?, let right?): left.isEqual(to: right)
      default: false
      }
    }
  }
}

extension DynamicType {
  fileprivate func isEqual(to other: any DynamicType) -> Bool { other as? Self == self }
}

extension DynamicTypes.Field {
  /// Reads the field under its name, else under those of earlier versions, else its default.
  fileprivate func read<Value: DynamicType>(
    _ type: Value.Type, from container: KeyedDecodingContainer<MemberName>
  ) throws -> Value? {
    let isMissable = isOptional || defaultValue != nil
    for (index, name) in names.enumerated() {
      if !isMissable, index == names.count - 1 {
        return try container.decode(type, forKey: MemberName(name))
      }
      if let value = try container.decodeIfPresent(type, forKey: MemberName(name)) { return value }
    }
    return defaultValue.flatMap(Value.value)
  }
}
