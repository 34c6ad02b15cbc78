import Synchronization

/// One file of named property lists that survives crashes, power cuts and other writers.
///
/// The store is a journal, see ``JournalFormat``; beside it lies a property list with all members, which any tool reads
/// and may edit, see ``StoreFile``. A writer calls ``beginUpdating(timeout:)``, takes over what others changed, calls
/// ``write(recording:everything:)`` and at last ``endWriting()``; readers need nothing but
/// what ``open()`` and ``refreshUpdate()`` returned.
///
/// All members may be called from any thread. Several objects on one path, in one process or in
/// several, exclude each other as writers and see each other's commits.
package final class DurableFile: Sendable {
  package let path: String
  let fileSystem: any FileSystem
  let folderPath: String
  let name: String
  /// Whether the path can be one of a file. A NUL would cut it short, and so name another.
  let isUsable: Bool
  /// The store to which a file of this name belongs as its journal, lock or unfinished file.
  let owner: (name: String, role: Inspection.Role)?
  let compactsByItself: Bool
  let maintenance: Maintenance?
  let protection: ProtectionClass?
  private let forks = Forks.count
  /// To be locked by ``whileOpen(_:)``, or where ``isInherited`` is known to be false.
  let state = Protected(State())
  /// Whether a thread makes a list or a journal.
  let isWorking = Atomic(false)
  /// Whether there are issues to take, to be known without a lock.
  private let hasNewIssues = Atomic(false)

  /// Names a file, by the name that its folder has for it; changes nothing.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Its folder and the folder's parents are made, for this user
  ///     alone, at the first write. A symbolic link at its end is refused, because replacing the
  ///     file would either destroy the link or write outside the folder; links further up are
  ///     followed. So are names refused that a store gives to what it keeps beside its own file.
  ///   - fileSystem: The system calls to use.
  ///   - compactsByItself: Whether the property list is brought up to date when the journal has
  ///     become long, after two seconds without a commit, and at opening; otherwise only
  ///     ``close()`` and ``flush(compacting:)`` do that. An Apple app that is suspended with a lock in its group's
  ///     container is ended.
  ///   - maintenance: Runs work in the background; by default the process's own on the real
  ///     file system, and none on another.
  ///   - protection: The protection class of the first files; later ones take that of those which they
  ///     replace. Nil for the folder's.
  package init(
    path: String, fileSystem: any FileSystem = SystemFileSystem(), compactsByItself: Bool = true,
    maintenance: Maintenance? = nil, protection: ProtectionClass? = nil
  ) {
    self.compactsByItself = compactsByItself
    self.protection = protection
    let isReal = (fileSystem as? SystemFileSystem).map { !$0.isReadOnly } ?? false
    self.maintenance = maintenance ?? (isReal ? .shared : nil)
    let path = Folder.spelled(Folder.absolute(path), fileSystem)
    self.path = path
    self.fileSystem = fileSystem
    (folderPath, name) = Folder.split(path)
    isUsable = !path.utf8.contains(0) && !["", ".", "..", "/"].contains(name)
    owner = Inspection.Role.owner(of: name)
  }

  /// Whether this process was forked after the object was made, so that it may not use the object.
  package var isInherited: Bool { forks != Forks.count }

  /// All that a file holds.
  package struct Contents: Sendable {
    /// The members, strictly ascending by the bytes of their names.
    package var members: [PropertyListDictionary.Member]
    /// Problems found while reading, such as a damaged file that is now in quarantine.
    package var issues: [StorageError]
    /// Whether a write would be refused.
    package var isReadOnly: Bool
    /// Of an inspection: what cannot be read, so that values may be missing.
    package var damage: StorageError?
    /// Whether another program put them there: it edited the list of a store that has no journal.
    package var isEdit = false
  }

  /// Changes by others since the file was last read or written.
  package enum Update: Sendable {
    /// They committed these, in this order.
    case commits([JournalCommit])
    /// They did something else: this is all that the file holds now.
    case contents(Contents)
  }

  /// A commit that was written, for waiting until it is on the disk.
  package struct Commit: Sendable {
    /// The synchronization of the journal that has its record.
    let sync: GroupCommit
    let end: Int
  }

  /// Everything that an object knows of its file.
  struct State: Sendable {
    var isClosed = false
    var isWriting = false
    /// Whether the caller has the contents.
    var isLoaded = false
    var folder: Folder?
    var lock: WriterLock?
    /// Journal and list; nil until there is a folder.
    var store: StoreFile?
    /// Whether the files that a crashed program left were removed.
    var hasTidied = false
    var trust = Trust()
    /// The reason why nothing may be written any more: a synchronization failed beyond repair.
    var refusal: StorageError?
    /// The last commit since the lock was taken.
    var lastCommit: Commit?
    /// Problems found while there were no contents to report them with.
    var issues: [StorageError] = []
    /// What is said once.
    var said: Set<Remark> = []
    /// Whether a record was dropped that a crash had interrupted.
    var hasDroppedInterruptedCommit = false
    /// An upper bound of the number of stored values; see ``PropertyListLimits``. It exceeds that number only after
    /// commits of others, of which the journal does not say what they replaced.
    var values = 0
    var maintenance = MaintenanceState()
    /// Whether a list that is replaced is kept.
    var history: @Sendable () -> HistoryPolicy = { HistoryPolicy(.asFound) }
    /// The members that the caller has, for a journal that cannot be read any more.
    var callersMembers: @Sendable () -> PropertyListDictionary? = { nil }
    /// Memory for records, kept from one commit to the next.
    var output = JournalEncoder()
  }

  /// Something that an object says once.
  enum Remark: Sendable {
    case missingThread, missingFolderCall, links, exposure, lostAccessList
  }

  /// Keeps issues until they are taken.
  func note(_ issues: [StorageError], _ state: inout State) {
    state.issues += issues
    hasNewIssues.store(true, ordering: .releasing)
  }

  /// Whether this object found a commit that a crash or a power cut had interrupted, and dropped
  /// it: one that never returned, so that nothing is lost.
  package var hasDroppedInterruptedCommit: Bool {
    !isInherited && state.withLock { $0.hasDroppedInterruptedCommit }
  }

  /// Whether ``takeIssues()`` may have something to return.
  package var hasIssues: Bool { hasNewIssues.load(ordering: .acquiring) }

  /// Returns, once, what was found wrong when there were no new contents to report it with, such
  /// as a broken edit by another program, which leaves the contents as they are.
  package func takeIssues() -> [StorageError] {
    guard hasIssues, !isInherited else { return [] }
    return state.withLock { state in
      hasNewIssues.store(false, ordering: .relaxed)
      defer { state.issues = [] }
      return state.issues
    }
  }
}
