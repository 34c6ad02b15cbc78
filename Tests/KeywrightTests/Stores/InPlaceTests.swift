import Foundation
import Keywright
import KeywrightTestSupport
import Testing

@Suite("Changes in place") struct InPlaceTests {
  struct Stop: Error {}
  static let count = Key<Root, Int>("count", default: 0)
  static let list = Key<Root, [Int]>("list", default: [])

  private func increments(_ store: some Store) {
    onThreads(8) { number in
      for step in 0..<100 {
        switch (number + step) % 3 {
        case 0: store[Self.count] += 1
        case 1: try? store.update(Self.count) { $0 += 1 }
        default:
          _ = try? store.transaction { try $0.set(Self.count, to: try $0.get(Self.count) + 1) }
        }
      }
    }
    #expect(store.get(Self.count) == 800)
    #expect(store.problems.isEmpty)
  }

  @Test("by eight threads lose nothing, in memory")
  func threads() { increments(MemoryStore()) }

  @Test("by eight threads lose nothing, in a store of one's own")
  func threadsOwnStore() { increments(FailingStore()) }

  @Test("by eight threads lose nothing, in a file")
  func threadsFile() {
    let folder = TemporaryFolder()
    increments(DefaultsStore(url: folder.url.appending(path: "defaults.plist")))
  }

  @Test("with a right-hand side that throws leave the value, and the store free")
  func throwingOperand() throws {
    let store = MemoryStore()
    func fail() throws -> Int { throw Stop() }
    #expect(throws: Stop.self) { store[Self.count] += try fail() }
    try store.set(Self.count, to: 2)
    #expect(store.get(Self.count) == 2)
  }

  @Test("by a function that throws halfway leave the value, and the store free")
  func throwingFunction() throws {
    let store = MemoryStore()
    try store.set(Self.list, to: [1])
    func change(_ list: inout [Int]) throws {
      list.append(2)
      throw Stop()
    }
    #expect(throws: Stop.self) { try change(&store[Self.list]) }
    #expect(store.get(Self.list) == [1])
    store[Self.list].append(3)
    #expect(store.get(Self.list) == [1, 3])
  }

  @Test("that a store refuses leave the value; the error goes to the handler")
  func refused() {
    let store = FailingStore()
    let codes = Shared<[StoreError.Code]>([])
    store.onIssue { error in
      if error.operation != "commit" { codes.change { $0.append(error.code) } }
    }
    store.failNext(StoreError(.full))
    store[Self.count] += 1
    #expect(store.get(Self.count) == 0)
    let limited = Key<Root, Int>(
      "count", default: 0, descriptor: KeyDescriptor(constraints: [.range(0...5)]))
    store[limited] = 6
    #expect(store.get(Self.count) == 0)
    #expect(codes.value == [.full, .constraint])
    #expect(store.problems.map(\.code) == [.full, .constraint])
  }

  @Test("during which another commit changed the value are refused, and that is reported")
  func overtaken() {
    let store = MemoryStore()
    store.onIssue { _ in }
    let lazy = Key<Root, Int>(
      "lazy",
      descriptor: KeyDescriptor(
        default: .lazy {
          // With no lock held, as every default is computed.
          store[Self.count] = 100
          return 7
        }))
    func change(_ value: inout Int) { value += store.get(lazy) }
    change(&store[Self.count])
    #expect(store.get(Self.count) == 100)
    #expect(store.problems.map(\.code) == [.busy])
    change(&store[Self.count])
    #expect(store.get(Self.count) == 107)
  }

  @Test("two at once are refused, and the second is reported")
  func twoAtOnce() {
    let store = MemoryStore()
    store.onIssue { _ in }
    let other = Key<Root, Int>("other", default: 9)
    func change(_ first: inout Int, _ second: inout Int) { (first, second) = (1, 2) }
    change(&store[Self.count], &store[other])
    #expect(store.problems.map(\.code) == [.reentrant])
    #expect(store.get(other) == 9)
  }
}
