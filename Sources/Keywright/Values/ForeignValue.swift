#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
package import KeywrightStorage

/// A value of unknown kind in a format that is not a store's, such as JSON.
///
/// Kinds that the format does not distinguish stay one: a date in JSON stays the text or number that it
/// is there.
package struct ForeignValue: Codable {
  let tree: PropertyList

  package init(_ tree: PropertyList) {
    self.tree = tree
  }

  /// The value that a decoder gives: a store's own has the very tree.
  package static func tree(from decoder: any Decoder) throws -> PropertyList {
    try (decoder as? DecodingNode)?.tree ?? ForeignValue(from: decoder).tree
  }

  package init(from decoder: any Decoder) throws {
    if var elements = try? decoder.unkeyedContainer() {
      var values: [PropertyList] = []
      // Null in an array has no counterpart, and to leave it out would move the others.
      while !elements.isAtEnd { values.append(try elements.decode(ForeignValue.self).tree) }
      tree = .array(values)
    } else if let members = try? decoder.container(keyedBy: MemberName.self) {
      let names = try members.allKeys.filter { try !members.decodeNil(forKey: $0) }
      let values = try names.map { name in
        PropertyListDictionary.Member(
          key: name.text, value: try members.decode(ForeignValue.self, forKey: name).tree)
      }
      tree = .dictionary(PropertyListDictionary(lastOf: values))
    } else {
      tree = try Self.scalar(in: decoder.singleValueContainer())
    }
  }

  private static func scalar(in value: any SingleValueDecodingContainer) throws -> PropertyList {
    if let bool = try? value.decode(Bool.self) { return .boolean(bool) }
    if let integer = try? value.decode(Int64.self) { return .integer(integer) }
    if let integer = try? value.decode(UInt64.self) { return PropertyList(canonical: integer) }
    if let real = try? value.decode(Double.self) { return .real(real) }
    if let text = try? value.decode(String.self) { return .string(text) }
    if let date = try? value.decode(Date.self) {
      return .date(date.timeIntervalSinceReferenceDate)
    }
    return .data([UInt8](try value.decode(Data.self)))
  }

  package func encode(to encoder: any Encoder) throws {
    func encode(_ value: some Encodable) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
    switch tree {
    case .boolean(let value): try encode(value)
    case .integer(let value): try encode(value)
    case .unsigned(let value), .uid(let value): try encode(value)
    case .real(let value): try encode(value)
    case .foreign:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .string(let value): try encode(value)
    case .date(let value): try encode(Date(timeIntervalSinceReferenceDate: value))
    case .data(let bytes): try encode(Data(bytes))
    case .array(let elements): try encode(elements.map(ForeignValue.init))
    case .dictionary(let dictionary):
      var container = encoder.container(keyedBy: MemberName.self)
      for member in dictionary.members {
        try container.encode(ForeignValue(member.value), forKey: MemberName(member.key))
      }
    }
  }
}
