extension Key {
  /// The default, if reading it runs no code of the program's now.
  @inlinable var defaultAtHand: Value? {
    literalDefault ?? descriptor?.defaultValue?.valueAtHand
  }

  /// The default; evaluates a lazy one the first time, with the locks that the caller holds.
  func evaluatedDefault() -> Value {
    if let value = defaultAtHand { return value }
    guard let source = descriptor?.defaultValue else {
      stop(
        """
        the key '\(self)' has no default. Give its KeyDescriptor a `default:`, or make \
        its value optional.
        """)
    }
    return source.value(for: storageString, form: form)
  }

  /// Whether the first `get` that finds nothing must store the default.
  @inlinable var persistsDefault: Bool {
    descriptor?.defaultValue?.persistence == .whenMissing
  }
}

extension Key {
  /// The stored form of a value, or nil for a nil, which is stored as absence.
  @inlinable
  func stored(_ value: Value) throws -> StoredValue? {
    if let coding = descriptor?.coding { return try coding.encode(value) }
    return try form.encode(value)
  }

  /// The value of a stored form, or nil if that is not of the key's type.
  ///
  /// For a store of your own that implements ``ReadableStore/storedValue(of:)``.
  ///
  /// - Parameter stored: What is stored.
  @inlinable
  public func value(from stored: StoredValue) -> Value? {
    if let coding = descriptor?.coding { return coding.decode(stored) }
    return form.decode(stored)
  }

  /// Whether decoding what was encoded always gives the same value back.
  @inlinable
  var isExact: Bool {
    if descriptor?.coding != nil { return false }
    return form.isExact
  }
}
