public import Observation
import Synchronization

/// A stored value that views and `withObservationTracking` follow.
///
/// ```swift
/// let volume = ObservedValue(Player.volume, in: store)
/// withObservationTracking { draw(volume.value) } onChange: { scheduleRedraw() }
/// ```
///
/// It belongs to the main actor, and so do its notifications, whichever thread or process commits: a
/// tracking there cannot miss a commit that is made at the same time. Commits that follow each other quickly may
/// give one notification. `onChange` is called after the commit: it reads the new value.
///
/// Thread safety: main actor.
@MainActor
public final class ObservedValue<Value: Sendable>: Observable {
  /// The key in its store, for what a model does not offer.
  public nonisolated let slot: Slot<Value>

  private let registrar = ObservationRegistrar()
  private let pending = Pending()
  private var notified: UInt64 = 0
  private var token: ObservationToken?

  /// The number of the last commit that the main actor is to announce.
  private final class Pending: Sendable {
    let number = Atomic<UInt64>(0)
    let isScheduled = Atomic(false)
  }

  /// Makes a model of a slot.
  ///
  /// - Parameter slot: The slot of a key, from ``Store/slot(_:)``.
  public init(_ slot: Slot<Value>) {
    self.slot = slot
    token = slot.observe { [weak self, pending] change in
      pending.number.store(change.number, ordering: .sequentiallyConsistent)
      guard !pending.isScheduled.exchange(true, ordering: .sequentiallyConsistent) else { return }
      Task { @MainActor [weak self] in self?.deliver() }
    }
  }

  /// Makes a model of a key in a store.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - store: The store.
  public convenience init<K: KeyType>(_ key: K, in store: some Store) where K.Value == Value {
    self.init(store.slot(key))
  }

  /// The value; tracked where it is read. See ``Slot/value`` for writing.
  public var value: Value {
    get {
      registrar.access(self, keyPath: \.value)
      return slot.get()
    }
    set {
      slot.value = newValue
      notify()
    }
    _modify {
      registrar.access(self, keyPath: \.value)
      defer { notify() }
      yield &slot.value
    }
  }

  private func deliver() {
    pending.isScheduled.store(false, ordering: .sequentiallyConsistent)
    // A tracking that began after the last notification has read the value of every commit up to `notified`.
    if pending.number.load(ordering: .sequentiallyConsistent) > notified { notify() }
  }

  private func notify() {
    notified = slot.access.core.lastNumber
    registrar.withMutation(of: self, keyPath: \.value) {}
  }
}
