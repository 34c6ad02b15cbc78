import KeywrightStorage
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Computes a value once; other threads wait for it.
///
/// Every wait is entered in one table for the process, so that a circle of waits (a default that
/// needs itself, or two threads whose defaults need each other's) is found before it closes.
final class Evaluation<Value: Sendable>: AnyEvaluation, @unchecked Sendable {
  // `@unchecked`: `value` is guarded by `AnyEvaluation.waits`' lock until `isKnown` is true, and
  // never written again.
  private var value: Value?
  private let isKnown = Atomic(false)

  /// The value, if it was computed before; takes no lock.
  var result: Value? { isKnown.load(ordering: .acquiring) ? value : nil }

  func value(name: StorageString, compute: () -> Value) -> Value {
    if let known = claim(name: name) { return known }
    let computed = compute()
    finish(computed)
    return computed
  }

  /// Gives the value, waiting if another thread computes it; nil if this thread must.
  private func claim(name: StorageString) -> Value? {
    let me = ThreadID.current
    let waits = AnyEvaluation.waits
    return waits.lock.withLock {
      while true {
        if let value { return value }
        guard let owner else {
          self.owner = me
          return nil
        }
        if waits.leads(from: owner, to: me) {
          programmingError(
            """
            the default of the key '\(name)' needs itself. Compute it without reading \
            the key, or give the key a literal default.
            """)
        }
        // Each access ends before the wait releases the lock: other threads write the table during
        // the wait.
        waits.waiting[me] = self
        waits.isFinished.wait()
        waits.waiting[me] = nil
      }
    }
  }

  private func finish(_ computed: Value) {
    AnyEvaluation.waits.lock.withLock {
      value = computed
      isKnown.store(true, ordering: .releasing)
      owner = nil
    }
    AnyEvaluation.waits.isFinished.broadcast()
  }
}

/// The part that evaluations of all types share: the computing thread, and the graph of waits.
class AnyEvaluation {
  fileprivate var owner: ThreadID?

  fileprivate final class Waits: @unchecked Sendable {
    // `@unchecked`: `waiting` is read and written under `lock` only.
    let lock = SystemMutex()
    let isFinished: SystemCondition
    var waiting: [ThreadID: AnyEvaluation] = [:]

    init() { isFinished = SystemCondition(lock) }

    /// Whether `thread`, through what it waits for, waits for `goal`.
    func leads(from thread: ThreadID, to goal: ThreadID) -> Bool {
      var thread = thread
      while thread != goal {
        guard let next = waiting[thread]?.owner else { return false }
        thread = next
      }
      return true
    }
  }

  fileprivate static let waits = Waits()
}

/// The identity of a thread among those that live at the same time.
struct ThreadID: Hashable, Sendable {
  let address: UInt

  static var current: ThreadID {
    #if canImport(Darwin) || canImport(Musl)
      ThreadID(address: UInt(bitPattern: pthread_self()))
    #else
      ThreadID(address: UInt(pthread_self()))
    #endif
  }
}
