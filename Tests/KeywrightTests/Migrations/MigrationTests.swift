import Foundation
import Keywright
import Testing

private enum Shop: Namespace {
  typealias Parent = Root
  static let namespaceID = "shop"

  static let price = Key<Shop, Int>("price", default: 0)
  static let oldPrice = Key<Root, Int>(StorageString("cost"), default: 0)
  static let olderPrice = Key<Root, Int>(StorageString("amount"), default: 0)
  static let rename = Migration(from: ["cost", "amount"], to: price)

  static let title = Key<Shop, String?>("title")
  static let oldTitle = Key<Root, String?>(StorageString("name"))

  static let length = Key<Shop, Double>(
    "length", default: 1, descriptor: KeyDescriptor(processing: [.clamp(0...10)]))
  static let oldLength = Key<Root, String>(StorageString("size"), default: "")
  static let retype = Migration(from: ["size"], to: length) { (text: String) in
    guard let number = Double(text) else { throw NotANumber() }
    return number
  }
}

private enum Vault: Namespace {
  typealias Parent = Root
  static let namespaceID = "vault"
  static let allKeys = [
    KeyDescription(
      storageString: "vault:pin", namespace: "Vault", name: "pin", type: "Int", form: "integer",
      schema: "Vault.keys.json", line: 3, sensitivity: .secret)
  ]
  static let pin = Key<Vault, Int>("pin", default: 0)
}

private struct NotANumber: Error, Equatable {}

@Suite struct MigrationTests {
  let store = MemoryStore()

  @Test func aRenamedKeyKeepsItsValue() throws {
    try store.set(Shop.oldPrice, to: 7)
    let report = try store.migrate([Shop.rename])
    #expect(report.migrated == ["shop:price"])
    #expect(report.issues.isEmpty)
    #expect(store.get(Shop.price) == 7)
    #expect(try store.storedKeys() == ["shop:price"])
  }

  @Test func theNewestFormerKeyCountsAndTheOlderStays() throws {
    try store.set(Shop.olderPrice, to: 1)
    try store.set(Shop.oldPrice, to: 2)
    let report = try store.migrate([Shop.rename])
    #expect(store.get(Shop.price) == 2)
    #expect(store.get(Shop.olderPrice) == 1)
    #expect(report.issues.map(\.found) == ["another one under the former key 'amount'"])
    #expect(try store.migrate([Shop.rename]) == MigrationReport())
  }

  @Test(arguments: [
    Migration(from: ["code"], to: Vault.pin),
    Migration(from: ["code"], to: Vault.pin) { (old: Double) in Int(old) },
  ])
  func aFormerValueOfASecretKeyThatCannotBeReadIsNotShown(migration: Migration) throws {
    try store.set(Key<Root, String?>(StorageString("code")), to: "hunter2")
    let report = try store.migrate([migration])
    #expect(report.issues.map(\.code) == [.unreadable])
    #expect(report.issues.map(\.found) == ["a value that is secret"])
    #expect(!"\(report) \(store.issues)".contains("hunter2"))
  }

  @Test func aSecondRunDoesNothing() throws {
    try store.set(Shop.oldPrice, to: 7)
    try store.migrate([Shop.rename])
    try store.remove(Shop.price)
    try store.set(Shop.oldPrice, to: 8)
    #expect(try store.migrate([Shop.rename]) == MigrationReport())
    #expect(store.get(Shop.price) == 0)
    #expect(store.get(Shop.oldPrice) == 8)
  }

  @Test func nothingStoredIsNoCommit() throws {
    let changes = Gathered<CommitOrigin>()
    let token = store.observe { changes.add($0.origin) }
    try store.migrate([Shop.rename, Shop.retype])
    try store.set(Shop.oldPrice, to: 1)
    token.cancel()
    #expect(changes.all == [.local])
  }

  @Test func theNewValueWinsAndBothStay() throws {
    try store.set(Shop.oldPrice, to: 7)
    try store.set(Shop.price, to: 9)
    let report = try store.migrate([Shop.rename])
    #expect(report.migrated.isEmpty)
    #expect(report.issues.count == 1)
    #expect(store.issues == report.issues)
    #expect(store.get(Shop.price) == 9)
    #expect(store.get(Shop.oldPrice) == 7)
    #expect(try store.migrate([Shop.rename]) == MigrationReport())
  }

  @Test func equalValuesAreNoContradiction() throws {
    try store.set(Shop.oldPrice, to: 7)
    try store.set(Shop.price, to: 7)
    #expect(try store.migrate([Shop.rename]).issues.isEmpty)
    #expect(try store.storedKeys() == ["shop:price"])
  }

  @Test func aFunctionMakesTheNewValueAndItIsProcessed() throws {
    try store.set(Shop.oldLength, to: "12.5")
    #expect(try store.migrate([Shop.retype]).migrated == ["shop:length"])
    #expect(store.get(Shop.length) == 10)
    #expect(try !store.contains(Shop.oldLength))
  }

  @Test func aFunctionThatThrowsLeavesAllAsItIs() throws {
    try store.set(Shop.oldLength, to: "long")
    for _ in 0..<2 {
      let report = try store.migrate([Shop.retype])
      #expect(report.issues.map(\.code) == [.refused])
      #expect(report.issues.first?.storageString == "size")
      #expect(report.issues.first?.underlying as? NotANumber == NotANumber())
    }
    #expect(store.get(Shop.oldLength) == "long")
    #expect(try !store.contains(Shop.length))
    try store.set(Shop.oldLength, to: "3")
    #expect(try store.migrate([Shop.retype]).migrated == ["shop:length"])
  }

  @Test func aFormerValueOfAnotherTypeStays() throws {
    try store.set(Key<Root, String>(StorageString("cost"), default: ""), to: "seven")
    let report = try store.migrate([Shop.rename])
    #expect(report.issues.map(\.code) == [.unreadable])
    #expect(try store.storedKeys() == ["cost"])
  }

  @Test func anUnreadableNewValueIsNotReplaced() throws {
    try store.set(Shop.oldPrice, to: 7)
    try store.set(Key<Shop, String>("price", default: ""), to: "nine")
    #expect(try store.migrate([Shop.rename]).issues.count == 1)
    #expect(store.stored("shop:price") == "nine")
    #expect(store.get(Shop.oldPrice) == 7)
  }

  @Test func optionalValuesMigrate() throws {
    let rename = Migration(from: ["name"], to: Shop.title)
    #expect(try store.migrate([rename]) == MigrationReport())
    try store.set(Shop.oldTitle, to: "Pi")
    try store.migrate([rename])
    #expect(store.get(Shop.title) == "Pi")
  }

  @Test func aFunctionThatGivesNilIsRecordedAndTheFormerValueStays() throws {
    let drop = Migration(from: ["name"], to: Shop.title) { (_: String) -> String? in nil }
    try store.set(Shop.oldTitle, to: "Pi")
    #expect(try store.migrate([drop]) == MigrationReport())
    #expect(try store.storedKeys() == ["name"])
    try store.migrate([Migration(from: ["name"], to: Shop.title)])
    #expect(store.get(Shop.title) == nil)
  }

  @Test func oneThatFailsStopsNoOther() throws {
    try store.set(Shop.oldLength, to: "long")
    try store.set(Shop.oldPrice, to: 7)
    let report = try store.migrate([Shop.retype, Shop.rename])
    #expect(report.migrated == ["shop:price"])
    #expect(report.issues.count == 1)
  }

  @Test func itIsOneCommitOfOriginMigration() throws {
    try store.set(Shop.oldPrice, to: 7)
    let commits = Gathered<String>()
    let token = store.observe { commit in
      commits.add("\(commit.origin) \(commit.changes.map(\.storageString))")
    }
    try store.migrate([Shop.rename])
    token.cancel()
    #expect(commits.all == [#"migration ["shop:price", "cost"]"#])
  }

  @Test func aKeyIsNotItsOwnFormerKey() throws {
    let error = #expect(throws: StoreError.self) {
      try store.migrate([Migration(from: ["shop:price"], to: Shop.price)])
    }
    #expect(error?.code == .unsupported)
  }

  @Test func aCacheHasNothingToMigrate() throws {
    let cache = CacheStore(capacity: 10)
    try cache.set(Shop.oldPrice, to: 7)
    #expect(try cache.migrate([Shop.rename]) == MigrationReport())
    #expect(cache.get(Shop.oldPrice) == 7)
  }

  @Test func aRecordSurvivesEveryRemovalAndIsSeenNowhere() throws {
    try store.set(Shop.oldPrice, to: 7)
    try store.migrate([Shop.rename])
    try store.clear(Shop.self)
    try store.removeEverything()
    #expect(try store.storedKeys().isEmpty)
    #expect(store.storageStrings().map(\.string) == ["keywright:migrated:shop:price"])
    let mine = Key<Root, [String]>(StorageString("keywright:migrated:shop:price"), default: [])
    for change in [{ try store.set(mine, to: []) }, { try store.remove(mine) }] {
      let error = #expect(throws: StoreError.self) { try change() }
      #expect(error?.code == .unsupported)
    }
  }
}
