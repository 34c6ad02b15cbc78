import Combine
import Glibc
import Keywright
import SwiftUI

enum Cats: Namespace {
  typealias Parent = Root
  static let namespaceID = "cats"
  static let lion = Key<Cats, Int>("lion", default: 0)
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
    if failures > 0 { exit(1) }
    print("publisher and state: 7 tests passed")
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
}
