import KeywrightStorage

/// The values that a migration would write, for a store that can be read and not written.
///
/// Readers get them without a commit, each time from what the earlier version stored.
struct PendingValues: Sendable {
  /// The storage strings that would get a value.
  let names: @Sendable (any ReadableStore) throws(StoreError) -> [StorageString]
  /// The stored form that a storage string would get; nil for none.
  let value: @Sendable (any ReadableStore, StorageString) throws(StoreError) -> StoredValue?

  init(
    names: @escaping @Sendable (any ReadableStore) throws(StoreError) -> [StorageString],
    value: @escaping @Sendable (any ReadableStore, StorageString) throws(StoreError) -> StoredValue?
  ) {
    self.names = names
    self.value = value
  }

  /// The value of one key.
  init(
    of name: StorageString,
    _ value: @escaping @Sendable (any ReadableStore) throws(StoreError) -> StoredValue?
  ) {
    names = { store throws(StoreError) in try value(store) == nil ? [] : [name] }
    self.value = { store, asked throws(StoreError) in asked == name ? try value(store) : nil }
  }
}

/// The migrations of a store that could not be committed.
///
/// Thread safety: safe from any thread.
final class PendingMigrations: Sendable {
  private let values = Protected<[StorageString: [PendingValues]]>([:])

  /// Notes values of keys and families that have still to be written.
  func wait(for pending: [StorageString: [PendingValues]]) {
    values.withLock { $0.merge(pending) { _, new in new } }
  }

  /// Forgets values that were written.
  func remove(_ names: [StorageString]) {
    values.withLock { values in
      if !values.isEmpty { for name in names { values[name] = nil } }
    }
  }

  /// The pending values of a key, or of the family that it belongs to.
  fileprivate func values(of name: StorageString) -> [PendingValues] {
    values.withLock { values in
      if values.isEmpty { return [] }
      return values[name] ?? name.ancestors.lazy.compactMap { values[$0] }.first ?? []
    }
  }
}

extension ReadableStore {
  /// The value that a migration would bring under a key, if it could be committed.
  func pendingValue<Space, Value>(of key: Key<Space, Value>) -> Value? {
    // Keys with migrations name their registry.
    guard key.descriptor?.traits.registry != nil else { return nil }
    for pending in core.pendingMigrations.values(of: key.storageString) {
      do throws(StoreError) {
        guard let stored = try pending.value(self, key.storageString) else { continue }
        return key.value(from: stored)
      } catch {
        core.report(error, once: key.storageString)
      }
    }
    return nil
  }
}
