/// A store in memory, with the stored forms of a durable store: for tests and previews.
///
/// What it accepts, refuses and gives back is what ``DefaultsStore`` would, but nothing outlives
/// it.
///
/// ```swift
/// let store = MemoryStore()
/// try store.set(Player.volume, to: 0.8)
/// ```
///
/// Thread safety: safe from any thread. Durability: none.
public struct MemoryStore: Store {
  /// The writer's lock, commit numbers, issues and notices.
  public let core: StoreCore
  @usableFromInline let table = StoredTable()

  /// Makes an empty store.
  ///
  /// - Parameter name: A name for messages.
  public init(name: String = "memory") { core = StoreCore(name: name) }

  /// The decoded value, or that nothing is stored.
  @inlinable
  @inline(__always)
  public func peek<Value: Sendable>(_ name: StorageString, as type: Value.Type) -> Peek<Value> {
    table.peek(name, as: type)
  }

  /// What is stored under a string, or nil.
  public func stored(_ name: StorageString) -> StoredValue? { table.stored(name) }

  /// The stored value of a key, or nil if nothing is stored.
  public func read<Space, Value>(_ key: Key<Space, Value>) throws(StoreError) -> Value? {
    try table.read(key)
  }

  /// Every string under which something is stored.
  public func storageStrings() -> [StorageString] { table.storageStrings() }

  /// Publishes the changes of one commit.
  public func keep(_ changes: [KeptChange]) throws(StoreError) { table.publish(changes) }

  /// Publishes the change of a commit of one key.
  public func keep(only change: KeptChange) { change.publish(to: table) }
}

extension StoredTable {
  /// The value of a key, decoded if need be; nil if nothing is stored.
  func read<Space, Value>(_ key: Key<Space, Value>) throws(StoreError) -> Value? {
    switch decode(key) {
    case .value(let value): return value
    case .nothing: return nil
    case .unreadable(let stored): throw .unreadable(key, stored, "read")
    }
  }
}
