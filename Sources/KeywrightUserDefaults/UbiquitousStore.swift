public import Keywright

/// A store over iCloud's key-value store, `NSUbiquitousKeyValueStore`: small settings that follow the user from
/// one device to the next.
///
/// ```swift
/// let store = UbiquitousStore()
/// try store.set(Player.volume, to: 0.8)  // and soon on the user's other devices
/// ```
///
/// Values are kept as Foundation's own types under their storage strings, as by ``UserDefaultsStore``. The app
/// needs the iCloud capability with key-value storage. On Linux, and wherever else there is no iCloud, reads
/// give defaults and writes throw `unavailable`.
///
/// **Limits.** iCloud has room for 1,024 keys of 64 bytes at most (in UTF-8, with all components), and for one
/// megabyte of values. A commit that exceeds them is refused before anything is written: a longer key as
/// `unsupported`, since the system would end the program; more keys or bytes as `full`. iCloud counts
/// for itself, so it may still drop a value later. It then sends a notice, which is reported among the
/// issues. A schema does not say which of its keys come here, so `keywright check` cannot know of long ones; a
/// test can:
///
/// ```swift
/// let tooLong = AppKeys.allKeys.filter { $0.storageString.utf8.count > 64 }
/// ```
///
/// **Other devices.** Their changes arrive when the system brings them, as one commit with the origin
/// `otherProcess`. The last device that set a key wins. An `update` and a transaction are
/// atomic among the threads of this process alone: two devices that add to one number at once may lose an
/// addition, and another device may see half of a transaction. When the first values of an account replace some
/// that this device had set, or the user changes the account, that is reported as `overridden`.
///
/// **What it does not promise.** A commit is in the memory of the system when it returns, and reaches the disk and
/// iCloud later. Values that the program cannot do without belong in a `DefaultsStore`.
///
/// Handles share one writer's lock. Thread safety: safe from any thread. Complexity: reading is O(*n*) in the
/// size of the value, a commit O(*n*) in that of all values.
public struct UbiquitousStore: Store {
  private let items: CloudItems

  /// Opens the program's values in iCloud.
  ///
  /// Opening never throws: without iCloud the store is `unavailable`.
  public init() { items = CloudItems.system }

  init(_ items: CloudItems) { self.items = items }

  /// The writer's lock, commit numbers, issues and notifications.
  public var core: StoreCore { items.core }

  /// The stored form under a string, or nil.
  ///
  /// - Throws: `corrupt` for what is no value of a property list; `unavailable` without iCloud.
  public func stored(_ name: StorageString) throws(StoreError) -> StoredValue? {
    try items.stored(name)
  }

  /// Every string under which the program has something in iCloud, also what other code of it put there.
  public func storageStrings() throws(StoreError) -> [StorageString] { try items.storageStrings() }

  /// Takes over what other devices changed.
  public func beginCommit() throws(StoreError) { try items.beginCommit() }

  /// Gives the changes of one commit to the system.
  public func write(_ writes: [StagedWrite]) throws(StoreError) { try items.write(writes) }

  /// Takes over what other devices changed, and notifies observers: one change for each key, with the
  /// origin `otherProcess`. The system's notices do so by themselves.
  ///
  /// - Throws: `unavailable` without iCloud.
  public func refresh() throws(StoreError) { try items.refresh() }

  /// Asks the system to write to its disk what it has in memory. It decides itself when iCloud receives it.
  ///
  /// - Throws: `uncertain` if it says that it could not.
  public func flush() throws(StoreError) { try items.flush() }
}
