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
  ///   - name: The name of the figure.
  ///   - value: The figure.
  ///   - limit: The limit of the figure.
  ///   - remark: The other figures of the same run.
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
