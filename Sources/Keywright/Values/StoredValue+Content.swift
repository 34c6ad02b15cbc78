import KeywrightStorage

extension StoredValue {
  /// What a stored value is, for code that must look inside.
  ///
  /// ```swift
  /// if case .string(let text) = value.content { print(text) }
  /// ```
  public enum Content: Sendable {
    /// True or false.
    case boolean(Bool)
    /// An integer that fits `Int64`.
    case integer(Int64)
    /// An integer above `Int64.max`; a smaller one is always ``integer(_:)``.
    case unsigned(UInt64)
    /// A floating-point number.
    case real(Double)
    /// Text.
    case string(String)
    /// A moment, in seconds since 2001-01-01T00:00:00Z.
    case date(Double)
    /// Bytes.
    case data([UInt8])
    /// Values in order.
    case array([StoredValue])
    /// Members, strictly ascending by the UTF-8 bytes of their keys.
    case dictionary([(key: String, value: StoredValue)])
    /// An object reference of Foundation's keyed archives: kept as found, never made.
    case uid(UInt64)
  }

  /// What this value is; linear in the number of direct elements or members.
  ///
  /// ```swift
  /// switch value.content {
  /// case .integer(let number): print("a number,", number)
  /// case .array(let elements): print(elements.count, "elements")
  /// default: print(value)
  /// }
  /// ```
  public var content: Content {
    switch tree {
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .unsigned(let value): .unsigned(value)
    case .real(let value): .real(value)
    case .string(let value): .string(value)
    case .date(let value): .date(value)
    case .data(let value): .data(value)
    case .array(let elements): .array(elements.map(StoredValue.init))
    case .dictionary(let dictionary):
      .dictionary(dictionary.members.map { ($0.key, StoredValue($0.value)) })
    case .uid(let value): .uid(value)
    }
  }
}
