import KeywrightStorage

extension StoredValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Makes a boolean of `true` or `false`.
  ///
  /// ```swift
  /// let muted: StoredValue = true
  /// ```
  public init(booleanLiteral value: Bool) {
    self = .boolean(value)
  }

  /// Makes an integer of a literal; ``unsigned(_:)`` makes those above `Int64.max`.
  ///
  /// ```swift
  /// let count: StoredValue = 3
  /// ```
  public init(integerLiteral value: Int64) {
    self = .integer(value)
  }

  /// Makes a real of a literal.
  ///
  /// ```swift
  /// let volume: StoredValue = 0.5
  /// ```
  public init(floatLiteral value: Double) {
    self = .real(value)
  }

  /// Makes a string of a literal.
  ///
  /// ```swift
  /// let title: StoredValue = "Untitled"
  /// ```
  public init(stringLiteral value: String) {
    self = .string(value)
  }

  /// Makes an array of a literal.
  ///
  /// ```swift
  /// let scores: StoredValue = [1, 2.5, "three"]
  /// ```
  public init(arrayLiteral elements: StoredValue...) {
    self = .array(elements)
  }

  /// Makes a dictionary of a literal; of members with the same key the last is kept.
  ///
  /// ```swift
  /// let size: StoredValue = ["width": 800, "height": 600]
  /// ```
  public init(dictionaryLiteral members: (String, StoredValue)...) {
    self = .dictionary(members)
  }
}

extension StoredValue {
  /// Makes a boolean, which is never taken for a number.
  ///
  /// ```swift
  /// let muted = StoredValue.boolean(true)
  /// ```
  public static func boolean(_ value: Bool) -> StoredValue {
    StoredValue(.boolean(value))
  }

  /// Makes an integer.
  ///
  /// ```swift
  /// let count = StoredValue.integer(3)
  /// ```
  public static func integer(_ value: Int64) -> StoredValue {
    StoredValue(.integer(value))
  }

  /// Makes an integer that may be above `Int64.max`.
  ///
  /// One that is not equals the same number made with ``integer(_:)``.
  ///
  /// ```swift
  /// let checksum = StoredValue.unsigned(0xffff_ffff_ffff_ffff)
  /// ```
  public static func unsigned(_ value: UInt64) -> StoredValue {
    StoredValue(PropertyList(canonical: value))
  }

  /// Makes a real; infinities, NaNs and the sign of zero are kept bit for bit.
  ///
  /// ```swift
  /// let volume = StoredValue.real(0.5)
  /// ```
  public static func real(_ value: Double) -> StoredValue {
    StoredValue(.real(value))
  }

  /// Makes a string, kept byte for byte and never normalised.
  ///
  /// ```swift
  /// let title = StoredValue.string("Untitled")
  /// ```
  public static func string(_ value: String) -> StoredValue {
    StoredValue(.string(value))
  }

  /// Makes a date.
  ///
  /// ```swift
  /// let epoch = StoredValue.date(secondsSince2001: -978_307_200)
  /// ```
  ///
  /// - Parameter secondsSince2001: Seconds since 2001-01-01T00:00:00Z. One that is not finite is
  ///   refused when a store would write it.
  /// - Returns: The date, exact to the last bit of its seconds.
  public static func date(secondsSince2001: Double) -> StoredValue {
    StoredValue(.date(secondsSince2001))
  }

  /// Makes data.
  ///
  /// ```swift
  /// let token = StoredValue.data([0xca, 0xfe])
  /// ```
  public static func data(_ bytes: [UInt8]) -> StoredValue {
    StoredValue(.data(bytes))
  }

  /// Makes an array; linear in the number of its elements.
  ///
  /// ```swift
  /// let scores = StoredValue.array([1, 2.5, "three"])
  /// ```
  public static func array(_ elements: [StoredValue]) -> StoredValue {
    StoredValue(.array(elements.map(\.tree)))
  }

  /// Makes a dictionary; O(n log n).
  ///
  /// Keys are compared by their UTF-8 bytes, so that "é" and its decomposed spelling are two.
  /// Of members whose keys have the same bytes the last is kept.
  ///
  /// ```swift
  /// let size = StoredValue.dictionary([("width", 800), ("height", 600)])
  /// ```
  public static func dictionary(_ members: [(String, StoredValue)]) -> StoredValue {
    StoredValue(
      .dictionary(
        PropertyListDictionary(
          lastOf: members.map { PropertyListDictionary.Member(key: $0.0, value: $0.1.tree) })))
  }
}
