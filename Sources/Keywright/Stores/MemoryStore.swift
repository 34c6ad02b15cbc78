package import KeywrightStorage

/// A store in memory, with the stored forms of a durable store: for tests and previews.
///
/// It accepts, refuses and gives back the same values as a ``DefaultsStore``, but nothing outlives it.
///
/// ```swift
/// let store = MemoryStore()
/// try store.set(Player.volume, to: 0.8)
/// ```
///
/// Thread safety: safe from any thread. Durability: none.
public struct MemoryStore: Store {
  /// The writer's lock, commit numbers, issues and notifications.
  public let core: StoreCore
  @usableFromInline let table: ValueTable

  /// Makes an empty store.
  ///
  /// - Parameter name: A name for messages.
  public init(name: String = "memory") {
    table = ValueTable()
    core = StoreCore(name: name, table: table, of: MemoryStore.self)
  }

  /// Makes a store in which migrations are tried without a call of hooks.
  package init(rehearsing members: [PropertyListDictionary.Member], name: String) {
    table = ValueTable()
    core = StoreCore(name: name, table: table, isRehearsal: true)
    table.load(members)
  }

  /// The stored form under a string, or nil.
  public func stored(_ name: StorageString) -> StoredValue? { table.stored(name) }

  /// Every string under which something is stored.
  public func storageStrings() -> [StorageString] { table.storageStrings() }

  /// Shows the writes of one commit to readers.
  public func write(_ writes: [StagedWrite]) { table.write(writes) }
}
