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
    return names.filter { name in
      // A compaction may have removed it since.
      guard let bytes = try? Data(contentsOf: folder.url.appending(path: name)) else {
        return false
      }
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
      try settings.compact()
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

  /// Stores that are made of the one that keeps the values.
  enum Made: CaseIterable { case combined, mapped, routed, prefixed, nested }

  private func composition(_ made: Made, over settings: DefaultsStore) -> Layers {
    switch made {
    case .combined: settings.combined(with: MemoryStore())
    case .mapped: settings.mappingStored(Unchanged())
    case .routed: Layers.routing([.namespace(Account.self, to: settings)], otherwise: MemoryStore())
    case .prefixed: settings.prefixed("user42")
    case .nested: MemoryStore().combined(with: settings.mappingStored(Unchanged()))
    }
  }

  @Test(
    "No file of a store below a composition holds the value afterwards", arguments: Made.allCases)
  func compositions(made: Made) throws {
    let settings = settings()
    let source = composition(made, over: settings)
    for turn in 1...3 {
      try source.set(Account.token, to: "canary-\(turn)")
      try settings.compact()
    }
    #expect(try files(with: "canary").count > 1, "the control: kept lists hold it")
    let vault = MemoryStore()
    let report = try vault.migrate(migrations(source), removingFrom: source)
    #expect(report.migrated == ["account:token"])
    #expect(vault.get(Account.token) == "canary-3")
    #expect(try files(with: "canary").isEmpty)
    #expect(try vault.migrate(migrations(source), removingFrom: source) == MigrationReport())
  }

  @Test("A value in a layer that is only read stays and is reported")
  func readOnlyLayer() throws {
    let (settings, shipped, vault) = (settings(), MemoryStore(name: "shipped"), MemoryStore())
    try settings.set(Account.token, to: "canary")
    try settings.compact()
    try shipped.set(Account.token, to: "canary")
    let source = settings.fallback(to: shipped)
    let report = try vault.migrate(migrations(source), removingFrom: source)
    #expect(report.issues.map(\.advice) == ["Remove it where it is kept."])
    #expect(try files(with: "canary").isEmpty)
    #expect(try vault.migrate(migrations(source), removingFrom: source).issues.count == 1)
  }

  @Test("Emptying a part of a store leaves the earlier values of the rest")
  func emptyingAPart() throws {
    let settings = settings()
    for city in ["Rome", "Oslo"] {
      try settings.set(Account.city, to: city)
      try settings.compact()
    }
    let kept = try settings.history.count
    #expect(kept > 0)
    try settings.prefixed("user42").removeEverything()
    #expect(try settings.history.count == kept)
    try settings.fallback(to: MemoryStore()).removeEverything()
    #expect(try settings.history.isEmpty)
  }

  @Test(
    "A process that ends before the store has forgotten the value is followed by one that has it do so"
  )
  func interrupted() throws {
    let (settings, vault) = (settings(), MemoryStore())
    for turn in 1...3 {
      try settings.set(Account.token, to: "canary-\(turn)")
      try settings.compact()
    }
    #expect(throws: StoreError.self) {
      try vault.migrate(migrations(settings), removingFrom: RememberingStore(base: settings))
    }
    #expect(try settings.storedKeys().isEmpty)
    #expect(try !files(with: "canary").isEmpty)
    try vault.migrate(migrations(settings), removingFrom: settings)
    #expect(try files(with: "canary").isEmpty)
    // Later earlier values are nobody's secrets.
    for city in ["Rome", "Oslo"] {
      try settings.set(Key<Account, String?>("other"), to: city)
      try settings.compact()
    }
    let kept = try settings.history.count
    #expect(kept > 0)
    try vault.migrate(migrations(settings), removingFrom: settings)
    #expect(try settings.history.count == kept)
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

/// Keeps all values as they are.
private struct Unchanged: StoredMapping {
  func encode(_ value: StoredValue, for name: StorageString) -> StoredValue { value }
  func decode(_ value: StoredValue, for name: StorageString) -> StoredValue { value }
}

/// A store whose process ends when it should forget its earlier values.
private struct RememberingStore: Store {
  let base: DefaultsStore
  var core: StoreCore { base.core }

  func stored(_ name: StorageString) throws(StoreError) -> StoredValue? { try base.stored(name) }
  func storageStrings() throws(StoreError) -> [StorageString] { try base.storageStrings() }
  func beginCommit() throws(StoreError) { try base.beginCommit() }
  func endCommit() -> CommitWait? { base.endCommit() }
  func write(_ writes: [StagedWrite]) throws(StoreError) { try base.write(writes) }
  func removeHistory() throws(StoreError) { throw StoreError(.unavailable) }
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
