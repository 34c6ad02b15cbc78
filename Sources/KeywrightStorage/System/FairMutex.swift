import Synchronization

/// A mutual exclusion lock that lets no thread starve.
///
/// A thread that takes the lock again as soon as it has released it is the quickest where several want it,
/// and would keep the others from it: of sixteen threads one would finish before most have begun. So
/// threads that do not get the lock at once wait in a queue, and when ``patience`` others have taken it
/// before the first of them, it is handed over to that one. Handing it over each time would be fair as
/// well, and cost each turn the time of waking a thread.
///
/// Not recursive: a thread that locks it twice deadlocks.
///
/// Source: the bounded bypass of WebKit's `WTF::Lock` and Rust's `parking_lot` ("eventual fairness"), which
/// count time where this counts turns.
package final class FairMutex: @unchecked Sendable {
  // `@unchecked`: `queue` is read and written under `gate` only; `state` is atomic.

  /// The number of turns that other threads may take before the thread that waits first: of sixteen threads
  /// none then waits for more than 105 turns, which is 6.6 times its fair share.
  package static let patience = 6

  private enum State {
    static let held: UInt = 1
    /// Set and cleared under `gate` only.
    static let awaited: UInt = 2
  }

  private let state = Atomic<UInt>(0)
  private let gate = SystemMutex()
  private let time: any TimeSource
  private var queue: [Waiter] = []

  /// A thread in the queue; all but `isGranted`, which the thread itself looks at, under `gate`.
  private final class Waiter {
    let condition: SystemCondition
    var passed = 0
    var isGranted = false

    init(_ condition: SystemCondition) { self.condition = condition }
  }

  /// - Parameter time: The clock by which waits are reported.
  package init(_ time: any TimeSource = SystemFileSystem()) { self.time = time }

  /// The number of threads in the queue.
  package var waiting: Int { gate.withLock { queue.count } }

  package func tryLock() -> Bool {
    let known = state.load(ordering: .relaxed)
    guard known & State.held == 0 else { return false }
    return state.compareExchange(
      expected: known, desired: known | State.held, successOrdering: .acquiring,
      failureOrdering: .relaxed
    ).exchanged
  }

  package func lock() { lock(reporting: .seconds(3600)) {} }

  /// Takes the lock.
  ///
  /// - Parameters:
  ///   - interval: The time after which the wait is reported, again and again.
  ///   - report: Called each time, with no lock held; the thread keeps its place in the queue.
  package func lock(reporting interval: Duration, _ report: () -> Void) {
    _ = lock(asking: interval) {
      report()
      return true
    }
  }

  /// Takes the lock, unless the wait is given up.
  ///
  /// - Parameters:
  ///   - interval: The time after which the thread is asked, again and again.
  ///   - waitsOn: Whether to wait on; called with no lock held, while the thread keeps its place in the queue.
  /// - Returns: Whether the lock was taken.
  package func lock(asking interval: Duration, _ waitsOn: () -> Bool) -> Bool {
    if tryLock() || trySpinning() { return true }
    gate.lock()
    defer { gate.unlock() }
    let waiter = Waiter(time.condition(of: gate))
    queue.append(waiter)
    state.bitwiseOr(State.awaited, ordering: .relaxed)
    while true {
      waiter.condition.wait(atMost: interval) { isTurn(of: waiter) }
      if waiter.isGranted { return true }
      gate.unlock()
      let isWaiting = waitsOn()
      gate.lock()
      if !isWaiting, !waiter.isGranted {
        leave(waiter)
        return false
      }
    }
  }

  /// Takes a thread that gave up from the queue. `gate` is held.
  private func leave(_ waiter: Waiter) {
    queue.removeAll { $0 === waiter }
    if queue.isEmpty {
      state.bitwiseAnd(~State.awaited, ordering: .relaxed)
    } else {
      // The lock may have been released for the one that left.
      queue[0].condition.signal()
    }
  }

  /// Whether a thread in the queue has the lock now. `gate` is held.
  private func isTurn(of waiter: Waiter) -> Bool {
    if !waiter.isGranted, queue.first === waiter, tryLock() { grant(waiter) }
    return waiter.isGranted
  }

  /// Takes the first thread, which has the lock now, from the queue. `gate` is held.
  private func grant(_ waiter: Waiter) {
    waiter.isGranted = true
    queue.removeFirst()
    if queue.isEmpty { state.store(State.held, ordering: .relaxed) }
  }

  package func unlock() {
    let release = state.compareExchange(
      expected: State.held, desired: 0, successOrdering: .releasing, failureOrdering: .relaxed)
    if !release.exchanged { unlockForWaiters() }
  }

  /// Hands the lock over to the first thread in the queue if that was passed over often, else releases it
  /// and lets that thread try.
  private func unlockForWaiters() {
    gate.lock()
    defer { gate.unlock() }
    guard let first = queue.first else { return state.store(0, ordering: .releasing) }
    first.passed += 1
    if first.passed > FairMutex.patience {
      grant(first)
    } else {
      state.store(State.awaited, ordering: .releasing)
    }
    first.condition.signal()
  }

  /// Tries for some time to take the lock without sleeping, while no other thread waits.
  ///
  /// Beside a queue it would take the processors from the threads whose turn comes.
  private func trySpinning() -> Bool {
    SystemMutex.spin {
      if tryLock() { return true }
      return state.load(ordering: .relaxed) & State.awaited == 0 ? false : nil
    }
  }

  package func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}
