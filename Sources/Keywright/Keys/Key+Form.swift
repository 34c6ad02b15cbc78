extension Key {
  /// Makes a key that chooses its stored form, of any type.
  ///
  /// - Parameters:
  ///   - name: What the key is called, as for a key without a coding.
  ///   - value: The value that `get` gives when nothing is stored.
  ///   - coding: The stored form, such as ``ValueCoding/json``.
  ///   - descriptor: Processing, constraints and functions, if there are any.
  public init(
    _ name: some KeyName, default value: Value, coding: ValueCoding<Value>,
    descriptor: KeyDescriptor<Value>? = nil
  ) {
    self.init(
      name.storageString(in: Space.self), default: value, form: MemoryForm<Value>.self,
      descriptor: KeyDescriptor(descriptor, coding: coding))
  }

  /// Makes a key that chooses its stored form and computes its default.
  ///
  /// ```swift
  /// static let frame = Key<Window, Frame>(
  ///   "frame", default: .lazy { Frame() }, coding: .propertyList)
  /// ```
  ///
  /// - Parameters:
  ///   - name: What the key is called, as for a key without a coding.
  ///   - value: The value that `get` gives when nothing is stored, computed once; in place of one
  ///     that the descriptor has.
  ///   - coding: The stored form, such as ``ValueCoding/json``.
  ///   - descriptor: Processing, constraints and functions, if there are any.
  public init(
    _ name: some KeyName, default value: DefaultValue<Value>, coding: ValueCoding<Value>,
    descriptor: KeyDescriptor<Value>? = nil
  ) {
    self.init(
      name.storageString(in: Space.self), default: nil, form: MemoryForm<Value>.self,
      descriptor: KeyDescriptor(descriptor, default: value, coding: coding))
  }

  /// Makes a key that chooses its stored form and whose value may be absent.
  ///
  /// - Parameters:
  ///   - name: What the key is called, as for a key without a coding.
  ///   - coding: The stored form, such as ``ValueCoding/json``.
  ///   - descriptor: Processing, constraints and functions, if there are any.
  public init<Wrapped: Sendable>(
    _ name: some KeyName, coding: ValueCoding<Value>, descriptor: KeyDescriptor<Value>? = nil
  ) where Value == Wrapped? {
    self.init(
      name.storageString(in: Space.self), default: descriptor.literalNil(),
      form: MemoryForm<Value>.self,
      descriptor: KeyDescriptor(descriptor, coding: coding))
  }
}

extension KeyDescriptor {
  /// The same descriptor with another stored form, and another default if one is given.
  convenience init(
    _ other: KeyDescriptor?, default value: DefaultValue<Value>? = nil,
    coding: ValueCoding<Value>? = nil
  ) {
    self.init(
      default: value ?? other?.defaultValue, coding: coding ?? other?.coding,
      processing: other?.processing ?? [],
      constraints: other?.constraints ?? [], onRead: other?.onRead, willChange: other?.willChange,
      didChange: other?.didChange, traits: other?.traits ?? KeyTraits(),
      former: other?.former)
  }
}

extension Key {
  /// The stored form of a value, or nil for a nil, which is stored as absence.
  @inlinable
  func stored(_ value: Value) throws -> StoredValue? { try form.stored(value, descriptor) }

  /// The value of a stored form, or nil if that is not of the key's type.
  ///
  /// For a store of your own that implements ``ReadableStore/storedValue(of:)``.
  ///
  /// - Parameter stored: The stored form.
  @inlinable
  public func value(from stored: StoredValue) -> Value? {
    guard let descriptor, descriptor.onRead != nil else { return uncorrectedValue(from: stored) }
    return uncorrectedValue(from: stored).flatMap {
      descriptor.corrected(
        $0, default: literalDefault ?? descriptor.defaultValue?.written(uncorrectedValue(from:)))
    }
  }

  /// The value of a stored form, without the correction that ``OnRead`` makes for readers.
  @inlinable
  func uncorrectedValue(from stored: StoredValue) -> Value? {
    form.value(from: stored, descriptor)
  }

  /// The reason why a stored form is not of the key's type, if its decoder or transformer gives
  /// one; nil for a private or secret value, because such a reason may show parts of it.
  func failure(reading stored: StoredValue) -> (any Error)? {
    guard sensitivity.redaction == nil else { return nil }
    if let coding = descriptor?.coding { return coding.failure(stored) }
    return form.failure(reading: stored) ?? textForm.refusal(of: stored)
  }

  /// Whether decoding what was encoded always gives the same value back.
  @inlinable
  var isExact: Bool { form.isExact(descriptor) }

  /// The identity of the key's stored form, for keys that are made of this one; nil if it is like no other.
  var formIdentity: FormIdentity? {
    if descriptor?.onRead != nil { return nil }
    guard let coding = descriptor?.coding else { return FormIdentity(Value.self) }
    return coding.identity
  }

  /// The identity of the key's stored form.
  @inlinable
  @inline(__always)
  var formID: FormID { FormID(descriptor) }
}
