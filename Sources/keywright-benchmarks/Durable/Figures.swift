import Foundation

/// A table of figures, each beside its limit and beside what was measured for comparison.
struct Figures {
  /// Whether a figure must not be above its limit, or not below it.
  enum Limit {
    case atMost(Double)
    case atLeast(Double)
    /// For comparison only.
    case none
  }

  private var missed = 0

  /// Prints one line.
  ///
  /// - Parameters:
  ///   - name: What was measured.
  ///   - value: The figure.
  ///   - limit: What it is held to.
  ///   - remark: What it was measured beside.
  mutating func add(
    _ name: String, _ value: Double, _ unit: String, _ limit: Limit = .none, _ remark: String = ""
  ) {
    var bound = ""
    var isMissed = false
    switch limit {
    case .atMost(let most):
      bound = "at most \(Figures.text(most))"
      isMissed = value > most
    case .atLeast(let least):
      bound = "at least \(Figures.text(least))"
      isMissed = value < least
    case .none: break
    }
    if isMissed { missed += 1 }
    let columns = [
      name.padding(44), "\(Figures.text(value)) \(unit)".padding(14), bound.padding(16),
      isMissed ? "MISSED " : "       ", remark,
    ]
    print(columns.joined())
  }

  /// Says whether all limits are kept.
  func finish() { print(missed == 0 ? "all limits kept" : "\(missed) limits missed") }

  static func text(_ value: Double) -> String {
    let digits = value < 10 ? 2 : value < 100 ? 1 : 0
    return String(format: "%.\(digits)f", value)
  }
}

extension String {
  fileprivate func padding(_ width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}

/// Microseconds of calls.
enum Timing {
  /// The time of one run.
  static func once(_ body: () throws -> Void) rethrows -> Double {
    try ContinuousClock().measure(body) / .microseconds(1)
  }

  /// The mean of a number of calls; the best of a few rounds.
  static func mean(_ count: Int, rounds: Int = 5, _ body: () throws -> Void) rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<rounds {
      best = min(best, try once { for _ in 0..<count { try body() } } / Double(count))
    }
    return best
  }

  /// The median of batches, each of a few calls so that the clock costs nothing.
  static func median(
    _ batches: Int, of calls: Int = 1, _ body: () throws -> Void
  ) rethrows -> Double {
    var times: [Double] = []
    for _ in 0..<batches {
      times.append(try once { for _ in 0..<calls { try body() } } / Double(calls))
    }
    return times.median
  }

  /// The medians of several calls made in turn, so that all meet the same disk.
  static func medians(_ count: Int, _ bodies: [() throws -> Void]) throws -> [Double] {
    var times = bodies.map { _ in [Double]() }
    for _ in 0..<count {
      for (index, body) in bodies.enumerated() { times[index].append(try once(body)) }
    }
    return times.map(\.median)
  }
}

extension [Double] {
  fileprivate var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}
