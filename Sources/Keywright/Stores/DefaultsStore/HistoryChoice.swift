import KeywrightStorage
import Synchronization

/// Whether a file keeps the lists that it replaces: what its handles asked for, and what their registries
/// say of secrets.
///
/// The registries are read by the first commit, and not at an opening.
final class HistoryChoice: Sendable {
  private struct State: Sendable {
    /// The last wish of a handle.
    var wish: DefaultsStore.History?
    var registries: [any KeyRegistry.Type] = []
    /// The names of secrets that no registry declares.
    var isSecret: (@Sendable (String) -> Bool)?
    /// Nil until it is asked for.
    var policy: DurableFile.HistoryPolicy?
  }

  private let state = Protected(State())

  /// Whether a commit has to record registries, to be known without a lock.
  private let hasNewRegistries = Atomic(false)

  /// Takes over what a new handle asks for.
  func note(_ history: DefaultsStore.History, _ registries: [any KeyRegistry.Type]) {
    state.withLock { state in
      if history != .automatic, state.wish != history {
        state.wish = history
        hasNewRegistries.store(true, ordering: .relaxed)
      }
      for registry in registries where !state.registries.contains(where: { $0 == registry }) {
        state.registries.append(registry)
        hasNewRegistries.store(true, ordering: .relaxed)
      }
      state.policy = nil
    }
  }

  /// Takes over the names of secrets that no registry declares.
  func note(secrets isSecret: @escaping @Sendable (String) -> Bool) {
    state.withLock { state in
      state.isSecret = isSecret
      state.policy = nil
    }
  }

  /// The registries of all handles.
  var registries: [any KeyRegistry.Type] { state.withLock { $0.registries } }

  var policy: DurableFile.HistoryPolicy {
    state.withLock { state in
      if let policy = state.policy { return policy }
      let policy = HistoryChoice.policy(state)
      state.policy = policy
      return policy
    }
  }

  /// The records of the registries that the next commit has to make, if lists are kept; none once it did.
  var newRecords: [RegistryRecord] {
    guard hasNewRegistries.load(ordering: .relaxed), policy.keeps else { return [] }
    return registries.map(RegistryRecord.init)
  }

  /// Notes that the records were made.
  func noteRecords() {
    if hasNewRegistries.load(ordering: .relaxed) {
      hasNewRegistries.store(false, ordering: .relaxed)
    }
  }

  private static func policy(_ state: State) -> DurableFile.HistoryPolicy {
    let secrets = state.registries.flatMap { $0.allKeys }.filter { $0.sensitivity == .secret }
    let names = DeclaredNames(secrets)
    let isSecret = state.isSecret.map { isSecret in
      { @Sendable name in names.contains(StorageString(name)) || isSecret(name) }
    }
    switch state.wish {
    case .off: return .off
    case .kept:
      if let isSecret { return .keptWithout(secrets: isSecret) }
      return secrets.isEmpty ? .kept : .keptWithout { names.contains(StorageString($0)) }
    case .automatic, nil:
      if state.registries.isEmpty {
        return isSecret.map { .asFoundWithout(secrets: $0) } ?? .asFound
      }
      if !secrets.isEmpty { return .off }
      return isSecret.map { .keptWithout(secrets: $0) } ?? .kept
    }
  }
}
