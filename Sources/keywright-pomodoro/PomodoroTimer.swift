import Foundation
import Keywright

/// The timer: every operation is one commit, so that several processes may drive one session.
struct PomodoroTimer<Backing: Store> {
  let store: Backing
  /// The clock, which tests replace.
  var now: @Sendable () -> Date = { Date() }

  private typealias Session = Pomodoro.Session

  /// Begins a round of work.
  ///
  /// - Throws: `StoreError` with the code `refused` while a round runs.
  func start(task: String?) throws {
    // Settings are read outside the transaction, where arguments and environment count too.
    let end = now().addingTimeInterval(Double(store.get(Pomodoro.focus)) * 60)
    try store.transaction { change in
      try change.set(Session.phase, to: .focus)
      try change.set(Session.endsAt, to: end)
      try change.set(Session.task, to: task)
    }
  }

  /// Ends the running phase, uncounted.
  func stop() throws { try store.set(Pomodoro.Session.phase, to: .idle) }

  /// Ends the phase whose time is over, and begins the next.
  ///
  /// Any process may call it at any time: the transaction looks at the stored phase under the writer's
  /// lock, so that a round counts once. It also takes over the commits of other processes.
  ///
  /// - Returns: Whether a phase ended.
  @discardableResult
  func advance() throws -> Bool {
    let (rest, longRest) = (store.get(Pomodoro.rest), store.get(Pomodoro.longRest))
    let (rounds, now) = (store.get(Pomodoro.rounds), now())
    return try store.transaction { change in
      guard let end = try change.get(Session.endsAt), end <= now else { return false }
      guard try change.get(Session.phase) == .focus else {
        try change.set(Session.phase, to: .idle)
        return true
      }
      let round = try change.update(Session.round) { round in
        round += 1
        return round
      }
      let pause = round.isMultiple(of: rounds) ? longRest : rest
      try change.set(Session.phase, to: .rest)
      try change.set(Session.endsAt, to: now.addingTimeInterval(Double(pause) * 60))
      try change.update(Pomodoro.History.done(day: Self.day(now))) { $0 += 1 }
      return true
    }
  }

  /// One line on the running phase and the finished rounds of the day.
  var status: String {
    let done = store.get(Pomodoro.History.done(day: Self.day(now())))
    let today = done == 1 ? "1 round today" : "\(done) rounds today"
    guard let end = store.get(Session.endsAt) else { return "idle, \(today)" }
    let left = max(0, Int(end.timeIntervalSince(now()).rounded(.up)))
    let time = "\(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60) left"
    let task = store.get(Session.task).map { " on '\($0)'" } ?? ""
    return "\(store.get(Session.phase).rawValue)\(task), \(time), \(today)"
  }

  /// A day in UTC, as the keys of the history spell it.
  static func day(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle.iso8601.year().month().day())
  }
}
