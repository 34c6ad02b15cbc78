/// Types that a property list holds as they are.
extension Convertible where Stored == Self {
  /// Returns the value itself, which is its own stored form.
  public func encode() -> Self { self }

  /// Returns the stored form itself.
  public static func decode(_ stored: Self) -> Self? { stored }

  /// True: the value is stored as it is.
  public static var isExact: Bool { true }

  /// Stops a type that would be encoded into itself without end from compiling.
  @available(
    *, unavailable,
    message: "give the type a raw value, or make it Codable, or write encode() and decode(_:)"
  )
  public func storedValue() throws -> StoredValue { [] }
}

extension StoredValue: Convertible {
  /// A stored value is kept as it is.
  public typealias Stored = StoredValue

  /// Returns the value itself.
  public func storedValue() -> StoredValue { self }

  /// Returns the stored value itself.
  public static func value(from stored: StoredValue) -> StoredValue? { stored }

  /// Any value will do.
  public static var storedForm: String { "any value" }
}
