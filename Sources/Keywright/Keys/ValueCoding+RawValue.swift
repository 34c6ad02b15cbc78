extension ValueCoding where Value: RawRepresentable, Value.RawValue: Convertible {
  /// The stored form of the raw value, for a type that is not ``Convertible`` itself.
  ///
  /// ```swift
  /// static let mode = Key<Player, Mode>("mode", default: .loud, coding: .rawValue)
  /// ```
  public static var rawValue: ValueCoding {
    ValueCoding(
      form: FormID(RawValueForm<Value>.self), encode: { try $0.rawValue.storedValue() },
      decode: { Value.RawValue.value(from: $0).flatMap(Value.init(rawValue:)) })
  }
}

extension ValueCoding where Value: OptionalRawValue {
  /// The stored form of the raw value, for a type that is not ``Convertible`` itself; nil is absence.
  ///
  /// ```swift
  /// static let mode = Key<Player, Mode?>("mode", coding: .rawValue)
  /// ```
  public static var rawValue: ValueCoding {
    ValueCoding(
      form: FormID(RawValueForm<Value>.self), encode: { try $0.storedRawValue() },
      decode: { Value(storedRawValue: $0) })
  }
}

/// The identity of ``ValueCoding/rawValue`` for a type.
private enum RawValueForm<Value> {}

/// An optional whose wrapped type has a raw value that a store can keep.
///
/// Only `Optional` conforms; it lets ``ValueCoding`` have one name for the coding of a type and of
/// its optional.
public protocol OptionalRawValue {
  /// The stored form of the wrapped value's raw value, or nil for nil.
  func storedRawValue() throws -> StoredValue?

  /// Makes a value of a stored raw value, or nil if there is none for it.
  init?(storedRawValue stored: StoredValue)
}

extension Optional: OptionalRawValue
where Wrapped: RawRepresentable, Wrapped.RawValue: Convertible {
  /// The stored form of the wrapped value's raw value, or nil for nil.
  public func storedRawValue() throws -> StoredValue? { try self?.rawValue.storedValue() }

  /// Makes a value of a stored raw value, or nil if there is none for it.
  public init?(storedRawValue stored: StoredValue) {
    guard let raw = Wrapped.RawValue.value(from: stored), let value = Wrapped(rawValue: raw) else {
      return nil
    }
    self = .some(value)
  }
}
