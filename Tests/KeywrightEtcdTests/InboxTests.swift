import Foundation
import KeywrightStorage
import Testing

@testable import KeywrightEtcd

@Suite("What the watch brings") struct InboxTests {
  private let inbox = Inbox(SystemTime())
  /// No test comes to this time.
  private let never = SystemTime().moment + .seconds(86_400)

  init() {
    inbox.begin(at: 5)
    inbox.mustLoad = false
  }

  @Test("A wait for more ends where everything has to be loaded, before the load")
  func loading() async {
    async let arrival = inbox.wait(forMoreThan: 5, until: never)
    inbox.mustLoad = true
    #expect(await arrival == .mustLoad)
    // What was brought counts, whatever has to be loaded.
    #expect(inbox.wait(forMoreThan: 4, until: never) == .brought)
  }

  @Test("A wait for a revision goes on until the load has brought it")
  func loaded() async {
    inbox.mustLoad = true
    #expect(!inbox.wait(for: 7, until: SystemTime().moment))
    async let isBrought = inbox.wait(for: 7, until: never)
    inbox.begin(at: 7)
    #expect(await isBrought)
  }

  @Test("The end of a watch that cannot go on wakes who waits for it")
  func outdated() async {
    let reader = WatchReader(
      range: KeyRange(prefix: "/"), inbox: inbox, epoch: 0, leases: [:]
    ) { _ in true }
    async let arrival = inbox.wait(forMoreThan: 5, until: never)
    reader.finish(.outdated)
    #expect(await arrival == .mustLoad)
  }

  private func batch(_ revision: Int64) -> ReplicaBatch {
    ReplicaBatch(revision: revision, events: [])
  }

  @Test("Changes of a watch that was opened before the watch began anew are left out")
  func epochs() {
    let epoch = inbox.position.epoch
    inbox.restart(at: 3)
    inbox.put([batch(9)], epoch: epoch)
    #expect(inbox.take().isEmpty && inbox.lastReceived == 3)
    inbox.put([batch(4)], epoch: inbox.position.epoch)
    #expect(inbox.take().map(\.revision) == [4])
  }

  @Test("Nothing comes behind the end of a watch: the next one may follow another history")
  func behindTheEnd() {
    let reader = WatchReader(
      range: KeyRange(prefix: "/"), inbox: inbox, epoch: 0, leases: [:]
    ) { _ in true }
    var pair = KeyValue()
    pair.key = Data("/a".utf8)
    pair.mod_revision = 6
    var message = WatchResponse()
    message.events = [WatchResponse.Event(kv: pair)]
    reader.finish(.failed(.unreachable(.closed)))
    reader.take(message)
    #expect(inbox.take().isEmpty && inbox.lastReceived == 5)
  }
}
