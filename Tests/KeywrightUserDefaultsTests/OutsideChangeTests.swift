import Foundation
import Keywright
import KeywrightUserDefaults
import Testing

@Suite struct OutsideChangeTests {
  private let suite = TemporarySuite()
  private let count = Key<Root, Int>("count", default: 7)

  @Test(
    "Observers receive changes of others once, at a refresh or a commit")
  func refresh() throws {
    let store = UserDefaultsStore(suite: suite.name)
    try store.set(count, to: 1)
    let received = Mutexed()
    let token = store.observe(count) { received.add("\($0.old) \($0.new) \($0.origin)") }
    let defaults = try suite.defaults
    defaults.set(2, forKey: "count")
    for _ in 0..<2 { try store.refresh() }
    #expect(received.lines == ["1 2 otherProcess"])
    defaults.set(3, forKey: "count")
    try store.set(count, to: 4)
    #expect(received.lines.dropFirst() == ["2 3 otherProcess", "3 4 local"])
    defaults.removeObject(forKey: "count")
    try store.refresh()
    #expect(received.lines.last == "4 7 otherProcess")
    token.cancel()
  }

  @Test("The standard suite is cleared of declared keys alone")
  func standard() throws {
    let defaults = UserDefaults.standard
    let theirs = "keywright-tests-theirs"
    defaults.set(1, forKey: theirs)
    defer { defaults.removeObject(forKey: theirs) }
    let store = UserDefaultsStore(standard: StandardKeys.self)
    try store.set(Standard.count, to: 3)
    defaults.set(4, forKey: "keywright-tests-standard:family:a")
    #expect(defaults.integer(forKey: "keywright-tests-standard:count") == 3)
    #expect(
      try store.storedKeys() == [
        "keywright-tests-standard:count", "keywright-tests-standard:family:a",
      ])
    try store.clear(StandardKeys.self)
    #expect(try store.storedKeys() == [])
    #expect(defaults.integer(forKey: theirs) == 1)
    #expect(defaults.object(forKey: "keywright:own") == nil)
  }
}

private enum Standard: Namespace {
  typealias Parent = Root
  static let namespaceID = "keywright-tests-standard"
  static let count = Key<Standard, Int>("count", default: 0)
}

private enum StandardKeys: KeyRegistry {
  static let allKeys = [
    KeyDescription(
      storageString: "keywright-tests-standard:count", namespace: "Standard", name: "count",
      type: "Int", form: "integer", schema: "A.keys.json", line: 1),
    KeyDescription(
      storageString: "keywright-tests-standard:family", namespace: "Standard", name: "family",
      type: "Int", form: "integer", schema: "A.keys.json", line: 2, isFamily: true),
  ]
  static let namespaces: [any Namespace.Type] = [Standard.self]
}

private final class Mutexed: @unchecked Sendable {
  // `@unchecked`: `lines` is guarded by `lock`.
  private let lock = NSLock()
  private var content: [String] = []
  var lines: [String] { lock.withLock { content } }
  func add(_ line: String) { lock.withLock { content.append(line) } }
}
