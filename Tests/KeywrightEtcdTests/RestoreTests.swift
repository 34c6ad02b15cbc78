import Foundation
import Keywright
import KeywrightStorage
import Testing

@testable import KeywrightEtcd

@Suite("A cluster that goes back", .simulated)
struct RestoreTests {
  let cluster: SimulatedCluster
  let one: EtcdStore
  let two: EtcdStore

  init() throws {
    cluster = SimulatedCluster(in: .current)
    one = try cluster.machine()
    two = try cluster.machine()
  }

  @Test("Values of a backup are loaded, observers hear of it, and commits go on")
  func restored() throws {
    try one.set(Shop.visitors, to: 1)
    try one.set(Shop.name, to: "kept")
    #expect(try eventually { two.get(Shop.name) == "kept" })
    cluster.stop()
    cluster.save()
    cluster.start()
    for number in 2...20 { try one.set(Shop.visitors, to: number) }
    try one.set(Shop.other, to: 5)
    #expect(try eventually { two.get(Shop.other) == 5 })

    let seen = Protected<[String]>([])
    let tokens = [
      two.observe(Shop.visitors) { change in
        seen.withLock { $0.append("visitors \(change.old) \(change.new) \(change.origin)") }
      },
      two.observe(Shop.other) { change in
        seen.withLock { $0.append("other \(change.old) \(change.new) \(change.origin)") }
      },
      two.observe(Shop.name) { change in seen.withLock { $0.append("\(change)") } },
    ]
    cluster.stop()
    cluster.restore()
    cluster.start()
    #expect(try eventually { two.get(Shop.visitors) == 1 && one.get(Shop.visitors) == 1 })
    #expect(try eventually { two.get(Shop.other) == 0 })
    #expect(try eventually { seen.withLock(\.count) == 2 })
    #expect(
      Set(seen.withLock(\.self)) == ["visitors 20 1 otherProcess", "other 5 0 otherProcess"])
    #expect(two.issues.contains { $0.advice?.contains("restored from a backup") == true })
    for _ in 0..<10 {
      try one.update(Shop.visitors) { $0 += 1 }
      try two.update(Shop.visitors) { $0 += 1 }
    }
    try one.refresh()
    #expect(one.get(Shop.visitors) == 21)
    #expect(try eventually { two.get(Shop.visitors) == 21 })
    withExtendedLifetime(tokens) {}
  }

  @Test("A backup that has gone on past what a process knows is noticed when it connects again")
  func overtaken() throws {
    try one.set(Shop.visitors, to: 1)
    cluster.stop()
    cluster.save()
    cluster.start()
    for number in 2...10 { try one.set(Shop.visitors, to: number) }
    #expect(try eventually { two.get(Shop.visitors) == 10 })
    cluster.stop()
    cluster.restore()
    let key = one.space.replica.range.key(of: Shop.other.storageString)
    for number in 100...140 { cluster.change { $0.put(key, Data("\(number)".utf8)) } }
    cluster.start()
    #expect(try eventually { two.get(Shop.other) == 140 && two.get(Shop.visitors) == 1 })
    #expect(try eventually { one.get(Shop.visitors) == 1 })
    #expect(two.issues.contains { $0.advice?.contains("restored from a backup") == true })
  }

  @Test("A sequence of changes says that some are missing")
  func missed() async throws {
    try one.set(Shop.visitors, to: 1)
    cluster.stop()
    cluster.save()
    cluster.start()
    try one.set(Shop.visitors, to: 2)
    #expect(try Simulation.current.eventually { two.get(Shop.visitors) == 2 })
    var events = two.changes(of: Shop.visitors).makeAsyncIterator()
    cluster.stop()
    cluster.restore()
    cluster.start()
    #expect(try Simulation.current.eventually { two.get(Shop.visitors) == 1 })
    guard case .missed(_, now: 1)? = await events.next() else {
      Issue.record("no missed changes")
      return
    }
  }

  @Test("A commit is the first that notices")
  func noticedByCommit() throws {
    // No heartbeat helps.
    var options = EtcdOptions.quick
    options.heartbeat = .seconds(86_400)
    let three = try cluster.machine(options: options)
    try three.set(Shop.visitors, to: 1)
    cluster.stop()
    cluster.save()
    cluster.start()
    for number in 2...20 { try three.set(Shop.visitors, to: number) }
    cluster.stop()
    cluster.restore()
    cluster.start()
    try three.update(Shop.visitors) { $0 += 1 }
    #expect(three.get(Shop.visitors) == 2)
    try one.refresh()
    #expect(one.get(Shop.visitors) == 2)
  }

  @Test("Another cluster in the same place is noticed, whatever its revision")
  func another() throws {
    try one.set(Shop.visitors, to: 1)
    #expect(try eventually { two.get(Shop.visitors) == 1 })
    cluster.stop()
    cluster.erase()
    cluster.start()
    let other = try cluster.machine(cluster.place("/elsewhere"))
    for number in 0..<30 { try Etcdctl.put("x", "\(number)", beside: other) }
    #expect(try eventually { two.get(Shop.visitors) == 0 && one.get(Shop.visitors) == 0 })
    try one.set(Shop.visitors, to: 3)
    try two.refresh()
    #expect(two.get(Shop.visitors) == 3)
  }
}

@Suite("The history of a cluster") struct ClusterHistoryTests {
  private func header(_ cluster: String?, term: Int64, _ revision: Int64) -> Header {
    Header(revision: revision, raft_term: term, cluster_id: cluster)
  }

  private let known: ClusterHistory = {
    let history = ClusterHistory()
    history.note(Header(revision: 10, raft_term: 3, cluster_id: "7"), before: history.moment)
    return history
  }()

  @Test("goes on with answers that are as new or newer")
  func goesOn() {
    known.note(header("7", term: 3, 10), before: known.moment)
    known.note(header("7", term: 4, 12), before: known.moment)
    known.note(header(nil, term: 4, 13), before: known.moment)
    #expect(known.moment.number == 0)
  }

  @Test(
    "is another one with a lower revision, a lower term or another cluster",
    arguments: [
      ("7", 3, 9, "revision 9 after 10"), ("7", 2, 11, "term 2 after 3"),
      ("18446744073709551615", 3, 11, "the cluster 18446744073709551615 instead of 7"),
    ] as [(String, Int64, Int64, String)])
  func isAnother(cluster: String, term: Int64, revision: Int64, sign: String) {
    known.note(header(cluster, term: term, revision), before: known.moment)
    #expect(known.moment.number == 1)
    #expect(known.moment.sign == sign)
    // The next answers belong to it.
    known.note(header(cluster, term: term, revision), before: known.moment)
    #expect(known.moment.number == 1)
  }

  @Test("is not judged by an answer that was asked for before")
  func late() {
    let before = known.moment
    known.note(header("7", term: 3, 20), before: before)
    // Asked for at 10, answered at 15, heard after 20.
    known.note(header("7", term: 3, 15), before: before)
    #expect(known.moment.number == 0)
    known.note(header("8", term: 3, 20), before: known.moment)
    known.note(header("7", term: 3, 21), before: before)
    #expect(known.moment.number == 1)
    known.note(header("8", term: 3, 22), before: known.moment)
    #expect(known.moment.number == 1)
  }

  @Test("is as new as what the watch has brought")
  func watch() {
    known.note(revision: 30, of: 0)
    known.note(revision: 40, of: 1)
    known.note(header("7", term: 3, 29), before: known.moment)
    #expect(known.moment.sign == "revision 29 after 30")
  }
}
