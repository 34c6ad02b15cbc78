extension ConstraintModel {
  /// The keyword that asks for the constraint.
  package var keyword: String {
    switch self {
    case .range: "range"
    case .length: "length"
    case .pattern: "pattern"
    case .allowed: "allowed"
    }
  }

  /// Returns the reason why the constraint refuses a value, worded with the given name; nil if it accepts the value.
  package func fault(of value: Literal, named name: @autoclosure () -> String) -> String? {
    func fault(_ least: Int?, _ greatest: Int?, _ count: Int, _ noun: String) -> String? {
      func than(_ comparison: String, _ limit: Int) -> String {
        "it has \(counted(count, noun)), \(comparison) than \(limit)"
      }
      if let least, count < least { return than("fewer", least) }
      if let greatest, count > greatest { return than("more", greatest) }
      return nil
    }
    return switch (self, value) {
    case (.range(let bounds), _):
      bounds.contain(value) ? nil : "\(name()) is outside \(bounds.text)"
    case (.length(let least, let greatest), .string(let text)):
      fault(least, greatest, text.count, "character")
    case (.length(let least, let greatest), .list(let values)),
      (.length(let least, let greatest), .set(let values)):
      fault(least, greatest, values.count, "element")
    case (.length(let least, let greatest), .entries(let entries)):
      fault(least, greatest, entries.count, "element")
    case (.length(let least, let greatest), .emptyPairs):
      fault(least, greatest, 0, "element")
    case (.pattern(let pattern), .string(let text)):
      PatternCheck.matches(text, pattern) ?? true ? nil : "it does not match `\(pattern)`"
    case (.allowed(let values), _):
      values.contains { $0.fingerprint == value.fingerprint }
        ? nil : "\(name()) is not one of the allowed values"
    default: nil
    }
  }
}
