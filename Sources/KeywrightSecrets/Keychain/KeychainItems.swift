import Keywright

/// The items of one application in the keychain: generic passwords whose service is the application and
/// whose account is the storage string.
///
/// Copies of iCloud and of the device are searched and removed alike. The keychain has no notice of changes.
struct KeychainItems: SecretBackend {
  let application: String
  let options: KeychainOptions
  let calls: any KeychainCalls

  var name: String { "keychain" }

  /// The keychain is for keys and passwords.
  var capacity: Int { 2 << 20 }

  private func query(
    _ account: String?, _ synchronizable: KeychainQuery.Synchronizable = .any
  ) -> KeychainQuery {
    KeychainQuery(
      service: application, account: account, accessGroup: options.accessGroup,
      synchronizable: synchronizable)
  }

  // MARK: Reading

  func read(_ name: String, _ timeout: Duration) throws(StoreError) -> (
    item: SecretItem, count: Int
  )? {
    // With the secret first: a search of all leaves out, without an error, what is locked.
    guard let first = try one(query(name), name) else { return nil }
    let all = try items(query(name), name)
    guard all.count > 1, let newest = KeychainItems.newest(all),
      newest.isSynchronizable != first.isSynchronizable
    else { return (first.secret, max(1, all.count)) }
    let found = try one(query(name, .only(newest.isSynchronizable)), name)
    return ((found ?? first).secret, all.count)
  }

  func names(_ timeout: Duration) throws(StoreError) -> [String] {
    // By bytes: two spellings of a letter are two names.
    let names = Set(try items(query(nil), nil).map { StorageString($0.account) })
    if names.isEmpty, let one = try one(query(nil), nil) { return [one.account] }
    return names.map(\.string)
  }

  private static func newest(_ items: [KeychainItem]) -> KeychainItem? {
    items.max { $0.modified < $1.modified }
  }

  private func one(_ query: KeychainQuery, _ name: String?) throws(StoreError) -> KeychainItem? {
    try found(calls.copy(query, .secret), name).first
  }

  private func items(_ query: KeychainQuery, _ name: String?) throws(StoreError) -> [KeychainItem] {
    try found(calls.copy(query, .items), name)
  }

  private func found(
    _ answer: (status: Int32, items: [KeychainItem]), _ name: String?
  ) throws(StoreError) -> [KeychainItem] {
    switch answer.status {
    case KeychainStatus.success: return answer.items
    case KeychainStatus.itemNotFound: return []
    default: throw error(answer.status, name, "read")
    }
  }

  // MARK: Writing

  func refusal(of rules: KeychainRules) -> String? { options.contradiction(with: rules) }

  func write(
    _ item: SecretItem, under name: String, _ rules: KeychainRules, asking patience: Duration?,
    _ timeout: Duration
  ) throws(StoreError) {
    let accessibility = rules.accessibility ?? options.accessibility
    // Another program may add or remove the item between two calls.
    for _ in 0..<10 {
      let found = try items(query(name), name)
      // An item whose key does not say it stays where it is.
      let isSynchronizable =
        rules.isSynchronizable ?? KeychainItems.newest(found)?.isSynchronizable
        ?? options.isSynchronizable
      let place = query(name, .only(isSynchronizable))
      var status = KeychainStatus.itemNotFound
      if !found.contains(where: { $0.isSynchronizable == isSynchronizable }) {
        status = calls.add(place, item, accessibility)
        // One may be there that the search left out because it is locked, or that came just now.
        guard [KeychainStatus.success, KeychainStatus.duplicateItem].contains(status) else {
          throw error(status, name, "commit")
        }
      }
      if status != KeychainStatus.success {
        status = calls.update(place, item, accessibility)
        if status == KeychainStatus.itemNotFound { continue }
        guard status == KeychainStatus.success else { throw error(status, name, "commit") }
      }
      // The new copy is the newest, and counts from now on.
      if rules.isSynchronizable != nil,
        found.contains(where: { $0.isSynchronizable != isSynchronizable })
      {
        try delete(query(name, .only(!isSynchronizable)), name)
      }
      return
    }
    throw StoreError(
      .busy, storageString: name, operation: "commit", path: self.name,
      expected: "an item that stays for a moment", found: "one that other programs add and remove",
      advice: "Try again.")
  }

  func remove(_ name: String, asking patience: Duration?, _ timeout: Duration) throws(StoreError) {
    try delete(query(name), name)
  }

  private func delete(_ query: KeychainQuery, _ name: String) throws(StoreError) {
    let status = calls.delete(query)
    guard [KeychainStatus.success, KeychainStatus.itemNotFound].contains(status) else {
      throw error(status, name, "commit")
    }
  }

  /// Finds out whether the keychain gives secrets out. The device's user unlocks it, not the program.
  func unlock(within patience: Duration, _ timeout: Duration) throws(StoreError) {
    _ = try one(query(nil), nil)
  }

  // MARK: Errors

  /// The error of a status.
  private func error(_ status: Int32, _ name: String?, _ operation: String) -> StoreError {
    let (code, found, advice): (StoreError.Code, String, String) =
      switch status {
      case KeychainStatus.interactionNotAllowed:
        (
          .unavailable, "a locked device",
          "Try again once it is unlocked, or store the secret with the accessibility afterFirstUnlock."
        )
      case KeychainStatus.missingEntitlement:
        (
          .unavailable, "a program without the entitlement",
          "Sign the program with its keychain access groups."
        )
      case KeychainStatus.userCanceled, KeychainStatus.authenticationFailed:
        (.unavailable, "an authentication that failed", "Try again.")
      case KeychainStatus.diskFull: (.full, "a full disk", "Make room, and try again.")
      case KeychainStatus.readOnly, KeychainStatus.writePermission:
        (.readOnly, "a keychain that may not be written", "Ask for the permission to write it.")
      case KeychainStatus.notAvailable, KeychainStatus.noSuchKeychain:
        (.unavailable, "no keychain", "Run the program as a user who has one.")
      default: (.unavailable, "the status \(status)", "Look the status up with security error.")
      }
    return StoreError(
      code, storageString: name, operation: operation, path: self.name,
      systemError: nil, expected: "a keychain that answers", found: found, advice: advice)
  }
}
