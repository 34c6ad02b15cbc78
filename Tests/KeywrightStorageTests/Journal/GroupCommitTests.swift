import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("One synchronization for the commits of several threads", .timeLimit(.minutes(20)))
struct GroupCommitTests {
  let folder: TemporaryFolder
  let disk = TimedDisk()
  let sync: GroupCommit
  let condition: RecordingCondition

  init() throws {
    folder = TemporaryFolder()
    let descriptor = try disk.open(
      folder.file("file"), in: disk.workingFolder, .create(permissions: 0o600))
    var made: RecordingCondition?
    sync = GroupCommit(OpenFile(descriptor, disk), in: nil) { mutex in
      let condition = RecordingCondition(mutex)
      made = condition
      return condition
    }
    condition = try #require(made)
  }

  /// Commits on this thread.
  private func commit(_ end: Int) throws {
    sync.didWrite(upTo: end)
    try sync.wait(upTo: end)
  }

  /// Commits on another thread.
  private func committing(_ end: Int) -> Thread.Task {
    let sync = sync
    return Thread.running {
      sync.didWrite(upTo: end)
      try sync.wait(upTo: end)
    }
  }

  /// Makes one synchronization that two threads wait for.
  private func makeTwoWait() throws {
    let sync = sync
    let other = Protected<Thread.Task?>(nil)
    disk.onSynchronization {
      other.withLock { $0 = Thread.running { try sync.wait(upTo: 1) } }
      #expect(comes { sync.counts.expected >= 2 })
    }
    try commit(1)
    disk.onSynchronization {}
    try other.withLock { $0 }?.join()
  }

  @Test("is not put off for a single writer, however long the disk takes")
  func single() throws {
    disk.setTime(.seconds(1))
    for end in 1...4 { try commit(end) }
    #expect(disk.synchronizations == 4)
    #expect(condition.waits.isEmpty)
  }

  @Test(
    "waits for as many as came to the last, for no longer than it took nor than 1 ms",
    arguments: [
      (Duration.microseconds(39), [] as [Duration]), (.microseconds(40), [.microseconds(40)]),
      (.microseconds(500), [.microseconds(500)]), (.milliseconds(20), [.milliseconds(1)]),
    ])
  func patience(time: Duration, waits: [Duration]) throws {
    disk.setTime(time)
    try makeTwoWait()
    // One of the two comes, and the other does not.
    try commit(2)
    #expect(condition.waits == waits)
    // Nobody is waited for who did not come last time.
    try commit(3)
    #expect(condition.waits == waits)
    #expect(disk.synchronizations == 3)
  }

  @Test("is for those who came during the last one and for those whom it released, together")
  func joined() throws {
    disk.setTime(.milliseconds(2))
    condition.isPatient = true
    let (sync, condition) = (sync, condition)
    let other = Protected<Thread.Task?>(nil)
    disk.onSynchronization {
      // Comes too late for the first, so that it makes the second.
      other.withLock {
        if $0 == nil { $0 = committing(2) }
      }
      #expect(comes { sync.counts.arrived >= 1 })
    }
    try commit(1)
    disk.onSynchronization {}
    try #require(comes { !condition.waits.isEmpty })
    #expect(disk.synchronizations == 1)
    try commit(3)
    try other.withLock { $0 }?.join()
    #expect(disk.synchronizations == 2)
    #expect(!sync.isPending)
  }

  @Test("begins as soon as all have come, and is for all of them")
  func woken() throws {
    disk.setTime(.milliseconds(2))
    condition.isPatient = true
    try makeTwoWait()
    let first = committing(2)
    try #require(comes { !condition.waits.isEmpty })
    #expect(disk.synchronizations == 1)
    let second = committing(3)
    try first.join()
    try second.join()
    #expect(condition.wakes == 1)
    #expect(disk.synchronizations == 2)
    #expect(!sync.isPending)
  }

  @Test("that failed is not repeated: whoever waits fails, until another journal has everything")
  func failure() throws {
    disk.onSynchronization { () throws(SystemError) in throw SystemError(.fdatasync, code: EIO) }
    #expect(throws: SystemError(.fdatasync, code: EIO)) { try commit(1) }
    disk.onSynchronization {}
    #expect(throws: SystemError(.fdatasync, code: EIO)) { try commit(2) }
    #expect(disk.synchronizations == 1)
    #expect(sync.isPending)
    sync.supersede(
      by: GroupCommit(
        OpenFile(
          try disk.open(folder.file("next"), in: disk.workingFolder, .create(permissions: 0o600)),
          disk), in: nil))
    try commit(3)
    #expect(disk.synchronizations == 1)
    #expect(!sync.isPending)
  }

  @Test("is not made for what is on the disk already")
  func settled() throws {
    try commit(5)
    try sync.wait(upTo: 4)
    sync.didWrite(upTo: 3)
    #expect(!sync.isPending)
    #expect(disk.synchronizations == 1)
  }
}

/// How long a test waits for what comes at once unless it never does.
private let limit = Duration.seconds(60)

/// Whether something comes about while other threads work.
private func comes(_ isSo: () -> Bool) -> Bool {
  let end = ContinuousClock.now + limit
  while !isSo() {
    if ContinuousClock.now > end { return false }
    SystemFileSystem().pause(.microseconds(50))
  }
  return true
}

/// A condition that notes who waits, and gives up at once unless it is patient.
final class RecordingCondition: SystemCondition, @unchecked Sendable {
  // `@unchecked`: `noted` has its own lock.
  private let noted = Protected((waits: [Duration](), wakes: 0, isPatient: false))
  var waits: [Duration] { noted.withLock { $0.waits } }
  var wakes: Int { noted.withLock { $0.wakes } }
  var isPatient: Bool {
    get { noted.withLock { $0.isPatient } }
    set { noted.withLock { $0.isPatient = newValue } }
  }

  override func signal() {
    noted.withLock { $0.wakes += 1 }
    super.signal()
  }

  override func wait(atMost time: Duration, until isSo: () -> Bool) {
    noted.withLock { $0.waits.append(time) }
    if isPatient { super.wait(atMost: limit, until: isSo) }
  }
}

/// A disk whose synchronizations take a time by its own clock, and may fail.
final class TimedDisk: FileSystemWrapper, @unchecked Sendable {
  // `@unchecked`: `state` has its own lock.
  private struct State {
    var clock = Duration.zero
    var time = Duration.zero
    var synchronizations = 0
    var body: @Sendable () throws(SystemError) -> Void = {}
  }
  private let state = Protected(State())
  var synchronizations: Int { state.withLock { $0.synchronizations } }

  func setTime(_ time: Duration) { state.withLock { $0.time = time } }
  func onSynchronization(_ body: @escaping @Sendable () throws(SystemError) -> Void) {
    state.withLock { $0.body = body }
  }

  override func now() -> Duration { state.withLock { $0.clock } }
  override func synchronizeData(_ file: Int32) throws(SystemError) {
    let body = state.withLock { state in
      state.synchronizations += 1
      state.clock += state.time
      return state.body
    }
    try body()
  }
}

extension Thread {
  /// A thread's work, to be waited for.
  final class Task: Sendable {
    private let done = DispatchSemaphore(value: 0)
    private let failure = Protected<(any Error)?>(nil)

    fileprivate func finish(_ error: (any Error)?) {
      failure.withLock { $0 = error }
      done.signal()
    }

    /// Waits for the end.
    /// - Throws: What the thread threw; `ETIMEDOUT` if it does not end.
    func join() throws {
      let end = DispatchTime.now() + .seconds(Int(limit.components.seconds))
      guard done.wait(timeout: end) == .success else { throw POSIXError(.ETIMEDOUT) }
      if let error = failure.withLock({ $0 }) { throw error }
    }
  }

  /// Runs something on a thread of its own.
  static func running(_ body: @escaping @Sendable () throws -> Void) -> Task {
    let task = Task()
    Thread.detachNewThread {
      do {
        try body()
        task.finish(nil)
      } catch {
        task.finish(error)
      }
    }
    return task
  }
}
