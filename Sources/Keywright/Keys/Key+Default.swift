extension Key {
  /// The default, if reading it runs no code of the program's now.
  @inlinable var defaultAtHand: Value? {
    literalDefault ?? descriptor?.defaultValue?.valueAtHand
  }

  /// The default; evaluates a lazy one the first time, with the locks that the caller holds.
  func evaluatedDefault() -> Value {
    if let value = defaultAtHand { return value }
    guard let source = descriptor?.defaultValue else {
      programmingError(
        """
        the key '\(self)' has no default. Give its KeyDescriptor a `default:`, or make \
        its value optional.
        """)
    }
    return source.value(for: storageString) { uncorrectedValue(from: $0) }
  }

  /// Whether the first `get` that finds nothing must store the default.
  @inlinable var persistsDefault: Bool {
    descriptor?.defaultValue?.persistence == .whenMissing
  }
}
