import KeywrightStorage

/// Times how long code of the program holds the writer's lock, and reports a commit that holds it too
/// long.
///
/// Hooks and closures hold the store's file against every other process. The time that the store itself
/// takes is not counted.
///
/// Thread safety: belongs to the holder of the writer's lock; a thread that waits for the lock may ask
/// for ``names``.
final class LockHoldMonitor: @unchecked Sendable {
  // `@unchecked`: `started`, `elapsed` and `noted` are used by the holder of `writerLock`, of the core that it
  // belongs to, only; `holder` locks itself.
  @exclusivity(unchecked) private var started: Duration?
  @exclusivity(unchecked) private var elapsed: Duration = .zero
  /// The number of keys, of which some are named; more would be no help.
  @exclusivity(unchecked) private var noted = 0
  private let holder = Protected(Holder())
  private let now: @Sendable () -> Duration

  /// The commit that holds the lock, as far as threads that wait for it know.
  private struct Holder {
    /// The time since which code of the program holds it; a thread may have waited far longer, for others.
    var start: Duration?
    var names: [StorageString] = []
    var wasReported = false
  }

  static let limit: Duration = .milliseconds(100)
  private static let mostNames = 8

  /// - Parameter now: A monotonic clock.
  init(now: @escaping @Sendable () -> Duration) { self.now = now }

  /// Begins to time a commit that has staged these writes.
  func start(_ writes: [StagedWrite]) {
    started = now()
    elapsed = .zero
    noted = 0
    for write in writes { note(write.name) }
  }

  /// Stops the time: from here on the store works.
  func pause() {
    guard let started else { return }
    elapsed += now() - started
    self.started = nil
    holder.withLock { $0.start = nil }
  }

  /// Notes a key that the program has staged, for the report of its commit and for threads that wait for the lock.
  func note(_ name: StorageString) {
    noted += 1
    guard noted <= LockHoldMonitor.mostNames else { return }
    holder.withLock { holder in
      if noted == 1 {
        holder.names.removeAll(keepingCapacity: true)
        holder.wasReported = false
      }
      holder.start = started
      holder.names.append(name)
    }
  }

  /// Ends the timing of a commit.
  func stop(reportTo core: StoreCore) {
    pause()
    guard elapsed > LockHoldMonitor.limit, noted > 0 else { return }
    let names = holder.withLock(\.names)
    let more = noted - names.count
    report(
      names, "\(more > 0 ? " and \(more) more" : "") that held the lock for \(elapsed)",
      expected: "at most \(LockHoldMonitor.limit)",
      advice: "Do slow work before the commit or in a post-commit hook.", to: core)
  }

  /// Reports, from a thread that waits for the lock, a commit that has held it too long and still does; once.
  func reportHolder(to core: StoreCore) {
    let time = now()
    let names = holder.withLock { holder -> [StorageString] in
      guard let start = holder.start, time - start > LockHoldMonitor.limit else { return [] }
      if holder.wasReported || holder.names.isEmpty { return [] }
      holder.wasReported = true
      return holder.names
    }
    if names.isEmpty { return }
    report(
      names, " that still holds the lock",
      advice: """
        Do slow work before the commit or in a post-commit hook. A commit that waits for another \
        thread's commit to the same store waits for ever.
        """, to: core)
  }

  private func report(
    _ names: [StorageString], _ what: String, expected: String? = nil, advice: String,
    to core: StoreCore
  ) {
    let list = names.map { "'\($0)'" }.joined(separator: ", ")
    core.report(
      StoreError(
        .busy, storageString: names.first?.string, operation: "commit", expected: expected,
        found: "a commit of \(list)\(what)", advice: advice),
      once: nil)
  }
}
