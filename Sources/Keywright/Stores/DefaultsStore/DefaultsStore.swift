import KeywrightStorage

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A durable store: a property-list file that any tool reads, and that is not lost.
///
/// ```swift
/// let store = DefaultsStore(suite: "org.example.player", keys: AppKeys.self)
/// try store.set(Player.volume, to: 0.8)   // it is in the file when this returns
/// store.get(Player.volume)                // from memory
/// ```
///
/// Opening never throws. A store whose file cannot be read is unavailable (``status``): reads give
/// defaults, writes throw, ``refresh()`` tries again. So it does when writing failed for good, as
/// on a disk that does not confirm what it is given; until then the store is read-only. A damaged
/// file is kept aside, reported in `issues`, and never replaced unseen. Keys that other programs
/// put into the file are kept.
///
/// A handle: all handles on one file in a process share one set of values, one writer's lock and
/// one row of commit numbers. Several processes may use one file; each commit first takes over
/// what the others changed, ``refresh()`` does so for a reader, and the system notifies a store
/// that is observed (``Watching``).
///
/// A commit is a record appended to a journal, which is the store. The file is a property list beside it,
/// a copy for other programs, which is brought up to date when the store is idle, at ``close()``, and by
/// ``flush(compacting:)``.
///
/// Thread safety: safe from any thread; after `fork`, a child opens its own: its parent's is closed
/// there. Durability: a commit that returned survives a crash and `kill -9` of the program, and, at
/// ``Durability/durable``, a power cut.
public struct DefaultsStore: Store {
  // One reference, so that a store is copied and passed as any store cheaply.
  @usableFromInline let handle: Handle

  var file: DefaultsFile { handle.file }
  var durability: Durability { handle.durability }
  var lockTimeout: Duration { handle.lockTimeout }

  /// A file, with the settings that one handle was opened with.
  @usableFromInline
  final class Handle: Sendable {
    let file: DefaultsFile
    @usableFromInline let core: StoreCore
    let durability: Durability
    let lockTimeout: Duration

    init(_ file: DefaultsFile, _ durability: Durability, _ lockTimeout: Duration) {
      self.file = file
      core = file.core
      self.durability = durability
      self.lockTimeout = lockTimeout
    }
  }

  /// A handle on a file that is open already.
  init(
    file: DefaultsFile, durability: Durability = .process, lockTimeout: Duration = .seconds(10)
  ) {
    handle = Handle(file, durability, lockTimeout)
  }

  private init(
    location: Result<String, StoreError>, keys registries: [any KeyRegistry.Type],
    durability: Durability, lockTimeout: Duration, watching: Watching, protection: Protection,
    history: History, compactsByItself: Bool = true
  ) {
    let file = DefaultsFile.shared(
      at: location, compactsByItself: compactsByItself, protection: protection)
    file.watch(watching)
    file.historyChoice.note(history, registries)
    self.init(file: file, durability: durability, lockTimeout: lockTimeout)
    register(registries)
  }

  /// Opens a file to look at it: no byte, name or time of its folder changes, whatever its state.
  ///
  /// It reads as on a read-only disk, beside running programs, and has an object of its own, which no
  /// other handle shares.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - watching: When the store learns of what others change.
  package init(lookingAt path: String, watching: Watching = .never) {
    let file = DefaultsFile(
      location: .success(path), fileSystem: SystemFileSystem(isReadOnly: true))
    file.watch(watching)
    self.init(file: file)
  }

  /// The failures that a commit survives once the call that made it has returned.
  ///
  /// ```swift
  /// let ledger = DefaultsStore(suite: "org.example.ledger", durability: .durable)
  /// ```
  ///
  /// A commit at ``durable`` costs what a write and a synchronization of the disk cost, and one at
  /// ``process`` some microseconds. Either writes all of its keys or none.
  public enum Durability: Sendable {
    /// A crash of the program and `kill -9`: the commit is in the kernel. It reaches the disk
    /// later; ``DefaultsStore/flush(compacting:)`` waits for that.
    case process
    /// A power cut: the commit is on the disk. Commits of several threads share one wait.
    case durable
  }

  /// The moments at which a store takes over by itself what other processes and programs change.
  ///
  /// A thread that serves all stores of the process waits for the system's notifications of changes
  /// in the file's folder; where the system cannot (on Apple platforms, or where too many programs
  /// watch), it looks twice a second. Each commit takes over what others changed in any case.
  public enum Watching: Sendable {
    /// From the opening on: `get` gives what another process wrote, shortly after.
    case always
    /// From the first observer, sequence or slot on: the default. Without any there is no thread,
    /// and `get` gives what was known at the last commit or ``DefaultsStore/refresh()``.
    case whenObserved
    /// Not at all.
    case never
  }

  /// Opens the file of a suite, in the user's own folder for settings.
  ///
  /// On Linux `$XDG_CONFIG_HOME/<suite>/defaults.plist`, or `~/.config` where that is not set; on
  /// Apple platforms `<suite>/defaults.plist` in Application Support.
  ///
  /// With `keys`, values of earlier versions of the program come under the declared keys before
  /// this returns (``Store/migrate(_:)``). A migration that fails is reported (`issues`) and tried
  /// again at the next opening, and by ``refresh()`` where the store itself could not be read or
  /// written. Keys that two registries declare with different types are reported.
  ///
  /// ```swift
  /// let store = DefaultsStore(suite: "org.example.tour", keys: TourKeys.self)
  /// ```
  ///
  /// - Parameters:
  ///   - suite: A name that can be a folder's, such as `org.example.player`.
  ///   - registries: The generated registries of the targets whose keys the file holds.
  ///   - durability: The failures that a commit survives once it returned.
  ///   - lockTimeout: How long a write waits for another process before it throws
  ///     ``StoreError/Code/busy``.
  ///   - watching: When the store learns of what others change without ``refresh()``.
  ///   - protection: The protection class of the first file, on Apple's devices.
  ///   - history: Whether earlier values are kept.
  public init(
    suite: String, keys registries: any KeyRegistry.Type..., durability: Durability = .process,
    lockTimeout: Duration = .seconds(10), watching: Watching = .whenObserved,
    protection: Protection = .inherited, history: History = .automatic
  ) {
    self.init(
      location: DefaultsLocation.file(ofSuite: suite), keys: registries, durability: durability,
      lockTimeout: lockTimeout, watching: watching, protection: protection,
      history: history)
  }

  /// Opens any file.
  ///
  /// - Parameters:
  ///   - url: The URL of a file; its folder is made, for this user alone, at the first write.
  ///   - registries: The generated registries of the targets whose keys the file holds, for
  ///     migrations; see ``init(suite:keys:durability:lockTimeout:watching:protection:history:)``.
  ///   - durability: The failures that a commit survives once it returned.
  ///   - lockTimeout: How long a write waits for another process before it throws
  ///     ``StoreError/Code/busy``.
  ///   - watching: When the store learns of what others change without ``refresh()``.
  ///   - protection: The protection class of the first file, on Apple's devices.
  ///   - history: Whether earlier values are kept.
  public init(
    url: URL, keys registries: any KeyRegistry.Type..., durability: Durability = .process,
    lockTimeout: Duration = .seconds(10), watching: Watching = .whenObserved,
    protection: Protection = .inherited, history: History = .automatic
  ) {
    self.init(
      location: DefaultsLocation.file(at: url), keys: registries, durability: durability,
      lockTimeout: lockTimeout, watching: watching, protection: protection,
      history: history)
  }

  #if canImport(Darwin)
    /// Opens the file of a suite in the container that an app group shares.
    ///
    /// An app that is suspended while it holds a lock in such a container is ended by the system.
    /// So this store brings the property list up to date only in ``close()`` and
    /// ``flush(compacting:)``, which you call while the app is awake; a commit keeps the lock for
    /// microseconds. Open a file there with this initializer, not by its URL.
    ///
    /// - Parameters:
    ///   - appGroup: The group's identifier.
    ///   - suite: A name that can be a folder's.
    ///   - registries: The generated registries of the targets whose keys the file holds, for
    ///     migrations; see ``init(suite:keys:durability:lockTimeout:watching:protection:history:)``.
    ///   - durability: The failures that a commit survives once it returned.
    ///   - lockTimeout: How long a write waits for another process before it throws
    ///     ``StoreError/Code/busy``.
    ///   - watching: When the store learns of what others change without ``refresh()``.
    ///   - protection: The protection class of the first file.
    ///   - history: Whether earlier values are kept.
    public init(
      appGroup: String, suite: String, keys registries: any KeyRegistry.Type...,
      durability: Durability = .process, lockTimeout: Duration = .seconds(10),
      watching: Watching = .whenObserved, protection: Protection = .inherited,
      history: History = .automatic
    ) {
      self.init(
        location: DefaultsLocation.file(ofSuite: suite, inAppGroup: appGroup), keys: registries,
        durability: durability, lockTimeout: lockTimeout, watching: watching,
        protection: protection, history: history, compactsByItself: false)
    }
  #endif

  /// The writer's lock, commit numbers, issues and notifications of the file.
  @inlinable public var core: StoreCore { handle.core }

  /// The file; nil if its location is unknown, which ``status`` explains.
  public var url: URL? { file.path.map { URL(filePath: $0) } }

  /// Whether the store can be read and written.
  public var status: Status { file.status }

  /// Whether a commit was dropped that a crash or a power cut had interrupted.
  ///
  /// ```swift
  /// if store.hasDroppedInterruptedCommit { print("the last run ended in the middle of a commit") }
  /// ```
  ///
  /// The file is not damaged, and `issues` says nothing: no call that made the commit had returned.
  /// True from the moment when this process found the rest of the commit until the file is closed;
  /// the same look removes the rest, so that another process may not see it. A read-only store
  /// cannot distinguish such a rest from a commit under way.
  ///
  /// Thread safety: safe from any thread.
  public var hasDroppedInterruptedCommit: Bool { file.hasDroppedInterruptedCommit }

  /// Whether a store can be read and written.
  ///
  /// ```swift
  /// if case .unavailable(let error) = store.status { print(error) }
  /// ```
  public enum Status: Sendable {
    /// It can be read and written.
    case ready
    /// It can be read; writes throw ``StoreError/Code/readOnly``. The volume, the folder or the
    /// file may not be written, or a synchronization failed, which `issues` or an error
    /// ``StoreError/Code/uncertain`` reported; ``DefaultsStore/refresh()`` tries again.
    case readOnly
    /// The present content is unknown, since the last attempt to read it failed: writes throw;
    /// reads give defaults, or what was read last where that had been possible before.
    case unavailable(StoreError)
    /// It was closed: reads give what was read last, writes throw ``StoreError/Code/closed``.
    case closed
  }

  /// Takes over what other processes and programs changed; tries again to open a store that is
  /// unavailable, or to write one that could only be read.
  ///
  /// - Throws: If the file cannot be read; then nothing changed.
  ///
  /// Complexity: O(1) if nothing changed, else O(*n*) in the size of the file.
  public func refresh() throws(StoreError) {
    try file.refresh()
    migrateWhatIsPending()
  }

  /// Makes every commit so far survive a power cut.
  ///
  /// - Parameter compacting: Whether to bring the property-list file itself up to date too, so that
  ///   other programs find in it what is in the journal alone.
  /// - Throws: If the system did not confirm it, or, compacting, if the file cannot be read or may
  ///   not be written; ``StoreError/Code/reentrant`` from inside a commit.
  public func flush(compacting: Bool = false) throws(StoreError) {
    try file.flush(compacting: compacting)
  }

  /// Closes the file for every handle of this process; later writes throw
  /// ``StoreError/Code/closed``.
  ///
  /// Not needed for durability: a commit is in the file when it returns. From inside a commit it
  /// closes the file after that commit.
  public func close() { file.close() }
}

// MARK: The requirements of a store

extension DefaultsStore {
  /// The stored form under a string, or nil.
  public func stored(_ name: StorageString) throws(StoreError) -> StoredValue? {
    if let stored = file.table.stored(name) { return stored }
    try file.requireKnown(operation: "read")
    return nil
  }

  /// Every string under which something is stored.
  public func storageStrings() throws(StoreError) -> [StorageString] {
    try file.requireKnown(operation: "list")
    return file.table.storageStrings()
  }

  /// Takes the lock across processes, and what they changed.
  public func beginCommit() throws(StoreError) {
    try file.beginCommit(timeout: lockTimeout)
  }

  /// Releases the lock across processes; a durable commit then waits for the disk.
  public func endCommit() -> CommitWait? { file.endCommit(durability: durability) }

  /// Writes the changes of one commit and shows them to readers.
  public func write(_ writes: [StagedWrite]) throws(StoreError) { try file.writer.write(writes) }
}
