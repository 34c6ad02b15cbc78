import Foundation
import Keywright
import KeywrightStorage
import Testing

@testable import KeywrightEtcd

@Suite("An operator") struct OperatingTests {
  @Test("freezes and thaws a store, once each, and the log says who did and why", .simulated)
  func freeze() throws {
    let cluster = SimulatedCluster(in: .current)
    let (one, two) = (try cluster.machine(), try cluster.machine())
    try one.set(Shop.visitors, to: 1)
    #expect(throws: StoreError.self) { try one.thaw() }
    try one.because("incident 7").freeze(because: "until Monday")
    #expect(try eventually { one.status.isFrozen && two.status.isFrozen })
    #expect { try two.set(Shop.visitors, to: 2) } throws: {
      let error = $0 as? StoreError
      return error?.code == .readOnly && error?.found?.hasSuffix(": until Monday") == true
    }
    #expect { try two.freeze(because: "again") } throws: {
      ($0 as? StoreError)?.found?.contains("until Monday") == true
    }
    try one.thaw()
    #expect(try eventually { !one.status.isFrozen && !two.status.isFrozen })
    try two.set(Shop.visitors, to: 2)
    let log = try one.log()
    #expect(
      log.map { $0.changes[0].storageString }
        == ["shop:visitors", "keywright:freeze", "keywright:freeze", "shop:visitors"])
    #expect(log[2].changes[0].new == "until Monday")
    #expect(log[2].reason == "incident 7")
    #expect(log[1].changes[0].new == nil)
  }

  @Test(
    "sees of each member its revision, its contents, and why it does not answer",
    .enabled(if: EtcdServer.isAvailable, EtcdServer.reason))
  func members() throws {
    let nobody = "http://127.0.0.1:\(EtcdServer.freePort())"
    var place = EtcdServer.place()
    let url = place.endpoints[0]
    place.endpoints = [url, nobody, url.replacing("127.0.0.1", with: "localhost")]
    let store = try EtcdServer.machine(place)
    try store.set(Shop.visitors, to: 1)
    let members = store.members()
    #expect(members.map(\.url) == place.endpoints)
    #expect(members[0].problem == nil)
    #expect(members[0].revision >= store.status.revision)
    #expect(members[0].version.hasPrefix("3."))
    #expect(members[0].size > 0)
    #expect(members[0].isLeader)
    #expect(members[0].alarms == [])
    #expect(members[0].contents != nil)
    #expect(members[0].contents == members[2].contents)
    #expect(members[1].problem?.found?.contains("nobody listens") == true)
  }
}
