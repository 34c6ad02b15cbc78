import Foundation
import Keywright

/// The hooks of the namespace `pomodoro.session`, which Pomodoro.keys.json names.
enum SessionRules {
  /// Refuses a second round while one runs, in whichever process, and clears an idle session.
  static func check(_ commit: inout PendingCommit) throws {
    guard let phase = commit[Pomodoro.Session.phase] else { return }
    if phase.old == .focus, phase.new == .focus {
      throw Refusal(description: "a round is running; `stop` ends it")
    }
    if phase.new == .idle {
      commit.amend(Pomodoro.Session.endsAt, to: nil)
      commit.amend(Pomodoro.Session.task, to: nil)
    }
  }

  /// Prints the new phase, in the process that committed it.
  static func announce(_ commit: Commit) {
    guard let phase = commit[Pomodoro.Session.phase], phase.new != phase.old else { return }
    switch phase.new {
    case .idle: say("Ready for the next round.")
    case .focus: say("Focus.")
    case .rest: say("Round finished. Rest.")
    }
  }

  /// The reason why a commit is refused.
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }
}

/// The function with which Pomodoro.keys.json migrates a value of version 1.
enum Upgrade {
  /// Version 1 stored seconds under `pomodoro:workSeconds`; a part of a minute rounds up.
  static func minutes(_ seconds: Int) -> Int { max(1, (seconds + 59) / 60) }
}

/// Prints a line at once, also into a pipe.
func say(_ line: String) {
  print(line)
  fflush(nil)
}
