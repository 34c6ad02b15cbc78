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
    var policy: HistoryPolicy?
  }

  private let state = Protected(State())
  /// Whether the store has the record of a program that keeps lists.
  private let hasRecords: @Sendable () -> Bool

  /// Whether a commit has to record registries, to be known without a lock.
  private let hasNewRegistries = Atomic(false)

  init(hasRecords: @escaping @Sendable () -> Bool) { self.hasRecords = hasRecords }

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

  var policy: HistoryPolicy {
    state.withLock { state in
      if let policy = state.policy { return policy }
      let policy = policy(state)
      state.policy = policy
      return policy
    }
  }

  /// Whether the next commit may have to make records, to be known without a lock.
  var mayHaveNewRecords: Bool { hasNewRegistries.load(ordering: .relaxed) }

  /// The records of the registries that the next commit has to make, if lists are kept; none once it did.
  var newRecords: [RegistryRecord] {
    guard mayHaveNewRecords, policy.rule == .kept else { return [] }
    return registries.map(RegistryRecord.init)
  }

  /// Notes that the records were made.
  func noteRecords() {
    if mayHaveNewRecords {
      hasNewRegistries.store(false, ordering: .relaxed)
    }
  }

  /// Whether the value of a storage string is secret, by the registries and by the names that no registry has;
  /// nil if none is.
  var isSecret: (@Sendable (String) -> Bool)? { state.withLock { HistoryChoice.isSecret($0) } }

  private static func isSecret(_ state: State) -> (@Sendable (String) -> Bool)? {
    let secrets = declaredSecrets(state)
    if secrets.isEmpty { return state.isSecret }
    let (names, isSecret) = (DeclaredFacts(secrets, \.sensitivity), state.isSecret)
    return { names.contains(StorageString($0)) || isSecret?($0) ?? false }
  }

  private static func declaredSecrets(_ state: State) -> [KeyDescription] {
    state.registries.flatMap { $0.allKeys }.filter { $0.sensitivity == .secret }
  }

  private func policy(_ state: State) -> HistoryPolicy {
    let rule: HistoryPolicy.Rule =
      switch state.wish {
      case .off: .off
      case .kept: .kept
      case .automatic, nil:
        state.registries.isEmpty
          ? .asFound : HistoryChoice.declaredSecrets(state).isEmpty ? .kept : .ended
      }
    return .init(rule, secrets: HistoryChoice.isSecret(state), hasRecords: hasRecords)
  }
}
