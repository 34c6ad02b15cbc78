/// The clock of a machine, its threads, and the chance that spreads waits.
///
/// What waits, or happens from time to time, takes them from here, so that a test gives all three: it then lasts no
/// longer than its work, and one seed repeats it.
package protocol TimeSource: Sendable {
  /// The time since a moment of the past, which no change of the date moves.
  func now() -> Duration
  /// The date in nanoseconds since 1970.
  func date() -> Int64
  /// Lets the thread sleep.
  func pause(_ duration: Duration)
  /// Makes a condition of a mutex, whose timed waits follow this clock.
  func condition(of mutex: SystemMutex) -> SystemCondition
  /// Starts a detached thread.
  /// - Returns: Whether there is one.
  func startThread(_ body: @escaping @Sendable () -> Void) -> Bool
  /// A number from 0 to 1, drawn anew each time.
  func chance() -> Double
}

extension TimeSource {
  package func condition(of mutex: SystemMutex) -> SystemCondition { SystemCondition(mutex) }

  package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    SystemThread.start(body)
  }

  package func chance() -> Double { Double.random(in: 0...1) }

  package var moment: Moment { Moment(sinceStart: now()) }
}

/// A point on the clock of a ``TimeSource``.
package struct Moment: Comparable, Sendable {
  package var sinceStart: Duration

  package init(sinceStart: Duration) { self.sinceStart = sinceStart }

  package static func < (left: Moment, right: Moment) -> Bool {
    left.sinceStart < right.sinceStart
  }

  package static func + (moment: Moment, duration: Duration) -> Moment {
    Moment(sinceStart: moment.sinceStart + duration)
  }

  package static func - (moment: Moment, duration: Duration) -> Moment {
    Moment(sinceStart: moment.sinceStart - duration)
  }

  package static func - (end: Moment, start: Moment) -> Duration {
    end.sinceStart - start.sinceStart
  }
}

/// The time of the system, which goes on while the machine sleeps: values of elsewhere grow old meanwhile.
package struct SystemTime: TimeSource {
  private static let start = ContinuousClock.now

  package init() {}

  package func now() -> Duration { ContinuousClock.now - SystemTime.start }

  package func date() -> Int64 { SystemFileSystem().date() }

  package func pause(_ duration: Duration) { SystemFileSystem().pause(duration) }
}
