import Foundation
import Keywright
import KeywrightStorage

@testable import KeywrightEtcd

/// A cluster in memory, whose members fail as real ones do.
final class SimulatedCluster: @unchecked Sendable {
  // `@unchecked`: belongs to the thread whose turn it is; see `Simulation`.

  /// The ways in which a network treats a request.
  struct Weather {
    /// The longest way of a message.
    var latency: Duration = .milliseconds(2)
    /// The parts of requests that never arrive, that arrive when nobody waits any more, and whose answers are lost.
    var lost = 0.0
    var late = 0.0
    var unheard = 0.0
  }

  /// What becomes of a request.
  enum Fate {
    /// It never arrives.
    case lost
    /// It arrives when nobody waits for it any more.
    case late
    /// It is made, and its answer is lost.
    case unheard
  }

  struct Member {
    var isUp = true
    /// It takes connections, and says nothing.
    var isSilent = false
    /// Counts its starts: a connection ends with the program that took it.
    var starts = 0
  }

  struct State {
    var keys = SimulatedKeys()
    var members: [Member]
    var term: Int64 = 2
    var number: UInt64 = 14_841_639_068_965_178_418
    var isOver = false

    var hasMajority: Bool {
      members.count { $0.isUp && !$0.isSilent } > members.count / 2
    }
  }

  let simulation: Simulation
  private let state: Monitor<State>
  private var backup: State?
  var weather = Weather()
  /// Decides on the requests of one path, before the weather does.
  var fate: (HTTPRequest) -> Fate? = { _ in nil }
  /// How long the watch takes to bring a change, and the changes that it leaves out.
  var watchDelay: Duration = .zero
  var lostChanges = 0
  /// The transactions that came late, and whether they were made.
  private(set) var late: [Bool] = []
  /// The values that a key has had, and since when.
  private(set) var history: [(since: Moment, value: Int)] = []
  /// The key of the history.
  var recorded: StorageString?
  /// A fault of the stores, for a control.
  var fault: WeatherTests.Fault?

  init(members: Int = 1, in simulation: Simulation) {
    self.simulation = simulation
    state = Monitor(State(members: Array(repeating: Member(), count: members)), simulation)
    _ = simulation.startThread { [self] in keepTime() }
    simulation.atEnd { [state] in state.change { $0.isOver = true } }
  }

  /// Ends leases when their time is over.
  private func keepTime() {
    while !state.read(\.isOver) {
      let next = state.read(\.keys.nextEnd) ?? simulation.moment + .seconds(86_400)
      if state.wait(until: next, for: { $0.isOver || $0.keys.nextEnd ?? next < next }) { continue }
      // Without a leader no lease ends.
      guard state.read(\.hasMajority) else {
        simulation.pause(.milliseconds(100))
        continue
      }
      let now = simulation.moment
      state.change { $0.keys.expire(at: now) }
    }
  }

  var endpoints: [String] {
    state.read { $0.members.indices.map { "http://10.0.0.\($0 + 1):2379" } }
  }

  func place(_ prefix: String = "/test") -> EtcdPlace {
    EtcdPlace(endpoints: endpoints, prefix: prefix)
  }

  /// A store of a machine of its own, which need not be ready.
  func open(
    _ place: EtcdPlace? = nil, keys: KeySet = KeySet([]), options: EtcdOptions = .quick
  ) -> EtcdStore {
    let space = EtcdSpace(
      place ?? self.place(), keys: keys, options: options, time: simulation,
      transport: SimulatedTransport(self))
    let store = EtcdStore(space)
    store.onIssue { _ in }
    simulation.atEnd { store.close() }
    return store
  }

  func machine(
    _ place: EtcdPlace? = nil, keys: KeySet = KeySet([]), options: EtcdOptions = .quick
  ) throws -> EtcdStore {
    let store = open(place, keys: keys, options: options)
    try store.waitUntilReady(within: .seconds(600))
    return store
  }

  // MARK: What happens to members

  func change(_ index: Int = 0, _ body: (inout Member) -> Void) {
    state.change { state in
      let before = state.hasMajority
      body(&state.members[index])
      if state.hasMajority, !before {
        // The members have elected a leader.
        state.term += 1
        state.keys.renewLeases(at: simulation.moment)
      }
    }
  }

  func stop() { change { $0.isUp = false } }
  func start(_ index: Int = 0) { change(index) { $0 = Member(starts: $0.starts + 1) } }
  func pause(_ isPaused: Bool) { change { $0.isSilent = isPaused } }

  /// Copies what the cluster holds.
  func save() { backup = state.read(\.self) }

  /// Puts the copy back, with the term that it had.
  func restore() {
    defer { record() }
    state.change { state in
      guard let backup else { return }
      (state.keys, state.term) = (backup.keys, backup.term)
    }
  }

  /// Begins a cluster anew in the same place.
  func erase() {
    state.change { state in
      state = State(members: state.members)
      state.number = 7
    }
  }

  /// Reads or changes what the cluster holds, as its own members do.
  func change<Result>(keys body: (inout SimulatedKeys) -> Result) -> Result {
    state.change { body(&$0.keys) }
  }

  /// The number that a key of the store has, as everybody reads it.
  func value(of name: StorageString, in prefix: String = "/test") -> Int? {
    state.read { $0.keys.value(KeyRange(prefix: prefix).key(of: name)) }
      .flatMap { Int(String(decoding: $0, as: UTF8.self)) }
  }

  private func record() {
    guard let recorded else { return }
    let value = value(of: recorded) ?? 0
    if value != history.last?.value { history.append((simulation.moment, value)) }
  }

  /// Whether the recorded key had a value at some time in the last `age`.
  func had(_ value: Int, within age: Duration) -> Bool {
    let start = simulation.moment - age
    return history.indices.contains { index in
      let end = index + 1 < history.count ? history[index + 1].since : simulation.moment
      return history[index].value == value && end >= start
    }
  }

  // MARK: Calls

  fileprivate func index(of endpoint: Endpoint) -> Int {
    Int(endpoint.host.split(separator: ".").last ?? "").map { $0 - 1 } ?? -1
  }

  fileprivate func member(_ index: Int) -> Member? {
    state.read { $0.members.indices.contains(index) ? $0.members[index] : nil }
  }

  /// Whether a member is still the program to which a connection leads.
  fileprivate func isUp(_ index: Int, _ member: Member) -> Bool {
    self.member(index).map { $0.isUp && $0.starts == member.starts } ?? false
  }

  fileprivate func wait(until deadline: Moment, for body: (State) -> Bool) -> Bool {
    state.wait(until: deadline) { $0.isOver || body($0) }
  }

  fileprivate func wake() { state.change { _ in } }

  fileprivate func read<Result>(_ body: (State) -> Result) -> Result { state.read(body) }

  fileprivate func isAble(_ index: Int) -> @Sendable (State) -> Bool {
    { $0.members[index].isUp && !$0.members[index].isSilent && $0.hasMajority }
  }

  fileprivate func losesChange() -> Bool {
    if fault == .losesChanges { return simulation.chance() < 0.1 }
    lostChanges -= 1
    return lostChanges >= 0
  }

  fileprivate func fate(of request: HTTPRequest) -> Fate? {
    if let fate = fate(request) { return fate }
    let chance = simulation.chance()
    if chance < weather.lost { return .lost }
    if chance < weather.lost + weather.late { return .late }
    return chance < weather.lost + weather.late + weather.unheard ? .unheard : nil
  }

  /// Has the cluster answer a call when its caller has given it up.
  fileprivate func answerLate(_ request: HTTPRequest) -> HTTPAnswer {
    let answer = answer(request)
    let response = try? JSONDecoder().decode(TxnResponse.self, from: answer.body)
    if request.path == "/v3/kv/txn" { late.append(response?.succeeded == true) }
    return answer
  }

  /// Has the cluster answer a call.
  fileprivate func answer(_ request: HTTPRequest) -> HTTPAnswer {
    defer { record() }
    let request = fault.map { $0.changed(request) } ?? request
    return state.change { state in
      let (number, term) = ("\(state.number)", state.term)
      do {
        let body = try state.keys.answer(
          request.path, request.body,
          { Header(revision: $0, raft_term: term, cluster_id: number) }, at: simulation.moment)
        return HTTPAnswer(status: 200, body: body)
      } catch {
        let refusal = error as? SimulatedKeys.Refusal
        let message = ErrorMessage(
          message: refusal?.message ?? "\(error)", code: refusal?.code ?? 3)
        let body = (try? JSONEncoder().encode(message)) ?? Data()
        return HTTPAnswer(status: 400, body: body)
      }
    }
  }
}

/// The way of one machine to a cluster in memory.
final class SimulatedTransport: Transport {
  private let cluster: SimulatedCluster
  private var simulation: Simulation { cluster.simulation }
  private let isClosed = Protected(false)

  init(_ cluster: SimulatedCluster) { self.cluster = cluster }

  func prepare() throws(EtcdFailure.Mistake) {}

  func close() {
    isClosed.withLock { $0 = true }
    cluster.wake()
  }

  private func travel() { simulation.pause(cluster.weather.latency * simulation.chance()) }

  private func failure(
    after deadline: Moment, _ endpoint: Endpoint
  ) -> EtcdFailure {
    let isClosed = isClosed
    _ = cluster.wait(until: deadline) { _ in isClosed.withLock(\.self) }
    return isClosed.withLock(\.self)
      ? .unanswered(.lost(endpoint.authority)) : .unanswered(.late(endpoint.authority))
  }

  func post(
    _ request: HTTPRequest, to endpoint: Endpoint, until deadline: Moment, limit: Int
  ) throws(EtcdFailure) -> HTTPAnswer {
    let index = cluster.index(of: endpoint)
    if isClosed.withLock(\.self) { throw .unreachable(.closed) }
    travel()
    guard let member = cluster.member(index), member.isUp else {
      throw .unreachable(.noListener(endpoint.authority))
    }
    let fate = cluster.fate(of: request)
    if fate == .lost { throw failure(after: deadline, endpoint) }
    let isAble = cluster.isAble(index)
    // What a member is told while it is silent, it does later, if it lives.
    if fate == .late || !cluster.read(isAble) {
      let delay = (deadline - simulation.moment) * (0.5 + 3 * simulation.chance())
      let reply = Monitor<HTTPAnswer?>(nil, simulation)
      let wasSilent = !cluster.read(isAble)
      _ = simulation.startThread { [cluster, simulation] in
        if wasSilent {
          let isBack = cluster.wait(until: simulation.moment + .seconds(86_400)) { state in
            isAble(state) || state.members[index].starts != member.starts
          }
          guard isBack, cluster.member(index)?.starts == member.starts else { return }
        } else {
          simulation.pause(delay)
        }
        let answer = cluster.answerLate(request)
        reply.change { $0 = answer }
      }
      reply.wait(until: deadline) { $0 != nil }
      if let answer = reply.read(\.self) { return answer }
      throw .unanswered(.late(endpoint.authority))
    }
    let answer = cluster.answer(request)
    if fate == .unheard { throw .unanswered(.lost(endpoint.authority)) }
    travel()
    if isClosed.withLock(\.self) { throw .unanswered(.lost(endpoint.authority)) }
    guard cluster.isUp(index, member) else { throw .unanswered(.lost(endpoint.authority)) }
    guard simulation.moment < deadline else { throw .unanswered(.late(endpoint.authority)) }
    guard answer.body.count <= limit else { throw .tooLarge(limit) }
    return answer
  }

  func stream(
    _ request: HTTPRequest, to endpoint: Endpoint, opening: Duration, limit: Int,
    onLine: @escaping @Sendable (Data) -> Bool, onEnd: @escaping @Sendable (EtcdFailure) -> Void
  ) -> @Sendable () -> Void {
    let isEnded = Protected(false)
    _ = simulation.startThread { [self] in
      do throws(EtcdFailure) {
        try read(request, endpoint, limit, onLine) { [isClosed] in
          isEnded.withLock(\.self) || isClosed.withLock(\.self)
        }
        onEnd(.unanswered(.ended(endpoint.authority)))
      } catch {
        onEnd(error)
      }
    }
    return { [cluster] in
      isEnded.withLock { $0 = true }
      cluster.wake()
    }
  }

  private func read(
    _ request: HTTPRequest, _ endpoint: Endpoint, _ limit: Int, _ onLine: (Data) -> Bool,
    isEnded: () -> Bool
  ) throws(EtcdFailure) {
    let index = cluster.index(of: endpoint)
    let isAble = cluster.isAble(index)
    travel()
    guard let member = cluster.member(index), member.isUp else {
      throw .unreachable(.noListener(endpoint.authority))
    }
    guard let creation = try? JSONDecoder().decode(WatchRequest.self, from: request.body) else {
      throw .malformed("a watch that is none")
    }
    var next = creation.create_request.start_revision
    func send(_ change: (inout WatchResponse) -> Void) throws(EtcdFailure) -> Bool {
      var message = WatchResponse()
      let (revision, term, number) = cluster.read { ($0.keys.revision, $0.term, "\($0.number)") }
      message.header = Header(revision: revision, raft_term: term, cluster_id: number)
      change(&message)
      let body = (try? JSONEncoder().encode(message)) ?? Data()
      let line = Data(#"{"result":"#.utf8) + body + Data("}".utf8)
      guard line.count <= limit else { throw .tooLarge(limit) }
      return onLine(line)
    }
    let far = simulation.moment + .seconds(1 << 40)
    var isOpen = false
    while true {
      _ = cluster.wait(until: far) { state in
        isEnded() || !state.members[index].isUp || state.members[index].starts != member.starts
          || (isAble(state) && (!isOpen || state.keys.revision >= next))
      }
      if isEnded() || cluster.read(\.isOver) { return }
      guard cluster.isUp(index, member) else { throw .unanswered(.lost(endpoint.authority)) }
      if !isOpen {
        guard try send({ $0.created = true }) else { return }
        isOpen = true
      }
      let compacted = cluster.read(\.keys.compacted)
      if next > 0, next <= compacted {
        _ = try send {
          $0.canceled = true
          $0.compact_revision = compacted
        }
        return
      }
      if next == 0 { next = cluster.read(\.keys.revision) + 1 }
      let (batches, revision) = cluster.read { state in
        (state.keys.events(creation.create_request, from: next), state.keys.revision)
      }
      travel()
      if cluster.watchDelay > .zero { simulation.pause(cluster.watchDelay) }
      if isEnded() { return }
      // A message has all that came meanwhile, as etcd's.
      let events = batches.filter { _ in !cluster.losesChange() }.flatMap(\.self)
      if !events.isEmpty, try !send({ $0.events = events }) { return }
      next = max(next, revision + 1)
    }
  }
}

extension WeatherTests.Fault {
  /// A request as a store with the fault sends it.
  fileprivate func changed(_ request: HTTPRequest) -> HTTPRequest {
    guard request.path == "/v3/kv/txn",
      var transaction = try? JSONDecoder().decode(TxnRequest.self, from: request.body)
    else { return request }
    func isRecord(_ key: Data?, _ kind: String) -> Bool {
      key.map { String(decoding: $0, as: UTF8.self).contains(".keywright/\(kind)/") } ?? false
    }
    switch self {
    case .forgetsMarker: transaction.compare.removeAll { isRecord($0.key, "marker") }
    case .forgetsKeys: transaction.compare.removeAll { !isRecord($0.key, "marker") }
    case .forgetsLog: transaction.success.removeAll { isRecord($0.request_put?.key, "log") }
    case .repeatsUncertain, .losesChanges, .forgetsAge: return request
    }
    var request = request
    if let body = try? JSONEncoder().encode(transaction) { request.body = body }
    return request
  }
}
