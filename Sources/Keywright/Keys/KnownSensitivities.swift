/// The sensitivities of the keys with which this process opened stores: what is known of a value that comes
/// without its key, as one that another process stored.
///
/// Thread safety: safe from any thread.
enum KnownSensitivities {
  // Two stores may hold different keys of one string.
  private static let facts = RegistryFacts<KeyDescription.Sensitivity> { $0.stricter($1) }

  /// Notes the keys of a registry, whose list is read later.
  static func note(registry: Any.Type, _ list: @escaping @Sendable () -> [KeyDescription]) {
    facts.note(registry: registry) {
      list().map { key in
        let names = [key.storageString] + key.formerKeys
        return (names.map { StorageString($0) }, key.isFamily, key.sensitivity)
      }
    }
  }

  /// Notes keys that are at hand.
  static func note(_ keys: [AnyKey]) {
    facts.note(
      keys.map { ([$0.storageString] + $0.formerStrings, $0.isFamily, $0.sensitivity) })
  }

  /// The sensitivity of the key of a storage string; nil if no store was opened with one.
  static func sensitivity(of name: StorageString) -> KeyDescription.Sensitivity? { facts[name] }
}

extension KeyDescription.Sensitivity {
  fileprivate func stricter(_ other: Self) -> Self {
    self == .secret || other == .public ? self : other
  }
}
