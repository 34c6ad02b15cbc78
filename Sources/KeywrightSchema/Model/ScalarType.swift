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
  package var integerBounds: ClosedRange<Int128>? {
    switch self {
    case .int, .int64: Int128(Int64.min)...Int128(Int64.max)
    case .int8: Int128(Int8.min)...Int128(Int8.max)
    case .int16: Int128(Int16.min)...Int128(Int16.max)
    case .int32: Int128(Int32.min)...Int128(Int32.max)
    case .uint, .uint64: 0...Int128(UInt64.max)
    case .uint8: 0...Int128(UInt8.max)
    case .uint16: 0...Int128(UInt16.max)
    case .uint32: 0...Int128(UInt32.max)
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
