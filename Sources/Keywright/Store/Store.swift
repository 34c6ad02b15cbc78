/// Holds values by key.
///
/// A store supplies four things; `get`, `set`, `update`, `transaction` and all else are written
/// once, in extensions, so that every store keeps the same order of a commit.
///
/// ```swift
/// final class DictionaryStore: Store {
///   let core = StoreCore(name: "dictionary")
///   private let values = Mutex<[StorageString: StoredValue]>([:])
///
///   func stored(_ name: StorageString) -> StoredValue? { values.withLock { $0[name] } }
///   func storageStrings() -> [StorageString] { values.withLock { Array($0.keys) } }
///   func write(_ writes: [StagedWrite]) {
///     values.withLock { for write in writes { $0[write.name] = write.stored } }
///   }
/// }
/// ```
///
/// Thread safety: every requirement may be called from any thread; `write` is called by one thread
/// at a time, the one that holds the writer's lock of its ``StoreCore``.
public protocol Store: ReadableStore {
  /// Makes all writes of one commit, or none, and shows them to readers.
  ///
  /// - Throws: If nothing was changed.
  func write(_ writes: [StagedWrite]) throws(StoreError)

  /// Takes what a commit needs besides the writer's lock, such as a lock across processes.
  /// Default: nothing.
  func beginCommit() throws(StoreError)

  /// Releases what ``beginCommit()`` took. Default: nothing.
  ///
  /// - Returns: The wait of a commit that was written, with no lock held, before it may
  ///   be acknowledged; nil if nothing.
  func endCommit() -> CommitWait?

  /// Whether one commit may change several keys, all of them or none; where not, such a commit
  /// throws ``StoreError/Code/unsupported`` before any observer is notified. Default: true.
  var supportsMultiKeyCommits: Bool { get }

  /// Whether ``ReadableStore/storageStrings()`` lists everything that is stored, and nothing that is another
  /// program's; where not, as in a suite or a folder that others share, ``Store/removeEverything()`` is refused.
  /// Default: true.
  var canEnumerate: Bool { get }

  /// The values that the store held earlier, the oldest first; see ``EarlierValues``. Default: unsupported.
  ///
  /// - Throws: ``StoreError/Code/unsupported`` if the store keeps none, whatever it holds; any error of a
  ///   store that cannot be read.
  var history: [EarlierValues] { get throws(StoreError) }

  /// Removes all earlier values from what the store keeps of them, its log included. Default: there are none.
  ///
  /// - Throws: If some could not be removed.
  func removeHistory() throws(StoreError)
}

/// Waits, with no lock held, until a commit is as durable as its store promises.
///
/// It throws if that could not be confirmed: the commit stays in effect, and may be lost.
public typealias CommitWait = () throws(StoreError) -> Void

extension Store {
  /// Takes nothing: the writer's lock suffices for a store of one process.
  public func beginCommit() throws(StoreError) {}

  /// Nil: a commit waits for nothing once it is written.
  public func endCommit() -> CommitWait? { nil }

  /// `write` makes all writes or none.
  public var supportsMultiKeyCommits: Bool { true }

  /// `storageStrings` lists everything.
  public var canEnumerate: Bool { true }
}
