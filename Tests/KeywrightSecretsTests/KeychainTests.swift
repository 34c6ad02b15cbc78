import Foundation
import Keywright
import KeywrightStorage
import KeywrightTestSupport
import KeywrightTesting
import Testing

@testable import KeywrightSecrets

enum Account: Namespace {
  typealias Parent = Root
  static let namespaceID = "account"
  static let token = Key<Account, String?>(
    "token", descriptor: KeyDescriptor(sensitivity: .secret))
  static let blob = Key<Account, Data?>("blob")
  static let count = Key<Account, Int>("count", default: 0)
}

/// The logic from query to status; Apple's keychain itself is not here.
@Suite("The keychain, over a stand-in") struct KeychainTests {
  let folder = TemporaryFolder()
  let keychain = KeychainStandIn()

  private func store(_ options: KeychainOptions = .init()) -> SecretStore {
    let store = SecretStore(
      application: "org.example.app", keychain: options,
      backend: KeychainItems(application: "org.example.app", options: options, calls: keychain),
      runtimeFolder: folder.url.path)
    store.onIssue { _ in }
    return store
  }

  private func place(_ account: String, isSynchronizable: Bool = false) -> KeychainStandIn.Place {
    KeychainStandIn.Place(
      service: "org.example.app", account: StorageString(account), group: nil,
      isSynchronizable: isSynchronizable)
  }

  @Test func everyBehaviourOfAStore() async throws {
    try await StoreConformance.check(
      [.reading, .writing, .durable, .shared], at: { (TemporaryFolder(), KeychainStandIn()) }
    ) { folder, keychain in
      let backend = KeychainItems(
        application: "org.example.app", options: .init(), calls: keychain)
      return SecretStore(
        application: "org.example.app", backend: backend, runtimeFolder: folder.url.path)
    }
  }

  @Test func valuesAreTexts() throws {
    let store = store()
    try store.set(Account.token, to: "open")
    try store.set(Account.blob, to: Data([0, 255]))
    try store.set(Account.count, to: 3)
    let items = keychain.state.withLock(\.items)
    #expect(items[place("account:token")]?.secret == SecretItem("open", "text"))
    #expect(items[place("account:blob")]?.secret == SecretItem("AP8=", "base64"))
    #expect(items[place("account:count")]?.secret == SecretItem("3", "json"))
    #expect(store.get(Account.blob) == Data([0, 255]))
    #expect(
      try store.update(Account.count) {
        $0 += 1; return $0
      } == 4)
    #expect(try store.storedKeys() == ["account:blob", "account:count", "account:token"])
  }

  @Test("Before the first unlock nothing is nil")
  func locked() throws {
    let store = store()
    try store.set(Account.token, to: "open")
    keychain.state.withLock { $0.isLocked = true }
    for body: () throws -> Void in [
      { _ = try store.read(Account.token) }, { _ = try store.contains(Account.token) },
      { try store.set(Account.token, to: "other") }, { try store.unlock() },
      { _ = try store.storedKeys() },
    ] {
      let error = #expect(throws: StoreError.self) { try body() }
      #expect(error?.code == .unavailable)
    }
    #expect(store.get(Account.token) == nil)
    keychain.state.withLock { $0.isLocked = false }
    #expect(store.get(Account.token) == "open")
  }

  @Test(
    "Each documented status has its code",
    arguments: [
      (KeychainStatus.interactionNotAllowed, StoreError.Code.unavailable),
      (KeychainStatus.missingEntitlement, .unavailable),
      (KeychainStatus.userCanceled, .unavailable),
      (KeychainStatus.authenticationFailed, .unavailable), (KeychainStatus.diskFull, .full),
      (KeychainStatus.readOnly, .readOnly), (KeychainStatus.writePermission, .readOnly),
      (KeychainStatus.notAvailable, .unavailable), (KeychainStatus.noSuchKeychain, .unavailable),
      (-50, .unavailable), (-26_275, .unavailable),
    ])
  func statuses(status: Int32, code: StoreError.Code) throws {
    let store = store()
    try store.set(Account.token, to: "open")
    for call in [KeychainStandIn.Call.copy, .update, .delete] {
      keychain.state.withLock { $0.refusals = [call: status] }
      let error = #expect(throws: StoreError.self) {
        switch call {
        case .copy: _ = try store.read(Account.token)
        case .update, .add: try store.set(Account.token, to: "other")
        case .delete: try store.remove(Account.token)
        }
      }
      #expect(error?.code == code)
      #expect(error.map { "\($0)".contains("open") || "\($0)".contains("other") } == false)
    }
    keychain.state.withLock { $0.refusals = [.add: status] }
    #expect(throws: StoreError.self) { try store.set(Account.blob, to: Data()) }
    keychain.state.withLock { $0.refusals = [:] }
    #expect(store.get(Account.token) == "open")
    #expect(store.get(Account.blob) == nil)
  }

  @Test("An item that another program adds or removes between two calls is written all the same")
  func between() throws {
    let store = store()
    let place = place("account:token")
    keychain.state.withLock { state in
      state.before[.add] = { $0.put(SecretItem("theirs", nil), at: place) }
    }
    try store.set(Account.token, to: "ours")
    #expect(store.get(Account.token) == "ours")
    keychain.state.withLock { state in
      state.before[.update] = { $0.items[place] = nil }
    }
    try store.set(Account.token, to: "again")
    #expect(store.get(Account.token) == "again")
  }

  @Test("Of the copies of iCloud and the device the newest counts, and is reported")
  func copies() throws {
    let store = store()
    keychain.state.withLock { state in
      state.put(SecretItem("old", nil), at: place("account:token"))
      state.put(SecretItem("new", nil), at: place("account:token", isSynchronizable: true))
    }
    #expect(store.get(Account.token) == "new")
    #expect(store.issues.map(\.code) == [.overridden])
    try store.set(Account.token, to: "newer")
    #expect(store.get(Account.token) == "newer")
    try store.remove(Account.token)
    #expect(keychain.state.withLock(\.items.isEmpty))
  }

  @Test("The options reach each item; one of this device is not synchronised")
  func options() throws {
    let synchronized = store(.init(accessibility: .afterFirstUnlock, isSynchronizable: true))
    try synchronized.set(Account.token, to: "open")
    let place = place("account:token", isSynchronizable: true)
    #expect(keychain.state.withLock { $0.accessibilities[place] } == .afterFirstUnlock)
    for accessibility in KeychainRules.Accessibility.allCases {
      let both = store(.init(accessibility: accessibility, isSynchronizable: true))
      guard accessibility.isOfThisDevice else { continue }
      let error = #expect(throws: StoreError.self) { try both.set(Account.token, to: "x") }
      #expect(error?.code == .unavailable)
    }
    let grouped = store(.init(accessGroup: "shared"))
    #expect(try grouped.read(Account.token) == nil)
    #expect(keychain.state.withLock(\.queries).last?.accessGroup == "shared")
  }

  @Test("The rules of a key count before the options of the store")
  func rules() throws {
    func key(_ rules: KeychainRules) -> Key<Account, String?> {
      Key("token", descriptor: KeyDescriptor(keychain: rules))
    }
    let store = store()
    let (own, cloud) = (place("account:token"), place("account:token", isSynchronizable: true))
    try store.set(key(.init(accessibility: .whenPasscodeSetThisDeviceOnly)), to: "1")
    #expect(keychain.state.withLock { $0.accessibilities[own] } == .whenPasscodeSetThisDeviceOnly)

    // To the other devices, and back: the copy that counts is the only one.
    try store.set(key(.init(isSynchronizable: true)), to: "2")
    #expect(keychain.state.withLock { Set($0.items.keys) } == [cloud])
    #expect(keychain.state.withLock { $0.accessibilities[cloud] } == .whenUnlocked)
    try store.set(Account.token, to: "3")
    #expect(keychain.state.withLock { Set($0.items.keys) } == [cloud])
    let here = key(.init(accessibility: .afterFirstUnlockThisDeviceOnly, isSynchronizable: false))
    try store.set(here, to: "4")
    #expect(keychain.state.withLock { Set($0.items.keys) } == [own])
    #expect(store.get(Account.token) == "4")
    #expect(store.issues.isEmpty)

    let neither = key(.init(accessibility: .whenUnlockedThisDeviceOnly, isSynchronizable: true))
    let error = #expect(throws: StoreError.self) { try store.set(neither, to: "5") }
    #expect(error?.code == .unsupported)
    #expect(store.get(Account.token) == "4")
    try store.remove(neither)
    #expect(try store.storedKeys().isEmpty)
  }

  @Test("A secret moves here out of a file, in which nothing of it remains")
  func movedOut() throws {
    let settings = DefaultsStore(url: folder.url.appending(path: "settings.plist"))
    try settings.set(Account.token, to: "canary-1")
    try settings.flush(compacting: true)
    try settings.set(Account.token, to: "canary-2")
    try settings.set(Account.blob, to: Data("canary".utf8))
    let store = store()
    let migrations = Migration.importing(from: settings, Account.token, Account.blob)
    let report = try store.migrate(migrations, removingFrom: settings)
    #expect(report.migrated == ["account:token", "account:blob"])
    #expect(report.issues.isEmpty)
    #expect(store.get(Account.token) == "canary-2")
    #expect(store.get(Account.blob) == Data("canary".utf8))
    let files = try FileManager.default.contentsOfDirectory(
      at: folder.url, includingPropertiesForKeys: [.isRegularFileKey])
    for file in files
    where try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
      #expect(try Data(contentsOf: file).range(of: Data("canary".utf8)) == nil, "\(file)")
    }
    #expect(try store.migrate(migrations, removingFrom: settings) == MigrationReport())
  }

  @Test("What cannot be stored is refused before anybody is notified")
  func refused() throws {
    let store = store()
    let long = String(repeating: "x", count: 3 << 20)
    for body: () throws -> Void in [
      { try store.set(Account.token, to: long) },
      {
        try store.transaction { both in
          try both.set(Account.token, to: "x")
          try both.set(Account.count, to: 1)
        }
      },
    ] {
      let error = #expect(throws: StoreError.self) { try body() }
      #expect(error?.code == .unsupported)
    }
    #expect(keychain.state.withLock(\.items.isEmpty))
  }

  @Test("No report shows a value, whatever its key says")
  func hidden() throws {
    let store = store()
    let text = Key<Account, String>("count", default: "")
    try store.set(text, to: "canary")
    #expect(store.get(Account.count) == 0)
    let error = #expect(throws: StoreError.self) { try store.read(Account.count) }
    let shown = [
      "\(store.issues)", error.map { "\($0) \(String(reflecting: $0))" } ?? "",
      store.explain(text), store.explain(Account.count),
      Layers([.readingAndWriting(store)]).explain(text),
    ]
    #expect(shown.allSatisfy { !$0.contains("canary") })
  }

  @Test("Without a folder of the session for the lock, secrets are read and not written")
  func withoutRuntimeFolder() throws {
    let store = SecretStore(
      application: "org.example.app",
      backend: KeychainItems(application: "org.example.app", options: .init(), calls: keychain),
      runtimeFolder: nil)
    #expect(try store.read(Account.token) == nil)
    let error = #expect(throws: StoreError.self) { try store.set(Account.token, to: "x") }
    #expect(error?.code == .unavailable)
  }

  @Test("A name that leads elsewhere is refused", arguments: ["", ".", "..", "a/b", "a\nb"])
  func names(name: String) throws {
    let store = SecretStore(
      application: name,
      backend: KeychainItems(application: name, options: .init(), calls: keychain),
      runtimeFolder: folder.url.path)
    store.onIssue { _ in }
    #expect(throws: StoreError.self) { try store.set(Account.token, to: "x") }
    #expect(throws: StoreError.self) { try store.read(Account.token) }
    #expect(store.get(Account.token) == nil)
  }
}

extension SecretItem {
  fileprivate init(_ text: String, _ form: String?) {
    self.init(bytes: Array(text.utf8), form: form)
  }
}
