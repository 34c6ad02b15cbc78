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
    cluster.fate = { request in
      guard request.path == "/v3/kv/txn",
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

  private struct Taken: Error {}

  @Test("that arrives late takes nothing again that was given back meanwhile")
  func givenBack() throws {
    for _ in 1...20 {
      let store = try cluster.machine(options: options)
      let before = cluster.late.count
      doom(.late)
      try store.set(Shop.visitors, to: 1)
      // Its repetition was made, unless it came first.
      try store.remove(Shop.visitors)
      #expect(try eventually { cluster.late.count > before })
      #expect(cluster.value(of: Shop.visitors.storageString) == nil)
      store.close()
    }
  }

  @Test("that arrives late is not made where its commit was given up")
  func givenUp() throws {
    let other = try cluster.machine()
    for _ in 1...20 {
      let store = try cluster.machine(options: options)
      let before = cluster.late.count
      doom(.late) {
        // Another machine is quicker than the repetition.
        cluster.change { [key = store.space.replica.range.key(of: Shop.visitors.storageString)] in
          $0.put(key, Data("1".utf8))
        }
      }
      #expect(throws: Taken.self) {
        try store.transaction { change in
          if try change.get(Shop.visitors) == 1 { throw Taken() }
          try change.set(Shop.visitors, to: 1)
        }
      }
      try other.refresh()
      try other.remove(Shop.visitors)
      #expect(try eventually { cluster.late.count > before })
      #expect(cluster.value(of: Shop.visitors.storageString) == nil)
      store.close()
    }
  }

  @Test(
    "is uncertain where the first one of a process was made, and its lease ended before the repetition"
  )
  func firstLease() throws {
    let store = try cluster.machine(options: options)
    let simulation = Simulation.current
    doom(.unheard) { [cluster] in
      _ = simulation.startThread { cluster.change { $0.revokeAll() } }
    }
    #expect { try store.update(Shop.visitors) { $0 += 1 } } throws: {
      ($0 as? StoreError)?.code == .uncertain
    }
    #expect(cluster.value(of: Shop.visitors.storageString) == 1)
  }

  @Test("that one member keeps silent about is asked of another")
  func otherMember() throws {
    var options = options
    // Nothing else notices.
    options.heartbeat = .seconds(86_400)
    let store = try cluster.machine(options: options)
    for number in 1...10 {
      let member = store.space.client.endpoint
      cluster.change(member) { $0.isSilent = true }
      try store.set(Shop.visitors, to: number)
      #expect(cluster.value(of: Shop.visitors.storageString) == number)
      cluster.change(member) { $0.isSilent = false }
    }
  }

  @Test(
    "that was overtaken is made again once the watch has brought what overtook it, and not before")
  func overtaken() throws {
    let (one, two) = (try cluster.machine(), try cluster.machine())
    try one.set(Shop.visitors, to: 1)
    #expect(try eventually { two.get(Shop.visitors) == 1 })
    cluster.watchDelay = .seconds(2)
    try one.set(Shop.visitors, to: 2)
    var attempts = 0
    try two.update(Shop.visitors) { value in
      attempts += 1
      value += 1
    }
    #expect(attempts == 2)
    #expect(two.get(Shop.visitors) == 3)
  }

  @Test("that clears a namespace says of no value that it removed it where another machine had")
  func cleared() throws {
    let (one, two) = (try cluster.machine(), try cluster.machine())
    try one.set(Shop.visitors, to: 1)
    #expect(try eventually { two.get(Shop.visitors) == 1 })
    cluster.watchDelay = .seconds(2)
    try one.clear(Shop.self)
    try two.clear(Shop.self)
    #expect(try two.log().map { $0.changes.map(\.old) } == [[.integer(1)], [nil]])
  }

  // MARK: What the watch brings

  @Test("that is one of many pages asks for the revision of the first one")
  func pages() throws {
    let store = try cluster.machine()
    for number in 1...8 {
      try store.set(
        Key<Shop, String>("text \(number)", default: ""), to: String(repeating: "x", count: 900))
    }
    var asked: [String?] = []
    cluster.fate = { request in
      let range = try? JSONDecoder().decode(RangeRequest.self, from: request.body)
      if request.path == "/v3/kv/range", range?.limit != nil { asked.append(range?.revision) }
      return nil
    }
    var options = EtcdOptions.quick
    options.maximumAnswer = 4_000
    _ = try cluster.machine(options: options)
    let pages = asked.drop { $0 == nil }
    #expect(pages.count >= 2)
    #expect(Set(pages).count == 1 && pages.allSatisfy { $0 != nil })
  }

  @Test("A change that the watch has lost is found by a heartbeat")
  func lostChange() throws {
    let (one, two) = (try cluster.machine(), try cluster.machine())
    try one.set(Shop.visitors, to: 1)
    #expect(try eventually { two.get(Shop.visitors) == 1 })
    // Of both watches.
    cluster.lostChanges = 2
    try one.set(Shop.visitors, to: 2)
    // Long before another watch would bring it.
    Simulation.current.pause(.seconds(30))
    #expect(two.get(Shop.visitors) == 2)
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
