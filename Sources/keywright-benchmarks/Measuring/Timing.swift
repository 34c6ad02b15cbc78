/// Microseconds of calls.
enum Timing {
  /// The time of one run.
  static func once(_ body: () throws -> Void) rethrows -> Double {
    try ContinuousClock().measure(body) / .microseconds(1)
  }

  /// The least time of a few runs.
  static func least(of runs: Int, _ body: () throws -> Void) rethrows -> Double {
    var least = Double.infinity
    for _ in 0..<runs { least = min(least, try once(body)) }
    return least
  }

  /// The times of several kinds of calls, made in turn so that all meet the same machine.
  ///
  /// - Parameters:
  ///   - count: How often each kind has its turn.
  ///   - calls: How many calls a turn is, so that the clock costs nothing beside them.
  static func series(
    _ count: Int, of calls: Int = 1, _ bodies: [() throws -> Void]
  ) throws -> [Series] {
    var times = bodies.map { _ in [Double]() }
    for _ in 0..<count {
      for (index, body) in bodies.enumerated() {
        times[index].append(try once { for _ in 0..<calls { try body() } } / Double(calls))
      }
    }
    return times.map(Series.init)
  }

  /// The times of many turns, each of which is the mean of its calls.
  struct Series {
    private let times: [Double]

    init(_ times: [Double]) {
      self.times = times.sorted()
    }

    /// The time that half of the turns took at most.
    var median: Double { at(50) }

    /// The time that the quickest hundredth of the turns took at most: what the code costs.
    ///
    /// A virtual machine shares the units of a core with whoever runs on the core's other thread.
    /// Then all but chains of arithmetic takes a third longer, for tens of milliseconds at a time:
    /// medians say how busy the neighbours were, and this does not.
    var quick: Double { at(1) }

    private func at(_ percent: Int) -> Double {
      times.isEmpty ? 0 : times[times.count * percent / 100]
    }
  }
}
