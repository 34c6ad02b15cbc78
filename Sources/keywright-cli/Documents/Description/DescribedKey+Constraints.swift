import KeywrightSchema

extension DescribedKey {
  /// The constraints and steps of the key, in sentences without a full stop, as in "from 0 to 1"; lists of values are
  /// among its choices.
  var constraints: [String] {
    let unit = self.unit.map { " \($0)" } ?? ""
    if isHidden {
      return model.constraints.map { "\($0.keyword) <secret>" } + model.processing.map(Self.text)
    }
    let isText = if case .scalar = model.type { true } else { false }
    let noun = isText ? "character" : "element"
    return model.constraints.compactMap { Self.text(of: $0, unit, noun) }
      + [outside].compactMap(\.self) + model.processing.map(Self.text)
  }

  private var outside: String? {
    switch (model.outside, model.fit) {
    case (.default, _): "another value counts as the default"
    case (.clamp, .length): "a longer one is cut"
    case (.clamp, _): "another value counts as the nearest"
    case (nil, _): nil
    }
  }

  private static func text(
    of constraint: ConstraintModel, _ unit: String, _ noun: String
  ) -> String? {
    switch constraint {
    case .range(let bounds): range(bounds) + unit
    case .length(let least, let greatest): length(least, greatest, noun)
    case .pattern(let pattern): "matches \(pattern)"
    case .allowed: nil
    }
  }

  private static func text(of step: StepModel) -> String {
    switch step {
    case .plain(.trim): "white space around it is removed"
    case .plain(.lowercase): "made lower-case"
    case .plain(.uppercase): "made upper-case"
    case .plain(.removeDuplicates): "repeated elements are removed"
    case .plain(.sort): "sorted"
    case .call: "adjusted by the program"
    }
  }

  private static func length(_ least: Int?, _ greatest: Int?, _ noun: String) -> String {
    switch (least, greatest) {
    case (let least?, let greatest?): "\(least) to \(counted(greatest, noun))"
    case (let least?, nil): "at least \(counted(least, noun))"
    case (nil, let greatest?): "at most \(counted(greatest, noun))"
    case (nil, nil): "of any length"
    }
  }

  private static func range(_ bounds: Bounds) -> String {
    switch (bounds.lower, bounds.upper) {
    case (let lower?, let upper?): "from \(lower.text) to \(upper.text)"
    case (let lower?, nil): "from \(lower.text)"
    case (nil, let upper?): "up to \(upper.text)"
    case (nil, nil): "of any size"
    }
  }
}
