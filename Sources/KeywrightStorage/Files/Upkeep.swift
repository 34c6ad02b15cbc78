/// Looks after files in the background: within a second, commits of the level `.process` are on
/// the disk; when a file has been idle for two, its property list is up to date.
///
/// One task serves all files of the process, and only while there is something to do. It holds a file
/// for that long, so that what was acknowledged reaches the disk though nobody holds the file any more;
/// and a reference that is strong costs each commit less than one that is weak, for which each retain
/// of the file would go through a table beside it.
package final class Upkeep: Sendable {
  /// The one of this process.
  package static let shared = Upkeep()

  /// The time between two rounds.
  static let interval = Duration.milliseconds(500)
  /// The rounds without a commit after which a file counts as idle.
  static let idleRounds = 4

  private struct State: Sendable {
    var files: [DurableFile] = []
    var isRunning = false
  }

  private let state = Guarded(State())

  private let runsByItself: Bool

  /// - Parameter runsByItself: Whether rounds are made in the background; otherwise only by who calls
  ///   ``round()``.
  init(runsByItself: Bool = true) {
    self.runsByItself = runsByItself
  }

  /// Looks after a file until there is nothing more to do for it.
  func add(_ file: DurableFile) {
    let mustStart = state.withLock { state in
      state.files.append(file)
      defer { state.isRunning = true }
      return !state.isRunning && runsByItself
    }
    guard mustStart else { return }
    Task.detached(priority: .background) {
      while true {
        try? await Task.sleep(for: Upkeep.interval)
        if !self.round() { return }
      }
    }
  }

  /// Does what is due.
  /// - Returns: Whether there will be more to do.
  func round() -> Bool {
    let files = state.withLock { state in
      defer { state.files = [] }
      return state.files
    }
    // No lock is held here: a file takes its own, and then this one when it is added.
    let unfinished = files.filter { $0.performUpkeep() }
    return state.withLock { state in
      state.files += unfinished
      state.isRunning = !state.files.isEmpty
      return state.isRunning
    }
  }
}

extension DurableFile {
  /// What upkeep knows of a file.
  struct UpkeepState: Sendable {
    /// Whether somebody looks after the file.
    var isScheduled = false
    /// The number of commits by this object.
    var commits = 0
    /// That number in the last round, and how many rounds it has been the same.
    var commitsSeen = 0
    var rounds = 0
  }

  /// Notes a commit. The state is locked.
  func scheduleUpkeep(_ state: inout State) {
    state.upkeep.commits &+= 1
    guard !state.upkeep.isScheduled, let upkeep else { return }
    state.upkeep.isScheduled = true
    upkeep.add(self)
  }

  /// Does one round of upkeep: brings commits to the disk; makes a new base of an idle file.
  ///
  /// Failures show up at the next write or flush, where somebody can be told.
  /// - Returns: Whether there will be more to do.
  func performUpkeep() -> Bool {
    let wasRefusing = isRefusing
    let (isClosed, isIdle) = state.withLock { state in
      if state.upkeep.commits != state.upkeep.commitsSeen { state.upkeep.rounds = 0 }
      state.upkeep.commitsSeen = state.upkeep.commits
      state.upkeep.rounds += 1
      return (state.isClosed, state.upkeep.rounds >= Upkeep.idleRounds)
    }
    if isClosed { return false }
    do throws(StorageError) {
      try flush()
    } catch {
      if !wasRefusing, isRefusing { state.withLock { noteUncertainty(&$0) } }
    }
    guard isIdle else { return true }
    if compactsByItself { try? compact(timeout: .zero) }
    return state.withLock { state in
      // Somebody else who keeps the lock gets as long again, then it is left to the next commit.
      let isDone =
        state.journal?.isEmpty != false && !state.isBaseGone || !compactsByItself
        || state.refusal != nil
        || state.isClosed || state.upkeep.rounds >= 2 * Upkeep.idleRounds
      guard isDone, state.upkeep.commits == state.upkeep.commitsSeen else { return true }
      state.upkeep = UpkeepState()
      return false
    }
  }
}
