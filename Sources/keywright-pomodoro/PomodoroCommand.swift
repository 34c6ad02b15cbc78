import Foundation
import Keywright

/// A pomodoro timer for the terminal, and an example of a whole program: a schema with a migration,
/// settings from arguments and environment over the stored ones, hooks, and processes that share one
/// session.
@main
struct PomodoroCommand {
  static let help = """
    usage: keywright-pomodoro [--SETTING=VALUE …] VERB

      start [TASK]         begins a round and counts it down
      stop                 ends the running phase, uncounted
      status               prints the running phase; the default
      watch                prints every change of the session, by whichever process
      set SETTING NUMBER   stores a setting: focus, rest, longRest (minutes), rounds
      why                  explains each setting: its layers, its default, its range

    A setting is read from the arguments, then from the environment (POMODORO_FOCUS=50), then from
    the store.
    """

  /// The stored settings and the session.
  let user: DefaultsStore
  /// The layers from which settings are read; writes go to `user`.
  let store: Layers
  let words: [String]

  static func main() async {
    do {
      try await PomodoroCommand(Array(CommandLine.arguments.dropFirst())).run()
    } catch {
      FileHandle.standardError.write(Data("keywright-pomodoro: \(error)\n".utf8))
      exit(error is InvalidInput ? 2 : 1)
    }
  }

  init(_ arguments: [String]) throws {
    let settings = ArgumentsLayer(arguments, keys: keywright_pomodoroKeys.self)
    words = settings.remaining(besides: keywright_pomodoroKeys.keySet)
    try settings.check(against: keywright_pomodoroKeys.keySet, but: ["--help"])
    // Opening with the registry migrates the values of version 1.
    user = DefaultsStore(suite: "org.keywright.pomodoro", keys: keywright_pomodoroKeys.self)
    store = Layers([
      .reading(settings),
      .reading(EnvironmentLayer(keys: keywright_pomodoroKeys.self)),
      .readingAndWriting(user, name: "user"),
    ])
  }

  func run() async throws {
    let timer = PomodoroTimer(store: store)
    switch words.first ?? "status" {
    case "start":
      try timer.advance()
      try timer.start(task: words.count > 1 ? words.dropFirst().joined(separator: " ") : nil)
      try await countDown(timer)
    case "stop": try timer.stop()
    case "status":
      try timer.advance()
      say(timer.status)
    case "watch":
      say(timer.status)
      for await _ in store.changes(of: Pomodoro.Session.self) { say(timer.status) }
    case "set" where words.count == 3: try set(words[1], to: words[2])
    case "why": for key in Self.numbers { say(store.explain(key)) }
    default: say(Self.help)
    }
  }

  /// Waits for the end of the round, which another process may stop or finish.
  private func countDown(_ timer: PomodoroTimer<Layers>) async throws {
    var printed = ""
    while store.get(Pomodoro.Session.phase) == .focus {
      if let end = store.get(Pomodoro.Session.endsAt) {
        let line = "\(max(0, Int(end.timeIntervalSinceNow / 60) + 1)) min left"
        if line != printed { say(line) }
        printed = line
      }
      try await Task.sleep(for: .seconds(1))
      try timer.advance()
    }
    if store.get(Pomodoro.bell) { say("\u{7}") }
  }

  private static let numbers = [
    Pomodoro.focus, Pomodoro.rest, Pomodoro.longRest, Pomodoro.rounds,
  ]

  private func set(_ name: String, to text: String) throws {
    let key = Self.numbers.first { "\($0.storageString)" == "pomodoro:\(name)" }
    guard let key, let number = Int(text) else {
      throw SessionRules.Refusal(description: "no setting '\(name)' with the value '\(text)'")
    }
    try store.set(key, to: number)
    say("\(name) is \(store.get(key)) now")
  }
}
