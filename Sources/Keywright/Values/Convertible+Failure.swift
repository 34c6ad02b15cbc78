import KeywrightStorage

extension Convertible {
  /// Explains why ``value(from:)`` returned nil, for errors and reports.
  ///
  /// A `Codable` type is decoded once more to learn the place; no other type knows it.
  package static func failure(reading stored: StoredValue) -> ConversionFailure {
    if let type = Self.self as? any Decodable.Type,
      let failure = TreeCoding.failure(decoding: type, from: stored.tree)
    {
      return failure
    }
    return ConversionFailure(
      found: "\(stored.tree.kind) \(stored)", expected: Self.storedForm,
      advice: "correct the stored value, or remove it")
  }
}
