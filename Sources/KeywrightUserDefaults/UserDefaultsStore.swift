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
/// boolean and an integer an integer. A value that Foundation would not give back bit for bit is
/// kept as a dictionary with the one key `keywright:exact`: everywhere, dictionaries with
/// canonically equal keys; on Linux, dates with a fraction of a second, -0.0, and strings that XML
/// cannot hold. Likewise a storage string that Foundation could take for another (not in Unicode's
/// composed form, with control characters, or empty) is written as `keywright:name:` and its bytes.
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
/// - *Prompt notifications of changes by others.* ``refresh()`` takes them over and notifies observers;
///   each commit does so first. On Apple platforms Foundation says when code of this process changed a
///   suite, and when another process changed a key that the suite held at the last look or, in the
///   standard suite, that is declared; not for a key with a dot in it, which key-value observing would
///   take for a path.
///
/// A `DefaultsStore` promises all of these: use it unless others need the suite.
///
/// A handle: all handles on one suite in a process share one writer's lock.
///
/// Thread safety: safe from any thread. Complexity: reading is O(*n*) in the size of the value;
/// on Linux a commit is O(*n*) in the size of the suite.
public struct UserDefaultsStore: Store {
  private let suite: Suite

  /// The keys that may be listed and cleared; nil is those that the store wrote.
  private let declared: DeclaredKeys?

  /// Opens a suite.
  ///
  /// Opening never throws: a name that Foundation would take for another suite, or for a place
  /// outside its folder, gives a store whose reads give defaults and whose writes throw
  /// `unavailable`. No name ever opens the standard suite; see ``init(standard:)``.
  ///
  /// - Parameter name: A name such as `org.example.player`, of 1 to 200 bytes.
  public init(suite name: String) {
    suite = Suite.shared(named: name)
    declared = nil
  }

  /// Stands on the standard suite of the program, `UserDefaults.standard`, which also holds values
  /// of others.
  ///
  /// ```swift
  /// let store = UserDefaultsStore(standard: AppKeys.self)
  /// ```
  ///
  /// Only declared keys are listed and cleared, whoever wrote them.
  ///
  /// - Parameter registries: The generated registries of the targets whose keys the suite holds.
  public init(standard registries: any KeyRegistry.Type...) {
    let keys = DeclaredKeys(registries.flatMap { $0.allKeys })
    suite = Suite.standard()
    suite.core.note(registries)
    suite.declare(keys.single)
    declared = keys
  }

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

  /// Every string that the store wrote and that is still there; in the standard suite every
  /// declared one that is there.
  public func storageStrings() throws(StoreError) -> [StorageString] {
    guard let declared else { return try suite.ownStrings() }
    return try suite.strings(where: declared.contains)
  }

  /// Takes over what other processes wrote.
  public func beginCommit() throws(StoreError) { try suite.beginCommit() }

  /// Writes the changes of one commit, and on Linux the suite's file.
  public func write(_ writes: [StagedWrite]) throws(StoreError) { try suite.write(writes) }

  /// Takes over what other processes wrote, and notifies observers of what others changed since the
  /// last look: one change for each key, with the origin `otherProcess`.
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

/// The storage strings of declared keys, those of families by their beginnings.
private struct DeclaredKeys: Sendable {
  let single: Set<StorageString>
  private let families: [String]

  init(_ keys: [KeyDescription]) {
    single = Set(keys.lazy.filter { !$0.isFamily }.map { StorageString($0.storageString) })
    families = keys.filter(\.isFamily).map { $0.storageString + ":" }
  }

  func contains(_ name: StorageString) -> Bool {
    if single.contains(name) { return true }
    let bytes = name.string.utf8
    return families.contains { bytes.starts(with: $0.utf8) }
  }
}
