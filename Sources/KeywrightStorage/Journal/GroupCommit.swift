import Synchronization

/// Brings the commits of one journal to the disk, those of many threads by one `fdatasync`.
///
/// A thread that finds no synchronization under way starts one for everything that is written so
/// far; those that come during it wait for it, and if it began too early for them, one of them starts the next.
///
/// Threads that one synchronization released are likely to commit again at once. The leader of the
/// next group therefore waits until as many have arrived again, but no longer than the last
/// synchronization took, which is all that waiting can save. Otherwise the first thread back would
/// synchronize its own record alone while all others wait for two synchronizations; or the threads
/// would fall into two groups for good, each waiting while the other's records are synchronized.
final class GroupCommit: @unchecked Sendable {
  // `@unchecked`: every variable is read and written under `mutex` only, but for `written`, which
  // is atomic.
  private let file: OpenFile
  /// The folder of the journal; nil once the journal's name and its path are on the disk: another process may have
  /// given it that name a moment ago.
  private var folder: Folder?
  /// Whether the file system has no call by which names reach the disk.
  private var lacksFolderCall = false
  /// The commits of the journal that took the place of this one, with all that this one has.
  private var successor: GroupCommit?
  private let mutex = SystemMutex()
  private let isDone: SystemCondition
  /// The end of the last record that this process appended: atomic, so that a commit that waits for
  /// nothing takes no lock to note its own.
  private let written: Atomic<Int>
  /// The end of the last record known to be on the disk.
  private var synced: Int
  private var isSyncing = false
  /// The end of the last record that the latest synchronization to begin covers.
  private var syncing = 0
  /// The threads that came for the next synchronization, and the number for which it waits: those that came to the
  /// last or while it was under way.
  private var arrived = 0
  private var expected = 1
  /// Whether a thread waits for others to come before it synchronizes.
  private var isGathering = false
  private let gathering: SystemCondition
  /// The time that the last synchronization took.
  private var lastTook = Duration.zero
  private var failure: SystemError?

  /// - Parameters:
  ///   - file: The journal.
  ///   - synced: How much of it is on the disk.
  ///   - folder: Its folder; nil if its name is on the disk.
  ///   - condition: Makes the condition variable of a thread that waits for others to come.
  init(
    _ file: OpenFile, synced: Int = 0, in folder: Folder?,
    gatheringBy condition: (SystemMutex) -> SystemCondition = SystemCondition.init
  ) {
    self.file = file
    self.folder = folder
    self.synced = synced
    written = Atomic(synced)
    gathering = condition(mutex)
    isDone = SystemCondition(mutex)
  }

  /// Notes that a record was appended.
  func didWrite(upTo end: Int) {
    // Released after the record was written: a thread that reads the number synchronizes the record
    // too.
    written.max(end, ordering: .releasing)
  }

  /// Whether there are records that a power cut might take.
  var isPending: Bool {
    mutex.withLock {
      successor?.isPending ?? (folder != nil || synced < written.load(ordering: .acquiring))
    }
  }

  /// Whether names were given up that no call brings to the disk.
  var isWithoutFolderCall: Bool { mutex.withLock { lacksFolderCall } }

  /// The threads for which the next synchronization may wait, and those that have come, for tests.
  var counts: (expected: Int, arrived: Int) { mutex.withLock { (expected, arrived) } }

  /// Has all that wait, now or later, wait for a journal that took the place of this one, and has all of it.
  func supersede(by successor: GroupCommit) {
    mutex.withLock {
      self.successor = successor
      isDone.broadcast()
    }
  }

  /// Returns when the records up to an offset are on the disk.
  ///
  /// A failed `fdatasync` is never repeated: the system may have dropped what it could not
  /// write, and a second call would then succeed without having done anything.
  /// - Throws: The failure, for this and for every later record, unless another journal took the place of this one.
  func wait(upTo end: Int) throws(SystemError) {
    // The record may be another process's: the caller has read it, and no other code has noted its end here.
    didWrite(upTo: end)
    mutex.lock()
    defer { mutex.unlock() }
    if synced < end { noteArrival(of: end) }
    while synced < end || folder != nil {
      if let successor {
        mutex.unlock()
        defer { mutex.lock() }
        return try successor.waitForAll()
      }
      if let failure { throw failure }
      if isSyncing {
        isDone.wait()
        continue
      }
      isSyncing = true
      gather()
      let target = written.load(ordering: .acquiring)
      syncing = target
      (expected, arrived) = (arrived, 0)
      let start = file.fileSystem.now()
      let folder = folder
      let isBehind = synced < target
      mutex.unlock()
      let result = Result { () throws(SystemError) -> Bool in
        if isBehind {
          try file.requireOurs()
          try file.fileSystem.synchronizeData(file.descriptor)
        }
        return try folder?.synchronizePath() ?? true
      }
      mutex.lock()
      lastTook = file.fileSystem.now() - start
      expected += arrived
      isSyncing = false
      switch result {
      case .success(let hasCall):
        synced = max(synced, target)
        if !hasCall { lacksFolderCall = true }
        self.folder = nil
      case .failure(let error): failure = error
      }
      isDone.broadcast()
    }
  }

  /// Returns when all records that were noted are on the disk.
  func waitForAll() throws(SystemError) { try wait(upTo: written.load(ordering: .acquiring)) }

  /// Counts a thread for the synchronization that its record will be in. The mutex is held.
  private func noteArrival(of end: Int) {
    if end <= syncing {
      expected += 1
    } else {
      arrived += 1
      if isGathering, arrived >= expected { gathering.signal() }
    }
  }

  /// Waits for the expected threads, but not for long. The mutex is held.
  private func gather() {
    guard arrived < expected, lastTook >= GroupCommit.shortest else { return }
    isGathering = true
    gathering.wait(atMost: min(lastTook, GroupCommit.longest)) { arrived >= expected }
    isGathering = false
  }

  /// A synchronization that takes less than this is not worth waiting for others.
  private static let shortest = Duration.microseconds(40)
  private static let longest = Duration.milliseconds(1)
}
