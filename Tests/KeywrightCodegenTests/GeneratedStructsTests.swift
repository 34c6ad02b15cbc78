import Foundation
import Keywright
import Synchronization
import Testing

/// Generated structs, and values that other versions of the program wrote.
@Suite("Generated structs")
struct GeneratedStructsTests {
  /// The same storage string as `Words.frame`, read as whatever is there.
  static let raw = Key<Words, StoredValue?>("frame")

  let file = FileManager.default.temporaryDirectory
    .appending(path: "keywright structs \(UUID().uuidString)/defaults.plist")

  @Test("An older program that sets a known member keeps the members of a newer one")
  func keepsUnknownMembers() throws {
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    let newer = DefaultsStore(url: file)
    try newer.set(
      Self.raw, to: ["container": 1, "title": "Home", "tint": ["red": 0.5], "width": 640])
    newer.close()

    let older = DefaultsStore(url: file)
    #expect(older.get(Words.frame).title == "Home")
    older[Words.frame].width = 800
    older.close()

    let stored = try #require(try DefaultsStore(url: file).read(Self.raw) ?? nil)
    guard case .dictionary(let members) = stored.content else { throw CancellationError() }
    let values = Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.value) })
    #expect(values["tint"] == ["red": 0.5])
    #expect(values["title"] == "Home" && values["width"] == 800.0)
  }

  @Test("What is not known takes no part in equality")
  func equality() throws {
    let frame = try #require(Words.Frame.value(from: ["container": 3, "tint": "red"]))
    #expect(frame == Words.Frame(container: 3))
  }

  @Test("A member that is missing is its default, or nothing, or the value is unreadable")
  func missingMembers() {
    #expect(Words.Frame.value(from: ["container": 3])?.levels == [.quiet, .loud])
    let pair = Types.Pair.value(from: ["first": 1, "when": .date(secondsSince2001: 0)])
    #expect(pair?.first == 1 && pair?.second == nil)
    #expect(Types.Pair.value(from: ["first": 1]) == nil)
  }
}

/// The words of a schema for caches.
@Suite("Generated cache words")
struct GeneratedCacheWordsTests {
  @Test("A key's time to live is how long a cache keeps it")
  func timeToLive() {
    let clock = HandClock()
    let cache = CacheStore(capacity: 10, clock: clock)
    cache[Words.token] = "secret"
    clock.seconds.withLock { $0 = 3599 }
    #expect(cache.get(Words.token) == "secret")
    clock.seconds.withLock { $0 = 3600 }
    #expect(cache.get(Words.token) == nil)
  }

  @Test("A key's greatest age is known by its storage string")
  func maxAge() {
    let keys = KeywrightCodegenTestsKeys.keySet
    #expect(keys.maxAge(of: Words.token.storageString) == .seconds(30))
    #expect(keys.maxAge(of: Words.greeting.storageString) == .milliseconds(500))
    #expect(keys.maxAge(of: Words.frame.storageString) == nil)
    #expect(keys.maxAges == [.milliseconds(500), .seconds(30)])
  }
}

/// A clock that a test moves.
private final class HandClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  let seconds = Mutex(0)
  var now: Instant { Instant(offset: .seconds(seconds.withLock { $0 })) }
  var minimumResolution: Duration { .nanoseconds(1) }
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
