/// Looks after files in the background: within a second, commits of the level `.process` are on
/// the disk, and a new store has its property list; when a file has been idle for two, or its journal is long,
/// the list is brought up to date.
///
/// One thread serves all files of the process, and only while there is something to do: one of the
/// system's, because Dispatch ends a process that has no descriptor left for its pool. It holds a
/// file for that long, so that acknowledged commits reach the disk even after the last reference is
/// gone; and a reference that is strong costs each commit less than one that is weak, for which
/// each retain of the file would go through a table beside it.
package final class Maintenance: Sendable {
  /// The one of this process.
  package static var shared: Maintenance { process.object }
  private static let process = ProcessLocal { Maintenance() }

  /// The time between two rounds.
  static let interval = Duration.milliseconds(500)
  /// The rounds without a commit after which a file counts as idle.
  static let idleRounds = 4

  private struct State: Sendable {
    var files: [DurableFile] = []
    var isRunning = false
    /// Whether a file does not wait for the next round.
    var isUrgent = false
    /// Whether a round is under way.
    var isInRound = false
  }

  private let state = Protected(State())
  private let isUrgent: SystemCondition
  private let isIdle: SystemCondition

  /// Runs a closure on a thread of its own, and returns whether there is one.
  typealias Start = @Sendable (@escaping @Sendable () -> Void) -> Bool
  private let startThread: Start?

  /// - Parameter startThread: Starts the thread; nil for maintenance that never takes place.
  init(startThread: Start? = SystemThread.start) {
    self.startThread = startThread
    isUrgent = SystemCondition(state.mutex)
    isIdle = SystemCondition(state.mutex)
  }

  /// Looks after a file until there is nothing more to do for it.
  /// - Returns: False if no thread can be started for that.
  func add(_ file: DurableFile) -> Bool {
    guard let startThread else { return true }
    return state.withLock { state in
      if !state.isRunning { state.isRunning = startThread { [self] in run() } }
      if state.isRunning { state.files.append(file) }
      return state.isRunning
    }
  }

  private func run() {
    repeat { waitForRound() } while round()
  }

  private func waitForRound() {
    state.mutex.lock()
    isUrgent.wait(atMost: Maintenance.interval) { [self] in state.value.pointee.isUrgent }
    state.value.pointee.isUrgent = false
    state.mutex.unlock()
  }

  /// Has the next round begin at once.
  func hurry() {
    state.withLock { $0.isUrgent = true }
    isUrgent.signal()
  }

  /// Waits until no round is under way, such as a publication.
  package func waitForRound(atMost patience: Duration) {
    state.mutex.lock()
    isIdle.wait(atMost: patience) { [self] in !state.value.pointee.isInRound }
    state.mutex.unlock()
  }

  /// Does what is due.
  /// - Returns: Whether there will be more to do.
  func round() -> Bool {
    let files = state.withLock { state in
      defer { state.files = [] }
      state.isInRound = true
      return state.files
    }
    defer {
      state.withLock { $0.isInRound = false }
      isIdle.broadcast()
    }
    // No lock is held here: a file takes its own, and then this one when it is added.
    let unfinished = files.filter { $0.performMaintenance() }
    return state.withLock { state in
      state.files += unfinished
      state.isRunning = !state.files.isEmpty
      return state.isRunning
    }
  }
}

extension DurableFile {
  /// The bookkeeping of maintenance for a file.
  struct MaintenanceState: Sendable {
    /// Whether a maintenance round is due.
    var isScheduled = false
    /// Whether the journal has become long since the last round.
    var isJournalLong = false
    /// The number of commits by this object.
    var commits = 0
    /// The number of commits seen in the last round, and for how many rounds it has been the same.
    var commitsSeen = 0
    var rounds = 0
    /// The length behind the list at which a failure is tried again; 0 for none.
    private var threshold = 0

    /// A megabyte: 20,000 commits of a number share the milliseconds of a new list, and reading them
    /// takes some 10 ms, where they were left by a crash.
    static let shortestLongJournal = 1 << 20

    /// The length behind the list at which the journal is long.
    func threshold(beside journal: Journal) -> Int {
      // Well before the limits are near: everything would be written by the commit that reaches them.
      let room = PropertyListLimits.bytes - journal.summary.snapshotEnd
      return max(
        Self.shortestLongJournal, min(journal.summary.snapshotEnd / 2, room / 4), threshold)
    }

    mutating func noteFailure(in journal: Journal?) {
      threshold = 2 * (journal?.lengthBehindList ?? 0)
    }
    mutating func noteSuccess() { threshold = 0 }
  }

  /// Notes a commit. The state is locked.
  func scheduleMaintenance(_ state: inout State) {
    state.maintenance.commits &+= 1
    guard !state.maintenance.isScheduled, let maintenance else { return }
    state.maintenance.isScheduled = maintenance.add(self)
    if !state.maintenance.isScheduled { noteMissingThread(&state) }
  }

  /// Has the property list brought up to date soon, since the caller must not wait for the disk here.
  /// - Returns: Whether there is a thread for that.
  func leaveToMaintenance(_ state: inout State) -> Bool {
    scheduleMaintenance(&state)
    guard state.maintenance.isScheduled, let maintenance else { return false }
    if !state.maintenance.isJournalLong { maintenance.hurry() }
    state.maintenance.isJournalLong = true
    return true
  }

  /// Reports, once, that no thread maintains the file: every commit tries again to start one.
  private func noteMissingThread(_ state: inout State) {
    guard state.said.insert(.missingThread).inserted else { return }
    note(
      [
        StorageError(
          .unavailable, operation: "starting a thread", path: path,
          found: "no room for another thread",
          expected: "one that brings commits to the disk within a second",
          advice: "Commits are made all the same; flush() brings them to the disk.")
      ], &state)
  }

  /// Does one round of maintenance: brings commits to the disk; publishes the list of an idle
  /// file.
  ///
  /// Failures surface at the next write or flush, which can report them.
  /// - Returns: Whether there will be more to do.
  func performMaintenance() -> Bool {
    let wasRefusing = isRefusing
    let (isClosed, isIdle, isLong) = state.withLock { state in
      if state.maintenance.commits != state.maintenance.commitsSeen { state.maintenance.rounds = 0 }
      state.maintenance.commitsSeen = state.maintenance.commits
      state.maintenance.rounds += 1
      // The first list of a store does not wait for an idle moment: other programs, and kept lists, need one.
      let isLong = state.maintenance.isJournalLong || compactsByItself && state.lacksList
      state.maintenance.isJournalLong = false
      return (state.isClosed, state.maintenance.rounds >= Maintenance.idleRounds, isLong)
    }
    if isClosed { return false }
    do throws(StorageError) {
      try flush()
    } catch {
      // There is no caller to throw to.
      if !wasRefusing, isRefusing { state.withLock { note([uncertainty], &$0) } }
    }
    if isLong { shortenJournal() }
    guard isIdle else { return true }
    if compactsByItself { try? compact(timeout: DurableFile.maintenancePatience) }
    return state.withLock { state in
      // Another holder of the lock gets as long again, then the next commit takes over. What lost its name to a list
      // is removed a second later.
      let isDone =
        !compactsByItself || state.refusal != nil || state.isClosed
        || state.maintenance.rounds >= 2 * Maintenance.idleRounds
      guard isDone, state.maintenance.commits == state.maintenance.commitsSeen else { return true }
      state.maintenance = MaintenanceState()
      return false
    }
  }

  /// Brings the list up to date beside a long journal, and makes that shorter; after a failure again when it is twice as long.
  private func shortenJournal() {
    do throws(StorageError) {
      try compact(timeout: DurableFile.maintenancePatience)
      state.withLock { $0.maintenance.noteSuccess() }
    } catch {
      state.withLock { $0.maintenance.noteFailure(in: $0.journal) }
    }
  }

  /// The time for which other files wait at most for a lock that this one needs.
  private static let maintenancePatience = Duration.milliseconds(100)
}
