import Keywright
import KeywrightStorage

@testable import KeywrightSecrets

/// A keychain in memory that answers with Apple's documented codes.
final class KeychainStandIn: KeychainCalls {
  struct State: Sendable {
    var items: [Place: KeychainItem] = [:]
    var accessibilities: [Place: KeychainRules.Accessibility] = [:]
    /// The status of all calls of a kind, if it is not what they would answer.
    var refusals: [Call: Int32] = [:]
    /// The device was not unlocked since its restart.
    var isLocked = false
    /// Runs before a call of a kind, once: what another program does then.
    var before: [Call: @Sendable (inout State) -> Void] = [:]
    var clock = 0.0
    var queries: [KeychainQuery] = []
  }

  enum Call: Hashable, Sendable { case copy, add, update, delete }

  struct Place: Hashable, Sendable {
    var service: String
    /// By its bytes, as a database compares: two spellings of a letter are two accounts.
    var account: StorageString
    var group: String?
    var isSynchronizable: Bool
  }

  let state = Protected(State())

  private func begin(_ call: Call, _ query: KeychainQuery, _ state: inout State) -> Int32? {
    state.queries.append(query)
    if let other = state.before.removeValue(forKey: call) { other(&state) }
    return state.refusals[call]
  }

  private static func matches(_ query: KeychainQuery, _ place: Place) -> Bool {
    let isCopy =
      switch query.synchronizable {
      case .any: true
      case .only(let isSynchronizable): place.isSynchronizable == isSynchronizable
      }
    return isCopy && query.service == place.service
      && (query.account.map { StorageString($0) == place.account } ?? true)
      && (query.accessGroup.map { $0 == place.group } ?? true)
  }

  func copy(_ query: KeychainQuery, _ wanted: KeychainQuery.Wanted) -> (
    status: Int32, items: [KeychainItem]
  ) {
    state.withLock { state in
      if let status = begin(.copy, query, &state) { return (status, []) }
      var found = state.items.filter { Self.matches(query, $0.key) }.map(\.value)
        .sorted { $0.modified < $1.modified }
      // A search of all passes over what is locked; a search of one item does not.
      if state.isLocked, !found.isEmpty {
        if wanted == .secret { return (KeychainStatus.interactionNotAllowed, []) }
        found = []
      }
      guard !found.isEmpty else { return (KeychainStatus.itemNotFound, []) }
      if wanted == .secret { return (KeychainStatus.success, [found[0]]) }
      for index in found.indices { found[index].secret.bytes = [] }
      return (KeychainStatus.success, found)
    }
  }

  func add(
    _ item: KeychainQuery, _ secret: SecretItem, _ accessibility: KeychainRules.Accessibility
  ) -> Int32 {
    state.withLock { state in
      if let status = begin(.add, item, &state) { return status }
      guard let account = item.account, case .only(let isSynchronizable) = item.synchronizable
      else { return -50 }
      let place = Place(
        service: item.service, account: StorageString(account), group: item.accessGroup,
        isSynchronizable: isSynchronizable)
      guard state.items[place] == nil else { return KeychainStatus.duplicateItem }
      state.put(secret, at: place)
      state.accessibilities[place] = accessibility
      return KeychainStatus.success
    }
  }

  func update(
    _ query: KeychainQuery, _ secret: SecretItem, _ accessibility: KeychainRules.Accessibility
  ) -> Int32 {
    state.withLock { state in
      if let status = begin(.update, query, &state) { return status }
      let places = state.items.keys.filter { Self.matches(query, $0) }
      guard !places.isEmpty else { return KeychainStatus.itemNotFound }
      if state.isLocked { return KeychainStatus.interactionNotAllowed }
      for place in places {
        state.put(secret, at: place)
        state.accessibilities[place] = accessibility
      }
      return KeychainStatus.success
    }
  }

  func delete(_ query: KeychainQuery) -> Int32 {
    state.withLock { state in
      if let status = begin(.delete, query, &state) { return status }
      let places = state.items.keys.filter { Self.matches(query, $0) }
      for place in places { state.items[place] = nil }
      return places.isEmpty ? KeychainStatus.itemNotFound : KeychainStatus.success
    }
  }
}

extension KeychainStandIn.State {
  mutating func put(_ secret: SecretItem, at place: KeychainStandIn.Place) {
    clock += 1
    items[place] = KeychainItem(
      account: place.account.string, isSynchronizable: place.isSynchronizable, modified: clock,
      secret: secret)
  }
}
