import Foundation
import Keywright
import KeywrightTesting
import Testing

@testable import KeywrightUserDefaults

@Suite struct UserDefaultsStoreTests {
  let suite = TemporarySuite()
  let count = Key<Root, Int>("count", default: 7)

  private func code(_ body: () throws -> Void) -> StoreError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? StoreError)?.code
    }
  }

  @Test func userDefaultsStorePasses() async throws {
    try await StoreConformance.check(at: { TemporarySuite() }) {
      UserDefaultsStore(suite: $0.name)
    }
  }

  @Test func foundationReadsWhatTheStoreWrote() throws {
    let store = UserDefaultsStore(suite: suite.name)
    try store.set(count, to: 3)
    try store.set(Key<Root, Bool>("flag", default: false), to: true)
    try store.set(Key<Root, Double>("ratio", default: 0), to: 1)
    try store.set(Key<Root, [String]>("names", default: []), to: ["Noah", "Ham"])
    try store.set(Key<Root, Data>("data", default: Data()), to: Data([1, 2]))
    let whole = Date(timeIntervalSinceReferenceDate: 86_400)
    try store.set(Key<Root, Date>("date", default: .distantPast), to: whole)
    let defaults = try suite.defaults
    #expect(defaults.integer(forKey: "count") == 3)
    #expect(defaults.bool(forKey: "flag"))
    #expect(defaults.double(forKey: "ratio") == 1)
    #expect(defaults.stringArray(forKey: "names") == ["Noah", "Ham"])
    #expect(defaults.data(forKey: "data") == Data([1, 2]))
    #expect(defaults.object(forKey: "date") as? Date == whole)
  }

  @Test func theStoreReadsWhatFoundationWrote() throws {
    let defaults = try suite.defaults
    defaults.set(3, forKey: "count")
    defaults.set(true, forKey: "flag")
    defaults.set(["a": [1, 2.5, false] as [Any]] as [String: Any], forKey: "tree")
    let store = UserDefaultsStore(suite: suite.name)
    #expect(store.get(count) == 3)
    #expect(try store.stored("flag") == true)
    #expect(try store.stored("tree") == ["a": [1, 2.5, false]])
  }

  @Test func aBooleanIsNoNumberAndAnIntegerNoReal() throws {
    let defaults = try suite.defaults
    let numbers: [(String, NSNumber, StoredValue)] = [
      ("true", NSNumber(value: true), true), ("one", NSNumber(value: 1), 1),
      ("real", NSNumber(value: 1.0), 1.0), ("small", NSNumber(value: Int8(1)), 1),
      ("float", NSNumber(value: Float(0.5)), 0.5), ("zero", NSNumber(value: 0), 0),
      ("false", NSNumber(value: false), false), ("min", NSNumber(value: Int64.min), .integer(.min)),
      ("max", NSNumber(value: UInt64.max), .unsigned(.max)),
    ]
    for (key, number, _) in numbers { defaults.set(number, forKey: key) }
    let store = UserDefaultsStore(suite: suite.name)
    for (key, _, expected) in numbers {
      #expect(try store.stored(StorageString(key)) == expected, "\(key)")
    }
    #expect(code { _ = try store.read(Key<Root, Int>("true", default: 0)) } == .unreadable)
    #expect(code { _ = try store.read(Key<Root, Bool>("one", default: false)) } == .unreadable)
  }

  /// Foundation that is linked into a program takes no arrays.
  @Test(
    "Where no array is taken, each is written as data and read back",
    arguments: [
      [], [1, "a", [true, [0.5]], ["x": [1], "y": ["z": []]]], ["keywright:exact", .data([1])],
      [-0.0, "\u{1}", .date(secondsSince2001: 0.25)],
    ] as [StoredValue])
  func withoutArrays(array: StoredValue) throws {
    func requireNone(_ object: Any) {
      #expect(!(object is [Any]), "\(object)")
      for member in (object as? [String: Any] ?? [:]).values { requireNone(member) }
    }
    for value in [array, ["a": array, "b": 1], ["keywright:exact": array]] {
      let object = try NativeValue.object(of: value, for: "k", takesArrays: false)
      requireNone(object)
      #expect(NativeValue.value(of: object) == value)
      let store = UserDefaultsStore(suite: suite.name)
      try suite.defaults.set(object, forKey: "k")
      #expect(try store.stored("k") == value)
      #expect(
        try NativeValue.value(of: NativeValue.object(of: value, for: "k", takesArrays: true))
          == value)
    }
    #expect(NativeValue.value(of: ["keywright:exact": Data([1])]) == nil)
  }

  @Test func onlyOwnKeysAreListedAndCleared() throws {
    let defaults = try suite.defaults
    defaults.set(1, forKey: "zoo:theirs")
    defaults.set(1, forKey: "theirs")
    let store = UserDefaultsStore(suite: suite.name)
    try store.set(Zoo.ours, to: 2)
    try store.set(Zoo.other, to: 2)
    #expect(try store.storedKeys() == ["zoo:other", "zoo:ours"])
    try store.clear(Zoo.self)
    #expect(try store.storedKeys() == [])
    #expect(defaults.integer(forKey: "zoo:theirs") == 1)
    #expect(defaults.integer(forKey: "theirs") == 1)
    #expect(defaults.object(forKey: "keywright:own") == nil)
  }

  @Test func aKeyOfOthersBecomesOwnWhenItIsSet() throws {
    let defaults = try suite.defaults
    defaults.set(1, forKey: "count")
    let store = UserDefaultsStore(suite: suite.name)
    #expect(try store.storedKeys() == [])
    try store.set(count, to: 2)
    #expect(try store.storedKeys() == ["count"])
  }

  @Test func removingEverythingIsRefused() throws {
    let store: any Store = UserDefaultsStore(suite: suite.name)
    try store.set(count, to: 3)
    #expect(code { try store.removeEverything() } == .unsupported)
    #expect(store.get(count) == 3)
  }

  @Test(
    "a name that is no suite's gives an unavailable store",
    arguments: [
      "", ".", "..", "../x", "a/b", "a\u{0}b", "a\nb", "NSGlobalDomain",
      ProcessInfo.processInfo.processName, String(repeating: "n", count: 201),
    ])
  func invalidNames(_ name: String) {
    let store = UserDefaultsStore(suite: name)
    store.onIssue { _ in }
    #expect(store.get(count) == 7)
    #expect(code { try store.set(count, to: 3) } == .unavailable)
    #expect(code { _ = try store.storedKeys() } == .unavailable)
    #expect(code { try store.refresh() } == .unavailable)
    #expect(UserDefaults.standard.object(forKey: "count") == nil)
  }

  @Test func aURLIsTextAndFoundationsArchiveOfOneIsNotTrappedOn() throws {
    let home = try #require(URL(string: "https://example.org/a"))
    let key = Key<Root, URL>("home", default: home)
    let store = UserDefaultsStore(suite: suite.name)
    try store.set(key, to: home.appending(path: "b"))
    #expect(try store.stored("home") == "https://example.org/a/b")
    try suite.defaults.set(Data([1, 2, 3]), forKey: "home")
    store.onIssue { _ in }
    #expect(store.get(key) == home)
    #expect(store.issues.map(\.code) == [.unreadable])
  }

  @Test func aKeyThatIsNotOwnIsChangedInPlace() throws {
    let defaults = try suite.defaults
    defaults.set(5, forKey: "count")
    try UserDefaultsStore(suite: suite.name).update(count) { $0 += 1 }
    #expect(defaults.integer(forKey: "count") == 6)
  }

  @Test func handlesOnOneSuiteShareTheirCore() {
    let (one, two) = (UserDefaultsStore(suite: suite.name), UserDefaultsStore(suite: suite.name))
    #expect(one.core === two.core)
  }

  @Test func theListOfOwnKeysCannotBeOverwritten() throws {
    let store = UserDefaultsStore(suite: suite.name)
    try store.set(count, to: 3)
    let list = Key<Root, Int>(StorageString("keywright:own"), default: 0)
    #expect(code { try store.set(list, to: 1) } == .unsupported)
    #expect(try store.storedKeys() == ["count"])
  }

  @Test func flushingSucceeds() throws {
    let store = UserDefaultsStore(suite: suite.name)
    try store.set(count, to: 3)
    try store.flush()
    try store.refresh()
    #expect(store.get(count) == 3)
  }
}

private enum Zoo: Namespace {
  typealias Parent = Root
  static let namespaceID = "zoo"
  static let ours = Key<Zoo, Int>("ours", default: 0)
  static let other = Key<Zoo, Int>("other", default: 0)
}
