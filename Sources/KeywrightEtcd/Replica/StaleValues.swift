import Keywright
import KeywrightStorage

/// The age of all values, and those that are not shown since they are older than their keys allow.
///
/// The age is the time since the cluster confirmed that it held nothing newer. Of a snapshot it is the time
/// since the values in it were confirmed, by the clock of this machine.
///
/// Thread safety: safe from any thread; the holder of the writer's lock changes the withheld values.
final class StaleValues: Sendable {
  struct State {
    /// The greatest ages of the declared keys, rising.
    var limits: [Duration] = []
    var confirmedAt: Moment?
    /// The greatest of the limits that the values have passed.
    var passed: Duration?
    /// The values that are not shown.
    var withheld: [StorageString: StoredValue] = [:]
    fileprivate var isClosed = false
    fileprivate var isWatched = false

    fileprivate var nextLimit: Moment? {
      guard let confirmedAt else { return nil }
      let next = limits.first { limit in passed.map { limit > $0 } ?? true }
      return next.map { confirmedAt + $0 }
    }
  }

  private let monitor: Monitor<State>
  private let time: any TimeSource

  init(_ time: any TimeSource) {
    self.time = time
    monitor = Monitor(State(), time)
  }

  var state: State { monitor.read(\.self) }

  /// Whether some limit is passed.
  var isAny: Bool { monitor.read { $0.passed != nil } }

  /// The time at which the known values were confirmed.
  var confirmedAt: Moment? { monitor.read(\.confirmedAt) }

  /// The moment at which the next limit is passed; nil if there is none.
  var nextLimit: Moment? { monitor.read(\.nextLimit) }

  func change<Result>(_ body: (inout State) -> Result) -> Result { monitor.change(body) }

  func close() { monitor.change { $0.isClosed = true } }

  /// Sets the limits.
  ///
  /// - Returns: Whether a thread has to be started that watches the time.
  func setLimits(_ limits: [Duration]) -> Bool {
    monitor.change { state in
      state.limits = limits
      defer { state.isWatched = state.isWatched || !limits.isEmpty }
      return !state.isWatched && !limits.isEmpty
    }
  }

  /// Runs a body whenever a limit may have been passed, until the store is closed.
  ///
  /// It has a thread of its own, since requests wait exactly while values become old. So a reader needs no clock.
  func watch(_ body: () -> Void) {
    while true {
      body()
      let state = state
      if state.isClosed { return }
      let next = state.nextLimit
      // A confirmation of values that are not stale moves the next limit further away, and need not wake
      // anybody.
      monitor.wait(until: next ?? time.moment + .seconds(86_400)) { new in
        new.isClosed || new.limits != state.limits
          || ((next == nil || state.passed != nil) && new.confirmedAt != state.confirmedAt)
      }
    }
  }
}
