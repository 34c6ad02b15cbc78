import Foundation
import Keywright
import KeywrightTestSupport
import Testing

/// Changes by other processes, as the observers of this one receive them.
@Suite(.timeLimit(.minutes(20))) struct OtherProcessTests {
  typealias Cats = Animals.Cats

  let folder = TemporaryFolder()
  var url: URL { folder.url.appending(path: "settings.plist") }

  /// Replaces the file, as any program might that knows nothing of Keywright.
  func write(_ members: [String: Any]) throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: members, format: .xml, options: 0)
    try data.write(to: url)
  }

  @Test("A refresh notifies observers of changes by others, with their origin and types")
  func refresh() throws {
    let store = DefaultsStore(url: url, watching: .never)
    let received = Gathered<String>()
    let tokens = [
      store.observe(Cats.lion) { received.add("lion \($0.old) \($0.new) \($0.isForeign)") },
      store.observe(Cats.names) { received.add("names \($0.new) \($0.isForeign)") },
      store.observe(Cats.self) {
        received.add("cats \($0.changes.count) \($0[Cats.lion]?.new ?? -1)")
      },
      store.observe(Cats.Small.self) { received.add("small \($0.number)") },
      store.observe { received.add("all \($0.changes.count)") },
    ]
    // The library's own record of another program tells nobody anything.
    try write([
      "animals:cats:lion": 3, "animals:cats:names": ["Leo"], "alien": true,
      "keywright:registry:Other": "7",
    ])
    try store.refresh()
    #expect(
      Set(received.all) == [
        "lion 0 3 true", "names [\"Leo\"] true", "cats 2 3", "all 3",
      ])
    #expect(received.all.count == 4)
    for token in tokens { token.cancel() }
  }

  @Test("A commit first takes over what others changed, and both are delivered in order")
  func commitTakesOver() throws {
    let store = DefaultsStore(url: url, watching: .never)
    let received = Gathered<String>()
    let token = store.observe(Cats.lion) { received.add("\($0.old)>\($0.new) \($0.isForeign)") }
    try write(["animals:cats:lion": 3])
    try store.update(Cats.lion) { $0 += 1 }
    #expect(received.all == ["0>3 true", "3>4 false"])
    token.cancel()
  }

  @Test(
    "What others changed is delivered at once, also where the commit that finds it does nothing")
  func foundByACommitThatDoesNothing() throws {
    struct Stop: Error {}
    let store = DefaultsStore(url: url, watching: .never)
    let limited = Key<Cats, Int>(
      "lion", default: 0, descriptor: KeyDescriptor(constraints: [.range(...100)]))
    let received = Gathered<Int>()
    let token = store.observe(Cats.lion) { received.add($0.new) }
    let commits: [() throws -> Void] = [
      { try store.update(limited) { $0 = 1_000 } }, { try store.remove(Cats.names) },
      { try store.transaction { _ in throw Stop() } },
      { try store.update(Cats.lion) { _ in } }, { try store.set(Cats.lion, to: 5) },
    ]
    for (index, commit) in commits.enumerated() {
      try write(["animals:cats:lion": index + 1])
      try? commit()
      #expect(received.all == Array(1...index + 1))
    }
    token.cancel()
  }

  @Test("A value of another type is delivered as the default, as `get` gives it")
  func wrongType() throws {
    let store = DefaultsStore(url: url, watching: .never)
    store.onIssue { _ in }
    try store.set(Cats.lion, to: 2)
    try store.flush()
    let received = Gathered<String>()
    let token = store.observe(Cats.lion) { received.add("\($0.old)>\($0.new) \($0.isRemoval)") }
    try write(["animals:cats:lion": "two"])
    try store.refresh()
    #expect(received.all == ["2>0 false"])
    #expect(store.get(Cats.lion) == 0)
    token.cancel()
  }

  @Test("Changes by others arrive in a sequence as one change, whatever their number")
  func oneChange() async throws {
    let store = DefaultsStore(url: url, watching: .never)
    let changes = store.changes(of: Cats.lion)
    var values = store.values(of: Cats.lion).makeAsyncIterator()
    #expect(await values.next() == 0)
    for value in 1...3 { try write(["animals:cats:lion": value]) }
    try store.refresh()
    var iterator = changes.makeAsyncIterator()
    guard case .change(let change) = await iterator.next() else {
      return #expect(Bool(false), "a change was missed")
    }
    #expect((change.old, change.new) == (0, 3))
    #expect(change.isForeign)
    #expect(await values.next() == 3)
  }

  @Test("A removal by others is a removal")
  func removal() throws {
    let store = DefaultsStore(url: url, watching: .never)
    try store.set(Cats.lion, to: 2)
    try store.flush(compacting: true)
    let received = Gathered<String>()
    let token = store.observe(Cats.lion) { received.add("\($0.old)>\($0.new) \($0.isRemoval)") }
    try write([:])
    try store.refresh()
    #expect(received.all == ["2>0 true"])
    token.cancel()
  }
}

extension Change {
  /// Whether somebody else than this process made the change.
  fileprivate var isForeign: Bool { origin == .otherProcess || origin == .externalEdit }
}
