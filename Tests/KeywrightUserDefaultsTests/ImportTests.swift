import Foundation
import Keywright
import KeywrightStorage
import Testing

@testable import KeywrightUserDefaults

private enum Tape: Namespace {
  typealias Parent = Root
  static let namespaceID = "tape"

  static let count = Key<Tape, Int>("count", default: 0)
  static let speed = Key<Tape, Double>("speed", default: 1)
  static let isOn = Key<Tape, Bool>("isOn", default: false)
  static let title = Key<Tape, String?>("title")
  static let made = Key<Tape, Date>("made", default: Date(timeIntervalSinceReferenceDate: 0))
  static let cover = Key<Tape, Data?>("cover")
  static let home = Key<Tape, URL?>("home")
  static let sides = Key<Tape, [String]>("sides", default: [])
  static let frame = Key<Tape, Frame>("frame", default: Frame(width: 0, made: nil))
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

private struct Frame: Codable, Convertible, Equatable {
  var width: Double
  var made: Date?
}

@Suite struct ImportTests {
  let suite = TemporarySuite()
  let store = MemoryStore()
  private let date = Date(timeIntervalSinceReferenceDate: 1234.5)

  @Test func aSuiteOfUserDefaultsIsImportedAndLeftAlone() throws {
    let defaults = try suite.defaults
    defaults.set(7, forKey: "count")
    defaults.set(0.5, forKey: "speed")
    defaults.set(true, forKey: "isOn")
    defaults.set("Pi", forKey: "title")
    defaults.set(["A", "B"], forKey: "sides")
    _ = defaults.synchronize()
    let old = UserDefaultsSuite(suite.name)
    let report = try store.migrate([
      Migration(from: ["count"], in: old, to: Tape.count) { (count: Int) in count * 2 },
      Migration(from: ["speed"], in: old, to: Tape.speed),
      Migration(from: ["isOn"], in: old, to: Tape.isOn),
      Migration(from: ["name", "title"], in: old, to: Tape.title),
      Migration(from: ["sides"], in: old, to: Tape.sides),
      Migration(from: ["cover"], in: old, to: Tape.cover),
    ])
    #expect(report.issues.isEmpty)
    #expect(report.migrated.count == 5)
    #expect(store.get(Tape.count) == 14)
    #expect(store.get(Tape.speed) == 0.5)
    #expect(store.get(Tape.isOn))
    #expect(store.get(Tape.title) == "Pi")
    #expect(store.get(Tape.sides) == ["A", "B"])
    #expect(defaults.integer(forKey: "count") == 7)
  }

  @Test func theStandardSuiteIsReadWithoutItsOtherDomains() {
    let standard = UserDefaultsSuite(nil)
    let name = "keywright-import-\(UUID().uuidString)"
    UserDefaults.standard.register(defaults: [name + "-registered": 1])
    UserDefaults.standard.set(3, forKey: name)
    defer { UserDefaults.standard.removeObject(forKey: name) }
    #expect(standard.get(Key<Root, Int>(StorageString(name), default: 0)) == 3)
    #expect(standard.get(Key<Root, Int>(StorageString(name + "-registered"), default: 0)) == 0)
  }

  @Test func valuesOfStorezAreImported() throws {
    let defaults = try suite.defaults
    func keep<Value: Encodable>(_ value: Value, _ name: String) throws {
      defaults.set(try JSONEncoder().encode([value]), forKey: name)
    }
    try keep(7, "tape:count")
    try keep(0.5, "tape:speed")
    try keep(true, "tape:isOn")
    try keep("Pi", "tape:title")
    try keep(date, "tape:made")
    try keep(Data([1, 2]), "tape:cover")
    try keep(["A", "B"], "tape:sides")
    try keep(Frame(width: 3, made: date), "tape:frame")
    _ = defaults.synchronize()
    let report = try store.migrate(
      Migration.importing(
        from: StorezSuite(suite.name), Tape.count, Tape.speed, Tape.isOn, Tape.title, Tape.made,
        Tape.cover, Tape.sides, Tape.frame))
    #expect(report.issues.isEmpty)
    expectTape()
    #expect(store.get(Tape.frame) == Frame(width: 3, made: date))
  }

  /// The values that both formats of Storez held.
  private func expectTape() {
    #expect(store.get(Tape.count) == 7)
    #expect(store.get(Tape.speed) == 0.5)
    #expect(store.get(Tape.isOn))
    #expect(store.get(Tape.title) == "Pi")
    #expect(store.get(Tape.made) == date)
    #expect(store.get(Tape.cover) == Data([1, 2]))
    #expect(store.get(Tape.sides) == ["A", "B"])
  }

  @Test func archivesOfStorezAreImported() throws {
    let defaults = try suite.defaults
    func keep(_ object: NSObject, _ name: String) throws {
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: object, requiringSecureCoding: false)
      defaults.set(data, forKey: name)
    }
    try keep(NSNumber(value: 7), "tape:count")
    try keep(NSNumber(value: 0.5), "tape:speed")
    try keep(NSNumber(value: true), "tape:isOn")
    try keep(NSString("Pi"), "tape:title")
    try keep(date as NSDate, "tape:made")
    try keep(NSData(data: Data([1, 2])), "tape:cover")
    try keep(NSArray(array: ["A", "B"]), "tape:sides")
    _ = defaults.synchronize()
    let report = try store.migrate(
      Migration.importing(
        from: StorezSuite(suite.name), Tape.count, Tape.speed, Tape.isOn, Tape.title, Tape.made,
        Tape.cover, Tape.sides))
    #expect(report.issues.isEmpty)
    expectTape()
  }

  @Test func anAddressInAnArchiveIsImportedWithItsBase() throws {
    let base = try #require(URL(string: "https://example.org/a/"))
    let url = try #require(NSURL(string: "b?c", relativeTo: base))
    let data = try NSKeyedArchiver.archivedData(withRootObject: url, requiringSecureCoding: false)
    #expect(KeyedArchive.value(of: Array(data)) == .string("https://example.org/a/b?c"))
  }

  @Test func aDamagedArchiveIsReadOrNot() throws {
    let objects: [NSObject] = [
      NSNumber(value: 7), NSString("Pi"), date as NSDate, NSMutableData(data: Data([1, 2])),
      NSArray(array: ["A", ["B": 1]]), try #require(NSURL(string: "https://example.org/a")),
    ]
    for object in objects {
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: object, requiringSecureCoding: false)
      let whole = Array(data)
      #expect(
        KeyedArchive.value(of: whole) == NativeValue.value(of: object)
          ?? .string("https://example.org/a"))
      for index in whole.indices {
        for flip: UInt8 in [1, 0x10, 0x80, 0xFF] {
          var damaged = whole
          damaged[index] ^= flip
          // No expectation: damage in a text is another text.
          _ = KeyedArchive.value(of: damaged)
        }
      }
    }
  }

  @Test func anArchiveThatHoldsItselfIsNone() throws {
    func archive(_ places: [UInt64]) throws -> [UInt8] {
      func dictionary(_ members: KeyValuePairs<String, PropertyList>) throws -> PropertyList {
        .dictionary(
          try PropertyListDictionary(
            members.map { PropertyListDictionary.Member(key: $0.key, value: $0.value) }))
      }
      let array = try dictionary([
        "$class": .uid(2), "NS.objects": .array(places.map(PropertyList.uid)),
      ])
      let kind = try dictionary(["$classname": .string("NSArray")])
      return try BinaryPropertyList.encode(
        dictionary([
          "$objects": .array([.string("$null"), array, kind, .integer(3)]),
          "$top": dictionary(["root": .uid(1)]),
        ]))
    }
    #expect(KeyedArchive.value(of: try archive([3, 3])) == .array([.integer(3), .integer(3)]))
    for places: [UInt64] in [[1], [1, 1], [0], [9], [.max]] {
      #expect(KeyedArchive.value(of: try archive(places)) == nil)
    }
  }

  @Test func aValueThatStorezCouldNotReadIsReportedAndStays() throws {
    let defaults = try suite.defaults
    defaults.set(Data("[\"seven\"]".utf8), forKey: "tape:count")
    defaults.set(Data("bplist00 nonsense".utf8), forKey: "tape:title")
    defaults.set("no data", forKey: "tape:speed")
    defaults.set(Data("[null]".utf8), forKey: "tape:cover")
    _ = defaults.synchronize()
    let report = try store.migrate(
      Migration.importing(
        from: StorezSuite(suite.name), Tape.count, Tape.title, Tape.speed, Tape.cover))
    #expect(report.issues.map(\.code) == [.unreadable, .unreadable, .unreadable])
    #expect(report.migrated.isEmpty)
    #expect(try store.storedKeys().isEmpty)
  }

  @Test func anUnreadableValueOfASecretKeyIsNotShown() throws {
    let defaults = try suite.defaults
    defaults.set("hunter2", forKey: "vault:pin")
    _ = defaults.synchronize()
    let old = StorezSuite(suite.name)
    let error = #expect(throws: StoreError.self) { try old.read(Vault.pin) }
    #expect(error?.found == "a value that is secret")
    let report = try store.migrate(Migration.importing(from: old, Vault.pin))
    #expect(report.issues.map(\.found) == ["a value that is secret"])
    #expect(!"\(report) \(store.issues) \(old.issues)".contains("hunter2"))
  }
}
