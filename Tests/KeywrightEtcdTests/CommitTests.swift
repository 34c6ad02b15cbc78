import Foundation
import Keywright
import KeywrightStorage
import Testing

@testable import KeywrightEtcd

/// A namespace whose code counts its calls.
enum Counted: Namespace, PreCommitHook, PostCommitHook {
  typealias Parent = Root
  static let namespaceID = "counted"

  static let calls = Protected<[String: Int]>([:])

  static func note(_ call: String) { calls.withLock { $0[call, default: 0] += 1 } }

  static func preCommit(_ commit: inout PendingCommit) throws { note("preCommit") }
  static func postCommit(_ commit: Commit) { note("postCommit") }

  static let value = Key<Counted, Int>(
    "value", default: 0,
    descriptor: KeyDescriptor(
      processing: [
        .call("count") { (value: Int) in
          note("process")
          return value
        }
      ],
      willChange: { _, _ in note("willChange") }, didChange: { _, _ in note("didChange") }))
}

@Suite("A commit in etcd", .simulated)
struct CommitTests {
  let cluster = SimulatedCluster(in: .current)
  let one: EtcdStore
  let two: EtcdStore

  init() throws {
    one = try cluster.machine()
    two = try cluster.machine()
  }

  @Test("that is overtaken runs its code again; what follows the commit runs once")
  func again() throws {
    Counted.calls.withLock { $0 = [:] }
    let seen = Protected<[Int]>([])
    let token = one.observe(Counted.value) { change in seen.withLock { $0.append(change.new) } }
    let attempts = Protected(0)
    let two = two
    try one.update(Counted.value) { value in
      // A key of the same text, without the counting code, on the other machine.
      if attempts.withLock({ count in
        count += 1
        return count == 1
      }) {
        try Simulation.current.together([
          { try two.set(Key<Root, Int>(StorageString("counted:value"), default: 0), to: 10) }
        ])
      }
      value += 1
    }
    #expect(one.get(Counted.value) == 11)
    #expect(attempts.withLock(\.self) == 2)
    #expect(try eventually { seen.withLock { $0 } == [10, 11] })
    let calls = Counted.calls.withLock(\.self)
    #expect(calls["process"] == 2)
    #expect(calls["preCommit"] == 2)
    #expect(calls["willChange"] == 2)
    #expect(calls["postCommit"] == 1)
    #expect(calls["didChange"] == 1)
    withExtendedLifetime(token) {}
  }

  @Test("shows, when it returns, everything up to itself, in the order of revisions")
  func order() throws {
    let seen = Protected<[String]>([])
    let tokens = [
      one.observe(Shop.visitors) { change in seen.withLock { $0.append("visitors \(change.new)") }
      },
      one.observe(Shop.other) { change in seen.withLock { $0.append("other \(change.new)") } },
    ]
    var expected: [String] = []
    for number in 1...50 {
      try two.set(Shop.other, to: number)
      try one.set(Shop.visitors, to: number)
      #expect(one.get(Shop.other) == number)
      #expect(one.get(Shop.visitors) == number)
      expected += ["other \(number)", "visitors \(number)"]
    }
    // Another thread may be delivering the last ones.
    #expect(try eventually { seen.withLock(\.count) >= expected.count })
    #expect(seen.withLock(\.self) == expected)
    withExtendedLifetime(tokens) {}
  }

  @Test("of several keys is all or nothing for another machine")
  func allOrNothing() throws {
    let (one, two) = (one, two)
    let simulation = Simulation.current
    try simulation.together([
      {
        for number in 1...50 {
          try one.transaction { change in
            try change.set(Shop.visitors, to: number)
            try change.set(Shop.other, to: -number)
          }
        }
      },
      {
        while two.get(Shop.visitors) < 50 {
          let sum = two.atOneRevision { $0.get(Shop.visitors) + $0.get(Shop.other) }
          #expect(sum == 0)
          simulation.pause(.microseconds(300))
        }
      },
    ])
  }

  @Test("may read and write 126 keys in all")
  func readsCount() throws {
    let keys = (0..<126).map { Key<Shop, Int>("key \($0)", default: 0) }
    func sum(_ keys: some Sequence<Key<Shop, Int>>) throws {
      try one.transaction { change in
        var sum = 0
        for key in keys { sum += try change.get(key) }
        try change.set(Shop.visitors, to: sum + 1)
      }
    }
    try sum(keys.dropLast())
    #expect(one.get(Shop.visitors) == 1)
    let revision = try two.log().count
    #expect { try sum(keys) } throws: { ($0 as? StoreError)?.code == .unsupported }
    #expect(try two.log().count == revision)
  }

  @Test("that is too large is refused before anything is sent")
  func tooLarge() throws {
    #expect {
      try one.set(Shop.name, to: String(repeating: "x", count: 1_500_001))
    } throws: { ($0 as? StoreError)?.code == .full }
    #expect(try two.log().isEmpty)
  }

  @Test("that compares what it only read does not lose what another machine wrote there")
  func readsAreCompared() throws {
    let attempts = Protected(0)
    let two = two
    try one.transaction { change in
      let seen = try change.get(Shop.other)
      if attempts.withLock({ count in
        count += 1
        return count == 1
      }) {
        try Simulation.current.together([{ try two.set(Shop.other, to: 5) }])
      }
      try change.set(Shop.visitors, to: seen + 1)
    }
    #expect(one.get(Shop.visitors) == 6)
    #expect(attempts.withLock(\.self) == 2)
  }

  @Test("is not sent by a task that was cancelled before")
  func cancelled() async throws {
    let one = one
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await one.async.set(Shop.visitors, to: 1)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try two.log().isEmpty)
  }

  @Test("that clears a namespace has seen everything that it removes")
  func clears() throws {
    for number in 1...20 {
      try two.set(Shop.visitors, to: number)
      try one.clear(Shop.self)
      let changes = try #require(try one.log(last: 1).first?.changes)
      #expect(changes.map(\.storageString) == ["shop:visitors"])
      #expect(changes.first?.old == .integer(Int64(number)))
    }
  }

  @Test("has one marker for each process, beside the prefix, under a lease")
  func marker() throws {
    for number in 1...3 {
      try one.set(Shop.visitors, to: number)
      try two.set(Shop.other, to: number)
    }
    let range = one.space.replica.range
    let (start, end) = KeyRange.bounds(ofPrefix: Data(range.markers.utf8))
    let client = one.space.client
    let found: RangeResponse = try client.call(
      "v3/kv/range", RangeRequest(key: start, range_end: end), at: client.endpoint)
    let markers = try #require(found.kvs)
    #expect(markers.count == 2)
    #expect(markers.allSatisfy { $0.lease != 0 && $0.version == 3 })
    #expect(markers.allSatisfy { range.name(of: $0.key) == nil })
    // A process that only reads has none.
    let three = try cluster.machine()
    try three.refresh()
    let again: RangeResponse = try client.call(
      "v3/kv/range", RangeRequest(key: start, range_end: end), at: client.endpoint)
    #expect(again.count == 2)
  }

  @Test("whose marker's lease has ended takes a new one")
  func lostMarker() throws {
    try one.set(Shop.visitors, to: 1)
    let lease = try #require(one.space.committer.activity.withLock(\.lease))
    let client = one.space.client
    let _: LeaseResponse = try client.call(
      "v3/lease/revoke", LeaseRequest(ID: lease), at: client.endpoint)
    try one.update(Shop.visitors) { $0 += 1 }
    #expect(one.get(Shop.visitors) == 2)
    #expect(one.space.committer.activity.withLock(\.lease) != lease)
  }

  // MARK: Time to live

  private func lease(of name: String) throws -> Int64? {
    let client = one.space.client
    let key = one.space.replica.range.key(of: StorageString(name))
    let found: RangeResponse = try client.call(
      "v3/kv/range", RangeRequest(key: key), at: client.endpoint)
    return found.kvs?.first?.lease
  }

  private func key(_ name: String, _ seconds: Int) -> Key<Shop, Int> {
    Key(name, default: 0, descriptor: KeyDescriptor(ttl: .seconds(seconds)))
  }

  @Test("has one lease for each time to live")
  func leases() throws {
    try one.transaction { change in
      try change.set(key("a", 600), to: 1)
      try change.set(key("b", 600), to: 1)
      try change.set(key("c", 700), to: 1)
      try change.set(Shop.visitors, to: 1)
    }
    let (a, b, c) = (try lease(of: "shop:a"), try lease(of: "shop:b"), try lease(of: "shop:c"))
    #expect(a == b && a != nil && a != 0)
    #expect(c != a && c != 0)
    #expect(try lease(of: "shop:visitors") == 0)
    // The same value again is not a renewal, and a value without a time to live ends the lease's hold.
    try one.set(Key<Shop, Int>("a", default: 0), to: 2)
    #expect(try lease(of: "shop:a") == 0)
  }

  @Test("has a time to live of any length", arguments: [0.001, 0.5, 1e12])
  func lengths(seconds: Double) throws {
    let key = Key<Shop, Int>("t", default: 0, descriptor: KeyDescriptor(ttl: .seconds(seconds)))
    try one.set(key, to: 1)
    #expect(try lease(of: "shop:t") != 0)
  }

  @Test("that is not made gives its leases back")
  func revokes() throws {
    try one.set(Shop.visitors, to: 1)
    func count() -> Int { cluster.change { $0.leaseNumbers.count } }
    let before = count()
    let large = Key<Shop, String>("t", default: "", descriptor: KeyDescriptor(ttl: .seconds(600)))
    #expect(throws: StoreError.self) {
      try one.set(large, to: String(repeating: "x", count: 1_500_001))
    }
    #expect(count() == before)
  }

  // MARK: Keys of others

  @Test("leaves a store within the prefix alone, and so does every call")
  func inner() throws {
    try Etcdctl.put("eu/shop:visitors", "7", beside: one)
    try Etcdctl.put("eu.keywright/log/1", "{}", beside: one)
    let path = Key<Shop, Int>(.family("path", KeyParameter("eu/shop")), default: 0)
    try one.set(path, to: 1)
    try one.set(Shop.visitors, to: 1)
    #expect(try Set(one.storedKeys()) == ["shop:visitors", "shop:path:eu/shop"])
    #expect(one.get(path) == 1)
    try one.clear(Shop.self)
    for visitors in 0..<200 {
      try one.set(Key<Shop, Int>(.family("path", KeyParameter(visitors)), default: 0), to: 1)
    }
    try one.removeEverything()
    #expect(try one.storedKeys().isEmpty)
    let client = one.space.client
    let (start, end) = one.space.replica.range.bounds
    let found: RangeResponse = try client.call(
      "v3/kv/range", RangeRequest(key: start, range_end: end), at: client.endpoint)
    #expect(found.kvs?.count == 2)
  }

  @Test("leaves keys of others alone, and the store lists them")
  func foreign() throws {
    try Etcdctl.put("hand.made", "[1,2]", beside: one)
    try Etcdctl.put("hand.unreadable", "{", beside: one)
    try one.set(Shop.visitors, to: 1)
    try one.clear(Shop.self)
    try one.refresh()
    let names = Set(try one.storageStrings().map(\.string))
    #expect(names == ["hand.made", "hand.unreadable"])
    #expect(try one.stored("hand.made") == [1, 2])
    let client = one.space.client
    let (start, end) = one.space.replica.range.bounds
    let found: RangeResponse = try client.call(
      "v3/kv/range", RangeRequest(key: start, range_end: end), at: client.endpoint)
    #expect(
      found.kvs?.map { String(decoding: $0.value ?? Data(), as: UTF8.self) } == ["[1,2]", "{"])
  }

  // MARK: The log

  private func prune(perKey: Int, age: Duration = .seconds(3_600)) throws {
    let log = CommitLog(client: one.space.client, range: one.space.replica.range)
    let present = one.core.takeOver { one.space.replica.presentRevisions }
    let left = try #require(log.prune(perKey: perKey, age: age, present: present))
    #expect(left == log.count)
  }

  @Test("leaves the log for the last ones of its key, and never for those of another key")
  func retention() throws {
    try one.because("by hand").set(Shop.name, to: "corner")
    for number in 1...30 { try one.set(Shop.visitors, to: number) }
    try one.set(Shop.name, to: "plaza")
    try prune(perKey: 5)
    let log = try two.log(last: 1_000)
    #expect(log.map { $0.changes[0].storageString }.count { $0 == "shop:visitors" } == 5)
    #expect(log.first?.changes.first?.new == "plaza")
    #expect(log.last?.reason == "by hand")
    #expect(log[1].changes.first?.new == 30)
    #expect(log[5].changes.first?.new == 26)
  }

  @Test("leaves the log with its age, but for the one that made a present value")
  func age() throws {
    try one.set(Shop.visitors, to: 1)
    try one.set(Shop.name, to: "corner")
    try one.set(Shop.visitors, to: 2)
    try one.remove(Shop.name)
    try prune(perKey: 20, age: .zero)
    #expect(try two.log().map { $0.changes.map(\.new) } == [[2]])
  }

  @Test("leaves no value to an unknown hand on a machine that has not seen its removal yet")
  func pruned() throws {
    for _ in 1...20 {
      try one.set(Shop.name, to: "corner")
      try two.refresh()
      two.space.follower.restart()
      try one.remove(Shop.name)
      try prune(perKey: 20, age: .zero)
      #expect(try two.log().isEmpty)
    }
  }

  @Test("of keys that opt out leaves no record")
  func unlogged() throws {
    var options = EtcdOptions.quick
    options.unlogged = ["shop:visitors"]
    let three = try cluster.machine(options: options)
    try three.set(Shop.visitors, to: 1)
    #expect(try three.log().isEmpty)
    try three.transaction { change in
      try change.set(Shop.visitors, to: 2)
      try change.set(Shop.name, to: "corner")
    }
    #expect(try three.log().map { $0.changes.map(\.storageString) } == [["shop:name"]])
    options.unlogged = ["shop:"]
    #expect(options.leavesOutOfLog("shop:name"))
    #expect(!options.leavesOutOfLog("shopping"))
  }

  @Test("that another program made shows as one of an unknown hand, and cannot be reverted")
  func unknownHand() throws {
    try one.set(Shop.visitors, to: 1)
    try Etcdctl.put("shop:name", "\"corner\"", beside: one)
    try two.refresh()
    let log = try two.log()
    #expect(log.map(\.author) == [nil, log[1].author])
    #expect(log[0].date == nil)
    #expect(log[0].changes.map(\.storageString) == ["shop:name"])
    #expect(log[0].description.contains("an unknown hand: shop:name"))
    #expect { try two.revert(log[0]) } throws: { ($0 as? StoreError)?.code == .unsupported }
    // A commit of ours over it explains the value.
    try two.set(Shop.name, to: "plaza")
    #expect(try two.log().allSatisfy { $0.author != nil })
  }
}

@Suite("A wait before a request is repeated") struct BackoffTests {
  @Test("grows to its limit, is drawn at random, and begins again")
  func grows() {
    var backoff = Backoff(.milliseconds(20) ... .milliseconds(100))
    for delay in [20, 40, 80, 100, 100] {
      #expect(
        (.milliseconds(delay) / 2 ... .milliseconds(delay)).contains(backoff.next(by: SystemTime()))
      )
    }
    backoff.reset()
    #expect(backoff.next(by: SystemTime()) <= .milliseconds(20))
    let waits = (0..<100).map { _ in
      var backoff = Backoff(.milliseconds(20) ... .milliseconds(100))
      return backoff.next(by: SystemTime())
    }
    #expect(Set(waits).count > 50)
  }
}
