import KeywrightStorage
public import Synchronization

/// The stored forms for which an unbounded ``ValueTable`` has no slot: under a lock, and freed when
/// removed.
///
/// There are some only if storage strings were made to collide, or if so many were stored and
/// removed that no more slots may be left behind. A dictionary hashes the bytes themselves under the
/// process's random seed, so that no adversary can make these collide.
///
/// Thread safety: safe from any thread. Complexity: O(1) for one string.
@usableFromInline
final class OverflowTable: @unchecked Sendable {
  // `@unchecked`: `forms` is read and written under `lock` only.
  private let lock = SystemMutex()
  private var forms: [StorageString: StoredValue] = [:]

  /// The number of forms, to be read without the lock. It is set before the lock is released.
  @usableFromInline let count = Atomic(0)

  @inlinable
  @inline(__always)
  var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

  subscript(name: StorageString) -> StoredValue? {
    if isEmpty { return nil }
    return lock.withLock { forms[name] }
  }

  /// Stores a form, or removes it; returns the one that was there.
  func write(_ name: StorageString, _ form: StoredValue?) -> StoredValue? {
    lock.withLock {
      let replaced = forms[name]
      forms[name] = form
      count.store(forms.count, ordering: .releasing)
      return replaced
    }
  }

  var members: [(name: StorageString, stored: StoredValue)] {
    if isEmpty { return [] }
    return lock.withLock { forms.map { ($0.key, $0.value) } }
  }
}
