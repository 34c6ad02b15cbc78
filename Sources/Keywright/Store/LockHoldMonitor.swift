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
  /// The number of names that threads which wait are told; more would be no help.
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
  func start(_ writes: [StagedWrite] = []) {
    started = now()
    elapsed = .zero
    for position in writes.indices.prefix(LockHoldMonitor.mostNames) { note(writes[position].name) }
  }

  /// Stops the time: from here on the store works.
  func pause() {
    guard let started else { return }
    elapsed += now() - started
    self.started = nil
    noted = 0
    holder.withLock { holder in
      holder.names.removeAll(keepingCapacity: true)
      holder.wasReported = false
    }
  }

  /// Tells threads that wait for the lock which key the program has staged.
  func note(_ name: StorageString) {
    guard noted < LockHoldMonitor.mostNames else { return }
    noted += 1
    holder.withLock { holder in
      holder.start = started
      holder.names.append(name)
    }
  }

  /// Ends the timing of a commit.
  func stop(_ writes: [StagedWrite], reportTo core: StoreCore) {
    pause()
    guard elapsed > LockHoldMonitor.limit, let first = writes.first else { return }
    let names = writes.prefix(LockHoldMonitor.mostNames).map { "'\($0.name)'" }.joined(
      separator: ", ")
    let more = writes.count - LockHoldMonitor.mostNames
    let rest = more > 0 ? " and \(more) more" : ""
    core.report(
      StoreError(
        .busy, storageString: first.name.string, operation: "commit",
        expected: "at most \(LockHoldMonitor.limit)",
        found: "a commit of \(names)\(rest) that held the lock for \(elapsed)",
        advice: "Do slow work before the commit or in a post-commit hook."),
      once: nil)
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
    guard let first = names.first else { return }
    core.report(
      StoreError(
        .busy, storageString: first.string, operation: "commit",
        expected: "at most \(LockHoldMonitor.limit)",
        found: """
          a commit of \(names.map { "'\($0)'" }.joined(separator: ", ")) that still holds the lock
          """,
        advice: """
          Do slow work before the commit or in a post-commit hook. A commit that waits for another \
          thread's commit to the same store waits for ever.
          """),
      once: nil)
  }
}
