import Dispatch
import Foundation
import KeywrightStorage
import KeywrightTestSupport
import Testing

@testable import Keywright

@Suite("A commit that holds the lock too long") struct LockHoldTests {
  let core = StoreCore(name: "test")
  private let time = Shared(Duration.zero)
  private var monitor: LockHoldMonitor { LockHoldMonitor { [time] in time.value } }

  private func changes(_ count: Int) -> [StagedWrite] {
    (0..<count).map {
      StagedWrite(
        removing: StorageString("k\($0)"), in: Root.self, old: Cell(stored: true))
    }
  }

  private func stop(after time: Duration, _ changes: [StagedWrite]) -> StoreError? {
    core.setHandler { _ in }
    let monitor = monitor
    monitor.start(changes)
    self.time.change { $0 += time }
    monitor.stop(reportTo: core)
    return core.issues.first
  }

  @Test("is reported with its keys")
  func isReported() throws {
    let issue = try #require(stop(after: .seconds(1), changes(2)))
    #expect(issue.storageString == "k0")
    let found = try #require(issue.found)
    #expect(found.contains(/^a commit of 'k0', 'k1' that held the lock for [1-9]/))
    #expect(issue.description.hasPrefix("commit: the store was busy for too long."))
  }

  @Test("names eight keys at most")
  func namesEight() throws {
    let issue = try #require(stop(after: .seconds(1), changes(20)))
    #expect(issue.found?.contains("'k7' and 12 more that held") == true)
  }

  @Test("is named for a thread that waits, by eight keys at most, however many commits came before")
  func isNamed() {
    core.setHandler { _ in }
    let monitor = monitor
    for _ in 0..<20 {
      monitor.start(changes(1))
      monitor.stop(reportTo: core)
    }
    monitor.start(changes(20))
    time.change { $0 += .seconds(1) }
    monitor.reportHolder(to: core)
    let names = (0..<8).map { "'k\($0)'" }.joined(separator: ", ")
    #expect(core.issues.map(\.found) == ["a commit of \(names) that still holds the lock"])
  }

  @Test(
    "is reported while it has staged nothing, and to those who wait for a store of its composition")
  func withoutKeys() {
    core.setHandler { _ in }
    let (monitor, part) = (monitor, LockHoldMonitor { [time] in time.value })
    monitor.start([])
    part.isHeld(by: monitor)
    time.change { $0 += .seconds(1) }
    part.reportHolder(to: core)
    part.reportHolder(to: core)
    monitor.stop(reportTo: core)
    part.isHeld(by: nil)
    part.reportHolder(to: core)
    #expect(
      core.issues.compactMap(\.found) == [
        "a commit that still holds the lock", "a commit that held the lock for 1.0 seconds",
      ])
  }

  @Test("is one that held it too long itself, not the last of many that a thread waited for")
  func holderOfMany() {
    core.setHandler { _ in }
    let monitor = monitor
    // A thread is asked after each interval of its wait; the commits that it waits for are short.
    for _ in 1...20 {
      monitor.start(changes(1))
      time.change { $0 += .milliseconds(60) }
      monitor.reportHolder(to: core)
      monitor.pause()
    }
    #expect(core.issues.isEmpty)
    monitor.start(changes(1))
    time.change { $0 += .milliseconds(160) }
    monitor.reportHolder(to: core)
    #expect(core.issues.count == 1)
  }

  @Test("one that does not is not")
  func isNotReported() {
    #expect(stop(after: .zero, changes(2)) == nil)
  }

  @Test("is not one for which the store takes long itself, as on a slow disk")
  func slowDisk() throws {
    let folder = TemporaryFolder()
    let disk = FaultyFileSystem(writeTime: .milliseconds(120))
    let store = DefaultsStore(
      file: DefaultsFile(location: .success(folder.file("store.plist")), fileSystem: disk))
    let key = Key<Root, Int>("count", default: 0)
    for _ in 1...2 { try store.update(key) { $0 += 1 } }
    #expect(store.issues.isEmpty)
  }

  @Test("is reported while it still holds the lock, by a thread that waits for it")
  func isReportedWhileHeld() throws {
    let store = MemoryStore()
    let reported = DispatchSemaphore(value: 0)
    let held = DispatchSemaphore(value: 0)
    let found = Shared<String?>(nil)
    store.onIssue { error in
      found.change { $0 = $0 ?? error.found }
      reported.signal()
    }
    let key = Key<Root, Int>("count", default: 0)
    onThreads(2) { thread in
      if thread == 0 {
        _ = try? store.update(key) { value in
          held.signal()
          reported.wait()
          value += 1
        }
      } else {
        held.wait()
        _ = try? store.update(key) { $0 += 1 }
      }
    }
    #expect(found.value == "a commit of 'count' that still holds the lock")
    #expect(store.get(key) == 2)
  }

  @Test("The library's own steps and constraints run before the lock is taken")
  func preparation() throws {
    let isLocked = Shared<[Bool]>([])
    let probe = Constraint<Int>("any", violation: "") { _ in
      isLocked.change { $0.append(CommitContext.isActive) }
      return true
    }
    let key = Key<Root, Int>(
      "count", default: 0,
      descriptor: KeyDescriptor(processing: [.clamp(0...9)], constraints: [probe]))
    for store: any Store in [MemoryStore(), CacheStore(capacity: 9), MemoryStore().prefixed("x")] {
      try store.set(key, to: 12)
      #expect(isLocked.take() == [false])
      try store.update(key) { $0 = 3 }
      #expect(isLocked.take() == [true])
    }
  }
}

extension Shared<[Bool]> {
  fileprivate func take() -> [Bool] {
    change { values in
      defer { values = [] }
      return values
    }
  }
}
