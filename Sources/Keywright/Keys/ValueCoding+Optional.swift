extension ValueCoding {
  /// The coding of an optional, by that of the wrapped type; nil is absence.
  ///
  /// ```swift
  /// static let mode = Key<Player, Mode?>("mode", coding: .optional(.rawValue))
  /// ```
  ///
  /// - Parameter coding: The stored form of a value that is there.
  public static func optional<Wrapped>(_ coding: ValueCoding<Wrapped>) -> ValueCoding
  where Value == Wrapped? {
    ValueCoding(
      form: coding.form.ofOptional, textForm: coding.textForm,
      encode: { try $0.flatMap(coding.encode) },
      decode: { coding.decode($0).map(Optional.some) })
  }
}
