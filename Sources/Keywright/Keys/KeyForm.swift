/// How a type of key turns its values into stored forms; a namespace for static functions.
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

  /// Whether the value is a nil, which is stored as absence.
  static func isAbsent(_ value: Value) -> Bool

  /// Whether decoding what was encoded always gives the same value back.
  static var isExact: Bool { get }

  /// How people write a value.
  static var textForm: TextForm { get }
}

/// The form of a `Key<_, V>`.
@usableFromInline
enum PlainForm<Value: Convertible>: KeyForm {
  /// The value's stored form; never nil.
  @inlinable
  static func encode(_ value: Value) throws -> StoredValue? { try value.storedValue() }

  /// The value, or nil if the stored form is of another type.
  @inlinable
  static func decode(_ stored: StoredValue) -> Value? { Value.value(from: stored) }

  /// False: such a value is never nil.
  @inlinable
  static func isAbsent(_ value: Value) -> Bool { false }

  /// As the value's type says.
  @inlinable
  static var isExact: Bool { Value.isExact }

  /// As the value's type says.
  @inlinable
  static var textForm: TextForm { Value.textForm }
}

/// The form of a `Key<_, V?>`: nil is absence.
@usableFromInline
enum OptionalForm<Wrapped: Convertible>: KeyForm {
  /// The wrapped value's stored form, or nil for nil.
  @inlinable
  static func encode(_ value: Wrapped?) throws -> StoredValue? {
    try value?.storedValue()
  }

  /// The value; nil if the stored form is of another type.
  @inlinable
  static func decode(_ stored: StoredValue) -> Wrapped?? {
    Wrapped.value(from: stored).map(Optional.some)
  }

  /// Whether the value is nil.
  @inlinable
  static func isAbsent(_ value: Wrapped?) -> Bool { value == nil }

  /// As the wrapped type says.
  @inlinable
  static var isExact: Bool { Wrapped.isExact }

  /// As the wrapped type says.
  @inlinable
  static var textForm: TextForm { Wrapped.textForm }
}

/// A choice of stored form that one key makes for itself.
///
/// Thread safety: immutable; both functions may be called from any thread.
public struct ValueCoding<Value: Sendable>: Sendable {
  /// The stored form, or nil for a nil, which is stored as absence.
  public let encode: @Sendable (Value) throws -> StoredValue?

  /// The value, or nil if the stored form is of another type.
  public let decode: @Sendable (StoredValue) -> Value?

  /// The identity of the form. Two codings have the same one only if they store the same bytes.
  let form: FormID

  /// How people write a value.
  let textForm: TextForm

  /// Makes a coding of two functions that undo each other.
  ///
  /// Keep it, or the key that has it, in a `static let`: a store takes each one that is made for another
  /// form, and decodes again.
  ///
  /// - Parameters:
  ///   - encode: The stored form, or nil for a nil.
  ///   - decode: The value, or nil if the stored form is of another type.
  public init(
    encode: @escaping @Sendable (Value) throws -> StoredValue?,
    decode: @escaping @Sendable (StoredValue) -> Value?
  ) {
    self.init(form: .unique(), textForm: TextForm(.any), encode: encode, decode: decode)
  }

  /// Makes a coding whose form is the same each time.
  init(
    form: FormID, textForm: TextForm, encode: @escaping @Sendable (Value) throws -> StoredValue?,
    decode: @escaping @Sendable (StoredValue) -> Value?
  ) {
    self.form = form
    self.textForm = textForm
    self.encode = encode
    self.decode = decode
  }
}
