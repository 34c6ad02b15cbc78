import Keywright
import KeywrightStorage
import Testing

@Suite("A commit that a service decides, which other machines use too") struct RemoteCommitTests {
  let journal = Journal()

  @Test("runs again from the start when another machine was quicker")
  func runsAgain() throws {
    let store = ContestedStore(quicker: [10, 20])
    let key = House.rooms
    journal.preCommit["house"] = { [journal] commit in
      journal.note("\(commit[key]?.old ?? -1) \(commit[key]?.new ?? -1)")
    }
    let origins = Gathered<CommitOrigin>()
    let token = store.observe(key) { origins.add($0.origin) }
    try journal.listening { try store.update(key) { $0 += 1 } }
    withExtendedLifetime(token) {}
    #expect(store.get(key) == 21)
    #expect(
      journal.take().filter { $0.contains(" ") && !$0.hasPrefix("p") }
        == ["1 2", "10 11", "20 21"])
    #expect(origins.all == [.otherProcess, .otherProcess, .local])
  }

  @Test("calls post-commit hooks once")
  func callsOnce() throws {
    let store = ContestedStore(quicker: [10, 20])
    try journal.listening { try store.update(House.rooms) { $0 += 1 } }
    #expect(journal.take().filter { $0 == "post house" }.count == 1)
  }

  @Test("throws that it is overtaken when its patience ends")
  func ends() {
    let store = ContestedStore(quicker: Array(1...1_000), patience: .zero)
    #expect { try store.update(House.rooms) { $0 += 1 } } throws: { error in
      (error as? StoreError)?.code == .busy
    }
  }

  @Test("waits without the lock, and begins again, while the store catches up")
  func beginsAgain() throws {
    let store = ContestedStore(quicker: [], behind: 3)
    try store.update(House.rooms) { $0 += 1 }
    #expect(store.get(House.rooms) == 2)
    #expect(store.pauses.withLock(\.self) == [true, true, true])
  }

  @Test("in place begins again, too, since the program's code has not run yet")
  func beginsAgainInPlace() {
    let store = ContestedStore(quicker: [], behind: 3)
    let issues = Gathered<StoreError>()
    store.onIssue { if $0.operation != "commit" { issues.add($0) } }
    store[House.rooms] += 1
    #expect(store.get(House.rooms) == 2)
    #expect(issues.all.isEmpty)
  }

  @Test("throws that it is overtaken when the store does not catch up in time")
  func neverBegins() {
    let store = ContestedStore(quicker: [], behind: .max, patience: .zero)
    #expect { try store.update(House.rooms) { $0 += 1 } } throws: { error in
      (error as? StoreError)?.code == .busy
    }
  }

  @Test("compares what it read, wrote and would have written")
  func compares() throws {
    let store = ContestedStore(quicker: [])
    try store.set(House.rooms, to: 3)
    _ = store.comparisons.withLock { comparisons in
      defer { comparisons = [] }
      return comparisons
    }
    try store.transaction { change in
      _ = try change.get(House.rooms)
      try change.set(House.owner, to: "Ada")
    }
    try store.set(House.rooms, to: 3)
    _ = try store.transaction { try $0.get(House.rooms) }
    let names = store.comparisons.withLock { $0.map { $0.names.map(\.string) } }
    #expect(names == [["house:rooms", "house:owner"], ["house:rooms"]])
  }

  @Test("in place, is reported when the value is another by then")
  func inPlace() {
    let store = ContestedStore(quicker: [10])
    let issues = Gathered<StoreError>()
    store.onIssue { if $0.operation != "commit" { issues.add($0) } }
    store[House.rooms] += 1
    #expect(issues.all.map(\.code) == [.busy])
    #expect(store.get(House.rooms) == 10)
  }
}

/// A store of which another machine writes values of `House.rooms` before this one's commits.
private final class ContestedStore: RemoteStore {
  let core = StoreCore(remote: "contested")
  let comparisons = Protected<[CommitComparison]>([])
  private let quicker: Protected<[Int]>
  private let behind: Protected<Int>
  private let patience: Duration
  /// Whether the lock was free in each pause before an attempt.
  let pauses = Protected<[Bool]>([])

  /// - Parameter behind: How many commits cannot begin, since the store has to catch up first.
  init(quicker: [Int], behind: Int = 0, patience: Duration = .seconds(3_600)) {
    self.quicker = Protected(quicker)
    self.behind = Protected(behind)
    self.patience = patience
  }

  func beginCommit() throws(StoreError) {
    let mustWait = behind.withLock { count in
      defer { count = max(0, count - 1) }
      return count > 0
    }
    guard mustWait else { return }
    throw StoreError(
      .busy,
      underlying: CommitConflict(patience: patience) { [core, pauses] in
        pauses.withLock { $0.append(core.tryTakeOver { true } ?? false) }
      })
  }

  func stored(_ name: StorageString) -> StoredValue? { core.shown(name) }
  func storageStrings() -> [StorageString] { core.shownNames }

  func write(_ writes: [StagedWrite]) throws(StoreError) {
    try write(writes, comparing: CommitComparison())
  }

  func write(_ writes: [StagedWrite], comparing comparison: CommitComparison) throws(StoreError) {
    comparisons.withLock { $0.append(comparison) }
    if let value = quicker.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      core.absorb(
        [StoreCore.ForeignChange(name: House.rooms.storageString, stored: .integer(Int64(value)))],
        origin: .otherProcess)
      throw StoreError(.busy, underlying: CommitConflict(patience: patience))
    }
    core.show(writes)
  }

  func requireReadable(_ name: StorageString) throws(StoreError) {}
  func isSuperseded(_ name: StorageString) -> Bool { false }
  func remark(on name: StorageString) -> String? { nil }
}
