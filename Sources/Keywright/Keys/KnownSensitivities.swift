import KeywrightStorage

/// The sensitivities of the keys with which this process opened stores: what is known of a value that comes
/// without its key, as one that another process stored.
///
/// Thread safety: safe from any thread.
package enum KnownSensitivities {
  private struct State {
    var registries: Set<ObjectIdentifier> = []
    /// The lists of registries that nothing was asked of yet: a list is read when it is first needed. It stays until
    /// its keys are noted, so that who asks meanwhile reads it as well.
    var unread: [ObjectIdentifier: @Sendable () -> [KeyDescription]] = [:]
    var known = DeclaredFacts<KeyDescription.Sensitivity>()

    mutating func note(
      _ names: [StorageString], isFamily: Bool, _ sensitivity: KeyDescription.Sensitivity
    ) {
      // Two stores may hold different keys of one string.
      known.note(sensitivity, of: names, isFamily: isFamily) { $0.stricter($1) }
    }
  }

  private static let state = Protected(State())

  /// Notes the keys of a registry, whose list is read later.
  package static func note(
    registry: Any.Type, _ list: @escaping @Sendable () -> [KeyDescription]
  ) {
    let id = ObjectIdentifier(registry)
    state.withLock { state in
      if state.registries.insert(id).inserted { state.unread[id] = list }
    }
  }

  /// Notes keys that are at hand.
  package static func note(_ keys: [AnyKey]) {
    state.withLock { state in
      for key in keys {
        state.note(
          [key.storageString] + key.formerStrings, isFamily: key.isFamily, key.sensitivity)
      }
    }
  }

  /// The sensitivity of the key of a storage string; nil if no store was opened with one.
  static func sensitivity(of name: StorageString) -> KeyDescription.Sensitivity? {
    // A list is the program's own code, so no lock is held.
    let unread = state.withLock(\.unread)
    let keys = unread.values.flatMap { $0() }
    return state.withLock { state in
      for key in keys {
        let names = [key.storageString] + key.formerKeys
        state.note(names.map { StorageString($0) }, isFamily: key.isFamily, key.sensitivity)
      }
      for id in unread.keys { state.unread[id] = nil }
      return state.known[name]
    }
  }
}

extension KeyDescription.Sensitivity {
  fileprivate func stricter(_ other: Self) -> Self {
    self == .secret || other == .public ? self : other
  }
}
