import Foundation
import Keywright
import KeywrightStorage
import Testing

@testable import KeywrightEtcd

@Suite("The health of a store", .simulated)
struct HealthTests {
  let cluster = SimulatedCluster(in: .current)

  @Test("counts requests, and failures by their kind")
  func requests() throws {
    // Without heartbeats a store that watches sends nothing by itself.
    var options = EtcdOptions.quick
    options.heartbeat = .seconds(86_400)
    let store = try cluster.machine(options: options)
    #expect(try eventually { store.status.endpoint != nil })
    let before = store.health()
    #expect(before.requests > 0)
    #expect(before.age != nil)
    let client = store.space.client
    #expect(throws: EtcdFailure.self) {
      let _: LeaseResponse = try client.call(
        "v3/lease/revoke", LeaseRequest(ID: 77), at: client.endpoint)
    }
    let after = store.health()
    #expect(after.requests > before.requests)
    var failures = before.failures
    failures[.refused, default: 0] += 1
    #expect(after.failures == failures)
  }

  @Test("counts reconnects, and tells the events around them")
  func reconnects() throws {
    let store = try cluster.machine()
    let events = Protected<[String]>([])
    store.onEvent { event in
      events.withLock { events in
        switch event {
        case .connected(let member): events.append("connected \(member)")
        case .disconnected: events.append("disconnected")
        case .loaded, .request, .heartbeat: break
        }
      }
    }
    #expect(try eventually { store.status.endpoint != nil })
    #expect(store.health().reconnects == 0)
    let failures = store.health().failures[.unreachable] ?? 0
    cluster.stop()
    #expect(try eventually { store.status.endpoint == nil })
    #expect(try eventually { store.health().failures[.unreachable] ?? 0 > failures })
    cluster.start()
    #expect(try eventually { store.health().reconnects == 1 })
    let url = cluster.endpoints[0]
    #expect(try eventually { events.withLock(\.last) == "connected \(url)" })
    #expect(events.withLock { $0.contains("disconnected") })
  }

  @Test("comes with each heartbeat, and each request with its time")
  func heartbeat() throws {
    let store = try cluster.machine()
    let seen = Protected<(beats: Int, calls: Set<String>)>((0, []))
    store.onEvent { event in
      seen.withLock { seen in
        switch event {
        case .heartbeat(let health): if health.requests > 0 { seen.beats += 1 }
        case .request(let request):
          if request.failure == nil, request.duration > .zero { seen.calls.insert(request.call) }
        case .connected, .disconnected, .loaded: break
        }
      }
    }
    try store.set(Shop.visitors, to: 1)
    #expect(try eventually { seen.withLock { $0.beats > 1 } })
    #expect(try eventually { seen.withLock { $0.calls.contains("v3/kv/txn") } })
    store.onEvent(nil)
  }

  @Test("shows the lag of an observer that is slower than the changes")
  func lag() throws {
    let (one, two) = (try cluster.machine(), try cluster.machine())
    let (isHeld, isOver) = (Protected(false), Protected(false))
    let simulation = Simulation.current
    let token = two.observe(Shop.visitors) { _ in
      isHeld.withLock { $0 = true }
      while !isOver.withLock(\.self) { simulation.pause(.milliseconds(1)) }
    }
    #expect(two.health().waitingCommits == 0)
    #expect(two.health().observerLag == .zero)
    for number in 1...3 { try one.set(Shop.visitors, to: number) }
    #expect(try eventually { isHeld.withLock(\.self) })
    #expect(try eventually { two.health().waitingCommits >= 1 })
    #expect(two.health().observerLag > .zero)
    isOver.withLock { $0 = true }
    #expect(try eventually { two.health().waitingCommits == 0 })
    withExtendedLifetime(token) {}
  }

  @Test("of a process that does not write shows neither leases nor the log")
  func reader() throws {
    let writer = try cluster.machine()
    try writer.set(Shop.visitors, to: 1)
    var options = EtcdOptions.quick
    options.heartbeat = .milliseconds(20)
    options.markerLifetime = .milliseconds(80)
    let reader = cluster.open(options: options)
    let seen = Protected<(beats: Int, calls: Set<String>)>((0, []))
    reader.onEvent { event in
      seen.withLock { seen in
        switch event {
        case .heartbeat: seen.beats += 1
        case .request(let request): seen.calls.insert(request.call)
        case .connected, .disconnected, .loaded: break
        }
      }
    }
    try reader.waitUntilReady(within: .seconds(600))
    let revision = cluster.change(keys: \.revision)
    // Each fourth part of the marker's life is a renewal.
    #expect(try eventually { seen.withLock { $0.beats > 10 } })
    #expect(seen.withLock { $0.calls }.isSubset(of: ["v3/kv/range", "v3/kv/txn"]))
    #expect(cluster.change(keys: \.revision) == revision)
  }
}

@Suite("A cluster of two members") struct SilentClusterTests {
  @Test("is known to be down once nobody listens at either of its addresses, and not before")
  func nobodyListens() throws {
    let health = Health(path: "etcd:/test", members: 2, time: SystemTime()) { _ in }
    let requests: [(String, EtcdFailure.Obstacle?, Bool)] = [
      ("a", .noListener("a"), false), ("a", .noListener("a"), false), ("b", nil, false),
      ("b", .noListener("b"), false), ("a", .dark("a"), false), ("a", .noListener("a"), false),
      ("b", .noListener("b"), true), ("a", .noListener("a"), true),
    ]
    for (address, failure, isSilent) in requests {
      health.note(address: address, failure: failure.map { .unreachable($0) })
      #expect(health.state.isSilent == isSilent, "\(address)")
    }
    // The time is none that a test has: a person waits for no other to start the cluster.
    let error = try #require(throws: StoreError.self) {
      try health.waitUntilLoaded(until: SystemTime().moment + .seconds(86_400), orRefused: true)
    }
    #expect(error.code == .unavailable && error.found == "nobody listens at b")
    health.note(address: "a", failure: nil)
    #expect(!health.state.isSilent)
  }
}
