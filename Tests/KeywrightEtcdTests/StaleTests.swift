import Foundation
import Keywright
import KeywrightStorage
import Testing

@testable import KeywrightEtcd

/// Values that the cluster has not confirmed for longer than their keys allow.
@Suite("Values that are too old") struct StaleTests {
  static func key(_ name: String, _ maxAge: Duration?) -> Key<Shop, Int> {
    Key(name, default: 0, descriptor: KeyDescriptor(maxAge: maxAge))
  }

  static let short = key("short", .seconds(60))
  static let long = key("long", .seconds(600))
  static let other = key("other", .seconds(60))
  static let free = key("free", nil)
  static let all = [short, long, other, free]

  /// A store without a cluster, whose values and age a test gives.
  private struct Fed {
    let store = EtcdStore(
      EtcdSpace(EtcdPlace(endpoints: [], prefix: "/test"), options: EtcdOptions()))
    var replica: Replica { store.space.replica }
    var core: StoreCore { store.core }

    init() {
      store.onIssue { _ in }
      core.takeOver {
        // Without the thread, which would follow the clock between two steps of a test.
        replica.knowledge.declare(KeySet(StaleTests.all.map { AnyKey($0) }))
        _ = replica.stale.setLimits(replica.knowledge.maxAges)
      }
      store.space.health.noteCurrent(asOf: SystemTime().moment, revision: 1)
      put(StaleTests.all.map { ($0, 7) }, at: 1)
    }

    var issues: [StoreError] { store.issues.filter { $0.operation == "read" } }

    func put(_ values: [(Key<Shop, Int>, Int)], at revision: Int64) {
      let events = values.map { key, value in
        ReplicaEvent(
          name: key.storageString, content: .value(.integer(Int64(value))),
          entry: ReplicaEntry(modified: revision, created: revision, version: 1))
      }
      core.takeOver {
        let position = replica.inbox.position
        replica.inbox.put([ReplicaBatch(revision: revision, events: events)], epoch: position.epoch)
        replica.drain()
      }
    }

    func age(_ age: Duration) {
      core.takeOver {
        replica.stale.change { $0.confirmedAt = SystemTime().moment - age }
        replica.followAge()
      }
    }

    func confirm() { core.takeOver { replica.confirm(asOf: SystemTime().moment) } }

    /// What readers see; nil for nothing.
    func shown(_ key: Key<Shop, Int>) -> StoredValue? { core.shown(key.storageString) }
  }

  @Test(
    "give way to defaults at their limit, and come back with a confirmation")
  func limits() {
    let fed = Fed()
    fed.age(.seconds(30))
    for key in Self.all { #expect(fed.shown(key) == 7) }
    #expect(fed.replica.staleNames == [])
    fed.age(.seconds(60))
    #expect(Self.all.map(fed.shown) == [nil, 7, nil, 7])
    #expect(Set(fed.replica.staleNames) == Set([Self.short, Self.other].map(\.storageString)))
    fed.age(.seconds(601))
    #expect(Self.all.map(fed.shown) == [nil, nil, nil, 7])
    // A confirmation of some minutes ago, as of a snapshot.
    fed.age(.seconds(100))
    #expect(Self.all.map(fed.shown) == [nil, 7, nil, 7])
    fed.confirm()
    for key in Self.all { #expect(fed.shown(key) == 7) }
    #expect(fed.replica.staleNames == [])
  }

  @Test("change unseen while they are withheld, and are saved with the others")
  func changes() {
    let fed = Fed()
    fed.age(.seconds(70))
    fed.put([(Self.short, 8), (Self.free, 9)], at: 2)
    #expect(fed.shown(Self.short) == nil)
    #expect(fed.shown(Self.free) == 9)
    let saved = Dictionary(uniqueKeysWithValues: fed.core.takeOver { fed.replica.values })
    #expect(saved[Self.short.storageString] == 8)
    #expect(saved[Self.other.storageString] == 7)
    #expect(saved.count == 4)
    fed.confirm()
    #expect(fed.shown(Self.short) == 8)
    // A key that nobody had put before is no exception.
    let late = Self.key("late", .seconds(1))
    fed.core.takeOver { fed.replica.knowledge.declare(KeySet([AnyKey(late)])) }
    fed.age(.seconds(70))
    fed.put([(late, 1)], at: 3)
    #expect(fed.shown(late) == nil)
    fed.confirm()
    #expect(fed.shown(late) == 1)
  }

  @Test("are reported once for each limit, with one of the keys")
  func issues() throws {
    let fed = Fed()
    fed.age(.seconds(70))
    fed.age(.seconds(71))
    #expect(fed.issues.count == 1)
    let issue = try #require(fed.issues.first)
    #expect(issue.code == .unavailable)
    #expect(issue.expected?.contains("`maxAge`") == true)
    #expect(issue.found?.contains("1 others") == true)
    fed.age(.seconds(700))
    #expect(fed.issues.count == 2)
  }

  @Test("are defaults for who reads; the status and `explain` tell of them")
  func reading() throws {
    let fed = Fed()
    let store = fed.store
    fed.age(.seconds(70))
    #expect(Self.all.map(store.get) == [0, 7, 0, 7])
    #expect(try store.read(Self.short) == nil)
    #expect(Set(try store.storedKeys()) == ["shop:long", "shop:free"])
    #expect(store.status.stale == ["shop:other", "shop:short"])
    #expect(store.health().staleKeys == 2)
    #expect("\(store.explain(Self.short))".contains("`maxAge` of 60.0 seconds"))
    fed.confirm()
    #expect(try store.read(Self.short) == 7)
  }

  @Test("have the origin `expired` for observers")
  func origins() async throws {
    let fed = Fed()
    let seen = Protected<[String]>([])
    let token = fed.store.observe(Self.short) { change in
      seen.withLock { $0.append("\(change.old) \(change.new) \(change.origin)") }
    }
    fed.age(.seconds(70))
    fed.confirm()
    #expect(
      try await eventually { seen.withLock { $0 } == ["7 0 expired", "0 7 otherProcess"] })
    withExtendedLifetime(token) {}
  }
}

@Suite(
  "Values that a lost cluster makes too old",
  .simulated)
struct LostClusterTests {
  private static let brief = StaleTests.key("brief", .seconds(0.3))
  private static let long = StaleTests.key("long", .seconds(86_400))
  private static let keys = KeySet([brief, long].map { AnyKey($0) })

  let cluster = SimulatedCluster(in: .current)

  private func machine() throws -> EtcdStore {
    var options = EtcdOptions.quick
    // Values that nobody sets are younger than their limit.
    options.heartbeat = .milliseconds(100)
    return try cluster.machine(keys: Self.keys, options: options)
  }

  @Test("give way while it is gone, and come back with it, without a change")
  func outage() throws {
    let store = try machine()
    try store.transaction { change in
      for key in [Self.brief, Self.long] { try change.set(key, to: 7) }
    }
    cluster.pause(true)
    #expect(try eventually { store.get(Self.brief) == 0 })
    #expect(store.get(Self.long) == 7)
    cluster.stop()
    cluster.start()
    #expect(try eventually { store.get(Self.brief) == 7 })
    // A commit asks the cluster first, and is not made of a default.
    cluster.pause(true)
    #expect(try eventually { store.get(Self.brief) == 0 })
    cluster.pause(false)
    #expect(
      try eventually {
        (try? store.update(Self.brief) { $0 += 1 }) != nil
      })
    #expect(try eventually { store.get(Self.brief) == 8 })
  }

  @Test("give way while a commit waits for the cluster, and what it made is shown")
  func commit() throws {
    let store = try machine()
    try store.set(Self.brief, to: 7)
    cluster.pause(true)
    let simulation = Simulation.current
    try simulation.together([
      { try store.set(Self.brief, to: 8) },
      { [cluster] in
        simulation.pause(.seconds(0.2))
        #expect(store.get(Self.brief) == 7)
        simulation.pause(.seconds(0.2))
        #expect(store.get(Self.brief) == 0)
        cluster.pause(false)
      },
    ])
    #expect(store.get(Self.brief) == 8)
    #expect(try eventually { store.status.stale.isEmpty })
    #expect(store.get(Self.brief) == 8)
  }

  @Test("are no ground for a commit, also where the answer that confirms them comes late")
  func slow() throws {
    let store = try machine()
    try store.set(Self.brief, to: 7)
    cluster.pause(true)
    Simulation.current.pause(.seconds(1))
    #expect(store.get(Self.brief) == 0)
    cluster.weather.latency = .seconds(0.5)
    cluster.pause(false)
    try store.update(Self.brief) { $0 += 1 }
    #expect(cluster.value(of: Self.brief.storageString) == 8)
  }

  @Test("are those of an old snapshot, too")
  func snapshots() throws {
    let cache = DefaultsStore(
      url: FileManager.default.temporaryDirectory.appending(
        path: "keywright etcd stale \(UUID().uuidString).plist"))
    defer { try? cache.url.map { try FileManager.default.removeItem(at: $0) } }
    do {
      var options = EtcdOptions.quick
      // Nothing confirms the values behind the test's back.
      options.heartbeat = .seconds(86_400)
      let store = cluster.open(keys: Self.keys, options: options)
        .cached(in: cache, generations: 2, named: nil)
      try store.waitUntilReady(within: .seconds(600))
      try store.set(Self.brief, to: 7)
      try store.set(Self.long, to: 7)
      // As if an hour had passed since the last confirmation of the values.
      store.core.takeOver {
        store.space.replica.stale.change {
          $0.confirmedAt = Simulation.current.moment - .seconds(3_600)
        }
        store.space.replica.followAge()
      }
      try store.markHealthy()
      store.close()
    }
    let nowhere = EtcdPlace(endpoints: ["http://10.0.0.9:2379"], prefix: cluster.place().prefix)
    for (name, brief) in [(nil, 0), ("1", 7)] as [(String?, Int)] {
      let store = cluster.open(nowhere, keys: Self.keys)
        .cached(in: cache, generations: 2, named: name)
      #expect(store.get(Self.long) == 7)
      // A snapshot that somebody named is shown whatever its age.
      #expect(store.get(Self.brief) == brief)
      #expect(store.status.stale == (name == nil ? ["shop:brief"] : []))
    }
  }
}
