import KeywrightStorage

/// A value behind a mutex, for whose changes threads wait.
final class Monitor<Value>: @unchecked Sendable {
  // `@unchecked`: `value` is read and written under `mutex` only.
  private let mutex = SystemMutex()
  private let condition: SystemCondition
  private let time: any TimeSource
  private var value: Value

  init(_ value: Value, _ time: any TimeSource) {
    self.value = value
    self.time = time
    condition = time.condition(of: mutex)
  }

  /// Reads the value.
  func read<Result>(_ body: (Value) -> Result) -> Result { mutex.withLock { body(value) } }

  /// Changes the value, and wakes the threads that wait.
  @discardableResult
  func change<Result>(_ body: (inout Value) -> Result) -> Result {
    mutex.withLock {
      defer { condition.broadcast() }
      return body(&value)
    }
  }

  /// Waits until a predicate holds; false if the time is over before.
  @discardableResult
  func wait(until deadline: Moment, for predicate: (Value) -> Bool) -> Bool {
    mutex.withLock {
      // A day at a time: the clock of the system counts nanoseconds in 64 bits.
      while !predicate(value) {
        let rest = min(deadline - time.moment, .seconds(86_400))
        guard rest > .zero else { return false }
        condition.wait(atMost: rest) { predicate(value) }
      }
      return true
    }
  }
}
