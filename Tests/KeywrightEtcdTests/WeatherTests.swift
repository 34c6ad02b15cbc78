import Foundation
import Keywright
import KeywrightStorage
import KeywrightTestSupport
import Testing

@testable import KeywrightEtcd

/// A search through what can happen to machines and a cluster at once.
///
/// Machines commit, read and observe, while members stop, fall silent and come back, requests are lost, arrive when
/// nobody waits for them any more, or are made without an answer, and history is compacted. Then the weather gets
/// better, and a judge who knows every answer looks at what is there.
@Suite("In any weather") struct WeatherTests {
  /// A fault that is built in for a control, so that the judge must find something.
  enum Fault: CaseIterable {
    /// Requests that do not compare the marker: one that arrives late is made beside its repetition.
    case forgetsMarker
    /// Requests that do not compare keys: a commit undoes what another machine wrote.
    case forgetsKeys
    /// A commit whose outcome nobody knows is made again.
    case repeatsUncertain
    /// The watch leaves out some changes, and no heartbeat looks for them.
    case losesChanges
    /// Values are shown however old they are.
    case forgetsAge
    /// Commits leave no record.
    case forgetsLog
  }

  /// What happens beside bad weather.
  enum Climate: CaseIterable {
    case plain
    /// The store is frozen and thawed.
    case freezing
    /// Programs end, and begin again.
    case restarting
    /// Backups are put back, so that commits are gone.
    case restoring
  }

  /// What is filled by some and cleared by others.
  private enum Bin: Namespace {
    typealias Parent = Root
    static let namespaceID = "bin"
    static let items = (0..<3).map { Key<Bin, Int>("item \($0)", default: 0) }
  }

  private static let accounts = (0..<3).map { Key<Shop, Int>("account \($0)", default: 0) }
  /// A value that nobody may be shown who does not know that it was there in the last seconds.
  private static let fresh = Key<Shop, Int>(
    "fresh", default: 0, descriptor: KeyDescriptor(maxAge: age))
  private static let age: Duration = .seconds(3)

  /// What one worker takes and another one gives back; absent between.
  private static let token = Key<Shop, Int>("token", default: 0)
  private static let counters = (0..<3).map { Key<Shop, Int>("counter \($0)", default: 0) }

  private static let keys = KeySet([AnyKey(fresh)])

  private static var options: EtcdOptions {
    var options = EtcdOptions()
    options.requestTimeout = .seconds(1)
    options.commitTimeout = .seconds(4)
    options.watchTimeout = .seconds(3)
    options.conflictPatience = .seconds(8)
    options.heartbeat = .seconds(2)
    options.markerLifetime = .seconds(20)
    options.logPerKey = 100_000
    return options
  }

  /// The time after which no call may still be under way: each of its parts has one of its own.
  private static let longest: Duration = .seconds(8 + 2 * 4 + 2 * 3 + 1)

  /// What was found, and what the calls answered.
  private final class Judge: Sendable {
    private let state = Protected(
      (problems: [String](), made: [String: Int](), open: [String: Int](), calls: 0))

    var problems: [String] { state.withLock(\.problems) }
    var calls: Int { state.withLock(\.calls) }

    func find(_ problem: String) { state.withLock { $0.problems.append(problem) } }

    func note(_ name: String, isMade: Bool?) {
      state.withLock { state in
        state.calls += 1
        if isMade == true { state.made[name, default: 0] += 1 }
        if isMade == nil { state.open[name, default: 0] += 1 }
      }
    }

    /// The number of commits that were made, and with those that may be.
    private func counts(_ name: String) -> ClosedRange<Int> {
      state.withLock { state in
        let made = state.made[name] ?? 0
        return made...(made + (state.open[name] ?? 0))
      }
    }

    func check(_ name: String, holds value: Int) {
      let counts = counts(name)
      if !counts.contains(value) { find("\(name) is \(value) after \(counts) commits") }
    }

    /// Makes all commits of the log once more: each one must have changed what the ones before it left, and the last
    /// ones must leave what is there.
    func replay(_ log: [EtcdStore.LoggedCommit], until cluster: SimulatedCluster) {
      var values: [String: StoredValue] = [:]
      for commit in log.reversed() {
        if commit.author == nil { find("a value of an unknown hand: \(commit)") }
        for change in commit.changes {
          if values[change.storageString] != change.old {
            find(
              "\(change.storageString) was \(values[change.storageString] as Any) before revision "
                + "\(commit.revision), which changed \(change.old as Any)")
          }
          values[change.storageString] = change.new
        }
      }
      for (name, value) in values {
        let stored = cluster.value(of: StorageString(name)).map { StoredValue.integer(Int64($0)) }
        if stored != value { find("\(name) is \(stored as Any), and \(value) by the log") }
      }
    }

    func checkToken(isTaken: Bool) {
      let (taken, given) = (counts("take"), counts("give"))
      let balance = (taken.lowerBound - given.upperBound)...(taken.upperBound - given.lowerBound)
      if !balance.contains(isTaken ? 1 : 0) {
        find("a token that was taken \(taken) times and given back \(given) times: \(isTaken)")
      }
    }
  }

  /// A machine, whose program may end and begin again.
  private final class Machine: Sendable {
    private let store: Protected<EtcdStore>

    init(_ store: EtcdStore) { self.store = Protected(store) }

    var now: EtcdStore { store.withLock(\.self) }

    func restart(in cluster: SimulatedCluster) {
      now.close()
      let new = cluster.open(keys: WeatherTests.keys, options: WeatherTests.options)
      store.withLock { $0 = new }
    }
  }

  /// Commits and reads of one thread of a machine.
  private struct Worker {
    let machine: Machine
    let cluster: SimulatedCluster
    let climate: Climate
    let judge: Judge
    let simulation: Simulation
    let fault: Fault?
    var seen: [Int: Int] = [:]

    /// Makes a commit, and returns whether it was made; nil where nobody knows.
    private func commit(_ body: (EtcdStore) throws(StoreError) -> Void) -> Bool? {
      let store = machine.now
      let start = simulation.moment
      defer {
        if simulation.moment - start > WeatherTests.longest {
          judge.find("a commit that took \(simulation.moment - start)")
        }
      }
      while true {
        do throws(StoreError) {
          try body(store)
          return true
        } catch {
          let isExpected =
            switch error.code {
            case .busy, .unavailable, .uncertain: true
            case .readOnly: climate == .freezing
            case .closed: climate == .restarting
            default: false
            }
          if !isExpected { judge.find("\(error)") }
          if error.code == .uncertain, fault == .repeatsUncertain {
            simulation.pause(.milliseconds(100))
            continue
          }
          return error.code == .uncertain ? nil : false
        }
      }
    }

    /// Takes the token if it is there, or gives it back.
    private func turnToken() {
      let change = Protected("")
      let isMade = commit { store throws(StoreError) in
        do {
          try store.transaction { transaction in
            let isTaken = try transaction.get(WeatherTests.token) == 1
            change.withLock { $0 = isTaken ? "give" : "take" }
            if isTaken {
              try transaction.remove(WeatherTests.token)
            } else {
              try transaction.set(WeatherTests.token, to: 1)
            }
          }
        } catch let error as StoreError {
          throw error
        } catch {
          judge.find("\(error)")
        }
      }
      judge.note(change.withLock(\.self), isMade: isMade)
    }

    mutating func work() {
      for _ in 0..<(Search.isWhole || fault != nil ? 25 : 12) {
        let number = Int(simulation.chance() * 2.99)
        // What a request without the marker spoils is seen by the token alone.
        switch fault == .forgetsMarker ? 0.5 : simulation.chance() {
        case ..<0.4:
          let key = WeatherTests.counters[number]
          let isMade = commit { store throws(StoreError) in try store.update(key) { $0 += 1 } }
          judge.note("counter \(number)", isMade: isMade)
        case ..<0.65: turnToken()
        case ..<0.75:
          let other = WeatherTests.accounts[(number + 1) % 3]
          _ = commit { store throws(StoreError) in
            do {
              try store.transaction { change in
                let amount = try change.get(WeatherTests.accounts[number])
                try change.set(WeatherTests.accounts[number], to: amount - 5)
                try change.set(other, to: try change.get(other) + 5)
              }
            } catch let error as StoreError {
              throw error
            } catch {
              judge.find("\(error)")
            }
          }
        case ..<0.8:
          let value = Int(simulation.now() / .milliseconds(1)) + 1
          _ = commit { store throws(StoreError) in try store.set(WeatherTests.fresh, to: value) }
        case ..<0.82:
          _ = commit { store throws(StoreError) in try store.clear(Bin.self) }
        case ..<0.87:
          _ = commit { store throws(StoreError) in
            try store.set(Bin.items[number], to: Int(simulation.now() / .milliseconds(1)) + 1)
          }
        case ..<0.9:
          let sum = machine.now.atOneRevision { store in
            WeatherTests.accounts.reduce(0) { $0 + store.get($1) }
          }
          if sum != 0 { judge.find("a sum of \(sum) at one revision") }
        default:
          let value = machine.now.get(WeatherTests.counters[number])
          if climate != .restoring, climate != .restarting, value < seen[number] ?? 0 {
            judge.find("counter \(number) went from \(seen[number] ?? 0) back to \(value)")
          }
          seen[number] = value
        }
        let value = machine.now.get(WeatherTests.fresh)
        // A freeze shows the values of its own time, however long it lasts.
        if value != 0, climate != .freezing, !cluster.had(value, within: WeatherTests.age) {
          judge.find("a value that was gone for longer than \(WeatherTests.age)")
        }
        simulation.pause(.seconds(simulation.chance() * simulation.chance()))
      }
    }
  }

  /// Lets members and the network fail, until the work is done.
  private static func disturb(
    _ cluster: SimulatedCluster, _ machines: [Machine], _ climate: Climate,
    while isWorking: () -> Bool
  ) {
    let simulation = cluster.simulation
    let freeze = KeyRange(prefix: cluster.place().prefix).key(of: KeyRange.freeze)
    var fine = SimulatedCluster.Weather()
    // What a request without the marker spoils needs late ones.
    if cluster.fault == .forgetsMarker { fine.late = 0.25 }
    cluster.weather = fine
    while isWorking() {
      let number = Int(simulation.chance() * 2.99)
      switch simulation.chance() {
      case ..<0.15: cluster.change(number) { $0.isUp = false }
      case ..<0.3: cluster.change(number) { $0.isSilent = true }
      case ..<0.55: cluster.start(number)
      case ..<0.65: cluster.change { $0.compact(to: $0.revision) }
      case ..<0.75:
        let part = simulation.chance() * (cluster.fault == nil ? 0.15 : 0.3)
        cluster.weather = SimulatedCluster.Weather(
          latency: .milliseconds(simulation.chance() * 200), lost: part, late: part, unheard: part)
      case ..<0.85: cluster.weather = fine
      default:
        switch climate {
        case .plain: break
        case .freezing:
          cluster.change { keys in
            if keys.value(freeze) == nil {
              keys.put(freeze, Data("1".utf8))
            } else {
              keys.remove(freeze)
            }
          }
        case .restarting: machines[number].restart(in: cluster)
        case .restoring:
          if simulation.chance() < 0.6 {
            cluster.save()
          } else {
            for member in 0..<3 { cluster.change(member) { $0.isUp = false } }
            cluster.restore()
            for member in 0..<3 { cluster.start(member) }
          }
        }
      }
      simulation.pause(.seconds(simulation.chance() * 2))
    }
    cluster.weather = SimulatedCluster.Weather()
    for member in 0..<3 { cluster.start(member) }
    cluster.change { $0.remove(freeze) }
  }

  /// Runs one case.
  private static func problems(
    seed: UInt64, _ climate: Climate, _ fault: Fault? = nil
  ) throws -> (found: [String], calls: Int) {
    try Simulation.run(seed: seed) { simulation in
      let judge = Judge()
      let cluster = SimulatedCluster(members: 3, in: simulation)
      cluster.fault = fault
      var options = options
      if fault == .losesChanges { options.heartbeat = .seconds(86_400) }
      if fault == .repeatsUncertain { options.commitTimeout = .seconds(1) }
      cluster.recorded = fresh.storageString
      let keys = fault == .forgetsAge ? KeySet([]) : keys
      let machines = try (0..<3).map { _ in
        Machine(try cluster.machine(keys: keys, options: options))
      }
      let last = Protected<[Int: Int]>([:])
      let tokens = counters.enumerated().map { number, key in
        machines[0].now.observe(key) { change in last.withLock { $0[number] = change.new } }
      }
      let working = Protected(6)
      try simulation.together(
        (0..<6).map { number in
          {
            var worker = Worker(
              machine: machines[number % 3], cluster: cluster, climate: climate, judge: judge,
              simulation: simulation, fault: fault)
            worker.work()
            working.withLock { $0 -= 1 }
          }
        } + [{ disturb(cluster, machines, climate) { working.withLock(\.self) > 0 } }])
      // What is on its way arrives.
      simulation.pause(.seconds(30))
      let stores = machines.map(\.now)
      for store in stores {
        do throws(StoreError) { try store.refresh() } catch { judge.find("\(error)") }
      }
      for (number, key) in counters.enumerated() {
        let name = "counter \(number)"
        let stored = cluster.value(of: key.storageString)
        let shown = stores.map { $0.get(key) }
        if Set(shown + [stored ?? 0]).count > 1 {
          judge.find("\(name) is \(stored ?? 0) in the cluster, and \(shown) on three machines")
        }
        if climate != .restoring { judge.check(name, holds: shown[0]) }
        if climate != .restarting, last.withLock({ $0[number] ?? 0 }) != shown[0] {
          judge.find("an observer of \(name) that heard of another value last")
        }
      }
      judge.replay(try stores[0].log(last: 100_000), until: cluster)
      if climate != .restoring { judge.checkToken(isTaken: stores[0].get(token) == 1) }
      withExtendedLifetime(tokens) {}
      return (judge.problems, judge.calls)
    }
  }

  @Test(
    "No commit is lost or made twice, no reader goes back, and no call takes longer than its time",
    arguments: Climate.allCases, Search.seeds(1, of: 300))
  func search(climate: Climate, seed: UInt64) throws {
    let (found, calls) = try Self.problems(seed: seed, climate)
    #expect(found == [], "\(climate), seed \(seed)")
    #expect(calls > 20)
  }

  @Test("A client with a fault is found by the same judge", arguments: Fault.allCases)
  func control(fault: Fault) throws {
    // What shows a value that is too old is rare: from the twentieth case on each fault is soon found.
    let isFound = try Search.seeds(80, of: 80).dropFirst(19).contains { seed in
      try !Self.problems(seed: seed, .plain, fault).found.isEmpty
    }
    #expect(isFound)
  }
}
