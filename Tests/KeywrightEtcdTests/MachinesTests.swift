import Foundation
import Keywright

import KeywrightStorage
import Testing

@testable import KeywrightEtcd

/// The namespace of these tests.
enum Shop: Namespace {
  typealias Parent = Root
  static let namespaceID = "shop"

  static let visitors = Key<Shop, Int>("visitors", default: 0)
  static let other = Key<Shop, Int>("other", default: 0)
  static let name = Key<Shop, String>("name", default: "none")
  static let session = Key<Shop, String>(
    "session", default: "none", descriptor: KeyDescriptor(ttl: .seconds(1)))
}

/// Waits until something holds that other threads and programs bring about.
func eventually(_ body: () throws -> Bool) async throws -> Bool {
  // Counted, not timed: a machine that has much to do takes long between two looks.
  for _ in 0..<20_000 {
    if try body() { return true }
    try await Task.sleep(for: .milliseconds(5))
  }
  return false
}

/// Lets the time of the simulation pass until something holds.
func eventually(_ body: () throws -> Bool) throws -> Bool {
  try Simulation.current.eventually(body)
}

@Suite("Two machines on one prefix", .simulated)
struct MachinesTests {
  let cluster = SimulatedCluster(in: .current)
  let one: EtcdStore
  let two: EtcdStore

  init() throws {
    one = try cluster.machine()
    two = try cluster.machine()
  }

  @Test("What one sets the other shows, and its observers receive it")
  func watches() throws {
    let seen = Protected<[String]>([])
    let token = two.observe(Shop.visitors) { change in
      seen.withLock { $0.append("\(change.old) \(change.new) \(change.origin)") }
    }
    try one.set(Shop.visitors, to: 7)
    #expect(one.get(Shop.visitors) == 7)
    #expect(try eventually { seen.withLock { $0 } == ["0 7 otherProcess"] })
    #expect(two.get(Shop.visitors) == 7)
    withExtendedLifetime(token) {}
  }

  @Test("Increments by both are all counted")
  func increments() throws {
    try Simulation.current.together(
      [one, two, one, two].map { store in
        { for _ in 0..<50 { try store.update(Shop.visitors) { $0 += 1 } } }
      })
    try one.update(Shop.visitors) { $0 += 0 }
    try two.set(Shop.other, to: 1)
    #expect(two.get(Shop.visitors) == 200)
    #expect(try eventually { one.get(Shop.visitors) == 200 })
  }

  @Test("A commit that another machine overtakes while everything is loaded again runs again")
  func reloads() throws {
    // A commit that waited for the watch with the lock would keep the load from it, without which no watch opens, for
    // the whole minute of `watchTimeout`.
    let (one, simulation) = (one, Simulation.current)
    let working = Protected(2)
    let work = [one, two].map { store in
      { @Sendable in
        defer { working.withLock { $0 -= 1 } }
        for _ in 0..<100 { try store.update(Shop.visitors) { $0 += 1 } }
      }
    }
    try simulation.together(
      work + [
        {
          while working.withLock(\.self) > 0 {
            one.core.takeOver { one.space.replica.needsLoad = true }
            simulation.pause(.milliseconds(1))
          }
        }
      ])
    try one.refresh()
    #expect(one.get(Shop.visitors) == 200)
  }

  @Test("Setting what is shown already is confirmed, so that it does not undo nothing")
  func confirms() throws {
    try one.set(Shop.visitors, to: 5)
    for number in 0..<20 {
      try two.set(Shop.visitors, to: number)
      try one.set(Shop.visitors, to: 5)
      try two.set(Shop.other, to: number)
      #expect(two.get(Shop.visitors) == 5)
    }
  }

  @Test("A transaction of too many keys is refused before anything is sent")
  func tooMany() throws {
    let keys = (0..<127).map { Key<Shop, Int>("key \($0)", default: 0) }
    try one.transaction { change in for key in keys.dropLast() { try change.set(key, to: 1) } }
    #expect {
      try one.transaction { change in for key in keys { try change.set(key, to: 2) } }
    } throws: { ($0 as? StoreError)?.code == .unsupported }
    #expect(one.get(keys[0]) == 1)
  }

  @Test("Clearing a namespace of many keys is one commit, also of what is not known yet")
  func clears() throws {
    for part in 0..<3 {
      try one.transaction { change in
        for number in 0..<100 {
          try change.set(Key<Shop, Int>("key \(part * 100 + number)", default: 0), to: 1)
        }
      }
    }
    try two.set(Shop.visitors, to: 1)
    try one.clear(Shop.self)
    #expect(try one.storedKeys() == [])
    #expect(try eventually { try two.storedKeys() == [] })
  }

  @Test("A value with a time to live expires, with an origin of its own")
  func expires() throws {
    let seen = Protected<[String]>([])
    let token = two.observe(Shop.session) { change in
      seen.withLock { $0.append("\(change.new) \(change.origin)") }
    }
    try one.set(Shop.session, to: "open")
    #expect(try eventually { seen.withLock { $0 } == ["open otherProcess", "none expired"] })
    #expect(try eventually { one.get(Shop.session) == "none" })
    withExtendedLifetime(token) {}
  }

  @Test("A refusal of etcd, which has trailers, is an error")
  func refusal() {
    let client = one.space.client
    #expect {
      try client.call(
        "v3/lease/revoke", LeaseRequest(ID: 77), at: client.endpoint, as: LeaseResponse.self)
    } throws: { error in
      guard case .refused(5, _)? = error as? EtcdFailure else { return false }
      return true
    }
  }
}
