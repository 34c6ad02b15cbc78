import Keywright
import KeywrightStorage

/// The state of the connection to the cluster.
///
/// Thread safety: safe from any thread.
final class Health: Sendable {
  struct State: Sendable {
    var isClosed = false
    /// Whether everything was loaded once.
    var isLoaded = false
    /// The time at which the shown values were current for certain, and the revision of the cluster then.
    var currentAsOf: Moment?
    var revision: Int64 = 0
    var endpoint: Int?
    /// The reason why there is no watch.
    var outage: StoreError?
    /// Whether the cluster itself refused what the store asked, which no other member will answer otherwise.
    var isRefused = false
    /// The addresses at which nobody listened since another request was answered, or failed otherwise.
    fileprivate var silent: Set<String> = []
    /// Whether nobody listens at any address, which a person sets right, and no waiting.
    var isSilent = false
    /// The causes of the present outage that were reported.
    var causes: Set<String> = []
    /// The number of threads that wait for what the cluster holds.
    var waiting = 0
    /// Whether a commit runs again and again until everything is loaded.
    var isUrgent = false
    /// A problem that no waiting ends.
    var refusal: StoreError?
    /// The number of times that the watch was opened.
    var connections = 0
    /// The number of times that the watch was open again after a failure.
    var reconnects = 0
    fileprivate var wasConnected = false
    fileprivate var handler: (@Sendable (EtcdEvent) -> Void)?
    fileprivate var deliversEvents = false
    /// The events that the handler has not had yet.
    fileprivate var events: [EtcdEvent] = []

    private static let maximumEvents = 1_000

    fileprivate mutating func add(_ event: EtcdEvent) {
      guard handler != nil, events.count < 2 * State.maximumEvents else { return }
      if case .request = event, events.count >= State.maximumEvents { return }
      events.append(event)
    }
  }

  private let monitor: Monitor<State>
  private let time: any TimeSource
  private let path: String
  private let members: Int
  private let report: @Sendable (StoreError) -> Void

  /// - Parameter members: The number of addresses of the cluster.
  init(
    path: String, members: Int, time: any TimeSource,
    report: @escaping @Sendable (StoreError) -> Void
  ) {
    monitor = Monitor(State(), time)
    self.time = time
    self.path = path
    self.members = members
    self.report = report
  }

  var state: State { monitor.read(\.self) }
  var isClosed: Bool { monitor.read(\.isClosed) }

  @discardableResult
  private func change<Result>(_ body: (inout State) -> Result) -> Result { monitor.change(body) }

  func close() { change { $0.isClosed = true } }

  func refuse(_ error: StoreError) { change { $0.refusal = error } }

  func noteConnected(_ endpoint: Int, _ member: Endpoint) {
    change { state in
      if state.wasConnected, state.outage != nil { state.reconnects += 1 }
      state.wasConnected = true
      state.connections += 1
      state.add(.connected(member: member.text))
      state.endpoint = endpoint
      state.outage = nil
      state.isRefused = false
      state.causes = []
    }
  }

  /// Notes that there is no watch until everything is loaded.
  func noteLoading() { change { $0.endpoint = nil } }

  /// Notes that the values shown are those that the cluster held at a moment.
  func noteCurrent(asOf time: Moment, revision: Int64) {
    change { state in
      state.isLoaded = true
      state.isUrgent = false
      state.currentAsOf = max(state.currentAsOf ?? time, time)
      state.revision = max(state.revision, revision)
    }
  }

  /// Notes that the cluster has begun another history, and reports it.
  func noteHistory(_ history: ClusterHistory.Moment) {
    change { $0.revision = 0 }
    report(.newHistory(history, path: path))
  }

  /// Notes why there is no watch. Each cause of an outage is reported once; the status has the present one.
  func note(failure: EtcdFailure) {
    let error = StoreError(failure, operation: "watch", path: path)
    var isNews = false
    change { state in
      isNews =
        !state.isClosed && state.causes.count < Health.maximumCauses
        && state.causes.insert(failure.words).inserted
      state.outage = error
      // A token that a member does not know yet is known in a moment.
      state.isRefused = !failure.isPassing && (failure.wantsUser || !failure.isStaleToken)
      state.endpoint = nil
      state.add(.disconnected(error))
    }
    if isNews { report(error) }
  }

  private static let maximumCauses = 16

  /// Notes whether somebody listened at an address to which a request went.
  func note(address: String, failure: EtcdFailure?) {
    guard case .unreachable(.noListener)? = failure else {
      if monitor.read({ !$0.silent.isEmpty }) {
        change {
          $0.silent = []
          $0.isSilent = false
        }
      }
      return
    }
    let isNew = monitor.read { !$0.silent.contains(address) }
    guard isNew, let failure else { return }
    change { state in
      state.silent.insert(address)
      state.isSilent = state.silent.count >= members
      // The loader, which goes on to try, has not said so yet.
      if state.isSilent, state.outage == nil {
        state.outage = StoreError(failure, operation: "watch", path: path)
      }
    }
  }

  // MARK: Events

  func setEventHandler(_ handler: (@Sendable (EtcdEvent) -> Void)?) {
    let mustStart = change { state in
      state.handler = handler
      state.events = []
      defer { if handler != nil { state.deliversEvents = true } }
      return handler != nil && !state.deliversEvents
    }
    // A thread of its own: a handler that is slow must not keep the marker's lease from being renewed.
    guard mustStart, !time.startThread({ [self] in deliverEvents() }) else { return }
    change { $0.deliversEvents = false }
    report(
      StoreError(
        .unavailable, operation: "onEvent", path: path, expected: "a thread", found: "none"))
  }

  /// Notes an event, which the handler is given by its own thread.
  func note(_ event: @autoclosure () -> EtcdEvent) {
    guard monitor.read({ $0.handler != nil }) else { return }
    let event = event()
    change { $0.add(event) }
  }

  /// Hands out events until the store is closed, with no lock held.
  private func deliverEvents() {
    while !isClosed {
      monitor.wait(until: time.moment + .seconds(86_400)) { $0.isClosed || !$0.events.isEmpty }
      let (handler, events) = change { state in
        defer { state.events = [] }
        return (state.handler, state.events)
      }
      for event in events { handler?(event) }
    }
  }

  // MARK: Waiting

  /// Waits until a deadline: less if the store is closed, or once a predicate holds.
  func wait(
    until deadline: Moment, or predicate: (State) -> Bool = { _ in false }
  ) {
    monitor.wait(until: deadline) { $0.isClosed || predicate($0) }
  }

  /// Notes that a commit needs the next load.
  func hurry() { change { $0.isUrgent = true } }

  /// Runs a body that waits for the cluster: during it, loads that are otherwise spread over time happen at once.
  func waiting<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    change { $0.waiting += 1 }
    defer { change { $0.waiting -= 1 } }
    return try body()
  }

  /// Waits until everything was loaded once; if asked so, not beyond a refusal of the cluster, or of all machines
  /// on which its members should be.
  func waitUntilLoaded(
    until deadline: Moment, orRefused endsRefused: Bool
  ) throws(StoreError) {
    let isOver = monitor.wait(until: deadline) {
      $0.isLoaded || $0.refusal != nil || $0.isClosed
        || (endsRefused && ($0.isRefused || $0.isSilent))
    }
    let state = state
    if state.isLoaded { return }
    if let refusal = state.refusal { throw refusal }
    if state.isClosed { throw .closed(path: path) }
    if !isOver || endsRefused { throw state.outage ?? .notLoaded(path: path) }
  }
}

extension StoreError {
  static func closed(path: String) -> StoreError {
    StoreError(.closed, operation: "use", path: path, advice: "Open the store again.")
  }

  static func notLoaded(path: String) -> StoreError {
    StoreError(
      .unavailable, operation: "load", path: path, expected: "the first answer of etcd",
      found: "none yet", advice: "Wait for `ready(within:)` before the first commit.")
  }
}
