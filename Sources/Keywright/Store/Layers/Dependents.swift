import KeywrightStorage
import Synchronization

/// The compositions that a store is a part of and that must be notified of its commits.
///
/// Thread safety: safe from any thread.
final class Dependents: Sendable {
  private let count = Atomic(0)
  private let cores = Protected<[WeakCore]>([])

  /// Whether there are none. Sequentially consistent, as is adding one: of a composition that begins
  /// to listen and a commit that was just shown to readers, at least one sees the other.
  var isEmpty: Bool { count.load(ordering: .sequentiallyConsistent) == 0 }

  /// The compositions that still exist.
  var all: [StoreCore] {
    if isEmpty { return [] }
    return cores.withLock { $0.compactMap(\.core) }
  }

  func add(_ core: StoreCore) {
    cores.withLock { cores in
      cores.removeAll { $0.core == nil || $0.core === core }
      cores.append(WeakCore(core: core))
      count.store(cores.count, ordering: .sequentiallyConsistent)
    }
  }
}

extension StoreCore {
  /// Lets the stores that this one is made of learn of what others change, from now on.
  func watchParts() {
    for part in stack?.parts ?? [] {
      part.observers.beWanted()
      part.watchParts()
    }
  }

  /// Makes the stores that this one is made of notify it of their commits, and so on below. Nothing for
  /// a store that is made of no others.
  func listenToParts() {
    guard let stack, stack.beginListening() else { return }
    for part in stack.parts {
      part.dependents.add(self)
      part.listenToParts()
    }
  }
}

/// A weak reference to a core.
struct WeakCore {
  weak var core: StoreCore?
}

/// The identity of a view of a store.
struct ViewID: Hashable {
  let component: String
  let settings: String?
}
