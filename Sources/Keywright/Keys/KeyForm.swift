/// The stored forms of a type of key; a namespace for static functions.
///
/// A key holds the metatype: two constant words, which make a generated key free to make.
@usableFromInline
protocol KeyForm<Value>: Sendable {
  /// The key's value type.
  associatedtype Value: Sendable

  /// The stored form, or nil for a nil, which is stored as absence.
  static func encode(_ value: Value) throws -> StoredValue?

  /// The value, or nil if the stored form is of another type.
  static func decode(_ stored: StoredValue) -> Value?

  /// The reason why a stored form is of another type, if the type's own decoder gives one.
  static func failure(reading stored: StoredValue) -> (any Error)?

  /// Whether the value is a nil, which is stored as absence.
  static func isAbsent(_ value: Value) -> Bool

  /// Whether decoding what was encoded always gives the same value back.
  static var isExact: Bool { get }

  /// The text form of a value.
  static var textForm: TextForm { get }
}

extension KeyForm {
  /// The stored form of a value: by the coding of a key's descriptor, if it has one.
  @inlinable
  @inline(__always)
  static func stored(
    _ value: Value, _ descriptor: KeyDescriptor<Value>?
  ) throws -> StoredValue? {
    if let coding = descriptor?.coding { return try coding.encode(value) }
    return try encode(value)
  }

  /// The value of a stored form, likewise.
  @inlinable
  @inline(__always)
  static func value(
    from stored: StoredValue, _ descriptor: KeyDescriptor<Value>?
  ) -> Value? {
    if let coding = descriptor?.coding { return coding.decode(stored) }
    return decode(stored)
  }

  /// Whether decoding what was encoded always gives the same value back, likewise: what is committed meets all
  /// constraints, so that no reader is given another value in its place.
  @inlinable
  @inline(__always)
  static func isExact(_ descriptor: KeyDescriptor<Value>?) -> Bool {
    descriptor?.coding == nil && isExact
  }
}

extension FormID {
  /// The form of a key with a descriptor.
  @inlinable
  @inline(__always)
  init<Value>(_ descriptor: KeyDescriptor<Value>?) {
    if let descriptor, descriptor.form != .absent {
      self = descriptor.form
    } else {
      self.init(Value.self)
    }
  }
}

/// The form of a `Key<_, V>`.
@usableFromInline
enum PlainForm<Value: Convertible>: KeyForm {
  @inlinable
  static func encode(_ value: Value) throws -> StoredValue? { try value.storedValue() }

  @inlinable
  static func decode(_ stored: StoredValue) -> Value? { Value.value(from: stored) }

  @usableFromInline
  static func failure(reading stored: StoredValue) -> (any Error)? { Value.cause(reading: stored) }

  /// False: such a value is never nil.
  @inlinable
  static func isAbsent(_ value: Value) -> Bool { false }

  @inlinable
  static var isExact: Bool { Value.isExact }

  @usableFromInline
  static var textForm: TextForm { Value.textForm }
}

/// The form of a `Key<_, V?>`: nil is absence.
@usableFromInline
enum OptionalForm<Wrapped: Convertible>: KeyForm {
  @inlinable
  static func encode(_ value: Wrapped?) throws -> StoredValue? {
    try value?.storedValue()
  }

  @inlinable
  static func decode(_ stored: StoredValue) -> Wrapped?? {
    Wrapped.value(from: stored).map(Optional.some)
  }

  @usableFromInline
  static func failure(reading stored: StoredValue) -> (any Error)? {
    Wrapped.cause(reading: stored)
  }

  @inlinable
  static func isAbsent(_ value: Wrapped?) -> Bool { value == nil }

  @inlinable
  static var isExact: Bool { Wrapped.isExact }

  @usableFromInline
  static var textForm: TextForm { Wrapped.textForm }
}

/// The form of values of any type: none, so that they live in memory alone, where the key's descriptor has no
/// coding. A nil is absence.
enum MemoryForm<Value: Sendable>: KeyForm {
  static func encode(_ value: Value) throws -> StoredValue? {
    if isAbsent(value) { return nil }
    throw MemoryOnly()
  }

  static func decode(_ stored: StoredValue) -> Value? { nil }
  static func failure(reading stored: StoredValue) -> (any Error)? { nil }
  static func isAbsent(_ value: Value) -> Bool { isNil(value) }
  static var isExact: Bool { false }
  static var textForm: TextForm { TextForm(.any) }
}

/// The error of encoding a value that has no stored form.
struct MemoryOnly: Error {}
