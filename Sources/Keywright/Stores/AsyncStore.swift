import KeywrightStorage
import Synchronization

extension Store {
  /// The same store for tasks: its commits suspend the task until they have the store's level of
  /// durability, instead of blocking one of the few threads that tasks share.
  ///
  /// ```swift
  /// try await store.async.set(Player.volume, to: 0.8)
  /// ```
  ///
  /// A `get` of a store in memory never waits and needs no such form, nor does a commit of a cache or of
  /// memory. A durable commit, a large file, a read of a ``FileStore`` or a store that other processes write
  /// to may wait.
  public var async: AsyncStore<Self> { AsyncStore(base: self) }
}

/// A store for tasks; see ``Store/async``.
///
/// A task that is cancelled before its commit has begun throws `CancellationError`, and nothing
/// changes; a commit that has begun runs to its end.
///
/// Thread safety: as the store's. Durability: as the store's.
public struct AsyncStore<Base: Store>: Sendable {
  let base: Base

  /// The value of a key, where a read may wait for the disk, as of a ``FileStore``; see
  /// ``ReadableStore/get(_:)->Value``.
  ///
  /// - Parameter key: The key.
  /// - Returns: The stored value or the default.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func get<K: KeyType>(_ key: K) async throws -> K.Value {
    try await base.performBlocking { $0.get(key) }
  }

  /// The stored value of a key, or nil if nothing is stored; see `read` of a ``ReadableStore``.
  ///
  /// - Parameter key: The key.
  /// - Throws: As `read` of the store, or if the task is cancelled.
  @_disfavoredOverload
  public func read<K: KeyType>(_ key: K) async throws -> K.Value? {
    try await base.performBlocking { try $0.read(key) }
  }

  /// The stored value of a key whose value may be absent, or nil if nothing is stored.
  ///
  /// - Parameter key: The key.
  /// - Throws: As `read` of the store, or if the task is cancelled.
  public func read<K: KeyType, Wrapped>(
    _ key: K
  ) async throws -> Wrapped? where K.Value == Wrapped? {
    try await base.performBlocking { try $0.read(key) }
  }

  /// Stores a value; nil removes. See ``Store/set(_:to:)``.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value before processing.
  /// - Throws: If the value or the write is refused, or the task is cancelled; then nothing
  ///   changed.
  public func set<K: KeyType>(_ key: K, to value: K.Value) async throws {
    try await base.performBlocking { try $0.set(key, to: value) }
  }

  /// Removes a key's value. See ``Store/remove(_:)``.
  ///
  /// - Parameter key: The key.
  /// - Throws: If a hook or the write refuses, or the task is cancelled; then nothing changed.
  public func remove<K: KeyType>(_ key: K) async throws {
    try await base.performBlocking { try $0.remove(key) }
  }

  /// Changes a value by reading and writing it as one step. See ``Store/update(_:_:)``.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - body: Changes the value; runs under the writer's lock, so it must be short.
  /// - Returns: The return value of the body.
  /// - Throws: As ``Store/update(_:_:)``, or if the task is cancelled; then nothing changed.
  @discardableResult
  public func update<K: KeyType, Result: Sendable>(
    _ key: K, _ body: @escaping @Sendable (inout K.Value) throws -> Result
  ) async throws -> Result {
    try await base.performBlocking { try $0.update(key, body) }
  }

  /// Changes several keys as one commit: all of them or none. See ``Store/transaction(_:)``.
  ///
  /// - Parameter body: Reads and writes through its argument; runs under the writer's lock, so it
  ///   must be short.
  /// - Returns: The return value of the body.
  /// - Throws: Any error of the body, a ``StoreError``, or if the task is cancelled; then nothing
  ///   changed.
  @discardableResult
  public func transaction<Result: Sendable>(
    _ body: @escaping @Sendable (inout Transaction) throws -> Result
  ) async throws -> Result {
    try await base.performBlocking { try $0.transaction(body) }
  }
}

extension AsyncStore where Base == DefaultsStore {
  /// Makes every commit so far survive a power cut. See ``DefaultsStore/flush(compacting:)``.
  ///
  /// - Parameter compacting: Whether to bring the property-list file itself up to date too.
  /// - Throws: As ``DefaultsStore/flush(compacting:)``, or if the task is cancelled.
  public func flush(compacting: Bool = false) async throws {
    try await base.performBlocking { try $0.flush(compacting: compacting) }
  }
}

extension ReadableStore {
  /// Does something with the store that may block, on a thread that tasks do not share.
  ///
  /// ```swift
  /// try await store.performBlocking { try $0.clear(Player.self) }
  /// ```
  ///
  /// - Parameter body: Runs once; not at all if the task is cancelled before its turn comes.
  /// - Returns: The return value of the body.
  /// - Throws: Any error of the body; `CancellationError` if the task was cancelled before it
  ///   began; ``StoreError/Code/unavailable`` if no thread can be had. In both cases the body did
  ///   not run.
  ///
  /// Complexity: no thread is started while one of the library's is idle, and never more than 64.
  public func performBlocking<Result: Sendable>(
    _ body: @escaping @Sendable (Self) throws -> Result
  ) async throws -> Result {
    let turn = Turn<Result>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard turn.wait(continuation) else { return }
        let isQueued = BlockingThreads.shared.object.run {
          guard let continuation = turn.begin() else { return }
          continuation.resume(with: Swift.Result { try body(self) })
        }
        guard !isQueued else { return }
        turn.begin()?.resume(
          throwing: StoreError(
            .unavailable, operation: "performBlocking", found: "no room for a thread",
            advice: "Wait for fewer things at once."))
      }
    } onCancel: {
      turn.cancel()
    }
  }
}

/// The turn of one task: it begins, or is cancelled before that.
private final class Turn<Result: Sendable>: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Result, any Error>?
    var isCancelled = false
  }

  private let state = Protected(State())

  /// Notes the task that waits; false if it was cancelled, and has been resumed.
  func wait(_ continuation: CheckedContinuation<Result, any Error>) -> Bool {
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.continuation = continuation }
      return state.isCancelled
    }
    if isCancelled { continuation.resume(throwing: CancellationError()) }
    return !isCancelled
  }

  /// The task to resume, whose turn it is; nil if it was cancelled.
  func begin() -> CheckedContinuation<Result, any Error>? {
    state.withLock { $0.continuation.take() }
  }

  func cancel() {
    let continuation = state.withLock { state in
      state.isCancelled = true
      return state.continuation.take()
    }
    continuation?.resume(throwing: CancellationError())
  }
}

/// A few threads of the library's own, for calls that block.
///
/// A thread that has nothing to do waits for the next call, so that most calls start none.
private final class BlockingThreads: @unchecked Sendable {
  // `@unchecked`: everything that changes is guarded by `lock`.
  static let limit = 64

  /// A forked child has none of its parent's threads, and starts its own.
  static let shared = ProcessLocal { BlockingThreads() }

  private let lock = SystemMutex()
  private let isQueued: SystemCondition
  private var queue: [@Sendable () -> Void] = []
  private var idle = 0
  private var count = 0

  init() { isQueued = SystemCondition(lock) }

  /// Runs a body as soon as a thread is free; false if there is none and none can be started.
  func run(_ body: @escaping @Sendable () -> Void) -> Bool {
    lock.withLock {
      queue.append(body)
      if idle >= queue.count {
        isQueued.broadcast()
        return true
      }
      guard count < BlockingThreads.limit else { return true }
      count += 1
      if SystemThread.start({ [self] in work() }) { return true }
      count -= 1
      guard count == 0 else { return true }
      queue.removeLast()
      return false
    }
  }

  private func work() {
    while true { next()() }
  }

  private func next() -> @Sendable () -> Void {
    lock.withLock {
      while queue.isEmpty {
        idle += 1
        isQueued.wait()
        idle -= 1
      }
      return queue.removeFirst()
    }
  }
}
