import Foundation
import Keywright
import KeywrightTesting
import Testing

@testable import KeywrightUserDefaults

/// The store over iCloud, on a stand-in of Apple's: the logic, and not Apple's own.
@Suite("The store over iCloud") struct UbiquitousStoreTests {
  private let cloud = CloudStandIn()
  private let count = Key<Root, Int>("count", default: 7)
  private let name = Key<Root, String?>("name")

  private func store(_ cloud: CloudStandIn? = nil) -> UbiquitousStore {
    UbiquitousStore(CloudItems(calls: cloud ?? self.cloud))
  }

  private func error(_ body: () throws -> Void) -> StoreError? {
    do {
      try body()
      return nil
    } catch {
      return error as? StoreError
    }
  }

  @Test("passes the suite of all stores where no limit is met")
  func conformance() async throws {
    let limits = CloudLimits(key: 100_000, keys: 100_000, bytes: 100_000_000)
    try await StoreConformance.check(
      [.reading, .writing, .atomic, .durable], at: { CloudStandIn(limits: limits) }
    ) {
      UbiquitousStore(CloudItems(calls: $0, limits: limits))
    }
  }

  @Test("breaks, with iCloud's limits, the behaviours of long names and large values alone")
  func conformanceWithLimits() async throws {
    let error = await #expect(throws: ConformanceError.self) {
      try await StoreConformance.check(
        [.reading, .writing, .atomic, .durable], at: { CloudStandIn() }
      ) {
        UbiquitousStore(CloudItems(calls: $0))
      }
    }
    #expect(
      error?.failures.map(\.behaviour) == [
        "writing: a large value is kept", "names: names of 300 and 5,000 bytes are kept apart",
        "names: any name can be set, listed and removed", "durable: every name survives",
        "durable: a large value survives",
      ])
  }

  @Test("keeps Foundation's own types under storage strings")
  func native() throws {
    let store = store()
    try store.set(count, to: 3)
    try store.set(name, to: "Leo")
    #expect(cloud.object("count") as? Int == 3)
    #expect(cloud.object("name") as? String == "Leo")
    cloud.put(["count": 4, "strange": NSObject()])
    #expect(store.get(count) == 4)
    #expect(error { _ = try store.stored("strange") }?.code == .corrupt)
    #expect(Set(try store.storedKeys()) == ["count", "name", "strange"])
  }

  @Test(
    "refuses a key over 64 bytes before anybody is notified, and reads none", arguments: [64, 65])
  func longKeys(_ length: Int) throws {
    let store = store()
    let key = Key<Root, Int>(StorageString(String(repeating: "k", count: length)), default: 0)
    let received = Lines()
    let told = Key<Root, Int>(
      key.storageString, default: 0,
      descriptor: KeyDescriptor(willChange: { received.add("\($0) \($1)") }))
    let error = error { try store.set(told, to: 1) }
    #expect(error?.code == (length > 64 ? .unsupported : nil))
    #expect(received.all == (length > 64 ? [] : ["0 1"]))
    #expect(store.get(key) == (length > 64 ? 0 : 1))
    #expect(cloud.exceptions.isEmpty)
    // Through a composition too.
    let layers = Layers.routing([], otherwise: store)
    #expect(self.error { try layers.set(key, to: 2) }?.code == (length > 64 ? .unsupported : nil))
    #expect(cloud.exceptions.isEmpty)
  }

  @Test("counts the bytes of a key that Foundation could take for another as they are written")
  func writtenKeys() {
    let store = store()
    let key = Key<Root, Int>(StorageString(String(repeating: "e\u{301}", count: 12)), default: 0)
    #expect(error { try store.set(key, to: 1) }?.found == "one of 87")
    #expect(cloud.exceptions.isEmpty)
  }

  @Test("refuses more keys and more bytes than there is room for, all or none of a commit")
  func limits() throws {
    let limits = CloudLimits(key: 64, keys: 3, bytes: 1_000)
    let store = UbiquitousStore(CloudItems(calls: cloud, limits: limits))
    func key(_ number: Int) -> Key<Root, String?> { Key("k\(number)") }
    for number in 1...3 { try store.set(key(number), to: "a") }
    let before = cloud.objects().keys.sorted()
    #expect(error { try store.set(key(4), to: "a") }?.code == .full)
    let failure = error {
      try store.transaction { change in
        try change.set(key(1), to: String(repeating: "b", count: 900))
        try change.set(key(2), to: String(repeating: "b", count: 900))
      }
    }
    #expect(failure?.code == .full)
    #expect(cloud.objects().keys.sorted() == before)
    #expect(store.get(key(1)) == "a")
    try store.transaction { change in
      try change.set(key(3), to: nil)
      try change.set(key(4), to: "a")
    }
    // What other code put there may be too much; it can be removed.
    cloud.put(["x": "x", "y": "y"])
    #expect(error { try store.set(key(1), to: "c") }?.code == .full)
    try store.remove(key(1))
    #expect(store.get(key(1)) == nil)
  }

  @Test("announces what other devices change as one commit, with its origin")
  func serverChange() throws {
    let store = store()
    try store.set(count, to: 1)
    let received = Lines()
    let token = store.observe { commit in
      received.add("\(commit.origin) \(commit.changes.map(\.storageString).sorted())")
    }
    cloud.receive(["count": 2, "name": "Leo"])
    #expect(received.all == [#"otherProcess ["count", "name"]"#])
    #expect(store.get(count) == 2)
    cloud.receive(["count": nil])
    #expect(store.get(count) == 7)
    // Without a notice, the next commit finds it.
    cloud.put(["count": 5])
    try store.update(count) { $0 += 1 }
    #expect(
      received.all.dropFirst(2) == [
        #"otherProcess ["count"]"#, #"local ["count"]"#,
      ])
    #expect(store.get(count) == 6)
    #expect(store.issues.allSatisfy { $0.code == .busy })
    token.cancel()
  }

  @Test("reports a quota notice, a change of the account, and values that the first ones replaced")
  func notices() throws {
    let store = store()
    try store.set(count, to: 1)
    cloud.receive(["count": 1], .quotaViolation)
    #expect(store.issues.map(\.code) == [.full])
    cloud.receive(["count": 9, "name": "Leo"], .initialSync)
    #expect(store.issues.map(\.code) == [.full, .overridden])
    #expect(store.issues.last?.found?.contains("'count'") == true)
    #expect(store.issues.last?.found?.contains("'name'") == false)
    #expect(store.get(count) == 9)
    cloud.receive(["count": nil, "name": nil], .accountChange)
    #expect(store.issues.map(\.code) == [.full, .overridden, .overridden])
    #expect(store.get(count) == 7)
    cloud.receive(["count": 3], nil)
    #expect(store.issues.count == 3)
    #expect(store.get(count) == 3)
  }

  @Test("reports a program without the entitlement, and a flush that fails")
  func entitlement() throws {
    let store = store(CloudStandIn(hasEntitlement: false))
    #expect(store.issues.map(\.code) == [.unavailable])
    #expect(error { try store.flush() }?.code == .uncertain)
    try self.store().flush()
  }

  @Test("is unavailable on a system without iCloud")
  func nowhere() {
    let store = UbiquitousStore(CloudItems(calls: nil))
    #expect(store.get(count) == 7)
    #expect(error { _ = try store.read(count) }?.code == .unavailable)
    #expect(error { try store.set(count, to: 1) }?.code == .unavailable)
    #expect(error { try store.refresh() }?.code == .unavailable)
    #if !canImport(Darwin)
      #expect(error { try UbiquitousStore().set(count, to: 1) }?.code == .unavailable)
    #endif
  }

  @Test("adds without loss in one process")
  func increments() async throws {
    let store = store()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<100 { try store.update(count) { $0 += 1 } } }
      }
      try await group.waitForAll()
    }
    #expect(store.get(count) == 407)
  }
}

private final class Lines: @unchecked Sendable {
  // `@unchecked`: `content` is guarded by `lock`.
  private let lock = NSLock()
  private var content: [String] = []
  var all: [String] { lock.withLock { content } }
  func add(_ line: String) { lock.withLock { content.append(line) } }
}
