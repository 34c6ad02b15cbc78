import Foundation
import Keywright
import KeywrightStorage
import Testing

@testable import KeywrightEtcd

@Suite("A request of a commit", .simulated) struct FateTests {
  private let cluster = SimulatedCluster(members: 3, in: .current)

  /// Gives the next transactions a fate.
  private func doom(
    _ fate: SimulatedCluster.Fate, count: Int = 1, _ also: @escaping () -> Void = {}
  ) {
    let rest = Protected(count)
    cluster.fate = { path in
      guard path == "/v3/kv/txn",
        rest.withLock({ rest in
          rest -= 1
          return rest >= 0
        })
      else { return nil }
      also()
      return fate
    }
  }

  private var options: EtcdOptions {
    var options = EtcdOptions()
    options.requestTimeout = .milliseconds(300)
    options.commitTimeout = .seconds(3)
    return options
  }

  @Test("that was made counts, though its answer was lost, and though the next ones' are")
  func unheard() throws {
    let store = try cluster.machine(options: options)
    for number in 1...100 {
      doom(.unheard, count: number % 3 + 1)
      try store.update(Shop.visitors) { $0 += 1 }
      #expect(store.get(Shop.visitors) == number)
    }
    #expect(cluster.value(of: Shop.visitors.storageString) == 100)
  }

  @Test("that arrives behind its repetition is not made")
  func late() throws {
    let store = try cluster.machine(options: options)
    try store.set(Shop.visitors, to: 0)
    for number in 1...20 {
      doom(.late)
      try store.update(Shop.visitors) { $0 += 1 }
      #expect(try eventually { cluster.late.count == number })
    }
    // One that comes before its repetition is made, and the repetition finds it.
    #expect(cluster.late.contains(false))
    #expect(store.get(Shop.visitors) == 20)
    #expect(cluster.value(of: Shop.visitors.storageString) == 20)
  }

  @Test(
    "is uncertain where the marker's lease ends before its repetition, and the next one has another"
  )
  func lease() throws {
    let store = try cluster.machine(options: options)
    try store.set(Shop.visitors, to: 1)
    let simulation = Simulation.current
    doom(.unheard) { [cluster] in
      // Once it was made.
      _ = simulation.startThread { cluster.change { $0.revokeAll() } }
    }
    #expect { try store.update(Shop.visitors) { $0 += 1 } } throws: {
      ($0 as? StoreError)?.code == .uncertain
    }
    #expect(cluster.value(of: Shop.visitors.storageString) == 2)
    cluster.change { $0.revokeAll() }
    #expect(try eventually { store.get(Shop.visitors) == 2 })
    try store.update(Shop.visitors) { $0 += 1 }
    #expect(store.get(Shop.visitors) == 3)
  }

  @Test("is uncertain without a majority, when its time is over; reads go on")
  func majority() throws {
    let store = try cluster.machine(options: options)
    try store.set(Shop.visitors, to: 1)
    for member in 1...2 { cluster.change(member) { $0.isUp = false } }
    let start = Simulation.current.moment
    #expect { try store.update(Shop.visitors) { $0 += 1 } } throws: {
      ($0 as? StoreError)?.code == .uncertain
    }
    let took = Simulation.current.moment - start
    #expect(took > .seconds(2) && took <= .seconds(3) + options.requestTimeout)
    #expect(store.get(Shop.visitors) == 1)
    Simulation.current.pause(.seconds(60))
    #expect(store.status.age ?? .zero > .seconds(60))
    for member in 1...2 { cluster.start(member) }
    try store.waitUntilReady(within: .seconds(60))
    #expect(try eventually { (try? store.set(Shop.visitors, to: 5)) != nil })
    #expect(cluster.value(of: Shop.visitors.storageString) == 5)
  }

  @Test(
    "that others made while a machine was away reaches its observers, or they are told that some are missing",
    arguments: [false, true])
  func away(isCompacted: Bool) async throws {
    let (one, two) = (try cluster.machine(), try cluster.machine())
    try one.set(Shop.visitors, to: 1)
    #expect(try Simulation.current.eventually { two.get(Shop.visitors) == 1 })
    var events = two.changes(of: Shop.visitors).makeAsyncIterator()
    for member in 0..<3 { cluster.change(member) { $0.isUp = false } }
    Simulation.current.pause(.seconds(10))
    let key = one.space.replica.range.key(of: Shop.visitors.storageString)
    for number in 2...50 { cluster.change { $0.put(key, Data("\(number)".utf8)) } }
    if isCompacted { cluster.change { $0.compact(to: $0.revision) } }
    for member in 0..<3 { cluster.start(member) }
    #expect(try Simulation.current.eventually { two.get(Shop.visitors) == 50 })
    guard isCompacted else {
      for number in 2...50 {
        guard case .change(let change)? = await events.next() else {
          Issue.record("a change that was missed")
          return
        }
        #expect(change.new == number)
      }
      return
    }
    guard case .missed(_, now: 50)? = await events.next() else {
      Issue.record("no missed changes")
      return
    }
  }
}
