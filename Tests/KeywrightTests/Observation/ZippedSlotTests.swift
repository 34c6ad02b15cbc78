import Foundation
import Keywright
import KeywrightTesting
import Testing

@Suite("Two slots as one") struct ZippedSlotTests {
  typealias Cats = Animals.Cats

  let store = MemoryStore(name: "window")

  private var size: ZippedSlot<Int, [String]> { zip(store.slot(Cats.lion), store.slot(Cats.names)) }

  @Test func bothValuesAreReadAndWrittenInOneCommit() throws {
    let numbers = Gathered<UInt64>()
    let tokens = [Cats.lion.storageString, Cats.names.storageString].map { name in
      store.observe { commit in
        for change in commit.changes where change.storageString == name.string {
          numbers.add(commit.number)
        }
      }
    }
    #expect(size.get() == (0, []))
    #expect(try size.storedValue() == (nil, nil))
    try size.set((3, ["Leo"]))
    #expect(size.get() == (3, ["Leo"]))
    #expect(numbers.all == [1, 1])
    try size.reset()
    #expect(try size.storedValue() == (nil, nil))
    #expect(numbers.all == [1, 1, 2, 2])
    withExtendedLifetime(tokens) {}
  }

  @Test func anUpdateOfBothIsOneStep() throws {
    #expect(
      try size.update {
        $0.0 += 1; $0.1.append("!"); return $0.0
      } == 1)
    #expect(size.get() == (1, ["!"]))
    #expect(throws: StoreError.self) { try size.update { _ in throw CancellationError() } }
    #expect(size.get() == (1, ["!"]))
  }

  @Test("What is read of one store was there at one moment")
  func consistentReads() async throws {
    let tiger = Key<Cats, Int>("tiger", default: 0)
    let pair = zip(store.slot(Cats.lion), store.slot(tiger))
    let torn = await withTaskGroup(of: Int.self) { group in
      group.addTask { [store] in
        for number in 1...5_000 {
          try? store.transaction { both in
            try both.set(Cats.lion, to: number)
            try both.set(tiger, to: number)
          }
        }
        return 0
      }
      group.addTask {
        (1...5_000).count { _ in
          let (lion, tiger) = pair.get()
          return lion != tiger
        }
      }
      return await group.reduce(0, +)
    }
    #expect(torn == 0)
  }

  @Test func aCommitOfBothIsObservedOnce() throws {
    let seen = Gathered<Int>()
    let tokens = size.observe { seen.add($0.0) }
    try size.set((1, ["a"]))
    try store.set(Cats.names, to: ["b"])
    #expect(seen.all == [1, 1])
    withExtendedLifetime(tokens) {}
  }

  @Test("Of two stores, the first is put back if the second refuses")
  func twoStores() throws {
    let other = FaultyStore("other")
    let pair = zip(store.slot(Cats.lion), other.slot(Cats.lion))
    try pair.set((1, 2))
    #expect(pair.get() == (1, 2))
    other.fail(at: .write)
    #expect(throws: StoreError.self) { try pair.set((3, 4)) }
    #expect(pair.get() == (1, 2))
    let error = #expect(throws: StoreError.self) { try pair.update { $0.0 += 1 } }
    #expect(error?.code == .unsupported)
  }

  @Test("Of a composition, each store is put back as it was", arguments: 0..<3)
  func composition(_ kind: Int) throws {
    let (front, back) = (MemoryStore(name: "front"), MemoryStore(name: "back"))
    let layers: any Store =
      switch kind {
      case 0: Layers(managed: back, user: front, defaults: MemoryStore())
      case 1: front.fallback(to: back)
      default: front.pushing(to: back)
      }
    try front.set(Cats.lion, to: 1)
    if kind == 1 { try front.remove(Cats.lion) }
    try back.set(Cats.lion, to: 2)
    func set(_ first: some Store) throws {
      let other = FaultyStore("other")
      other.fail(at: .write)
      let error = #expect(throws: StoreError.self) {
        try zip(first.slot(Cats.lion), other.slot(Cats.lion)).set((3, 4))
      }
      #expect(kind == 0 || error?.code != .uncertain)
    }
    try set(layers)
    #expect(try front.read(Cats.lion) == (kind == 1 ? nil : 1))
    #expect(try back.read(Cats.lion) == 2)
  }

  @Test("Where the second commit may have been made, the first one stays")
  func uncertain() throws {
    let other = FaultyStore("other")
    let pair = zip(store.slot(Cats.lion), other.slot(Cats.lion))
    try pair.set((1, 2))
    other.fail(.write, with: StoreError(.uncertain))
    let error = #expect(throws: StoreError.self) { try pair.set((3, 4)) }
    #expect(error?.code == .uncertain && store.get(Cats.lion) == 3)
  }

  @Test("A store that writes one key at a time makes two commits")
  func oneKeyAtATime() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = FileStore(folder: folder)
    let pair = zip(files.slot(Cats.lion), files.slot(Cats.names))
    try pair.set((1, ["a"]))
    #expect(pair.get() == (1, ["a"]))
  }

  @Test("A lazy default is evaluated with no lock held")
  func lazyDefault() throws {
    let store = store
    let lazy = Key<Cats, Int>(
      "lazy",
      descriptor: KeyDescriptor(
        default: .lazy {
          try? store.set(Cats.names, to: ["set by a default"])
          return 7
        }))
    #expect(zip(store.slot(lazy), store.slot(Cats.names)).get() == (7, ["set by a default"]))
  }

  @Test func aPairInsideACommitTakesNoLock() throws {
    try store.update(Cats.lion) { lion in lion = size.get().0 + 1 }
    #expect(size.get().0 == 1)
  }
}
