extension StoredValue: ExpressibleByBooleanLiteral {
  /// Makes a boolean of `true` or `false`.
  ///
  /// ```swift
  /// let muted: StoredValue = true
  /// ```
  public init(booleanLiteral value: Bool) {
    self = .boolean(value)
  }
}

extension StoredValue: ExpressibleByIntegerLiteral {
  /// Makes an integer of a literal; ``unsigned(_:)`` makes those above `Int64.max`.
  ///
  /// ```swift
  /// let count: StoredValue = 3
  /// ```
  public init(integerLiteral value: Int64) {
    self = .integer(value)
  }
}

extension StoredValue: ExpressibleByFloatLiteral {
  /// Makes a real of a literal.
  ///
  /// ```swift
  /// let volume: StoredValue = 0.5
  /// ```
  public init(floatLiteral value: Double) {
    self = .real(value)
  }
}

extension StoredValue: ExpressibleByStringLiteral {
  /// Makes a string of a literal.
  ///
  /// ```swift
  /// let title: StoredValue = "Untitled"
  /// ```
  public init(stringLiteral value: String) {
    self = .string(value)
  }
}

extension StoredValue: ExpressibleByArrayLiteral {
  /// Makes an array of a literal.
  ///
  /// ```swift
  /// let scores: StoredValue = [1, 2.5, "three"]
  /// ```
  public init(arrayLiteral elements: StoredValue...) {
    self = .array(elements)
  }
}

extension StoredValue: ExpressibleByDictionaryLiteral {
  /// Makes a dictionary of a literal; of members with the same key the last is kept.
  ///
  /// ```swift
  /// let size: StoredValue = ["width": 800, "height": 600]
  /// ```
  public init(dictionaryLiteral members: (String, StoredValue)...) {
    self = .dictionary(members)
  }
}
