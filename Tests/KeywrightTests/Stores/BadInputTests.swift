import Foundation
import Keywright
import KeywrightTestSupport
import Testing

/// Bad input in every kind of store, as the article "Bad input" describes it.
@Suite("Bad input, in every kind of store") struct BadInputTests {
  private let folder = TemporaryFolder()
  private static let count = Key<Root, Int>("count", default: 7)
  private static let text = Key<Root, String>("count", default: "none")

  /// Runs a body with a new store of each kind.
  private func withEachKind(_ body: (any Store) throws -> Void) rethrows {
    let stores: [any Store] = [
      MemoryStore(), CacheStore(capacity: 1_000),
      DefaultsStore(url: folder.url.appending(path: "\(UUID()).plist")),
      FileStore(folder: folder.url.appending(path: "\(UUID())")),
      MemoryStore().combined(with: MemoryStore()), MemoryStore().prefixed("user"),
      CacheStore(capacity: 1_000).combined(with: MemoryStore()),
    ]
    for store in stores {
      store.onIssue { _ in }
      try body(store)
    }
  }

  private func code(of body: () throws -> Void) -> StoreError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? StoreError)?.code
    }
  }

  @Test("A value of another type: the default, one report, a throwing read; set alone replaces it")
  func wrongType() throws {
    try withEachKind { store in
      try store.set(Self.count, to: 3)
      for _ in 0..<3 { #expect(store.get(Self.text) == "none") }
      #expect(store.issues.map(\.code) == [.unreadable], "\(store.core.name)")
      #expect(code { _ = try store.read(Self.text) } == .unreadable)
      #expect(code { try store.update(Self.text) { $0 += "!" } } == .unreadable)
      store[Self.text] += "!"
      #expect(store.get(Self.count) == 3)
      #expect(try store.contains(Self.text))
      try store.set(Self.text, to: "three")
      #expect(store.get(Self.text) == "three")
    }
  }

  @Test("A value whose type refuses to encode it is asked once, and nothing changes")
  func refusedEncoding() throws {
    let key = Key<Root, Moody>("moody", default: Moody(counter: Shared(0), isRefusing: false))
    try withEachKind { store in
      let counter = Shared(0)
      let bad = Moody(counter: counter, isRefusing: true)
      let writes: [@Sendable () throws -> Void] = [
        { try store.set(key, to: bad) }, { try store.update(key) { $0 = bad } },
        { try store.slot(key).set(bad) }, { store[key] = bad },
        {
          try store.transaction { batch in
            try batch.set(Self.count, to: 1)
            try batch.set(key, to: bad)
          }
        },
      ]
      for (number, write) in writes.enumerated() where number < 4 || store.supportsMultiKeyCommits {
        counter.change { $0 = 0 }
        let code = code(of: write)
        guard store.core.encodesValues else { continue }
        #expect(number == 3 || code == .unencodable, "\(store.core.name), write \(number)")
        #expect(counter.value == 1, "\(store.core.name), write \(number)")
        let isUnchanged = try !store.contains(key) && !store.contains(Self.count)
        #expect(isUnchanged)
      }
    }
  }

  @Test("nil is absence, however it comes")
  func nils() throws {
    let name = Key<Root, String?>("name")
    try withEachKind { store in
      for remove in [
        { try store.set(name, to: nil) }, { try store.update(name) { $0 = nil } },
        { try store.remove(name) }, { store[name] = nil },
      ] as [() throws -> Void] {
        try store.set(name, to: "Ada")
        try remove()
        #expect(try store.read(name) == nil)
        #expect(store.get(name) == nil)
        #expect(try !store.contains(name))
      }
      try store.set(name, to: nil)
      #expect(try store.storedKeys() == [], "\(store.core.name)")
    }
  }

  @Test("What has no stored form is refused and changes nothing; a cache keeps it as it is")
  func unencodable() throws {
    let moment = Key<Root, Date>("moment", default: .distantPast)
    let good = Date(timeIntervalSinceReferenceDate: 1)
    let bad = Date(timeIntervalSinceReferenceDate: .nan)
    try withEachKind { store in
      try store.set(moment, to: good)
      guard store.core.encodesValues else {
        try store.set(moment, to: bad)
        #expect(store.get(moment).timeIntervalSinceReferenceDate.isNaN)
        return
      }
      #expect(code { try store.set(moment, to: bad) } == .unencodable)
      #expect(code { try store.update(moment) { $0 = bad } } == .unencodable)
      store[moment] = bad
      #expect(store.get(moment) == good)
      #expect(store.problems.map(\.code) == [.unencodable])
    }
  }

  @Test("Ids of any content stay distinct, and none leaves the store's folder")
  func ids() throws {
    let ids = [
      "", " ", ".", "..", "/", "../../etc/passwd", "a/b", "a\0b", "%2f", "%", ":", "a:b", "é",
      "e\u{301}", "Case", "case", "\n", "\r\n", "\u{202e}", "🦁", "-rf", "~", "*", "\\", "\"", "'",
      String(repeating: "x", count: 300), String(repeating: "é", count: 300), "keywright",
      "con", "a.plist", ".lock",
    ]
    try withEachKind { store in
      for (number, id) in ids.enumerated() {
        try store.set(Key<Root, Int>(id, default: -1), to: number)
      }
      for (number, id) in ids.enumerated() {
        #expect(store.get(Key<Root, Int>(id, default: -1)) == number, "\(store.core.name) \(id)")
      }
      #expect(try store.storedKeys().count == ids.count, "\(store.core.name)")
    }
    let outside = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(outside.allSatisfy { !$0.contains("passwd") && $0 != "etc" })
  }

  @Test("The library's own names are refused to programs")
  func reserved() throws {
    let own = Key<Root, Int>(StorageString("keywright:migrated:x"), default: 0)
    try withEachKind { store in
      #expect(code { try store.set(own, to: 1) } == .unsupported, "\(store.core.name)")
      let kept = try store.storageStrings()
      #expect(kept.isEmpty, "\(store.core.name)")
    }
  }

  @Test("An observer that wastes time holds up notifications, but no commit and no read")
  func slowObservers() throws {
    try withEachKind { store in
      let (begun, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let received = Gathered<Int>()
      let token = store.observe(Self.count) { change in
        received.add(change.new)
        guard change.new == 1 else { return }
        begun.signal()
        release.wait()
      }
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        try? store.set(Self.count, to: 1)
        done.signal()
      }
      begun.wait()
      for number in 2...5 { try store.set(Self.count, to: number) }
      #expect(store.get(Self.count) == 5)
      #expect(received.all == [1])
      release.signal()
      done.wait()
      #expect(received.all == [1, 2, 3, 4, 5], "\(store.core.name)")
      token.cancel()
    }
  }

  @Test("A store that is closed while eight threads write keeps what it acknowledged, no more")
  func closedWhileInUse() throws {
    let url = folder.url.appending(path: "closed.plist")
    let store = DefaultsStore(url: url)
    store.onIssue { _ in }
    let acknowledged = Shared(0)
    let others = Shared<[StoreError.Code]>([])
    onThreads(8) { thread in
      for round in 0..<200 {
        if thread == 0, round == 100 { store.close() }
        do throws(StoreError) {
          try store.update(Self.count) { $0 += 1 }
          acknowledged.change { $0 += 1 }
        } catch {
          if error.code != .closed { others.change { $0.append(error.code) } }
        }
        _ = store.get(Self.count)
      }
    }
    #expect(others.value == [])
    #expect(store.get(Self.count) == 7 + acknowledged.value)
    #expect(DefaultsStore(url: url).get(Self.count) == 7 + acknowledged.value)
  }

  @Test("Bounds below zero count as zero")
  func negativeBounds() async throws {
    let cache = CacheStore(capacity: -1, totalCost: -1)
    try cache.set(Self.count, to: 1)
    cache.trim(to: -1, cost: -1)
    #expect(cache.get(Self.count) == 7)
    let store = MemoryStore()
    var changes = store.changes(of: Self.count, buffer: -1).makeAsyncIterator()
    try store.set(Self.count, to: 1)
    guard case .missed(count: 1, now: 1) = await changes.next() else {
      Issue.record("a buffer below zero has no room")
      return
    }
    let impatient = DefaultsStore(
      url: folder.url.appending(path: "impatient.plist"), lockTimeout: .seconds(-1))
    try impatient.set(Self.count, to: 2)
    #expect(impatient.get(Self.count) == 2)
  }
}

/// A value that counts how often it is encoded, and may refuse it.
private struct Moody: Codable, Convertible, Sendable {
  struct Refusal: Error {}

  var counter: Shared<Int>
  var isRefusing: Bool

  init(counter: Shared<Int>, isRefusing: Bool) {
    (self.counter, self.isRefusing) = (counter, isRefusing)
  }

  init(from decoder: any Decoder) throws {
    self.init(counter: Shared(0), isRefusing: try decoder.singleValueContainer().decode(Bool.self))
  }

  func encode(to encoder: any Encoder) throws {
    counter.change { $0 += 1 }
    if isRefusing { throw Refusal() }
    var container = encoder.singleValueContainer()
    try container.encode(isRefusing)
  }
}
