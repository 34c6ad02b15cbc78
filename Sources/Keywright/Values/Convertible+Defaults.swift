/// Types with a raw value are stored as that.
extension Convertible where Self: RawRepresentable, RawValue: Convertible {
  /// Returns the raw value.
  public func encode() throws -> RawValue { rawValue }

  /// Makes a value of its raw value, or returns nil for one that the type does not have.
  public static func decode(_ stored: RawValue) -> Self? { Self(rawValue: stored) }

  /// As exact as the raw value: `RawRepresentable` promises that nothing is lost by the way.
  public static var isExact: Bool { RawValue.isExact }

  /// Names the type and the form of its raw value.
  public static var storedForm: String {
    "\(RawValue.storedForm) that is \(withArticle(Self.self))"
  }
}

/// Types that have a raw value and are `Codable` too: the raw value wins.
extension Convertible where Self: RawRepresentable & Codable, RawValue: Convertible {
  /// Returns the raw value.
  public func encode() throws -> RawValue { rawValue }

  /// Makes a value of its raw value, or returns nil for one that the type does not have.
  public static func decode(_ stored: RawValue) -> Self? { Self(rawValue: stored) }
}

/// `Codable` types are stored as property-list trees.
extension Convertible where Self: Codable {
  /// Returns the tree that the type's own `encode(to:)` describes.
  ///
  /// A nil member is absent. Dates, data, URLs, UUIDs, decimals and durations inside have the
  /// forms that they have by themselves; sets are sorted.
  ///
  /// - Throws: A ``ConversionFailure`` with the place of what cannot be stored, such as nil in an
  ///   array, a date that is not finite or nesting deeper than 64; what `encode(to:)` throws.
  public func encode() throws -> StoredValue {
    StoredValue(try TreeCoding.encode(self))
  }

  /// Makes a value by the type's own `init(from:)`; members that it does not ask for are ignored.
  public static func decode(_ stored: StoredValue) -> Self? {
    try? TreeCoding.decode(Self.self, from: stored.tree)
  }
}

/// Turns an optional where none can be stored into an error that says what to do.
///
/// Without it the compiler could say only that `Optional` does not conform. A key of an optional
/// type is made by an initialiser of its own and never needs this.
@available(
  *, unavailable,
  message: """
    a property list has no null: an optional key's default is nil (for another one take the type \
    without '?'); leave nil elements out (compactMap), make the member of a struct optional, or give \
    the key itself an optional type
    """
)
extension Optional: Convertible where Wrapped: Convertible {
  /// Stands in: an optional has no stored form.
  public typealias Stored = StoredValue

  /// Cannot be called.
  public func encode() throws -> StoredValue {
    throw ConversionFailure.null
  }

  /// Cannot be called.
  public static func decode(_ stored: StoredValue) -> Wrapped?? { nil }
}
