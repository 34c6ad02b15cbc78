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
/// The journals have everything in any case, so nothing is waited for but the disk: what another
/// thread or process has locked stays as it is, and so do long lists, until the next opening. A process
/// that ends inside a commit leaves them too, for the commit has their locks.
enum ExitCompaction {
  /// How long to wait for locks, all of them together.
  private static let patience = Duration.milliseconds(10)

  /// Set once. A child inherits the call from the process that forks it, but no open store.
  private static let isRegistered = atexit { ExitCompaction.run() } == 0

  static func register() { _ = isRegistered }

  private static func run() {
    if CommitContext.isActive { return }
    let places = OpenPlace.opened
    for place in places { place.openFile?.compactAtExit(within: patience / places.count) }
  }
}
