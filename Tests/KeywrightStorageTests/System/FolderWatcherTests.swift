import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("Watching files", .timeLimit(.minutes(20)))
struct FolderWatcherTests {
  let folder: TemporaryFolder
  let looks = Looks()
  var path: String { folder.file("a/b/store.plist") }

  init() throws {
    folder = TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("a/b"), withIntermediateDirectories: true)
  }

  /// Returns whether the file's text differs from that at the last look.
  private func look(_ path: String) -> @Sendable () -> FolderWatcher.Finding {
    let last = Protected<Data?>(FileManager.default.contents(atPath: path))
    return { [looks] in
      let now = FileManager.default.contents(atPath: path)
      let isNew = last.withLock { last in
        defer { last = now }
        return last != now
      }
      looks.add(now.map { String(decoding: $0, as: UTF8.self) } ?? "none")
      return isNew ? .news : .nothing
    }
  }

  private func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  static let sources: [@Sendable () -> (any FolderEventSource)?] = [
    { FolderWatcher.system() }, { nil }, { FullSource() },
  ]

  @Test("sees each change, also where the system has no more events to give", arguments: 0..<3)
  func changes(_ source: Int) async throws {
    let watcher = FolderWatcher(
      makeSource: Self.sources[source], interval: .milliseconds(5))
    let token = try #require(watcher.watch(path, companions: ".journal", look(path)))
    for text in ["one", "two", "three"] {
      try write(text)
      await looks.wait(for: text)
    }
    try FileManager.default.removeItem(atPath: path)
    await looks.wait(for: "none")
    token.cancel()
  }

  @Test("sees a file that takes the place of another")
  func replaced() async throws {
    let watcher = FolderWatcher()
    let token = try #require(watcher.watch(path, companions: ".journal", look(path)))
    for text in ["one", "two", "three"] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
      await looks.wait(for: text)
    }
    token.cancel()
  }

  @Test("survives that its folder goes and comes again, with those above it")
  func folders() async throws {
    let watcher = FolderWatcher()
    let token = try #require(watcher.watch(path, companions: ".journal", look(path)))
    try write("before")
    await looks.wait(for: "before")
    for (gone, text) in [("a/b", "one"), ("a", "two"), ("a/b", "three")] {
      try FileManager.default.removeItem(atPath: folder.file(gone))
      await looks.wait(for: "none")
      try FileManager.default.createDirectory(
        atPath: folder.file("a/b"), withIntermediateDirectories: true)
      try write(text)
      await looks.wait(for: text)
    }
    token.cancel()
  }

  @Test("survives that its folder is moved away and another put in its place")
  func moved() async throws {
    let watcher = FolderWatcher()
    let token = try #require(watcher.watch(path, companions: ".journal", look(path)))
    try write("before")
    await looks.wait(for: "before")
    try FileManager.default.moveItem(atPath: folder.file("a/b"), toPath: folder.file("a/old"))
    try FileManager.default.createDirectory(
      atPath: folder.file("a/b"), withIntermediateDirectories: true)
    try write("after")
    await looks.wait(for: "after")
    token.cancel()
  }

  @Test("looks again at a file that could not be looked at")
  func busy() async throws {
    let watcher = FolderWatcher()
    let tries = Protected(0)
    let watched = watcher.watch(path, companions: ".journal") {
      [looks] () -> FolderWatcher.Finding in
      let number = tries.withLock { number in
        number += 1
        return number
      }
      looks.add("\(number)")
      return number < 4 ? .busy : .news
    }
    let token = try #require(watched)
    await looks.wait(for: "4")
    token.cancel()
  }

  @Test("is not woken by what this process writes")
  func ownCommits() async throws {
    let writer = DurableFile(path: path)
    try writer.set(["n": .integer(0)])
    let counts = CountedSource.Counts()
    let watcher = FolderWatcher { CountedSource(counts) }
    let count = Protected(0)
    let watched = watcher.watch(path, companions: ".journal") {
      count.withLock { $0 += 1 }
      return .busy
    }
    let token = try #require(watched)
    // Each look is one that comes after a pause.
    while count.withLock({ $0 }) < 5 { try writer.set(["n": .integer(1)]) }
    token.cancel()
    await withCheckedContinuation { end in watcher.whenEnded { end.resume() } }
    #expect(counts.wakes.withLock { $0 } <= 2)
  }

  @Test("sees what others change in a folder in which this process writes")
  func besideOwnCommits() async throws {
    let watcher = FolderWatcher()
    let own = watcher.watch(folder.file("a/b/own.plist"), companions: ".journal") { .busy }
    let token = try #require(own)
    let other = try #require(watcher.watch(path, companions: ".journal", look(path)))
    for text in ["one", "two", "three"] {
      try write(text)
      await looks.wait(for: text)
    }
    other.cancel()
    token.cancel()
  }

  @Test("leaves no thread and no descriptor when nothing is watched any more")
  func nothingLeft() async throws {
    let counts = CountedSource.Counts()
    for _ in 0..<3 {
      let watcher = FolderWatcher { CountedSource(counts) }
      let tokens = (0..<20).compactMap { number in
        let path = folder.file("a/b/\(number)")
        return watcher.watch(path, companions: ".journal", look(path))
      }
      #expect(tokens.count == 20)
      await looks.wait(for: "none")
      for token in tokens { token.cancel() }
      await withCheckedContinuation { end in watcher.whenEnded { end.resume() } }
      #expect(watcher.state.withLock { !$0.isRunning && $0.pipe == nil && $0.files.isEmpty })
    }
    #expect(counts.open.withLock { $0 } == 0)
  }

  @Test("reports another object's commits in a journal that stays open")
  func journal() async throws {
    let writer = DurableFile(path: path)
    try writer.set(["n": .integer(0)])
    let reader = DurableFile(path: path)
    _ = try reader.open()
    let watcher = FolderWatcher()
    let watched = watcher.watch(path, companions: ".journal") {
      [looks] () -> FolderWatcher.Finding in
      switch try? reader.refreshUpdate() {
      case .commits(let commits)?:
        for change in commits.flatMap(\.changes) { looks.add("\(change.value ?? .integer(0))") }
      case .contents(let contents)?:
        // On a busy machine the writer is idle for so long that it writes a new checkpoint.
        for member in contents.members { looks.add("\(member.value)") }
      case nil: return .nothing
      }
      return .news
    }
    let token = try #require(watched)
    for number in 1...5 {
      try writer.set(["n": .integer(Int64(number))])
      await looks.wait(for: "\(PropertyList.integer(Int64(number)))")
    }
    token.cancel()
  }
}

/// A record of looks, for a test to wait for.
final class Looks: Sendable {
  private struct State {
    var seen: [String] = []
    var waiting: [(text: String, resume: @Sendable () -> Void)] = []
  }
  private let state = Protected(State())

  func add(_ text: String) {
    let ready = state.withLock { state in
      state.seen.append(text)
      let ready = state.waiting.filter { $0.text == text }
      state.waiting.removeAll { $0.text == text }
      if !ready.isEmpty { state.seen = [] }
      return ready
    }
    for waiter in ready { waiter.resume() }
  }

  /// Returns when a text was seen since the last one that was waited for.
  func wait(for text: String) async {
    await withCheckedContinuation { continuation in
      let isSeen = state.withLock { state in
        if state.seen.contains(text) {
          state.seen = []
          return true
        }
        state.waiting.append((text, { continuation.resume() }))
        return false
      }
      if isSeen { continuation.resume() }
    }
  }
}

/// A system that has an instance to give, and no room for a watch (ENOSPC).
private final class FullSource: FolderEventSource {
  let descriptor: Int32? = -1
  func watch(_ path: String, quietly: Bool) throws(SystemError) -> Int32 {
    throw SystemError(.open, code: 28)
  }
  func unwatch(_ watch: Int32) {}
  func events() -> [FolderEvent] { [] }
}

/// The system's own, counted.
private final class CountedSource: FolderEventSource {
  final class Counts: Sendable {
    /// The instances that exist.
    let open = Protected(0)
    /// How often the thread asked for events, which it does where some woke it.
    let wakes = Protected(0)
  }

  private let real: any FolderEventSource
  private let counts: Counts

  init?(_ counts: Counts) {
    guard let real = FolderWatcher.system() else { return nil }
    self.real = real
    self.counts = counts
    counts.open.withLock { $0 += 1 }
  }
  deinit { counts.open.withLock { $0 -= 1 } }

  var descriptor: Int32? { real.descriptor }
  func watch(_ path: String, quietly: Bool) throws(SystemError) -> Int32 {
    try real.watch(path, quietly: quietly)
  }
  func unwatch(_ watch: Int32) { real.unwatch(watch) }
  func events() -> [FolderEvent] {
    counts.wakes.withLock { $0 += 1 }
    return real.events()
  }
}
