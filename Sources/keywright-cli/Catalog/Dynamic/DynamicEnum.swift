import Keywright

/// A raw value of enums that schemas declare.
protocol DynamicRawValue: DynamicKeyType, DictionaryKeyForm, CodingKeyRepresentable {}

extension String: DynamicRawValue {}
extension Int: DynamicRawValue {}

/// A value of an enum that a schema declares: read, written and compared as the generated enum is.
struct DynamicEnum<ID: DynamicID, RawValue: DynamicRawValue>: RawRepresentable,
  DynamicKeyType, CodingKeyRepresentable, TextFormed
{
  /// Of a present case, or an unknown one that is kept.
  let rawValue: RawValue

  init?(rawValue: RawValue) {
    let type = DynamicTypes.enumeration(of: ID.self)
    func isRaw(_ stored: StoredValue) -> Bool { RawValue.value(from: stored) == rawValue }
    let present =
      type.cases.first { isRaw($0.rawValue) }?.rawValue
      ?? type.former.first { isRaw($0.rawValue) }?.present
    if let present = present.flatMap(RawValue.value) {
      self.rawValue = present
    } else if type.keepsUnknown {
      self.rawValue = rawValue
    } else {
      return nil
    }
  }

  func encode() -> RawValue { rawValue }
  static func decode(_ stored: RawValue) -> Self? { Self(rawValue: stored) }

  /// The names of the cases, or raw values.
  static var ownTextForm: TextForm {
    let type = DynamicTypes.enumeration(of: ID.self)
    return TextForm(
      .cases(
        .init(
          named: type.cases.map { (name: $0.name, stored: $0.rawValue) },
          former: type.formerNames.map { (name: $0.name, stored: $0.present) },
          raw: RawValue.textForm
        ) {
          try? Self.value(from: $0)?.storedValue()
        }))
  }

  /// A raw value, also one of an earlier version.
  static var parameterForm: KeyParameterForm {
    KeyParameterForm(Self.self) { component in
      guard let rawValue = RawValue.value(dictionaryKey: component) else { return false }
      return Self(rawValue: rawValue) != nil
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let rawValue = try container.decode(RawValue.self)
    guard let value = Self(rawValue: rawValue) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "no case has the raw value \(rawValue)")
    }
    self = value
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  var codingKey: any CodingKey { rawValue.codingKey }

  init?<Key: CodingKey>(codingKey: Key) {
    guard let rawValue = RawValue(codingKey: codingKey) else { return nil }
    self.init(rawValue: rawValue)
  }
}
