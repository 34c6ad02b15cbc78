extension Word where Draft == KeyDraft {
  /// `processing`: what is done to a value before it is kept.
  static let processing: Word = Word(
    "processing", "What is done, in order, to each value before it is kept.",
    .list(
      of: .oneOf([
        .choice(StepModel.plain.map(\.name)), .single("clamp", .pair(.oneOf([.number, .null]))),
        .single("limit", .count), .single("call", .text(.symbol)),
      ]))
  ) { draft, node, reader in
    draft.processing = (node.elements ?? []).filter { reader.isOneStep($0) }
  }
}

extension Reader {
  /// Whether a step that is an object has the one member that says which; reports it if not.
  fileprivate func isOneStep(_ node: JSONNode) -> Bool {
    guard node.members != nil else { return true }
    let words = node.words
    let known = StepModel.withValue.map(\.name)
    if words.isEmpty { report(.emptyStep(known), node) }
    let unknown = words.map(\.name).filter { !known.contains($0.text) }
    for name in unknown {
      if StepModel.plain.contains(where: { $0.name == name.text }) {
        diagnostics.report(.stepWithoutValue(name.text), at: name.span)
      } else {
        reportUnknown(name, in: "a step", among: known)
      }
    }
    if words.count > 1, unknown.isEmpty {
      diagnostics.report(
        .secondStep(words[1].name.text, after: words[0].name.text), at: words[1].name.span)
    }
    return words.count == 1 && unknown.isEmpty
  }
}

extension StepModel {
  /// The steps that are only a word.
  static let plain: [(name: String, step: StepModel)] = [
    ("trim", .trim), ("lowercase", .lowercase), ("uppercase", .uppercase),
    ("removeDuplicates", .removeDuplicates), ("sort", .sort),
  ]

  /// The steps that are an object with one member, and what that is like.
  fileprivate static let withValue: [(name: String, form: String)] = [
    ("clamp", "[a, b]"), ("limit", "n"), ("call", "\"Symbol.path\""),
  ]

  /// What the step wants of a type, or nil if the type has it.
  fileprivate func demand(on type: ValueType, _ types: [TypeModel]) -> String? {
    switch (self, type) {
    case (.call, _), (.trim, .scalar(.string)), (.lowercase, .scalar(.string)),
      (.uppercase, .scalar(.string)), (.limit, .array):
      nil
    case (.removeDuplicates, .array(let element)) where types.isHashable(element): nil
    case (.clamp, .scalar(let scalar)) where scalar.isNumber: nil
    case (.sort, .array(.scalar(let scalar))) where scalar.isSortable: nil
    case (.trim, _), (.lowercase, _), (.uppercase, _): "String"
    case (.limit, _): "arrays"
    case (.removeDuplicates, _): "arrays without structs"
    case (.sort, _): "arrays of numbers, strings, dates, durations or UUIDs"
    case (.clamp, _): "integers, Double and Float"
    }
  }
}

extension ScalarType {
  fileprivate var isSortable: Bool {
    switch self {
    case .bool, .data, .url: false
    default: true
    }
  }
}

extension DeclarationChecker {
  /// A step, checked against the type of its key.
  func step(_ node: JSONNode, for type: ValueType) -> StepModel? {
    guard let (name, step) = readStep(node, for: type), let step else { return nil }
    if let wanted = step.demand(on: type, types) {
      diagnostics.report(.doesNotFit(word: name, wanted: wanted), at: node.span)
      return nil
    }
    return step
  }

  private func readStep(
    _ node: JSONNode, for type: ValueType
  ) -> (name: String, step: StepModel?)? {
    if let name = node.string?.text {
      if let known = StepModel.plain.first(where: { $0.name == name }) { return known }
      if let form = StepModel.withValue.first(where: { $0.name == name })?.form {
        diagnostics.report(.stepNeedsValue(name, form: form), at: node.span)
        return nil
      }
      let names = StepModel.plain.map(\.name) + StepModel.withValue.map(\.name)
      let suggestion = NearMiss.suggestion(for: name, among: names)
      diagnostics.report(.unknownStep(name, suggestion: suggestion), at: node.span)
      return nil
    }
    guard let member = node.words.first else { return nil }
    switch member.name.text {
    case "clamp": return ("clamp", bounds(member.value, of: type, word: "clamp").map { .clamp($0) })
    case "limit":
      guard case .number(let spelling) = member.value.value, let count = Int(spelling) else {
        return nil
      }
      return ("limit", .limit(count))
    default:
      let reader = Reader(file: node.span.file, diagnostics: diagnostics)
      let symbol = reader.symbol(member.value)
      return ("call", symbol.map { .call($0.value) })
    }
  }
}

extension Word where Draft == KeyDraft {
  /// `range`: the least and the greatest value.
  static let range: Word = Word(
    "range", "The least and the greatest value; null leaves an end open.",
    .pair(.oneOf([.number, .null]))
  ) { draft, node, _ in
    draft.range = node
  }
}

extension DeclarationChecker {
  /// The range of a key, checked against its type.
  func range(of draft: KeyDraft, _ type: ValueType) -> Located<ConstraintModel>? {
    guard let node = draft.range else { return nil }
    guard let bounds = bounds(node, of: type, word: "range") else { return nil }
    return Located(.range(bounds), at: node.span)
  }

  /// Two numbers of the key's type, the first not above the second.
  func bounds(_ node: JSONNode, of type: ValueType, word: String) -> Bounds? {
    guard case .scalar(let scalar) = type, scalar.isNumber else {
      diagnostics.report(
        .doesNotFit(word: word, wanted: "integers, Double and Float"), at: node.span)
      return nil
    }
    guard let elements = node.elements, elements.count == 2 else { return nil }
    let ends = elements.map { $0.isNull ? nil : literal($0, as: type) }
    for (element, end) in zip(elements, ends) where end == nil && !element.isNull { return nil }
    let bounds = Bounds(lower: ends[0], upper: ends[1])
    switch (bounds.lower, bounds.upper) {
    case (nil, nil):
      diagnostics.report(.openRange(word: word), at: node.span)
      return nil
    case (let lower?, let upper?) where lower.isAbove(upper):
      diagnostics.report(.emptyRange(word: word), at: node.span)
      return nil
    default: return bounds
    }
  }
}

extension ScalarType {
  /// Whether ranges fit the type.
  package var isNumber: Bool { integerBounds != nil || self == .double || self == .float }
}

extension Literal {
  /// Whether this number is greater than another of the same type.
  func isAbove(_ other: Literal) -> Bool {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): a > b
    case (.double(let a), .double(let b)): a > b
    case (.float(let a), .float(let b)): a > b
    default: false
    }
  }
}

extension Bounds {
  /// Whether a number is inside.
  func contain(_ value: Literal) -> Bool {
    if let lower, lower.isAbove(value) { return false }
    if let upper, value.isAbove(upper) { return false }
    return true
  }

  /// The range as a message names it.
  var text: String {
    "\(lower?.text ?? "")...\(upper?.text ?? "")"
  }
}
