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
/// Unchecked because the compiler cannot see that `mutex` guards every variable.
final class GroupSync: @unchecked Sendable {
  private let file: OpenFile
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  /// The end of the last record that this process appended.
  private var written: Int
  /// The end of the last record known to be on the disk.
  private var synced: Int
  private var isSyncing = false
  private var failure: SystemError?
  /// Whether all records are in a later base that is on the disk.
  private var isSuperseded = false

  init(_ file: OpenFile, synced: Int) {
    self.file = file
    self.synced = synced
    written = synced
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    condition = .allocate(capacity: 1)
    condition.initialize(to: pthread_cond_t())
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Notes that a record was appended.
  func didWrite(upTo end: Int) {
    pthread_mutex_lock(mutex)
    written = max(written, end)
    pthread_mutex_unlock(mutex)
  }

  /// Whether there are records that a power cut might take.
  var isPending: Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return !isSuperseded && synced < written
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
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isSuperseded, synced < end {
      if let failure { throw failure }
      if isSyncing {
        pthread_cond_wait(condition, mutex)
        continue
      }
      isSyncing = true
      let target = written
      pthread_mutex_unlock(mutex)
      let result = Result { () throws(SystemError) in
        try file.fileSystem.synchronizeData(file.descriptor)
      }
      pthread_mutex_lock(mutex)
      isSyncing = false
      switch result {
      case .success: synced = max(synced, target)
      case .failure(let error): failure = error
      }
      pthread_cond_broadcast(condition)
    }
  }
}
