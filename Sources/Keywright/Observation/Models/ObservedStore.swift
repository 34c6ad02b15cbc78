public import Observation

/// A store whose values views and `withObservationTracking` follow, key by key.
///
/// ```swift
/// let settings = ObservedStore(DefaultsStore(suite: "org.example.player", keys: AppKeys.self))
/// withObservationTracking { draw(settings[Player.volume]) } onChange: { scheduleRedraw() }
/// settings[Player.volume] += 0.1
/// ```
///
/// A commit of one key concerns only those who read that key. See ``ObservedValue`` for when it is
/// notified.
///
/// Thread safety: main actor.
@MainActor
public final class ObservedStore: Observable {
  /// The store, for what a model does not offer.
  public nonisolated let store: any Store

  /// A key may be read with several types.
  private struct CellID: Hashable {
    let name: StorageString
    let type: ObjectIdentifier
  }

  private var cells: [CellID: AnyObject] = [:]

  /// Makes a model of a store.
  ///
  /// - Parameter store: The store.
  public init(_ store: some Store) { self.store = store }

  /// The value of a key; tracked where it is read. See ``Store/subscript(_:)->Value`` for writing.
  ///
  /// - Parameter key: The key.
  public subscript<K: KeyType>(key: K) -> K.Value {
    get { value(of: key).value }
    set { value(of: key).value = newValue }
    _modify { yield &value(of: key).value }
  }

  /// The model of one key; always the same object.
  ///
  /// - Parameter key: The key.
  public func value<K: KeyType>(of key: K) -> ObservedValue<K.Value> {
    let id = CellID(name: key.key.storageString, type: ObjectIdentifier(K.Value.self))
    if let known = cells[id] as? ObservedValue<K.Value> { return known }
    let new = ObservedValue(key, in: store)
    cells[id] = new
    return new
  }
}
