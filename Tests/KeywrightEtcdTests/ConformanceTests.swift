import Keywright

import KeywrightTesting
import Testing

@testable import KeywrightEtcd

@Suite("A store on etcd", .enabled(if: EtcdServer.isAvailable, EtcdServer.reason))
struct ConformanceTests {
  @Test("does what every store must, with handles of one process")
  func handles() async throws {
    try await StoreConformance.check(at: { EtcdServer.place() }) { place in
      let store = EtcdStore(endpoints: place.endpoints, prefix: place.prefix, options: .quick)
      try store.waitUntilReady(within: .seconds(600))
      return store
    }
  }

  @Test("Keys that a later handle declares are checked from then on")
  func lateSchema() throws {
    let place = EtcdServer.place()
    let share = Key<Shop, Double>(
      "share", default: 0.5, descriptor: KeyDescriptor(constraints: [.range(0...1)]))
    try Etcdctl.put("shop:share", "7.0", beside: try EtcdServer.machine(place))
    let first = EtcdStore(endpoints: place.endpoints, prefix: place.prefix, options: .quick)
    first.onIssue { _ in }
    try first.waitUntilReady(within: .seconds(600))
    #expect(first.get(share) == 7)
    let second = EtcdStore(
      endpoints: place.endpoints, prefix: place.prefix, keys: KeySet([AnyKey(share)]))
    #expect(second.get(share) == 0.5)
    #expect(first.get(share) == 0.5)
  }
}
