import KeywrightStorage
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Brings the lists of all open stores up to date when the process ends by `exit` or by returning
/// from `main`: a store that is a global is never closed.
///
/// First the commits reach the disk, by one synchronization of each journal. Other threads may go on
/// committing until the process is gone: from here on a commit waits for the disk itself, so that each
/// that returned is there. The journals have everything then, so nothing else is waited for but the
/// compaction of another thread of this process: a list that another process has locked stays as it is, and so does
/// a long one, until the next opening. A process that ends inside a commit leaves the lists too, for the commit has
/// their locks.
enum ExitCompaction {
  /// The time to wait for the locks of other processes, all of them together.
  private static let patience = Duration.milliseconds(10)
  /// The time to wait for other threads of this process, such as a compaction that is under way.
  private static let longestWait = Duration.seconds(2)

  /// Whether commits wait for the disk, because nothing that is left to the background would be done.
  static var hasBegun: Bool { begun.load(ordering: .acquiring) }
  private static let begun = Atomic(false)

  /// Set once. A child inherits the call from the process that forks it, but no open store.
  private static let isRegistered = atexit { ExitCompaction.run() } == 0

  static func register() { _ = isRegistered }

  private static func run() {
    // A commit that began before a store is flushed is in that journal, and a later one sees this: both
    // have the lock under which the end of the journal is read.
    begun.store(true, ordering: .releasing)
    let places = OpenPlace.opened
    let files = places.compactMap { $0.openFile(within: patience / places.count) }
    for file in files { file.flushAtExit(within: longestWait / files.count) }
    if CommitContext.isActive { return }
    Maintenance.shared.waitForRound(atMost: longestWait)
    for file in files { file.compactAtExit(within: patience / files.count) }
  }
}
