import Combine
import Glibc
import Keywright
import SwiftUI

enum Cats: Namespace {
  typealias Parent = Root
  static let namespaceID = "cats"
  static let lion = Key<Cats, Int>("lion", default: 0)
  static let tiger = Key<Cats, Int>("tiger", default: 1)
}

/// Collects what a publisher sends, and asks for as much as a test says.
final class Collector: Subscriber {
  var values: [Int] = []
  var subscription: (any Subscription)?
  private let atFirst: Subscribers.Demand
  private let afterEach: Subscribers.Demand

  init(_ atFirst: Subscribers.Demand, afterEach: Subscribers.Demand = .none) {
    (self.atFirst, self.afterEach) = (atFirst, afterEach)
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(atFirst)
  }

  func receive(_ value: Int) -> Subscribers.Demand {
    values.append(value)
    return afterEach
  }

  func receive(completion: Subscribers.Completion<Never>) {}
}

/// A property that keeps what a view first made it with.
struct Holder: DynamicProperty {
  @State var number: Int
}

/// Tests of the publisher and of a view's state, which run against the stand-ins.
@main @MainActor
struct Logic {
  static var failures = 0

  static func main() throws {
    try sendsEachValue()
    try sendsTheLatest()
    try sendsNothingUnasked()
    try asksForMore()
    try endsWhenCancelled()
    try releasesItsSubscriber()
    try stateFollowsTheStore()
    try stateFollowsItsKey()
    try stateTakesTheStoreAroundIt()
    try stateWithoutStoreIsReported()
    if failures > 0 { exit(1) }
    print("publisher and state: 10 tests passed")
  }

  static func expect<Value: Equatable>(
    _ found: Value, _ expected: Value, line: Int = #line
  ) {
    if found == expected { return }
    failures += 1
    print("Logic.swift:\(line): found \(found), expected \(expected)")
  }

  static func sendsEachValue() throws {
    let store = MemoryStore()
    let collector = Collector(.unlimited)
    store.publisher(for: Cats.lion).receive(subscriber: collector)
    for value in 1...3 { try store.set(Cats.lion, to: value) }
    expect(collector.values, [0, 1, 2, 3])
  }

  static func sendsTheLatest() throws {
    let store = MemoryStore()
    let collector = Collector(.max(1))
    store.publisher(for: Cats.lion).receive(subscriber: collector)
    for value in 1...3 { try store.set(Cats.lion, to: value) }
    expect(collector.values, [0])
    collector.subscription?.request(.max(1))
    expect(collector.values, [0, 3])
    collector.subscription?.request(.max(2))
    expect(collector.values, [0, 3])
    try store.set(Cats.lion, to: 4)
    expect(collector.values, [0, 3, 4])
  }

  static func sendsNothingUnasked() throws {
    let store = MemoryStore()
    let collector = Collector(.none)
    store.slot(Cats.lion).publisher.receive(subscriber: collector)
    try store.set(Cats.lion, to: 1)
    expect(collector.values, [])
  }

  static func asksForMore() throws {
    let store = MemoryStore()
    let collector = Collector(.max(1), afterEach: .max(1))
    store.publisher(for: Cats.lion).receive(subscriber: collector)
    for value in 1...3 { try store.set(Cats.lion, to: value) }
    expect(collector.values, [0, 1, 2, 3])
  }

  static func endsWhenCancelled() throws {
    let store = MemoryStore()
    let collector = Collector(.unlimited)
    store.publisher(for: Cats.lion).receive(subscriber: collector)
    collector.subscription?.cancel()
    try store.set(Cats.lion, to: 1)
    collector.subscription?.request(.unlimited)
    expect(collector.values, [0])
  }

  static func releasesItsSubscriber() throws {
    let store = MemoryStore()
    weak var released: Collector?
    var subscription: (any Subscription)?
    do {
      let collector = Collector(.unlimited)
      released = collector
      store.publisher(for: Cats.lion).receive(subscriber: collector)
      swap(&subscription, &collector.subscription)
      expect(released != nil, true)
    }
    expect(released != nil, true)
    subscription?.cancel()
    expect(released == nil, true)
  }

  static func stateFollowsTheStore() throws {
    let store = MemoryStore()
    let state = StoredState(Cats.lion, in: store)
    expect(state.wrappedValue, 0)
    state.wrappedValue = 5
    expect(store.get(Cats.lion), 5)
    try store.set(Cats.lion, to: 6)
    expect(state.wrappedValue, 6)
    expect(state.projectedValue.wrappedValue, 6)
    state.projectedValue.wrappedValue = 7
    expect(store.get(Cats.lion), 7)
    let binding = ObservedStore(store).binding(to: Cats.lion)
    binding.wrappedValue = 8
    expect(store.get(Cats.lion), 8)
  }

  /// A view's parameter chooses the key: the view is made again with another, in the same place.
  static func stateFollowsItsKey() throws {
    let store = MemoryStore()
    let place = Place()
    var first = StoredState(Cats.lion, in: store)
    place.show(&first)
    expect(first.wrappedValue, 0)
    var second = StoredState(Cats.tiger, in: store)
    place.show(&second)
    expect(second.wrappedValue, 1)
    second.wrappedValue = 5
    second.projectedValue.wrappedValue += 1
    expect(store.get(Cats.lion), 0)
    expect(store.get(Cats.tiger), 6)
    // The control: a state that is made again keeps what it was first made with.
    let control = Place()
    var (kept, lost) = (Holder(number: 1), Holder(number: 2))
    control.show(&kept)
    control.show(&lost)
    expect(lost.number, 1)
  }

  static func stateTakesTheStoreAroundIt() throws {
    let (one, other) = (MemoryStore(), MemoryStore())
    let place = Place()
    struct Plain: PlainView {}
    Plain().keywrightStore(one).given(to: &place.environment)
    var state = StoredState(Cats.lion)
    place.show(&state)
    state.wrappedValue = 3
    expect(one.get(Cats.lion), 3)
    place.environment.keywrightStore = other
    var again = StoredState(Cats.lion)
    place.show(&again)
    expect(again.wrappedValue, 0)
    again.wrappedValue = 4
    expect(one.get(Cats.lion), 3)
    expect(other.get(Cats.lion), 4)
  }

  static func stateWithoutStoreIsReported() throws {
    var state = StoredState(Cats.lion)
    Place().show(&state)
    state.wrappedValue = 3
    expect(state.wrappedValue, 3)
  }
}
