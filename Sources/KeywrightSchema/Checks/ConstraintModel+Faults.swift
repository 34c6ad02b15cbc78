extension ConstraintModel {
  /// The keyword that asks for the constraint.
  package var keyword: String {
    switch self {
    case .range: "range"
    case .minLength: "minLength"
    case .maxLength: "maxLength"
    case .pattern: "pattern"
    case .maxCount: "maxCount"
    case .unique: "unique"
    case .allowed: "allowed"
    }
  }

  /// Returns the reason why the constraint refuses a value, worded with the given name; nil if it accepts the value.
  package func fault(of value: Literal, named name: @autoclosure () -> String) -> String? {
    func has(_ count: Int, _ noun: String, _ comparison: String, _ limit: Int) -> String {
      "it has \(counted(count, noun)), \(comparison) than \(limit)"
    }
    return switch (self, value) {
    case (.range(let bounds), _):
      bounds.contain(value) ? nil : "\(name()) is outside \(bounds.text)"
    case (.minLength(let least), .string(let text)):
      text.count >= least ? nil : has(text.count, "character", "fewer", least)
    case (.maxLength(let greatest), .string(let text)):
      text.count <= greatest ? nil : has(text.count, "character", "more", greatest)
    case (.pattern(let pattern), .string(let text)):
      PatternCheck.matches(text, pattern) ?? true ? nil : "it does not match `\(pattern)`"
    case (.maxCount(let greatest), .list(let values)),
      (.maxCount(let greatest), .set(let values)):
      values.count <= greatest ? nil : has(values.count, "element", "more", greatest)
    case (.maxCount(let greatest), .entries(let entries)):
      entries.count <= greatest ? nil : has(entries.count, "element", "more", greatest)
    case (.unique, .list(let values)):
      Set(values.map(\.fingerprint)).count < values.count
        ? "an element is there twice" : nil
    case (.allowed(let values), _):
      values.contains { $0.fingerprint == value.fingerprint }
        ? nil : "\(name()) is not one of the allowed values"
    default: nil
    }
  }
}
