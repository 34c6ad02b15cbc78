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
    /// The monitor of the composition whose commit holds the lock; nil for a commit of the store itself.
    var composition: LockHoldMonitor?
  }

  static let limit: Duration = .milliseconds(100)
  private static let mostNames = 8

  /// - Parameter now: A monotonic clock.
  init(now: @escaping @Sendable () -> Duration) { self.now = now }

  /// Begins to time a commit that has staged these writes, or changes one key without.
  func start(_ writes: [StagedWrite], _ name: StorageString? = nil) {
    started = now()
    elapsed = .zero
    noted = writes.count + (name == nil ? 0 : 1)
    holder.withLock { holder in
      holder.start = started
      holder.wasReported = false
      holder.names.removeAll(keepingCapacity: true)
      for write in writes.prefix(LockHoldMonitor.mostNames) { holder.names.append(write.name) }
      if let name { holder.names.append(name) }
    }
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
    if noted <= LockHoldMonitor.mostNames { holder.withLock { $0.names.append(name) } }
  }

  /// Ends the timing of a commit.
  func stop(reportTo core: StoreCore) {
    pause()
    guard elapsed > LockHoldMonitor.limit else { return }
    let names = holder.withLock(\.names)
    let more = noted - names.count
    report(
      names, "\(more > 0 ? " and \(more) more" : "") that held the lock for \(elapsed)",
      expected: "at most \(LockHoldMonitor.limit)",
      advice: "Do slow work before the commit or in a post-commit hook.", to: core)
  }

  /// Says that the lock is held by a commit of a composition, or no longer.
  func isHeld(by composition: LockHoldMonitor?) { holder.withLock { $0.composition = composition } }

  /// Reports, from a thread that waits for the lock, a commit that has held it too long and still does; once.
  func reportHolder(to core: StoreCore) {
    if let composition = holder.withLock(\.composition) {
      return composition.reportHolder(to: core)
    }
    let time = now()
    let names = holder.withLock { holder -> [StorageString]? in
      guard let start = holder.start, time - start > LockHoldMonitor.limit, !holder.wasReported
      else { return nil }
      holder.wasReported = true
      return holder.names
    }
    guard let names else { return }
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
    let list = names.isEmpty ? "" : " of " + names.map { "'\($0)'" }.joined(separator: ", ")
    core.report(
      StoreError(
        .busy, storageString: names.first?.string, operation: "commit", expected: expected,
        found: "a commit\(list)\(what)", advice: advice),
      once: nil)
  }
}
