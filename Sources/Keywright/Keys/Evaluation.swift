import Synchronization

/// Computes a value once; other threads wait for it.
///
/// Every wait is entered in one table for the process, so that a circle of waits (a default that
/// needs itself, or two threads whose defaults need each other's) is found before it closes.
final class Evaluation<Value: Sendable>: AnyEvaluation, @unchecked Sendable {
  // `@unchecked`: `value` is guarded by `AnyEvaluation.table`'s lock until `isKnown` is true, and
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
    return AnyEvaluation.table.withLock { waits in
      while true {
        if let value { return value }
        guard let owner else {
          self.owner = me
          return nil
        }
        if waits.leads(from: owner, to: me) {
          preconditionFailure(
            """
            Keywright: the default of the key '\(name)' needs itself. Compute it without reading \
            the key, or give the key a literal default.
            """)
        }
        waits.waiting[me] = self
        AnyEvaluation.table.lock.wait()
        waits.waiting[me] = nil
      }
    }
  }

  private func finish(_ computed: Value) {
    AnyEvaluation.table.withLock { _ in
      value = computed
      isKnown.store(true, ordering: .releasing)
      owner = nil
    }
    AnyEvaluation.table.lock.wakeAll()
  }
}

/// What evaluations of all types share: who computes, and who waits for whom.
class AnyEvaluation {
  fileprivate var owner: ThreadID?

  fileprivate struct Waits {
    var waiting: [ThreadID: AnyEvaluation] = [:]

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

  fileprivate static let table = Locked(Waits())
}
