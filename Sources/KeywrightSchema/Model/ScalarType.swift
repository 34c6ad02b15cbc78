/// A type that is stored as one property-list value, spelled as in Swift.
package enum ScalarType: String, CaseIterable, Sendable {
  case bool = "Bool"
  case int = "Int"
  case int8 = "Int8"
  case int16 = "Int16"
  case int32 = "Int32"
  case int64 = "Int64"
  case uint = "UInt"
  case uint8 = "UInt8"
  case uint16 = "UInt16"
  case uint32 = "UInt32"
  case uint64 = "UInt64"
  case double = "Double"
  case float = "Float"
  case string = "String"
  case date = "Date"
  case data = "Data"
  case decimal = "Decimal"
  case url = "URL"
  case uuid = "UUID"
  case duration = "Duration"

  /// The values an integer type holds, or nil for other types.
  ///
  /// `Int` and `UInt` are taken as 64 bits wide: stored integers are.
  package var integerBounds: (least: Int64, greatest: UInt64)? {
    switch self {
    case .int, .int64: (-0x8000_0000_0000_0000, 0x7FFF_FFFF_FFFF_FFFF)
    case .int8: (-0x80, 0x7F)
    case .int16: (-0x8000, 0x7FFF)
    case .int32: (-0x8000_0000, 0x7FFF_FFFF)
    case .uint, .uint64: (0, 0xFFFF_FFFF_FFFF_FFFF)
    case .uint8: (0, 0xFF)
    case .uint16: (0, 0xFFFF)
    case .uint32: (0, 0xFFFF_FFFF)
    default: nil
    }
  }

  /// Whether the type is declared by Foundation, not by the standard library.
  package var isFoundation: Bool {
    switch self {
    case .date, .data, .decimal, .url, .uuid: true
    default: false
    }
  }

  /// Whether values can be the keys of a stored dictionary.
  package var isDictionaryKey: Bool { self == .string || integerBounds != nil }

  /// Whether values can be a component of a storage string.
  package var isParameter: Bool { isDictionaryKey || self == .bool || self == .uuid }

  /// The name of the form in which the value is kept.
  package var form: StoredForm {
    switch self {
    case .bool: .boolean
    case .double, .float: .real
    case .date: .date
    case .data: .data
    case .string, .decimal, .url, .uuid: .string
    case .duration: .array
    default: .integer
    }
  }
}

/// The kinds of property-list values.
package enum StoredForm: String, Sendable {
  case boolean, integer, real, string, date, data, array, dictionary
}

extension ScalarType {
  /// Whether ranges fit the type.
  package var isNumber: Bool { integerBounds != nil || self == .double || self == .float }
}
