import Testing

@testable import Keywright

@Suite("A commit that holds the lock too long") struct LockHoldTests {
  let core = StoreCore(name: "test")

  private func changes(_ count: Int) -> [StagedWrite] {
    (0..<count).map {
      StagedWrite(
        removing: StorageString("k\($0)"), in: Root.self, old: Cell(stored: true))
    }
  }

  private func stop(after time: Duration, _ changes: [StagedWrite]) -> StoreError? {
    core.setHandler { _ in }
    let monitor = LockHoldMonitor()
    monitor.start(at: .now - time)
    monitor.stop(changes, reportTo: core)
    return core.issues.first
  }

  @Test("is reported with its keys")
  func isReported() throws {
    let issue = try #require(stop(after: .seconds(1), changes(2)))
    #expect(issue.storageString == "k0")
    #expect(issue.found?.hasPrefix("a commit of 'k0', 'k1' that held the lock for 1") == true)
    #expect(issue.description.hasPrefix("commit: the writer's lock was held for too long."))
  }

  @Test("names eight keys at most")
  func namesEight() throws {
    let issue = try #require(stop(after: .seconds(1), changes(20)))
    #expect(issue.found?.contains("'k7' and 12 more that held") == true)
  }

  @Test("one that does not is not")
  func isNotReported() {
    #expect(stop(after: .zero, changes(2)) == nil)
  }
}
