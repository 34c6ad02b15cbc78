import Foundation
import Keywright
import Synchronization
import Testing

@testable import keywright_pomodoro

@Suite("The pomodoro timer")
struct PomodoroTimerTests {
  /// A clock that stands still until it is set.
  final class Clock: Sendable {
    private let seconds = Mutex(0.0)
    var now: Date { Date(timeIntervalSince1970: 1_800_000_000 + seconds.withLock { $0 }) }
    func advance(minutes: Double) { seconds.withLock { $0 += minutes * 60 } }
  }

  let clock = Clock()
  let store = MemoryStore()
  var timer: PomodoroTimer<MemoryStore> { PomodoroTimer(store: store) { [clock] in clock.now } }
  var today: Key<Pomodoro.History, Int> {
    Pomodoro.History.done(day: PomodoroTimer<MemoryStore>.day(clock.now))
  }

  @Test("counts a round when its time is over, once, whoever asks")
  func round() throws {
    try timer.start(task: " write ")
    #expect(store.get(Pomodoro.Session.task) == "write")
    clock.advance(minutes: 24)
    #expect(try timer.advance() == false)
    clock.advance(minutes: 1)
    #expect(try timer.advance())
    #expect(try timer.advance() == false)
    #expect(store.get(Pomodoro.Session.phase) == .rest)
    #expect(store.get(today) == 1)
  }

  @Test("rests longer after the last round of a set")
  func longRest() throws {
    try store.set(Pomodoro.rounds, to: 2)
    for expected in [5.0, 15] {
      try timer.start(task: nil)
      clock.advance(minutes: 25)
      try timer.advance()
      let end = try #require(store.get(Pomodoro.Session.endsAt))
      #expect(end.timeIntervalSince(clock.now) == expected * 60)
      clock.advance(minutes: expected)
      #expect(try timer.advance())
    }
    #expect(store.get(Pomodoro.Session.phase) == .idle)
    #expect(store.get(today) == 2)
  }

  @Test("refuses a second round, and clears the session when it stops")
  func rules() throws {
    try timer.start(task: "one")
    #expect(throws: StoreError.self) { try timer.start(task: "two") }
    #expect(store.get(Pomodoro.Session.task) == "one")
    try timer.stop()
    #expect(try store.read(Pomodoro.Session.endsAt) == nil)
    #expect(timer.status == "idle, 0 rounds today")
  }

  @Test("reads a setting from the arguments before the environment before the store")
  func layers() throws {
    try store.set(Pomodoro.focus, to: 10)
    let environment = EnvironmentLayer(
      keys: keywright_pomodoroKeys.self, environment: ["POMODORO_FOCUS": "20"])
    let fromEnvironment = Layers([.reading(environment), .readingAndWriting(store)])
    #expect(fromEnvironment.get(Pomodoro.focus) == 20)
    let arguments = ArgumentsLayer(["--focus=30"], keys: keywright_pomodoroKeys.self)
    let layers = Layers([.reading(arguments), .reading(environment), .readingAndWriting(store)])
    let timer = PomodoroTimer(store: layers) { [clock] in clock.now }
    try timer.start(task: nil)
    #expect(timer.status == "focus, 30:00 left, 0 rounds today")
  }

  @Test("brings the seconds of version 1 over as minutes")
  func migration() throws {
    try store.set(Key<Root, Int>(StorageString("pomodoro:workSeconds"), default: 0), to: 1_501)
    try store.migrate(keywright_pomodoroKeys.migrations)
    #expect(store.get(Pomodoro.focus) == 26)
    #expect(try store.storedKeys() == ["pomodoro:focus"])
  }
}
