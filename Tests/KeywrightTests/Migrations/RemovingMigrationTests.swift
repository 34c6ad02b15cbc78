import Foundation
import Keywright
import KeywrightTestSupport
import Testing

private enum Account: Namespace {
  typealias Parent = Root
  static let namespaceID = "account"
  static let token = Key<Account, String?>("token")
  static let city = Key<Account, String?>(
    "city", descriptor: KeyDescriptor(processing: [.trim]))
  static let blob = Key<Account, Data?>("blob")
}

/// A value that leaves a file for another store; secrets do.
@Suite("Migrations that remove what they took over") struct RemovingMigrationTests {
  let folder = TemporaryFolder()

  private func settings(history: DefaultsStore.History = .kept) -> DefaultsStore {
    DefaultsStore(url: folder.url.appending(path: "settings.plist"), history: history)
  }

  private func migrations(_ source: some ReadableStore) -> [Migration] {
    Migration.importing(from: source, Account.token, Account.city, Account.blob)
  }

  /// The files in which bytes occur, by their names.
  private func files(with text: String) throws -> [String] {
    let manager = FileManager.default
    let names = try manager.contentsOfDirectory(atPath: folder.url.path)
    return try names.filter { name in
      let bytes = try Data(contentsOf: folder.url.appending(path: name))
      return bytes.range(of: Data(text.utf8)) != nil
    }
  }

  @Test(
    "No file of the store holds the value afterwards",
    arguments: [DefaultsStore.History.automatic, .kept, .off])
  func files(history: DefaultsStore.History) throws {
    let settings = settings(history: history)
    for turn in 1...3 {
      try settings.set(Account.token, to: "canary-\(turn)")
      try settings.flush(compacting: true)
    }
    try settings.set(Account.token, to: "canary-4")
    try settings.set(Account.city, to: "Rome")
    #expect(try !files(with: "canary").isEmpty)

    let vault = MemoryStore()
    let report = try vault.migrate(migrations(settings), removingFrom: settings)
    #expect(report.migrated == ["account:token", "account:city"])
    #expect(vault.get(Account.token) == "canary-4")
    #expect(try settings.storedKeys().isEmpty)
    #expect(try files(with: "canary").isEmpty)
    #expect(try vault.migrate(migrations(settings), removingFrom: settings) == MigrationReport())
  }

  @Test func whatAnEarlierRunTookOverIsRemovedNow() throws {
    let (settings, vault) = (settings(), MemoryStore())
    try settings.set(Account.token, to: "canary")
    try vault.migrate(migrations(settings))
    #expect(settings.get(Account.token) == "canary")
    try vault.migrate(migrations(settings), removingFrom: settings)
    #expect(try settings.storedKeys().isEmpty)
    #expect(try files(with: "canary").isEmpty)
  }

  @Test func aValueThatDiffersStaysAndIsReported() throws {
    let (settings, vault) = (settings(), MemoryStore(name: "vault"))
    try settings.set(Account.token, to: "old")
    try vault.migrate(migrations(settings))
    try vault.set(Account.token, to: "new")
    let report = try vault.migrate(migrations(settings), removingFrom: settings)
    #expect(report.issues.map(\.storageString) == ["account:token"])
    #expect(settings.get(Account.token) == "old")
    #expect(vault.get(Account.token) == "new")

    // Two values from the beginning are reported once.
    let other = MemoryStore()
    try other.set(Account.token, to: "third")
    #expect(try other.migrate(migrations(settings), removingFrom: settings).issues.count == 1)
    #expect(settings.get(Account.token) == "old")
  }

  @Test func aValueThatProcessingChangesIsTheSame() throws {
    let (settings, vault) = (settings(), MemoryStore())
    let raw = Key<Account, String?>("city")
    try settings.set(raw, to: "  Rome ")
    try vault.migrate(migrations(settings), removingFrom: settings)
    #expect(vault.get(Account.city) == "Rome")
    #expect(try settings.storedKeys().isEmpty)
  }

  @Test func aStoreThatCannotBeWrittenKeepsItsValue() throws {
    let (settings, vault) = (settings(), MemoryStore())
    try settings.set(Account.token, to: "canary")
    let refusing = RefusingStore(base: settings)
    let error = #expect(throws: StoreError.self) {
      try vault.migrate(migrations(refusing), removingFrom: refusing)
    }
    #expect(error?.code == .readOnly)
    #expect(vault.get(Account.token) == "canary")
    #expect(settings.get(Account.token) == "canary")
  }
}

/// A store that another one lets read, and that takes no writes.
private struct RefusingStore: Store {
  let base: DefaultsStore
  let core = StoreCore(name: "refusing")

  func stored(_ name: StorageString) throws(StoreError) -> StoredValue? { try base.stored(name) }
  func storageStrings() throws(StoreError) -> [StorageString] { try base.storageStrings() }
  func write(_ writes: [StagedWrite]) throws(StoreError) {
    throw StoreError(.readOnly, operation: "commit")
  }
}
