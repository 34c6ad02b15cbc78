import Foundation
import Keywright
import KeywrightTestSupport
import Testing

@Suite("A commit inside a commit") struct ReentrancyTests {
  static let places = ["process", "preCommit", "willChange", "update", "transaction"]

  /// Makes a commit in `outer` that tries another one in `inner` from inside one of its parts.
  private func attempt(
    _ place: String, outer: some Store, _ body: @escaping @Sendable () -> Void
  ) throws {
    let journal = Journal()
    switch place {
    case "process":
      journal.onProcess = { value in
        body()
        return value
      }
    case "preCommit": journal.preCommit["house"] = { _ in body() }
    case "willChange": journal.onWillChange = { _, _ in body() }
    default: break
    }
    try journal.listening {
      switch place {
      case "update":
        try outer.update(House.Kitchen.pots) {
          body()
          $0 = 5
        }
      case "transaction":
        try outer.transaction {
          body()
          try $0.set(House.Kitchen.pots, to: 5)
        }
      default: try outer.set(House.Kitchen.pots, to: 5)
      }
    }
  }

  /// Every way to commit, by the code that it throws.
  private static func commits(in store: some Store) -> [StoreError.Code?] {
    let commits: [() throws -> Void] = [
      { try store.set(House.rooms, to: 2) },
      { try store.remove(House.rooms) },
      { try store.update(House.rooms) { $0 += 1 } },
      { try store.transaction { try $0.set(House.rooms, to: 2) } },
      { try store.clear(House.self) },
      { try store.removeEverything() },
    ]
    return commits.map { commit in
      do {
        try commit()
        return nil
      } catch {
        return (error as? StoreError)?.code
      }
    }
  }

  @Test("throws reentrant, in the same store and in another", arguments: places, [true, false])
  func throwsReentrant(_ place: String, sameStore: Bool) throws {
    let outer = MemoryStore()
    let inner = sameStore ? outer : MemoryStore()
    let codes = Shared<[StoreError.Code?]>([])
    try attempt(place, outer: outer) { codes.change { $0 = Self.commits(in: inner) } }
    #expect(codes.value == Array(repeating: .reentrant, count: 6))
    #expect(outer.get(House.Kitchen.pots.key) == 5)
    #expect(try inner.contains(House.rooms) == false)
  }

  @Test("reading is allowed, and gives what was kept before", arguments: places)
  func readingIsAllowed(_ place: String) throws {
    let store = MemoryStore()
    try store.set(House.Kitchen.pots, to: 1)
    let read = Shared<[Int]>([])
    try attempt(place, outer: store) {
      read.change { $0.append(store.get(House.Kitchen.pots.key)) }
    }
    #expect(read.value == [1])
  }

  @Test("a write through the subscript is reported and not kept", arguments: places)
  func subscriptIsReported(_ place: String) throws {
    let store = MemoryStore()
    store.onIssue { _ in }
    try attempt(place, outer: store) { store[House.rooms] += 6 }
    #expect(store.problems.map(\.code) == [.reentrant])
    #expect(store.get(House.rooms) == 1)
  }

  @Test("the right-hand side of += is evaluated before the commit")
  func rightHandSide() throws {
    let store = MemoryStore()
    func value() throws -> Int {
      try store.set(House.Cellar.bottles, to: 3)
      return store.get(House.Cellar.bottles)
    }
    store[House.rooms] += try value()
    #expect(store.get(House.rooms) == 4)
    #expect(store.problems.isEmpty)
  }

  @Test("the store's handler may commit, because it is called with no lock held")
  func handlerCommits() throws {
    let store = MemoryStore()
    store.onIssue { _ in store[House.Cellar.bottles] = 8 }
    try attempt("update", outer: store) { store[House.rooms] = 2 }
    #expect(store.get(House.Cellar.bottles) == 8)
  }

  @Test("refresh in a commit does nothing to its own store, and throws for another")
  func refreshing() throws {
    let folder = TemporaryFolder()
    let store = DefaultsStore(url: folder.url.appending(path: "one.plist"))
    let other = DefaultsStore(url: folder.url.appending(path: "two.plist"))
    try store.update(House.rooms) {
      try store.refresh()
      #expect(throws: StoreError.self) { try other.refresh() }
      $0 = 2
    }
    #expect(store.get(House.rooms) == 2)
  }

  @Test("Flushing inside a commit throws reentrant at once", arguments: places, [false, true])
  func flushing(_ place: String, _ isCompacting: Bool) throws {
    let folder = TemporaryFolder()
    let store = DefaultsStore(url: folder.url.appending(path: "a.plist"), lockTimeout: .zero)
    let codes = Shared<[StoreError.Code]>([])
    try attempt(place, outer: store) {
      do throws(StoreError) {
        try store.flush(compacting: isCompacting)
      } catch {
        codes.change { $0.append(error.code) }
      }
    }
    #expect(codes.value == [.reentrant])
    try store.flush(compacting: isCompacting)
  }

  @Test("Closing inside a commit closes after it", arguments: places)
  func closing(_ place: String) throws {
    let folder = TemporaryFolder()
    let url = folder.url.appending(path: "a.plist")
    let store = DefaultsStore(url: url)
    try attempt(place, outer: store) { store.close() }
    let error = #expect(throws: StoreError.self) { try store.set(House.rooms, to: 2) }
    #expect(error?.code == .closed)
    #expect(DefaultsStore(url: url).get(House.Kitchen.pots) == 5)
  }
}
