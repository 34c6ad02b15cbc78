import KeywrightStorage

/// The store of ``Stored`` and `StoredState` properties that name none.
///
/// A program registers its store once, when it starts:
///
/// ```swift
/// AmbientStore.register(DefaultsStore(suite: "org.example.player", keys: AppKeys.self))
///
/// struct Playback {
///   @Stored(Player.volume) var volume  // of the registered store
/// }
/// ```
///
/// A property asks for the store once, when it is made, and keeps to it: a later ``register(_:)`` changes
/// nothing for it. A test gives its own task another store, by `withTestStore` of `KeywrightTesting` or by
/// ``withStore(_:perform:)``. Child tasks and `Task { }` inherit that store; a detached task, a dispatch queue
/// and a thread do not. A global or static property is made once in a process, by whatever code uses it first,
/// so its store does not change with the test: hand a store to such code.
///
/// Without any store, values are kept in memory, and that is reported once, to standard error.
///
/// Thread safety: safe from any thread.
public enum AmbientStore {
  @TaskLocal private static var ofTask: (any Store)?
  private static let registered = Protected<(any Store)?>(nil)
  private static let memory = MemoryStore(name: "no store")

  /// The store that a property takes if it is made here and now: that of the task, or the registered one.
  public static var current: any Store {
    if let store = ofTask ?? registered.withLock({ $0 }) { return store }
    memory.core.report(
      StoreError(
        .unavailable, operation: "make a property",
        expected: "a store that it names, or one around it",
        found: "none, so such values are kept in memory and lost",
        advice: """
          Name the store in the property, call `AmbientStore.register(store)` when the program \
          starts, or put `.keywrightStore(store)` around the view.
          """),
      once: StorageString("ambient store"))
    return memory
  }

  /// Makes a store the one of all properties that are made from now on and name none.
  ///
  /// - Parameter store: The program's store.
  public static func register(_ store: some Store) { registered.withLock { $0 = store } }

  /// Runs code in whose task properties that name no store take this one.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - body: The code.
  /// - Returns: The return value of the code.
  /// - Throws: What the code throws.
  public static func withStore<Result>(
    _ store: some Store, perform body: () throws -> Result
  ) rethrows -> Result {
    try $ofTask.withValue(store, operation: body)
  }

  /// Runs code in whose task properties that name no store take this one.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - isolation: The actor of the caller, on which the code runs.
  ///   - body: The code.
  /// - Returns: The return value of the code.
  /// - Throws: What the code throws.
  public static func withStore<Result>(
    _ store: some Store, isolation: isolated (any Actor)? = #isolation,
    perform body: () async throws -> Result
  ) async rethrows -> Result {
    try await $ofTask.withValue(store, operation: body, isolation: isolation)
  }
}
