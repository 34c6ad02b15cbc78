import Foundation
import Keywright
import KeywrightTestSupport
import KeywrightTesting
import Testing

private enum Hall: Namespace {
  typealias Parent = Root
  static let namespaceID = "hall"

  static let seats = Key<Hall, Int>(
    "seats",
    descriptor: KeyDescriptor(
      default: ._value(3), processing: [.clamp(0...50)], _migratedBy: "HallKeys"))
  static let title = Key<Hall, String?>(
    "title", descriptor: KeyDescriptor(default: ._value(nil), _migratedBy: "HallKeys"))
  static let light = Key<Hall, Int>(
    "light", descriptor: KeyDescriptor(default: ._value(9), _migratedBy: "HallKeys"))
  static let rows = KeyDescriptor<Int>(default: ._value(0), _migratedBy: "HallKeys")

  static func row(_ number: Int) -> Key<Hall, Int> {
    Key(.family("row", KeyParameter(number)), default: ._value(0), descriptor: rows)
  }
}

private enum HallKeys: KeyRegistry {
  static let allKeys: [KeyDescription] = []
  static let namespaces: [any Namespace.Type] = [Hall.self]
  static let migrations = [
    Migration(from: ["hall:chairs"], to: Hall.seats),
    Migration(from: ["hall:name"], to: Hall.title) { (old: Int) in
      if old < 0 { throw Refusal() }
      return "\(old)"
    },
    Migration._family(
      from: ["hall:line"],
      to: AnyKey(
        _family: Key<Hall, Int>("row", default: 0, descriptor: Hall.rows), [.integer(Int.self)])),
    Migration._keeping(5, for: Hall.light, since: "2.0"),
  ]
}

private struct Refusal: Error {}

/// Values of earlier versions in a store that can be read and not written.
@Suite("A store that cannot be written") struct PendingMigrationsTests {
  private func store(name: Int = 7) throws -> FaultyStore {
    let store = FaultyStore()
    for (key, value) in [("hall:chairs", 99), ("hall:line:4", 40), ("hall:name", name)] {
      try store.set(Key<Root, Int?>(StorageString(key)), to: value)
    }
    store.fail(.beginCommit, times: .max, with: StoreError(.readOnly))
    return store
  }

  @Test("gives the values of its migrations, processed, and the error names their keys")
  func values() throws {
    let store = try store()
    let error = #expect(throws: StoreError.self) { try store.migrate(HallKeys.migrations) }
    #expect(
      error?.found
        == "values of earlier versions, which are read under their former names for now: "
        + "'hall:seats', 'hall:title', 'hall:row:4', 'hall:light'")
    #expect(store.get(Hall.seats) == 50)
    #expect(try store.read(Hall.title) == "7")
    #expect(store.get(Hall.row(4)) == 40 && store.get(Hall.row(5)) == 0)
    #expect(store.get(Hall.light) == 5)
    #expect(store.issues.isEmpty)
    // In a composition too.
    let layered = Layers([.readingAndWriting(MemoryStore()), .reading(store)])
    #expect(layered.get(Hall.seats) == 50 && layered.get(Hall.light) == 5)
  }

  @Test(
    "shows them by every way of reading, also in compositions and under a component of their own")
  func everyWay() throws {
    func check(_ store: some Store, _ what: String) throws {
      #expect(store.get(Hall.seats) == 50, "\(what)")
      #expect(try store.read(Hall.seats) == 50, "\(what)")
      #expect(store[Hall.seats] == 50, "\(what)")
      #expect(store.slot(Hall.seats).value == 50, "\(what)")
      #expect(store.readOnly().get(Hall.seats) == 50, "\(what)")
      #expect(AnyKey(Hall.seats).text(in: store) == "50", "\(what)")
      #expect(try AnyKey(Hall.seats).storedText(in: store) == "50", "\(what)")
      let explanation = store.explain(Hall.seats)
      #expect(explanation.contains("50"), "\(what): \(explanation)")
      let report = store.report(KeySet([AnyKey(Hall.seats)]))
      #expect(report.contains("hall:seats = 50"), "\(what): \(report)")
    }
    let store = try store()
    #expect(throws: StoreError.self) { try store.migrate(HallKeys.migrations) }
    try check(store, "a store")
    try check(Layers([.readingAndWriting(MemoryStore()), .readingAndWriting(store)]), "a layer")
    try check(Layers([.readingAndWriting(Layers([.readingAndWriting(store)]))]), "two levels")
    let layers = Layers([.readingAndWriting(try self.store())])
    #expect(throws: StoreError.self) { try layers.migrate(HallKeys.migrations) }
    try check(layers, "a composition")
    let base = FaultyStore()
    try base.set(Key<Root, Int?>(StorageString("left:hall:chairs" as String)), to: 99)
    let view = base.prefixed("left")
    base.fail(.beginCommit, times: .max, with: StoreError(.readOnly))
    #expect(throws: StoreError.self) { try view.migrate(HallKeys.migrations) }
    try check(view, "a view")
  }

  @Test("commits all of them before the commit of a thread that comes while another one tries them")
  func twoThreads() throws {
    let base = MemoryStore()
    for (key, value) in [("hall:name", 7), ("hall:line:4", 40)] {
      try base.set(Key<Root, Int?>(StorageString(key)), to: value)
    }
    let store = FaultyStore(base)
    store.fail(.beginCommit, with: StoreError(.readOnly))
    #expect(throws: StoreError.self) { try store.migrate(HallKeys.migrations) }
    let token = store.observe(Hall.title) { _ in
      let done = DispatchSemaphore(value: 0)
      Thread {
        try? store.update(Hall.row(4)) { $0 += 1 }
        done.signal()
      }.start()
      done.wait()
    }
    try store.set(Hall.light, to: 2)
    token.cancel()
    #expect(store.get(Hall.title) == "7" && store.get(Hall.row(4)) == 41)
  }

  @Test("reports a value that cannot be converted once, and gives the default")
  func refusal() throws {
    let store = try store(name: -1)
    #expect(throws: StoreError.self) { try store.migrate(HallKeys.migrations) }
    for _ in 1...2 { #expect(store.get(Hall.title) == nil) }
    #expect(store.issues.count == 1)
    #expect(store.get(Hall.seats) == 50)
  }

  @Test(
    "commits them before the next commit, which then finds the values that readers got",
    arguments: [false, true])
  func beforeACommit(isLayered: Bool) throws {
    func check(_ store: some Store) throws {
      try store.update(Hall.seats) { $0 += 1 }
      #expect(store.get(Hall.seats) == 50)
      try store.transaction { try $0.set(Hall.row(4), to: $0.get(Hall.row(4)) + 1) }
      #expect(store.get(Hall.row(4)) == 41)
      try store.remove(Hall.title)
      #expect(store.get(Hall.title) == nil)
      #expect(
        try store.storedKeys().allSatisfy {
          !$0.hasPrefix("hall:") || $0 < "hall:m" || $0 > "hall:o"
        })
    }
    let base = MemoryStore()
    let former = [("hall:chairs", 49), ("hall:line:4", 40), ("hall:name", 7)]
    for (key, value) in former { try base.set(Key<Root, Int?>(StorageString(key)), to: value) }
    let store = FaultyStore(base)
    store.fail(.beginCommit, with: StoreError(.readOnly))
    #expect(throws: StoreError.self) { try store.migrate(HallKeys.migrations) }
    if isLayered { try check(Layers([.readingAndWriting(store)])) } else { try check(store) }
  }

  @Test("commits them once it can be written, and then they are its own")
  func later() throws {
    let base = MemoryStore()
    try base.set(Key<Root, Int?>(StorageString("hall:chairs")), to: 4)
    let store = FaultyStore(base)
    store.fail(.beginCommit, with: StoreError(.readOnly))
    #expect(throws: StoreError.self) { try store.migrate(HallKeys.migrations) }
    #expect(store.get(Hall.seats) == 4)
    try store.migrate(HallKeys.migrations)
    #expect(try store.contains(Hall.seats))
    #expect(try !store.storedKeys().contains("hall:chairs"))
    try store.remove(Hall.seats)
    #expect(store.get(Hall.seats) == 3)
  }
}
