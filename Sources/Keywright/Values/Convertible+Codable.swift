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
