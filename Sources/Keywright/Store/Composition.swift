import KeywrightStorage
import KeywrightStorage

/// The stores that a store is made of, as its core and its commits ask them.
///
/// ``Layers`` supplies it: what a store does stands before what is made of stores.
protocol Composition: AnyObject, Sendable {
  /// Whether a store that is written encodes values.
  var encodesValues: Bool { get }

  /// Whether a store is filled with values of others.
  var isFilled: Bool { get }

  /// Held while a commit is numbered and queued. The locks of the stores concerned are held already.
  var order: SystemMutex { get }

  /// The cores of the stores.
  var parts: [StoreCore] { get }

  /// Whether listening to the stores had not begun before.
  func beginListening() -> Bool

  // MARK: Reading

  /// The value for `get`: stores that cannot be read are reported and skipped.
  func find<Space, Value>(_ key: Key<Space, Value>, reportTo core: StoreCore?) -> Lookup<Value>

  /// The value for `read`.
  func read<Space, Value>(_ key: Key<Space, Value>) throws(StoreError) -> Value?

  /// Whether a store that is read holds something.
  func contains(_ name: StorageString) throws(StoreError) -> Bool

  /// Every string under which a store that is written holds something.
  func heldStrings() throws(StoreError) -> [StorageString]

  /// Storage strings by the commits that can write them: those of one go to the same stores, which write
  /// several keys all or nothing, or there is one.
  func batches(of names: [StorageString]) -> [[StorageString]]

  /// Whether two storage strings are written to the same stores.
  func haveOneRoute(_ name: StorageString, _ other: StorageString) -> Bool

  // MARK: Committing

  /// Whether the stores that the commit under way writes to can write several keys, all or nothing.
  var canWriteTogether: Bool { get }

  /// Stages a key; locks the stores that it goes to.
  func stage<Space, Value>(
    _ key: Key<Space, Value>, mustRead: Bool, operation: String
  ) throws(StoreError) -> StagedWrite

  /// Stages the removal of a storage string; locks the stores that it goes to.
  func stageRemoval(
    of name: StorageString, in space: any Namespace.Type
  ) throws(StoreError) -> StagedWrite

  // MARK: Notifications

  /// Receives a commit to some of the stores.
  ///
  /// - Parameter core: The core of the composition.
  func childrenDidCommit(_ commits: [ChildCommit], _ origin: CommitOrigin, core: StoreCore)

  /// Removes copies of values that have changed.
  func removeInvalidatedEntries(core: StoreCore)

  /// Delivers the notifications that wait in the stores.
  func deliverNotifications()
}

/// The writes of a commit to one of the stores of a composition.
struct ChildCommit {
  /// The core of that store.
  let core: StoreCore
  let writes: [StagedWrite]
}
