import KeywrightStorage
import Synchronization

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
  private let retrial = Protected<(@Sendable (any Store) -> Void)?>(nil)
  fileprivate let isDue = Atomic(false)

  /// Notes values of keys and families that have still to be written.
  ///
  /// - Parameter retrial: Tries again to write them.
  func wait(
    for pending: [StorageString: [PendingValues]],
    _ retrial: @escaping @Sendable (any Store) -> Void
  ) {
    values.withLock { $0.merge(pending) { _, new in new } }
    self.retrial.withLock { $0 = retrial }
    isDue.store(true, ordering: .releasing)
  }

  /// Takes the trial that is due; nil where another thread has taken it.
  fileprivate func takeRetrial() -> (@Sendable (any Store) -> Void)? {
    guard isDue.load(ordering: .acquiring) else { return nil }
    return retrial.withLock { retrial in
      isDue.store(false, ordering: .relaxed)
      return retrial.take()
    }
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

extension StoreCore {
  /// Whether migrations of the store may be due again; of one that is made of others it is not known.
  var mayHavePendingMigrations: Bool {
    stack != nil || pendingMigrations.isDue.load(ordering: .relaxed)
  }
}

extension Store {
  /// Tries again the migrations of the store, and of those that it is made of, that could not be committed: a commit has to
  /// find the values that readers get, or it would start from the default, and remove nothing.
  ///
  /// Those that cannot be done yet wait on, and stop no commit.
  func migrateWhatIsPending() {
    for layer in core.stack?.layers ?? [] { layer.writer?.migrateWhatIsPending() }
    core.pendingMigrations.takeRetrial()?(self)
  }
}
