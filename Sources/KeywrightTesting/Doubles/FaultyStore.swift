import KeywrightStorage
public import Keywright

/// A store whose calls fail when a test says so, to try what a program does then.
///
/// ```swift
/// let store = FaultyStore()
/// store.fail(.write, after: 2, with: StoreError(.full))   // the third write finds a full disk
/// ```
///
/// Between its failures it is a `MemoryStore`, or whatever store it was made around. Values are
/// never at hand in it: each read asks the store and can fail.
///
/// Thread safety: safe from any thread. Durability: that of the store inside.
public struct FaultyStore: Store {
  /// A call that can fail.
  public enum Call: Sendable, Hashable, CaseIterable {
    /// A read of one value.
    case stored
    /// A listing of all storage strings.
    case storageStrings
    /// The beginning of a commit.
    case beginCommit
    /// The write of a commit.
    case write
    /// The confirmation, at the end of a commit that was written, that it is durable.
    case confirm
  }

  private struct Fault {
    var remaining: Int
    var times: Int
    var error: StoreError
  }

  private struct State {
    var faults: [Call: [Fault]] = [:]
    var counts: [Call: Int] = [:]
  }

  private let base: any Store
  private let state = Protected(State())

  /// The writer's lock, commit numbers, issues and notifications: its own, and not those of the store
  /// inside, which must not be used beside this one.
  public let core: StoreCore

  /// Makes a faulty store in memory.
  public init() { self.init(MemoryStore(name: "faulty")) }

  /// Makes a store faulty.
  ///
  /// - Parameter base: The store that does the work, from now on through this one alone.
  public init(_ base: some Store) {
    self.base = base
    core = StoreCore(wrapping: base.core)
  }

  /// Plans failures of a call; plans add up, and each is forgotten once it is used.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - count: How many calls, from now on, succeed first.
  ///   - times: How many calls then fail in a row; `Int.max` for all.
  ///   - error: The error that they throw.
  public func fail(_ call: Call, after count: Int = 0, times: Int = 1, with error: StoreError) {
    state.withLock {
      $0.faults[call, default: []].append(Fault(remaining: count, times: times, error: error))
    }
  }

  /// Forgets every planned failure.
  public func mend() { state.withLock { $0.faults = [:] } }

  /// The number of times that a call was made, failures included.
  ///
  /// - Parameter call: The call.
  public func count(of call: Call) -> Int { state.withLock { $0.counts[call, default: 0] } }

  private func pass(_ call: Call) throws(StoreError) {
    if let error = failure(of: call) { throw error }
  }

  /// Counts a call, and gives the error that was planned for it.
  private func failure(of call: Call) -> StoreError? {
    state.withLock { state in
      state.counts[call, default: 0] += 1
      guard var faults = state.faults[call] else { return nil }
      var error: StoreError?
      for index in faults.indices {
        if faults[index].remaining > 0 {
          faults[index].remaining -= 1
        } else if error == nil {
          error = faults[index].error
          faults[index].times -= 1
        }
      }
      state.faults[call] = faults.filter { $0.times > 0 }
      return error
    }
  }

  // MARK: The requirements of a store

  /// As the store inside says.
  public var supportsMultiKeyCommits: Bool { base.supportsMultiKeyCommits }

  /// As the store inside says.
  public var canEnumerate: Bool { base.canEnumerate }

  /// The stored form under a string, unless a failure was planned.
  public func stored(_ name: StorageString) throws(StoreError) -> StoredValue? {
    try pass(.stored)
    return try base.stored(name)
  }

  /// The stored value of a key, unless a failure of ``Call/stored`` was planned.
  public func storedValue<Space, Value>(
    of key: Key<Space, Value>
  ) throws(StoreError) -> Value? {
    try pass(.stored)
    return try base.storedValue(of: key)
  }

  /// All storage strings, unless a failure was planned.
  public func storageStrings() throws(StoreError) -> [StorageString] {
    try pass(.storageStrings)
    return try base.storageStrings()
  }

  /// Begins a commit, unless a failure was planned.
  public func beginCommit() throws(StoreError) {
    try pass(.beginCommit)
    try base.beginCommit()
  }

  /// Ends a commit; its wait for durability fails if that was planned, and the commit stays in effect.
  public func endCommit() -> CommitWait? {
    let wait = base.endCommit()
    guard let error = failure(of: .confirm) else { return wait }
    return { () throws(StoreError) in
      try wait?()
      throw error
    }
  }

  /// Writes a commit, unless a failure was planned; then nothing is changed.
  public func write(_ writes: [StagedWrite]) throws(StoreError) {
    try pass(.write)
    try base.write(writes)
  }
}
