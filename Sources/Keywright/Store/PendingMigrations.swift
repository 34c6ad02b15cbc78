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
}

extension PendingValues {
  /// The value of one key.
  init(
    of name: StorageString,
    _ value: @escaping @Sendable (any ReadableStore) throws(StoreError) -> StoredValue?
  ) {
    names = { store throws(StoreError) in try value(store) == nil ? [] : [name] }
    self.value = { store, asked throws(StoreError) in asked == name ? try value(store) : nil }
  }
}

/// The migrations of a store that could not be committed, until they are.
///
/// Thread safety: safe from any thread.
final class PendingMigrations: Sendable {
  private let migrations = Protected<[Migration]>([])
  private let hasSome = Atomic(false)

  /// Whether there are none; one instruction for a commit.
  var isEmpty: Bool { !hasSome.load(ordering: .acquiring) }

  var all: [Migration] { migrations.withLock(\.self) }

  /// Takes the place of what waited to the same keys.
  ///
  /// - Parameter waiting: Those of them that could not be committed.
  func replace(_ tried: [Migration], by waiting: ArraySlice<Migration>) {
    if isEmpty, waiting.isEmpty { return }
    let targets = Set(tried.map(\.target))
    migrations.withLock { migrations in
      migrations.removeAll { targets.contains($0.target) }
      migrations += waiting
      hasSome.store(!migrations.isEmpty, ordering: .releasing)
    }
  }

  /// The values of a key, or of the family that it belongs to.
  fileprivate func values(of name: StorageString) -> [PendingValues] {
    if isEmpty { return [] }
    let all = all
    for target in [name] + name.ancestors {
      let values = all.filter { $0.target == target }.compactMap(\.pending)
      if !values.isEmpty { return values }
    }
    return []
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

extension Store {
  /// Commits what is pending, here and in the stores that this one is made of: a commit has to find the values that
  /// readers get, or it would start from the default, and remove nothing.
  ///
  /// What cannot be committed yet waits on, and stops no commit. Two threads may do so at a time: each migration is
  /// decided under the writer's lock.
  func migrateWhatIsPending() {
    for layer in core.stack?.layers ?? [] { layer.writer?.migrateWhatIsPending() }
    if !core.pendingMigrations.isEmpty { _ = try? migrate(core.pendingMigrations.all) }
  }
}
