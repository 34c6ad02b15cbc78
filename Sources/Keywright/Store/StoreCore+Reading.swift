import KeywrightStorage

extension StoreCore {
  /// Reads several values between two commits: under the writer's lock, of a composition under those of
  /// its stores too. Inside a commit it takes none.
  ///
  /// No lock across processes is taken, so nothing is written: commits of other processes are taken over under the
  /// writer's lock.
  func betweenCommits<Result>(_ read: () -> Result) -> Result {
    guard !CommitContext.isActive else { return read() }
    let cores = [ofProcess] + (stack?.parts ?? []).map(\.ofProcess).sorted { $0.precedes($1) }
    for _ in 1..<WriteBatch.attempts {
      let context = ReadingContext(cores)
      context.enter()
      let result = read()
      context.end()
      if !context.isInvalidated { return result }
      // A default was evaluated, with no lock held; it is known from now on.
    }
    return read()
  }

  /// Whether this store is locked before another one: by the name of its lock across processes, then by age.
  func precedes(_ other: StoreCore) -> Bool {
    if place != other.place { return (place ?? "") < (other.place ?? "") }
    return serial < other.serial
  }
}

/// The commit context of a reader that holds writers' locks.
private final class ReadingContext: ReaderContext {
  private var locked: [StoreCore] = []

  init(_ cores: [StoreCore]) {
    super.init()
    for core in cores where !locked.contains(where: { $0 === core }) {
      core.lockForWriting()
      locked.append(core)
    }
  }

  override func unlock() {
    for core in locked.reversed() { core.writerLock.unlock() }
    locked = []
  }
}
