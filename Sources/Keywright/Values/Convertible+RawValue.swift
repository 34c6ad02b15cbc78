/// Types with a raw value are stored as that.
extension Convertible where Self: RawRepresentable, RawValue: Convertible {
  /// Returns the raw value.
  public func encode() throws -> RawValue { rawValue }

  /// Makes a value of its raw value, or returns nil for one that the type does not have.
  public static func decode(_ stored: RawValue) -> Self? { Self(rawValue: stored) }

  /// As exact as the raw value: `RawRepresentable` promises that nothing is lost by the way.
  public static var isExact: Bool { RawValue.isExact }

  /// Names the type and the form of its raw value.
  public static var storedForm: String { "\(RawValue.storedForm) that is a \(Self.self)" }
}

/// Types that have a raw value and are `Codable` too: the raw value wins.
extension Convertible where Self: RawRepresentable & Codable, RawValue: Convertible {
  /// Returns the raw value.
  public func encode() throws -> RawValue { rawValue }

  /// Makes a value of its raw value, or returns nil for one that the type does not have.
  public static func decode(_ stored: RawValue) -> Self? { Self(rawValue: stored) }

  /// As exact as the raw value: `RawRepresentable` promises that nothing is lost by the way.
  public static var isExact: Bool { RawValue.isExact }

  /// Names the type and the form of its raw value.
  public static var storedForm: String { "\(RawValue.storedForm) that is a \(Self.self)" }
}
