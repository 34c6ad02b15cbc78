import Foundation
import Keywright
import Observation
import Testing

@Suite(.timeLimit(.minutes(20))) @MainActor struct ModelTests {
  typealias Cats = Animals.Cats

  let store = MemoryStore()

  /// Waits until what is tracked by `read` is reported as changed.
  func change(of read: () -> Void, by act: () throws -> Void) async rethrows {
    let (changed, change) = AsyncStream<Void>.makeStream()
    withObservationTracking(read) { change.finish() }
    try act()
    for await _ in changed {}
  }

  @Test("A commit by anybody notifies whoever read the key")
  func notified() async throws {
    let model = ObservedStore(store)
    #expect(model[Cats.lion] == 0)
    try await change(of: { _ = model[Cats.lion] }, by: { try store.set(Cats.lion, to: 1) })
    #expect(model[Cats.lion] == 1)
    await change(
      of: { _ = model[Cats.lion] },
      by: { [store] in
        Task.detached { store[Cats.lion] = 2 }
      })
    #expect(model[Cats.lion] == 2)
  }

  @Test("A write through the model notifies observers before it returns, and only once")
  func ownWrite() async throws {
    let model = ObservedStore(store)
    let received = Gathered<String>()
    withObservationTracking {
      _ = model[Cats.lion]
    } onChange: {
      received.add("first")
    }
    model[Cats.lion] = 1
    #expect(received.all == ["first"])
    withObservationTracking {
      _ = model[Cats.lion]
    } onChange: {
      received.add("second")
    }
    // The notification of the first write, on its way to the main actor, comes before this one.
    await change(of: { _ = model[Cats.weight] }, by: { try? store.set(Cats.weight, to: 7) })
    #expect(received.all == ["first"])
    model[Cats.lion] += 1
    #expect(received.all == ["first", "second"])
    #expect(store.get(Cats.lion) == 2)
  }

  @Test("`onChange` reads the new value")
  func newValue() async throws {
    let model = ObservedStore(store)
    let received = Gathered<Int>()
    try await change(
      of: {
        withObservationTracking {
          _ = model[Cats.lion]
        } onChange: { [store] in
          received.add(store.get(Cats.lion))
        }
      },
      by: {
        try store.set(Cats.lion, to: 5)
      })
    #expect(received.all == [5])
  }

  @Test("Whoever read another key is not notified")
  func otherKeys() async throws {
    let model = ObservedStore(store)
    let received = Gathered<String>()
    withObservationTracking {
      _ = model[Cats.weight]
    } onChange: {
      received.add("weight")
    }
    try await change(of: { _ = model[Cats.lion] }, by: { try store.set(Cats.lion, to: 1) })
    #expect(received.all == [])
  }

  @Test("The model of a key is one object, for each type that it is read with")
  func identity() throws {
    let model = ObservedStore(store)
    let text = Key<Cats, String>("lion", default: "?")
    #expect(model.value(of: Cats.lion) === model.value(of: Cats.lion))
    #expect(model.value(of: text).value == "?")
    model[Cats.lion] = 3
    #expect(model.value(of: Cats.lion).value == 3)
  }

  @Test("A model of one key is notified and writes")
  func oneKey() async throws {
    let lion = ObservedValue(Cats.lion, in: store)
    try await change(of: { _ = lion.value }, by: { try store.set(Cats.lion, to: 1) })
    lion.value += 1
    #expect(store.get(Cats.lion) == 2)
  }

  @Test("A burst of commits notifies, and the last value is read")
  func burst() async throws {
    let lion = ObservedValue(Cats.lion, in: store)
    let task = Task.detached { [store] in
      for value in 1...10_000 { store[Cats.lion] = value }
    }
    while lion.value != 10_000 {
      let (changed, change) = AsyncStream<Void>.makeStream()
      let seen = withObservationTracking {
        lion.value
      } onChange: {
        change.finish()
      }
      if seen != 10_000 { for await _ in changed {} }
    }
    await task.value
    #expect(lion.value == 10_000)
  }

  @Test("A model that is released stops observing")
  func letGo() throws {
    weak var captured: ObservedValue<Int>?
    do {
      let lion = ObservedValue(Cats.lion, in: store)
      captured = lion
      #expect(lion.value == 0)
    }
    #expect(captured == nil)
    try store.set(Cats.lion, to: 1)
  }
}
