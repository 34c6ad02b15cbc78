import Synchronization

/// One file of named property lists that survives crashes, power cuts and other writers.
///
/// The file is a binary property list with a dictionary at its top, which any tool reads; beside
/// it a journal holds what was committed since the file was last written, see ``JournalFormat``.
/// A writer calls ``beginWriting(timeout:)``, takes over what others changed, calls
/// ``write(_:everything:)`` and at last ``endWriting()``; readers need nothing but
/// what ``open()`` and ``refresh()`` returned.
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
  /// The number of compactions under way, in all threads.
  let compactions = Atomic(0)
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
  ///     ``close()`` and ``flush(compacting:)`` do that, and a commit that would make a file
  ///     beyond ``PropertyListLimits``. An Apple app that is suspended with a lock in its group's
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
    self.maintenance = maintenance ?? (fileSystem is SystemFileSystem ? .shared : nil)
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
    /// The commits that stand beside another program's edit, if that is what was found: every
    /// other change is the edit's.
    package var besidesEdit: [MemberChange]?
  }

  /// Changes by others since the file was last read or written.
  package enum Update: Sendable {
    /// They committed these changes, in this order.
    case changes([MemberChange])
    /// They did something else: this is all that the file holds now.
    case contents(Contents)
  }

  /// A commit that was written, for waiting until it is on the disk.
  package struct Commit: Sendable {
    /// The synchronization of the journal that has its record; nil if it is in a new checkpoint
    /// that the system did not confirm to be on the disk.
    let sync: GroupCommit?
    let end: Int
  }

  /// Everything that an object knows of its file.
  struct State: Sendable {
    var isClosed = false
    var isWriting = false
    /// Whether the caller has the contents that `checkpoint` and `journal` stand for.
    var isLoaded = false
    /// Whether everything must be read again, whatever the files look like.
    var isStale = false
    var hasSwept = false
    var folder: Folder?
    var lock: WriterLock?
    /// The time at which the writer's lock was last taken, by the monotonic clock.
    var lockedAt = Duration.zero
    /// Whether the next look for changes need not look along the path; see ``trustsNames``.
    var isLookDone = false
    /// The checkpoint as last read or written; nil when there was none.
    var checkpoint: Checkpoint?
    /// Whether that checkpoint was gone from its place when last looked for, though its journal was
    /// not.
    var isCheckpointGone = false
    /// Whether the journal extends a list that is not there, and that this program never had: nothing takes
    /// that list's place unless it must, since a program that has all members, or a user who puts the list
    /// back, loses none of them then.
    var isListMissing = false
    /// Whether the journal was gone from its place when last looked for, though its checkpoint was
    /// not.
    var isJournalGone = false
    /// The journal as last read or written; nil when there was none.
    var journal: Journal?
    /// The journal before it, if the checkpoint does not hold it yet.
    var predecessor: Journal?
    /// Commits of others that the caller has not been given yet.
    var unreported: [MemberChange] = []
    var sync: GroupCommit?
    var highestGeneration: UInt64 = 0
    /// Whether the next commit must write a new checkpoint, because there is none or to mend something.
    var needsCheckpoint = true
    /// Whether something looked wrong when it was read, which without the lock can also be a
    /// commit under way.
    var isSuspect = false
    /// Whether a record was dropped that a crash had interrupted.
    var hasDroppedInterruptedCommit = false
    var cleanup = Cleanup()
    /// The checkpoint that the caller had open, while an edit is in its place.
    var original: Original?
    /// The broken checkpoint that another program left, already reported, which the next write
    /// keeps aside.
    var brokenEdit: FileStatus?
    /// Whether that was reported: not while the other program may be writing it.
    var isBrokenEditNoted = false
    /// Whether the checkpoint in place is an edit, and so no state that the store ever had.
    var isEdited = false
    /// The members before that edit, if they are known.
    var beforeEdit: PropertyListDictionary?
    /// The members that the caller has, for an edit that was written into the open checkpoint itself.
    var callersMembers: @Sendable () -> PropertyListDictionary? = { nil }
    /// Whether a checkpoint that is replaced is kept.
    var history: @Sendable () -> HistoryPolicy = { HistoryPolicy(.asFound) }
    /// The checkpoint beside which the kept lists were last thinned.
    var thinned: CheckpointIdentity?
    /// Whether the journal alone has all members, because the checkpoint is being overwritten.
    var isJournalComplete = false
    /// The reason why nothing may be written any more: a synchronization failed beyond repair.
    var refusal: StorageError?
    /// The last commit since the lock was taken.
    var lastCommit: Commit?
    /// Problems found while there were no contents to report them with.
    var issues: [StorageError] = []
    /// An upper bound of the number of stored values; see ``PropertyListLimits``. It exceeds that number only after
    /// commits of others, whose journal does not say what a value replaced.
    var values = 0
    var compactionThreshold = CompactionThreshold()
    var maintenance = MaintenanceState()
    var hasNotedMissingThread = false
    var hasNotedLinks = false
    var hasNotedExposure = false
    var hasNotedFolder = false
    var hasNotedLostAccessList = false
    /// Memory for records, kept from one commit to the next.
    var output = JournalEncoder()
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
