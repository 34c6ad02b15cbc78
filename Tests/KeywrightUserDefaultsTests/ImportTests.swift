import Foundation
import Keywright
import KeywrightUserDefaults
import Testing

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
    #expect(standard.get(Key<Root, Int>(storageString: name, default: 0)) == 3)
    #expect(standard.get(Key<Root, Int>(storageString: name + "-registered", default: 0)) == 0)
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

  /// What both formats of Storez held.
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

  @Test func whatStorezCouldNotReadIsReportedAndStays() throws {
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
}
