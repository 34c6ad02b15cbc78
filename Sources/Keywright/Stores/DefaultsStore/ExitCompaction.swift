import KeywrightStorage

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
/// First the commits reach the disk, by one synchronization of each journal. The journals have everything
/// then, so nothing else is waited for but the compaction of another thread of this process: what another
/// process has locked stays as it is, and so do long lists, until the next opening. A process that ends
/// inside a commit leaves the lists too, for the commit has their locks.
enum ExitCompaction {
  /// The time to wait for locks, all of them together.
  private static let patience = Duration.milliseconds(10)
  /// The time to wait for a compaction of this process that is under way.
  private static let longestCompaction = Duration.seconds(2)

  /// Set once. A child inherits the call from the process that forks it, but no open store.
  private static let isRegistered = atexit { ExitCompaction.run() } == 0

  static func register() { _ = isRegistered }

  private static func run() {
    let places = OpenPlace.opened
    for place in places { place.openFile?.flushAtExit(within: patience / places.count) }
    if CommitContext.isActive { return }
    Maintenance.shared.waitForRound(atMost: longestCompaction)
    for place in places { place.openFile?.compactAtExit(within: patience / places.count) }
  }
}
