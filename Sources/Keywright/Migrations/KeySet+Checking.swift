extension KeySet {
  /// Checks a stored form as the value of the key that has a storage string.
  ///
  /// - Returns: The reason why it is not valid; nil if it is, or if no key of the set has the name.
  package func problem(of stored: StoredValue, named name: StorageString) -> StoreError? {
    key(named: name)?.base.problem(of: stored)
  }

  /// The sensitivity of the key that has a storage string; nil if no key of the set has it.
  package func sensitivity(of name: StorageString) -> KeyDescription.Sensitivity? {
    key(named: name)?.sensitivity
  }

  /// Makes the sensitivities of the keys known, for values that come without their keys.
  package func noteSensitivities() { KnownSensitivities.note(declared) }

  /// The greatest age of a value of the key that has a storage string; nil if no key of the set limits it.
  package func maxAge(of name: StorageString) -> Duration? { key(named: name)?.maxAge }

  /// The greatest ages of all keys, each once, in rising order.
  package var maxAges: [Duration] {
    Set((all + families).compactMap { $0.maxAge }).sorted()
  }

  /// The number of keys and families.
  package var count: Int { all.count + families.count }

  /// Whether a key of the set has a storage string.
  package func contains(_ name: StorageString) -> Bool { key(named: name) != nil }
}
