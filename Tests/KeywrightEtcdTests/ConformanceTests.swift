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
}
