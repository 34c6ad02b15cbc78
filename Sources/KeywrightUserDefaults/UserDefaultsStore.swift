import Foundation
public import Keywright

/// A store over a suite of Foundation's `UserDefaults`, for programs that share one with others.
///
/// ```swift
/// let store = UserDefaultsStore(suite: "org.example.player")
/// try store.set(Player.volume, to: 0.8)
/// UserDefaults(suiteName: "org.example.player")?.double(forKey: "player:volume")  // 0.8
/// ```
///
/// Values are kept as Foundation's own types, under their storage strings: a boolean stays a
/// boolean and an integer an integer. What Foundation would not give back bit for bit is kept as a
/// dictionary with the one key `keywright:exact`: everywhere, dictionaries with canonically equal
/// keys; on Linux, dates with a fraction of a second, -0.0, and strings that XML cannot hold.
/// Likewise a storage string that Foundation could take for another (not in Unicode's composed
/// form, with control characters, or empty) is written as `keywright:name:` and its bytes.
///
/// Any key can be read, as Foundation finds it: arguments of the command line and managed values
/// first, then the suite. A key is the store's own once the store wrote it. Only own keys are
/// listed and cleared, and `removeEverything` is refused, so that nothing is removed that the store
/// never wrote.
///
/// **What it does not promise**, because `UserDefaults` does not:
/// - *Durability.* On Linux Foundation writes the whole file in place, so that a crash or a power
///   cut at the wrong moment loses all of it; elsewhere the system writes when it likes. The store
///   asks for a write with each commit on Linux, where Foundation would otherwise lose it at exit.
/// - *Atomicity across processes.* Two processes that update one key at once may lose an update,
///   and one may see half of the other's transaction. In one process every commit is all or none.
/// - *Notice of changes by others.* ``refresh()`` takes them over; each commit does so first.
///
/// A `DefaultsStore` promises all of these: use it unless others need the suite.
///
/// A handle: all handles on one suite in a process share one writer's lock.
///
/// Thread safety: safe from any thread. Complexity: reading is O(*n*) in the size of the value;
/// on Linux a commit is O(*n*) in the size of the suite.
public struct UserDefaultsStore: Store {
  private let suite: Suite

  /// Opens a suite.
  ///
  /// Opening never throws: a name that Foundation would take for another suite, or for a place
  /// outside its folder, gives a store whose reads give defaults and whose writes throw
  /// `unavailable`. No name ever opens the standard suite.
  ///
  /// - Parameter name: A name such as `org.example.player`, of 1 to 200 bytes.
  public init(suite name: String) { suite = Suite.shared(named: name) }

  /// The writer's lock, commit numbers, issues and notifications of the suite.
  public var core: StoreCore { suite.core }

  /// False: others write to the suite too.
  public var canEnumerate: Bool { false }

  /// The stored form under a string, whoever wrote it, or nil.
  ///
  /// - Throws: `corrupt` for what is no value of a property list.
  public func stored(_ name: StorageString) throws(StoreError) -> StoredValue? {
    try suite.stored(name)
  }

  /// Every string that the store wrote and that is still there.
  public func storageStrings() throws(StoreError) -> [StorageString] { try suite.ownStrings() }

  /// Takes over what other processes wrote.
  public func beginCommit() throws(StoreError) { try suite.refresh() }

  /// Writes the changes of one commit, and on Linux the suite's file.
  public func write(_ writes: [StagedWrite]) throws(StoreError) { try suite.write(writes) }

  /// Takes over what other processes wrote; where Foundation does so itself, does nothing.
  ///
  /// - Throws: If the suite is unavailable.
  public func refresh() throws(StoreError) { try suite.refresh() }

  /// Asks Foundation to write what it has not written yet.
  ///
  /// - Throws: `uncertain` if it says that it could not.
  public func flush() throws(StoreError) { try suite.flush() }

  /// Not available: the suite also holds what others wrote.
  @available(
    *, unavailable, message: "a suite also holds what others wrote; clear a namespace instead"
  )
  public func removeEverything() throws(StoreError) {}
}
