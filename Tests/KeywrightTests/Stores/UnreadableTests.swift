import Foundation
import Keywright
import KeywrightTestSupport
import Testing

@Suite("Values that are not of the key's type") struct UnreadableTests {
  let folder = TemporaryFolder()
  let store: DefaultsStore
  static let rooms = Key<Root, Int>("rooms", default: 1)
  static let text = Key<Root, String>("rooms", default: "")

  init() throws {
    store = DefaultsStore(url: folder.url.appending(path: "defaults.plist"))
    store.onIssue { _ in }
    try store.set(Self.text, to: "many")
    try store.compact()
  }

  @Test("are kept, and reported once however often they are read")
  func reportedOnce() {
    for _ in 0..<5 { #expect(store.get(Self.rooms) == 1) }
    #expect(store.problems.map(\.code) == [.unreadable])
    #expect(store.problems.first?.storageString == "rooms")
    #expect(store.get(Self.text) == "many")
  }

  @Test("are reported once by eight threads together")
  func reportedOnceByAll() {
    onThreads(8) { [store] _ in
      for _ in 0..<50 { _ = store.get(Self.rooms) }
    }
    #expect(store.problems.count == 1)
  }

  @Test("are reported again after another program's change was loaded")
  func reportedForEachLoad() throws {
    _ = store.get(Self.rooms)
    var members = try PropertyListSerialization.members(of: folder.url)
    members["other"] = 1
    try PropertyListSerialization.write(members, to: folder.url)
    try store.refresh()
    for _ in 0..<3 { _ = store.get(Self.rooms) }
    #expect(store.problems.map(\.code) == [.unreadable, .unreadable])
  }

  @Test("make update, += and a read in a transaction fail")
  func changesFail() throws {
    let failures: [() throws -> Void] = [
      { try store.update(Self.rooms) { $0 += 1 } },
      { try store.transaction { try $0.update(Self.rooms) { $0 += 1 } } },
      { _ = try store.transaction { try $0.get(Self.rooms) } },
      { _ = try store.read(Self.rooms) },
    ]
    for failure in failures {
      let error = #expect(throws: StoreError.self) { try failure() }
      #expect(error?.code == .unreadable)
      #expect(error?.found == "\"many\"")
    }
    store[Self.rooms] += 1
    #expect(store.problems.map(\.code) == [.unreadable, .unreadable])
    #expect(store.get(Self.text) == "many")
  }

  @Test("are replaced by set, remove, plain assignment and setting in a transaction")
  func replacedOnPurpose() throws {
    let replacements: [(Int?, () throws -> Void)] = [
      (2, { try store.set(Self.rooms, to: 2) }),
      (nil, { try store.remove(Self.rooms) }),
      (3, { store[Self.rooms] = 3 }),
      (4, { try store.transaction { try $0.set(Self.rooms, to: 4) } }),
    ]
    for (expected, replace) in replacements {
      try store.set(Self.text, to: "many")
      try replace()
      #expect(try store.read(Self.rooms) == expected)
    }
  }

  @Test("show the default as the old value of the change that replaces them")
  func oldValue() throws {
    let journal = Journal()
    try store.set(Key<House.Kitchen, String>("pots", default: ""), to: "many")
    try journal.listening { try store.set(House.Kitchen.pots, to: 4) }
    #expect(journal.take().contains("will 0 4"))
  }

  @Test("are contained and listed")
  func contained() throws {
    #expect(try store.contains(Self.rooms))
    #expect(try store.storedKeys() == ["rooms"])
  }

  @Test("numbers convert only when nothing is lost")
  func numbers() throws {
    let real = Key<Root, Double>("n", default: 0)
    let whole = Key<Root, Int>("n", default: -1)
    try store.set(whole, to: 1)
    #expect(store.get(real) == 1.0)
    try store.set(real, to: 1.75)
    #expect(store.get(whole) == -1)
    try store.set(Key<Root, Bool>("n", default: false), to: true)
    #expect(store.get(whole) == -1)
  }
}
