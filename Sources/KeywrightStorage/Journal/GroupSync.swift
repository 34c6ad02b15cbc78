import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Brings the commits of one journal to the disk, those of many threads by one `fdatasync`.
///
/// A thread that finds no synchronization under way starts one for everything that is written so
/// far; those that come meanwhile wait for it, and if it began too early for them, one of them
/// starts the next.
///
/// Those that one synchronization let go are likely to come again at once: the next one, for those
/// who came meanwhile, waits for as many besides, but no longer than the last took, which is what
/// waiting can save. Without that the first to come again would synchronize its own record alone,
/// and all others wait for two; or threads would fall into two groups for good, each waiting while
/// the other's records are synchronized.
final class GroupSync: @unchecked Sendable {
  // `@unchecked`: every variable is read and written under `mutex` only, but for `written`, which is
  // atomic.
  private let file: OpenFile
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  /// The end of the last record that this process appended: atomic, so that a commit that waits for
  /// nothing takes no lock to note its own.
  private let written: Atomic<Int>
  /// The end of the last record known to be on the disk.
  private var synced: Int
  private var isSyncing = false
  /// The end of the last record that the last synchronization to begin is for.
  private var syncing = 0
  /// How many threads came for the next synchronization, and for how many it waits: those who came
  /// to the last or while it was under way.
  private var arrived = 0
  private var expected = 1
  /// Whether a thread waits for others to come before it synchronizes.
  private var isGathering = false
  private let gathering: TimedCondition
  /// How long the last synchronization took.
  private var lastTook = Duration.zero
  private var failure: SystemError?
  /// Whether all records are in a later base that is on the disk.
  private var isSuperseded = false

  /// - Parameters:
  ///   - file: The journal.
  ///   - synced: How much of it is on the disk.
  ///   - condition: Makes what a thread waits on that waits for others to come.
  init(
    _ file: OpenFile, synced: Int,
    gatheringBy condition: (UnsafeMutablePointer<pthread_mutex_t>) -> TimedCondition =
      TimedCondition.init
  ) {
    self.file = file
    self.synced = synced
    written = Atomic(synced)
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    gathering = condition(mutex)
    self.condition = .allocate(capacity: 1)
    self.condition.initialize(to: pthread_cond_t())
    pthread_cond_init(self.condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Notes that a record was appended.
  func didWrite(upTo end: Int) {
    // Released after the record was written: who reads the number synchronizes the record, too.
    written.max(end, ordering: .releasing)
  }

  /// Whether there are records that a power cut might take.
  var isPending: Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return !isSuperseded && synced < written.load(ordering: .acquiring)
  }

  /// How many threads the next synchronization may wait for, and how many have come, for tests.
  var counts: (expected: Int, arrived: Int) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return (expected, arrived)
  }

  /// Notes that a later base holds everything; all who wait have succeeded.
  func supersede() {
    pthread_mutex_lock(mutex)
    isSuperseded = true
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Returns when the records up to an offset are on the disk.
  ///
  /// A failed `fdatasync` is never repeated: the system may have dropped what it could not
  /// write, and a second call would then succeed without having done anything.
  /// - Throws: What failed, for this and for every later record, unless superseded.
  func wait(upTo end: Int) throws(SystemError) {
    mutex.lockSpinning()
    defer { pthread_mutex_unlock(mutex) }
    if synced < end { noteArrival(of: end) }
    while !isSuperseded, synced < end {
      if let failure { throw failure }
      if isSyncing {
        pthread_cond_wait(condition, mutex)
        continue
      }
      isSyncing = true
      gather()
      let target = written.load(ordering: .acquiring)
      syncing = target
      (expected, arrived) = (arrived, 0)
      let start = file.fileSystem.now()
      pthread_mutex_unlock(mutex)
      let result = Result { () throws(SystemError) in
        try file.fileSystem.synchronizeData(file.descriptor)
      }
      mutex.lockSpinning()
      lastTook = file.fileSystem.now() - start
      expected += arrived
      isSyncing = false
      switch result {
      case .success: synced = max(synced, target)
      case .failure(let error): failure = error
      }
      pthread_cond_broadcast(condition)
    }
  }

  /// Counts a thread for the synchronization that its record will be in. The mutex is held.
  private func noteArrival(of end: Int) {
    if end <= syncing {
      expected += 1
    } else {
      arrived += 1
      if isGathering, arrived >= expected { gathering.wake() }
    }
  }

  /// Waits for those who are expected, but not for long. The mutex is held.
  private func gather() {
    guard arrived < expected, lastTook >= GroupSync.shortest else { return }
    isGathering = true
    gathering.wait(atMost: min(lastTook, GroupSync.longest)) { arrived >= expected }
    isGathering = false
  }

  /// A synchronization that takes less than this is not worth waiting for others.
  private static let shortest = Duration.microseconds(40)
  private static let longest = Duration.milliseconds(1)
}
