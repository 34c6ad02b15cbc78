import Foundation
import Keywright
import Testing

@testable import KeywrightEtcd

/// The revision that a commit of this process made.
@Suite("The revision of an own commit") struct OwnRevisionTests {
  private let store = EtcdStore(
    EtcdSpace(EtcdPlace(endpoints: [], prefix: "/test"), options: EtcdOptions()))
  private var replica: Replica { store.space.replica }

  init() {
    store.onIssue { _ in }
    arrive(5, at: 7)
  }

  /// Has the watch bring a change.
  private func arrive(_ value: Int64, at revision: Int64) {
    let event = ReplicaEvent(
      name: Shop.visitors.storageString, content: .value(.integer(value)),
      entry: ReplicaEntry(modified: revision, created: 1, version: revision))
    let batch = ReplicaBatch(revision: revision, events: [event])
    store.core.takeOver {
      replica.inbox.put([batch], epoch: replica.inbox.position.epoch)
      replica.drain()
    }
  }

  private func follows(_ revision: Int64) -> Bool {
    store.core.takeOver { replica.follows(own: revision) }
  }

  @Test("is known at once behind the last one that is known, and later skipped in the watch")
  func adjacent() {
    #expect(follows(8))
    #expect(store.core.takeOver { replica.applied } == 8)
    // It comes late, and the watch goes on behind it.
    arrive(1, at: 8)
    #expect(store.get(Shop.visitors) == 5)
    #expect(follows(9))
    arrive(2, at: 10)
    #expect(store.get(Shop.visitors) == 2)
  }

  @Test("is waited for where another one is between, or belongs to another history")
  func distant() {
    #expect(!follows(9))
    #expect(store.core.takeOver { replica.applied } == 7)
    store.space.client.history.begin(because: "a test")
    #expect(!follows(8))
  }

  @Test("finds changes of others that the watch has brought already")
  func drains() {
    let event = ReplicaEvent(
      name: Shop.visitors.storageString, content: .value(.integer(9)),
      entry: ReplicaEntry(modified: 8, created: 1, version: 8))
    replica.inbox.put(
      [ReplicaBatch(revision: 8, events: [event])], epoch: replica.inbox.position.epoch)
    #expect(follows(9))
    #expect(store.get(Shop.visitors) == 9)
  }

  @Test("A change stays shown over a load that was read before it")
  func newer() {
    arrive(6, at: 9)
    let event = ReplicaEvent(
      name: Shop.visitors.storageString, content: .value(.integer(5)),
      entry: ReplicaEntry(modified: 7, created: 1, version: 7))
    let loaded = Loader.Loaded(events: [event], revision: 8, position: 8)
    #expect(store.core.takeOver { replica.load(loaded, history: 0) } == nil)
    #expect(store.get(Shop.visitors) == 6)
  }
}
