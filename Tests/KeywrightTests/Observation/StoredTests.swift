import Foundation
import Keywright
import Testing

private let shared = MemoryStore()

@Suite(.timeLimit(.minutes(20))) struct StoredTests {
  typealias Cats = Animals.Cats

  let store = MemoryStore()

  struct Structure {
    @Stored(Cats.weight, in: shared) var weight
    @Stored var lion: Int
    @Stored(Animals.kingdom, in: MemoryStore()) var kingdom: String?

    init(_ store: some Store) { _lion = Stored(Cats.lion, in: store) }
  }

  final class Model {
    @Stored var lion: Int
    init(_ store: any Store) { _lion = Stored(Cats.lion, in: store) }
  }

  @MainActor final class MainModel {
    @Stored var lion: Int
    @Stored(Cats.names, in: MemoryStore()) var names
    init(lion: Slot<Int>) { _lion = Stored(lion) }
  }

  actor Keeper {
    @Stored private var lion: Int
    init(_ store: any Store) { _lion = Stored(Cats.lion, in: store) }
    func grow() { lion += 1 }
    func read() -> Int { lion }
    nonisolated var slot: Slot<Int> { Stored(Cats.lion, in: shared).projectedValue }
  }

  @Test("In a structure: the store given to the initialiser, or a global one; no `mutating`")
  func structure() throws {
    let animal = Structure(store)
    animal.lion = 2
    animal.lion += 1
    animal.kingdom = "mammals"
    animal.kingdom?.append("!")
    #expect(store.get(Cats.lion) == 3)
    #expect(animal.kingdom == "mammals!")
    animal.weight = 1000
    #expect(animal.weight == 300)
    #expect(shared.get(Cats.weight) == 300)
    try shared.remove(Cats.weight)
  }

  @Test("In a class, with any store")
  func classes() {
    let model = Model(store)
    model.lion += 4
    #expect(store.get(Cats.lion) == 4)
  }

  @Test("In a class of the main actor")
  @MainActor func mainActor() {
    let model = MainModel(lion: store.slot(Cats.lion))
    model.lion = 1
    model.names.append("Leo")
    #expect(store.get(Cats.lion) == 1)
    #expect(model.names == ["Leo"])
  }

  @Test("In an actor")
  func actors() async {
    let keeper = Keeper(store)
    await keeper.grow()
    #expect(await keeper.read() == 1)
    #expect(store.get(Cats.lion) == 1)
  }

  @Test("`$` gives the slot: errors, reset, changes")
  func projected() async throws {
    let animal = Structure(store)
    let changes = animal.$lion.changes
    try animal.$lion.set(3)
    #expect(animal.$lion.isStored)
    try animal.$lion.reset()
    #expect(animal.lion == 0)
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next()?.value == 3)
    #expect(await iterator.next()?.value == 0)
  }

  @Test("A sendable class holds a slot; N increments from several threads make N")
  func atomic() {
    final class Counter: Sendable {
      let lion: Slot<Int>
      init(_ store: some Store) { lion = store.slot(Cats.lion) }
    }
    let counter = Counter(store)
    onThreads(4) { _ in
      for _ in 0..<250 { counter.lion.value += 1 }
    }
    #expect(counter.lion.value == 1000)
  }

  @Test("A copy of a structure on another thread changes the same value")
  func copies() {
    let animal = Structure(store)
    let lion = animal.$lion
    onThreads(4) { _ in
      let mine = Stored(lion)
      for _ in 0..<250 { mine.wrappedValue += 1 }
    }
    #expect(animal.lion == 1000)
  }
}
