#if os(Linux)
  import Keywright
  import KeywrightTestSupport
  import Synchronization
  import Testing

  @testable import KeywrightSecrets

  /// A service that asks before it changes something, as KeePassXC does: every call of the store with every answer
  /// of the user, where the program lets the service ask and where it does not.
  @Suite(
    "A secret service that asks the user",
    .enabled(if: (try? BusLibrary.loaded()) != nil, "NOT RUN: no libdbus"))
  struct PromptTests {
    enum Call: String, CaseIterable {
      case read, contains, names, create, replace, remove, unlock

      /// Whether the service asks before it does this.
      var asks: Bool { [.create, .remove, .unlock].contains(self) }
    }

    private static let token = Key<Root, String?>(StorageString("account:token"))

    /// What one call does: nil for success, or the error's code and what was found.
    private func outcome(
      _ call: Call, _ service: FakeSecretService, asking: Bool, _ user: FakeSecretService.User
    ) throws -> String? {
      // The user who answers has all the time, and the one who does not is not waited for.
      let patience: Duration =
        [.agrees, .refuses].contains(user) ? .seconds(60) : .milliseconds(20)
      let store = SecretStore(
        application: "org.example.app",
        backend: ServiceItems(application: "org.example.app", address: service.address),
        runtimeFolder: service.folder.path, promptTimeout: asking ? patience : nil,
        timeout: user == .isAwayForEver ? .milliseconds(400) : .seconds(60))
      store.onIssue { _ in }
      let isThere = call != .create
      service.state.withLock { $0.asking = .never }
      if isThere { try store.set(Self.token, to: "kept") }
      service.state.withLock {
        $0.asking = .always
        $0.user = user
        $0.isLocked = call == .unlock
      }
      do throws(StoreError) {
        switch call {
        case .read: #expect(try store.read(Self.token) == "kept")
        case .contains: #expect(try store.contains(Self.token))
        case .names: #expect(try store.storedKeys() == ["account:token"])
        case .create, .replace: try store.set(Self.token, to: "new")
        case .remove: try store.remove(Self.token)
        case .unlock: try store.unlock(within: patience)
        }
        return nil
      } catch {
        return "\(error.code): \(error.found ?? "")"
      }
    }

    /// What each call has to do.
    private func expected(
      _ call: Call, asking: Bool, _ user: FakeSecretService.User
    ) -> (outcome: String?, isShown: Bool, isDone: Bool) {
      guard call.asks else { return (nil, false, true) }
      guard asking || call == .unlock else {
        return ("unavailable: a service that wants to ask the user", false, false)
      }
      return switch user {
      case .agrees, .agreesAtLast: (nil, true, true)
      case .refuses: ("unavailable: a user who did not allow it", true, false)
      case .isAway: ("unavailable: no answer of the user within 0.02 seconds", true, false)
      case .isAwayForEver:
        (
          (call == .unlock ? "unavailable" : "uncertain")
            + ": none of the user, nor of the service",
          true, false
        )
      }
    }

    @Test(
      "shows no window to readers, and to others where the program let it",
      arguments: Search.part(
        of: Call.allCases.flatMap { call in FakeSecretService.User.allCases.map { (call, $0) } },
        each: 5))
    func prompts(call: Call, user: FakeSecretService.User) throws {
      for asking in [false, true] {
        let service = try FakeSecretService()
        let found = try outcome(call, service, asking: asking, user)
        let wanted = expected(call, asking: asking, user)
        #expect(found == wanted.outcome, "\(call), \(user), asking: \(asking)")
        let state = service.state.withLock { $0 }
        #expect(state.shown.count == (wanted.isShown ? 1 : 0), "\(call), \(user), \(asking)")
        // A prompt that nobody sees does not stay with the service.
        if !asking, [.create, .remove].contains(call) { #expect(state.dismissed.count == 1) }
        let secrets = state.items.values.map { String(decoding: $0.secret, as: UTF8.self) }
        let (before, after) = Self.secrets[call] ?? (["kept"], ["kept"])
        #expect(secrets == (wanted.isDone ? after : before), "\(call), \(user), \(asking)")
      }
    }

    private static let secrets: [Call: ([String], [String])] = [
      .create: ([], ["new"]), .replace: (["kept"], ["new"]), .remove: (["kept"], []),
    ]

    @Test("and is no such service while it asks nothing: the control")
    func control() throws {
      let service = try FakeSecretService()
      #expect(try outcome(.create, service, asking: false, .refuses) != nil)
      service.state.withLock { $0.asking = .never }
      let store = SecretStore(
        application: "org.example.app",
        backend: ServiceItems(application: "org.example.app", address: service.address),
        runtimeFolder: service.folder.path)
      try store.set(Self.token, to: "new")
      try store.remove(Self.token)
      #expect(service.state.withLock { $0.shown.isEmpty && $0.items.isEmpty })
    }

    @Test("lets others read while the user takes time")
    func reading() throws {
      let service = try FakeSecretService()
      let address = service.address
      let folder = service.folder.path
      @Sendable func store(_ patience: Duration?) -> SecretStore {
        SecretStore(
          application: "org.example.app",
          backend: ServiceItems(application: "org.example.app", address: address),
          runtimeFolder: folder, promptTimeout: patience)
      }
      try store(nil).set(Self.token, to: "kept")
      service.state.withLock {
        $0.asking = .always
        $0.user = .isAway
      }
      // While the window is shown, a reader has the value.
      service.onPrompt.withLock { $0 = { #expect(store(nil).get(Self.token) == "kept") } }
      #expect(throws: StoreError.self) { try store(.milliseconds(20)).remove(Self.token) }
      #expect(service.state.withLock(\.shown.count) == 1)
    }
  }
#endif
