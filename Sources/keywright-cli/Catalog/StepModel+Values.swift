import Keywright
import KeywrightSchema
import KeywrightStorage

extension StepModel {
  /// Whether the step is a function of the program.
  var symbol: String? {
    switch self {
    case .call(let reference), .callWithOld(let reference): reference.symbol.text
    default: nil
    }
  }

  /// The value after the step; functions of the program are left out.
  func applied(to value: Literal, _ types: [TypeModel]) -> Literal {
    switch (self, value) {
    case (.trim, .string(let text)): .string(applied(Step<String>.trim, text))
    case (.lowercase, .string(let text)): .string(applied(Step<String>.lowercase, text))
    case (.uppercase, .string(let text)): .string(applied(Step<String>.uppercase, text))
    case (.removeDuplicates, .list(let values)): .list(values.withoutRepetitions)
    case (.sort, .list(let values)): .list(values.sorted { $0.precedes($1, types) })
    case (.limit(let count), .list(let values)): .list(Array(values.prefix(max(count, 0))))
    case (.clamp(let bounds), _): bounds.nearest(to: value)
    default: value
    }
  }

  private func applied(_ step: Step<String>, _ text: String) -> String {
    (try? step.apply(text)) ?? text
  }
}

extension Bounds {
  fileprivate func nearest(to value: Literal) -> Literal {
    if let lower, lower.isAbove(value) { return lower }
    if let upper, value.isAbove(upper) { return upper }
    return value
  }
}

extension Literal {
  /// Whether the value stands before another of its type, as Swift compares them.
  fileprivate func precedes(_ other: Literal, _ types: [TypeModel]) -> Bool {
    switch (self, other) {
    case (.string(let left), .string(let right)): left < right
    case (.date(let left, _), .date(let right, _)): left < right
    case (.duration(let left, let below), .duration(let right, let belowRight)):
      (left, below) < (right, belowRight)
    case (.integer, .integer), (.double, .double), (.float, .float): other.isAbove(self)
    default: stored(types).tree.precedes(other.stored(types).tree)
    }
  }
}
