#if !canImport(Darwin)
  import Keywright

  /// The items of one application in the Secret Service.
  ///
  /// An item has the attributes `application` and `key`, so that `secret-tool lookup application NAME key
  /// STRING` finds it. Searches leave out `xdg:schema`, and so find what other programs stored under both.
  struct ServiceItems: SecretBackend {
    let application: String
    /// The service that a test supplies.
    private let given: SecretService?
    private var service: SecretService { given ?? .shared }

    init(application: String, address: String? = nil) {
      self.application = application
      given = address.map { SecretService(on: $0) }
    }

    var name: String { "Secret Service" }

    /// The service keeps secrets in memory that is never paged out, of which there is little.
    var capacity: Int { 2 << 20 }

    private static let applicationName = "application"
    private static let keyName = "key"
    private static let formName = "form"

    private func attributes(_ name: String) -> [String: String] {
      [ServiceItems.applicationName: application, ServiceItems.keyName: name]
    }

    // MARK: Reading

    func read(_ name: String, _ timeout: Duration) throws(StoreError) -> (
      item: SecretItem, count: Int
    )? {
      var attempts = 3
      while true {
        let items = try items(name, timeout)
        guard let newest = items.first else { return nil }
        do throws(BusFailure) {
          let form = try service.attributes(of: newest, timeout)[ServiceItems.formName]
          let bytes = try service.secret(of: newest, timeout)
          return (SecretItem(bytes: bytes, form: form), items.count)
        } catch {
          attempts -= 1
          // Another program may have removed it since.
          guard attempts > 0, error.isMissingObject else { throw storeError(error, name, "read") }
        }
      }
    }

    /// The items of a name, the newest first.
    private func items(
      _ name: String, _ timeout: Duration, operation: String = "read"
    ) throws(StoreError) -> [String] {
      do throws(BusFailure) {
        let found = try service.search(attributes(name), timeout)
        try requireUnlocked(found, timeout)
        guard found.unlocked.count > 1 else { return found.unlocked }
        var dated: [(path: String, modified: UInt64)] = []
        for path in found.unlocked { dated.append((path, try service.modified(path, timeout))) }
        return dated.sorted { ($0.modified, $0.path) > ($1.modified, $1.path) }.map(\.path)
      } catch {
        throw storeError(error, name, operation)
      }
    }

    /// Throws if what is not found may be there all the same.
    private func requireUnlocked(
      _ found: SecretService.Found, _ timeout: Duration
    ) throws(BusFailure) {
      guard found.locked.isEmpty else { throw ServiceItems.locked }
      guard found.unlocked.isEmpty else { return }
      guard let collection = try service.defaultCollection(timeout) else {
        throw ServiceItems.noCollection
      }
      if try service.isLocked(collection, timeout) { throw ServiceItems.locked }
    }

    func names(_ timeout: Duration) throws(StoreError) -> [String] {
      do throws(BusFailure) {
        let found = try service.search([ServiceItems.applicationName: application], timeout)
        try requireUnlocked(found, timeout)
        // By bytes: two spellings of a letter are two names.
        var names = Set<StorageString>()
        for path in found.unlocked {
          do throws(BusFailure) {
            let attributes = try service.attributes(of: path, timeout)
            if let name = attributes[ServiceItems.keyName] { names.insert(StorageString(name)) }
          } catch {
            guard error.isMissingObject else { throw error }
          }
        }
        return names.map(\.string)
      } catch {
        throw storeError(error, nil, "read")
      }
    }

    // MARK: Writing

    /// The service has no such rules.
    func refusal(of rules: KeychainRules) -> String? { nil }

    func write(
      _ item: SecretItem, under name: String, _ rules: KeychainRules, asking patience: Duration?,
      _ timeout: Duration
    ) throws(StoreError) {
      let items = try items(name, timeout, operation: "commit")
      do throws(BusFailure) {
        // The newest counts, whoever made it. A new item beside it would be another one.
        if let newest = items.first { return try update(newest, to: item, timeout) }
        guard let collection = try service.defaultCollection(timeout) else {
          throw ServiceItems.noCollection
        }
        var attributes = attributes(name)
        attributes[ServiceItems.formName] = item.form
        try service.changing(asking: patience).create(
          item.bytes, label: "\(application): \(name)", attributes: attributes, in: collection,
          asking: patience, timeout)
      } catch {
        throw storeError(error, name, "commit", isWrite: true)
      }
    }

    /// Gives an item another secret. Its form goes first and comes last, so that no moment shows a text in
    /// the form of another.
    private func update(
      _ path: String, to item: SecretItem, _ timeout: Duration
    ) throws(BusFailure) {
      var attributes = try service.attributes(of: path, timeout)
      let form = attributes[ServiceItems.formName]
      if form != item.form, form != nil {
        attributes[ServiceItems.formName] = nil
        try service.setAttributes(attributes, of: path, timeout)
      }
      try service.setSecret(item.bytes, of: path, timeout)
      guard form != item.form else { return }
      attributes[ServiceItems.formName] = item.form
      try service.setAttributes(attributes, of: path, timeout)
    }

    func remove(
      _ name: String, asking patience: Duration?, _ timeout: Duration
    ) throws(StoreError) {
      let service = service.changing(asking: patience)
      // The newest last: it counts as long as it is there.
      for item in try items(name, timeout, operation: "commit").reversed() {
        do throws(BusFailure) {
          try service.delete(item, asking: patience, timeout)
        } catch {
          guard !error.isMissingObject else { continue }
          throw storeError(error, name, "commit", isWrite: true)
        }
      }
    }

    // MARK: Unlocking

    func unlock(within patience: Duration, _ timeout: Duration) throws(StoreError) {
      do throws(BusFailure) {
        guard let collection = try service.defaultCollection(timeout) else {
          throw ServiceItems.noCollection
        }
        let found = try service.search([ServiceItems.applicationName: application], timeout)
        try service.changing(asking: patience).unlock(
          [collection] + found.locked, asking: patience, timeout)
      } catch {
        throw storeError(error, nil, "unlock")
      }
    }
  }

  // MARK: - Errors

  extension ServiceItems {
    private static let locked = BusFailure(
      .unreachable, found: "a locked collection", expected: "an unlocked one",
      advice: "Call unlock(), which may ask the user, or log in again.")

    private static let noCollection = BusFailure(
      .unreachable, found: "no default collection", expected: "one for new secrets",
      advice: "Make a keyring, and choose it as the default one.")

    /// The error for a store's caller.
    ///
    /// - Parameter isWrite: Whether a call that got no answer may have changed something all the same.
    private func storeError(
      _ failure: BusFailure, _ name: String?, _ operation: String, isWrite: Bool = false
    ) -> StoreError {
      var advice = failure.advice
      var code = StoreError.Code.unavailable
      switch failure.kind {
      case .unanswered where isWrite:
        code = .uncertain
        advice = "The change may still be made: read the value once the service answers."
      case .unanswered: advice = "Try again once the service answers."
      case .refused(let name) where name.hasSuffix(".IsLocked"):
        return storeError(ServiceItems.locked, name, operation)
      default: break
      }
      return StoreError(
        code, storageString: name, operation: operation, path: self.name,
        expected: failure.expected, found: failure.found, advice: advice)
    }
  }

  extension BusFailure {
    /// Whether the object of a call is gone.
    var isMissingObject: Bool {
      guard case .refused(let name) = kind else { return false }
      return ["UnknownObject", "UnknownMethod", "NoSuchObject"].contains {
        name.hasSuffix("." + $0)
      }
    }
  }
#endif
