import KeywrightStorage
import Synchronization

/// What registries say of their keys, found by storage strings. The list of a registry is read when something is first
/// asked, and not when the registry is noted, as by an opening.
///
/// Thread safety: safe from any thread.
final class RegistryFacts<Fact: Sendable>: Sendable {
  /// What one key says, and the strings under which it does.
  typealias Entry = (names: [StorageString], isFamily: Bool, fact: Fact)

  private struct State {
    var registries: Set<ObjectIdentifier> = []
    /// They stay until their keys are noted, so that who asks meanwhile reads them as well.
    var unread: [ObjectIdentifier: @Sendable () -> [Entry]] = [:]
    var known = DeclaredFacts<Fact>()
  }

  private let state = Protected(State())
  private let joined: @Sendable (Fact, Fact) -> Fact
  private let hasSome = Atomic(false)

  /// Whether a key may say something, to be known without a lock.
  var mayHaveSome: Bool { hasSome.load(ordering: .acquiring) }

  /// - Parameter joined: The fact that counts where two keys have one string.
  init(joined: @escaping @Sendable (Fact, Fact) -> Fact) { self.joined = joined }

  /// Notes a registry, whose list is read later.
  func note(registry: Any.Type, _ list: @escaping @Sendable () -> [Entry]) {
    state.withLock { state in
      guard state.registries.insert(ObjectIdentifier(registry)).inserted else { return }
      state.unread[ObjectIdentifier(registry)] = list
      hasSome.store(true, ordering: .releasing)
    }
  }

  /// Notes keys that are at hand.
  func note(_ entries: [Entry]) { state.withLock { note(entries, &$0) } }

  /// What the key of a storage string says; nil if none says anything.
  subscript(name: StorageString) -> Fact? {
    guard mayHaveSome else { return nil }
    // A list is the program's own code, so no lock is held.
    let unread = state.withLock(\.unread)
    let entries = unread.values.flatMap { $0() }
    return state.withLock { state in
      for id in unread.keys { state.unread[id] = nil }
      note(entries, &state)
      return state.known[name]
    }
  }

  /// The lock is held.
  private func note(_ entries: [Entry], _ state: inout State) {
    for entry in entries {
      state.known.note(entry.fact, of: entry.names, isFamily: entry.isFamily, joined: joined)
    }
    hasSome.store(!state.known.isEmpty || !state.unread.isEmpty, ordering: .releasing)
  }
}
