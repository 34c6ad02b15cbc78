extension ValueCoding where Value: RawRepresentable, Value.RawValue: Convertible {
  /// The stored form of the raw value, for a type that is not ``Convertible`` itself.
  ///
  /// ```swift
  /// static let mode = Key<Player, Mode>("mode", default: .loud, coding: .rawValue)
  /// ```
  public static var rawValue: ValueCoding {
    ValueCoding(
      form: FormID(RawValueForm<Value>.self), textForm: .ofRawValues(of: Value.self),
      encode: { try $0.rawValue.storedValue() },
      decode: { Value.RawValue.value(from: $0).flatMap(Value.init(rawValue:)) })
  }
}

/// The identity of ``ValueCoding/rawValue`` for a type.
private enum RawValueForm<Value> {}
