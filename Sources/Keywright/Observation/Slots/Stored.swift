/// A property whose value is kept in a store.
///
/// ```swift
/// struct Playback {
///   @Stored(Player.volume, in: settings) var volume  // Double
///   @Stored var isMuted: Bool
///
///   init(store: some Store) {
///     _isMuted = Stored(Player.isMuted, in: store)
///   }
///
///   func mute() throws {
///     try $isMuted.set(true)  // `$` gives the slot: errors, changes, reset
///     volume = 0              // without `try`: a failure goes to the store's handler
///   }
/// }
/// ```
///
/// A property that names no store, `@Stored(Player.volume) var volume`, takes that of ``AmbientStore`` when it
/// is made.
///
/// Works in structures, classes and actors, isolated or not. Its type does not name the store's, so
/// any store can be put in, also an `any Store` and one made for a test. `volume += 0.1` is atomic
/// across threads and processes. Every copy of the structure has the same value, that of the store;
/// writing needs no `mutating`. A property wrapper is always a `var`, which a `Sendable` class cannot
/// have: there, write `let volume: Slot<Double>`.
///
/// Thread safety: safe from any thread.
@propertyWrapper
public struct Stored<Value: Sendable>: Sendable {
  /// The key in its store.
  public let projectedValue: Slot<Value>

  /// Makes a property of a key in the store around it; see ``AmbientStore``.
  ///
  /// - Parameter key: The key.
  public init<K: KeyType>(_ key: K) where K.Value == Value {
    projectedValue = AmbientStore.current.slot(key)
  }

  /// Makes a property of a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - store: The store.
  @inlinable
  public init<K: KeyType>(_ key: K, in store: some Store) where K.Value == Value {
    projectedValue = store.slot(key)
  }

  /// Makes a property of a slot.
  ///
  /// - Parameter slot: The slot of a key, from ``Store/slot(_:)``.
  @inlinable
  public init(_ slot: Slot<Value>) { projectedValue = slot }

  /// The stored value or the default; see ``Slot/value``.
  @inlinable public var wrappedValue: Value {
    get { projectedValue.value }
    nonmutating set { projectedValue.value = newValue }
    nonmutating _modify { yield &projectedValue.value }
  }
}
