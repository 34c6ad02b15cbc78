extension DeclarationChecker {
  /// The constraints of a key, each checked against its type.
  func constraints(
    of declaration: KeyDeclaration, _ type: ValueType, in node: NamespaceNode
  ) -> [Located<ConstraintModel>] {
    var constraints: [Located<ConstraintModel>] = []
    if let range = range(of: declaration, type) { constraints.append(range) }
    if let length = length(of: declaration, type) { constraints.append(length) }
    if let pattern = pattern(of: declaration, type, in: node) { constraints.append(pattern) }
    if let (values, place) = allowed(of: declaration, type) {
      check(
        values, against: constraints, at: place, .constraint,
        "`allowed` lists a value that another constraint refuses")
      constraints.append(Located(.allowed(values), at: place))
    }
    return constraints
  }

  /// Reports that a constraint of the same key refuses one of the values, once for each constraint that does.
  func check(
    _ values: [Literal], against constraints: [Located<ConstraintModel>], at place: Span,
    _ rule: Rule, _ words: MessageText
  ) {
    for constraint in constraints {
      let faults = values.lazy.compactMap { constraint.value.fault(of: $0, named: $0.text) }
      guard let fault = faults.first else { continue }
      diagnostics.report(
        rule, "\(words): \(words: fault)", at: place,
        notes: [(.otherValueHere(constraint.value.keyword), constraint.span)])
    }
  }

  /// The bounds of a length, checked against the type.
  func length(of declaration: KeyDeclaration, _ type: ValueType) -> Located<ConstraintModel>? {
    guard let node = declaration.length else { return nil }
    switch type {
    case .scalar(.string), .array, .set, .dictionary: break
    default:
      diagnostics.report(
        .doesNotFit(keyword: "length", wanted: "String, arrays, sets and dictionaries"),
        at: node.span)
      return nil
    }
    let ends = (node.elements ?? []).map(\.integer)
    guard ends.count == 2 else { return nil }
    if let fault = fault(
      ofPair: "length", isOpen: ends == [nil, nil], isOrdered: (ends[0] ?? 0) <= (ends[1] ?? .max))
    {
      diagnostics.report(.constraint, fault, at: node.span)
      return nil
    }
    return Located(.length(least: ends[0], greatest: ends[1]), at: node.span)
  }

  /// The fault of two ends that say nothing, or are in the wrong order.
  private func fault(ofPair keyword: String, isOpen: Bool, isOrdered: Bool) -> MessageText? {
    if isOpen { return "`\(known: keyword)` is open at both ends and says nothing" }
    return isOrdered
      ? nil : "the first number of `\(known: keyword)` is greater than the second"
  }

  /// The consequence of a slow match in the running program.
  private var whileMatching: MessageText {
    "in `update`, in `transaction` and after a hook that amends it, a match holds the store's lock"
  }

  /// The pattern of a key, checked against its type.
  func pattern(
    of declaration: KeyDeclaration, _ type: ValueType, in node: NamespaceNode
  ) -> Located<ConstraintModel>? {
    guard let pattern = declaration.pattern else { return nil }
    guard case .scalar(.string) = type else {
      diagnostics.report(.doesNotFit(keyword: "pattern", wanted: "String"), at: pattern.span)
      return nil
    }
    if let length = declaration.length?.elements?.last?.integer {
      if !PatternCheck.isQuick(pattern.value, on: length) {
        warn(
          .pattern,
          "`pattern` is not shown to be quick on \(length) characters; \(whileMatching); let what "
            + "repeats begin unlike what may follow it, or lower the greatest `length`",
          at: pattern.span,
          of: declaration, in: node)
      }
    } else if !declaration.misspelled.contains("length") {
      warn(
        .pattern,
        "a `pattern` without a greatest `length`: matching a long text can take very long; \(whileMatching)",
        at: pattern.span, of: declaration, in: node)
    }
    return Located(.pattern(pattern.value), at: pattern.span)
  }

  /// The values a key may have, checked against its type.
  private func allowed(
    of declaration: KeyDeclaration, _ type: ValueType
  ) -> (values: [Literal], place: Span)? {
    guard let node = declaration.allowed, let elements = node.elements else { return nil }
    switch type {
    case .scalar, .declared: break
    default:
      diagnostics.report(.doesNotFit(keyword: "allowed", wanted: "single values"), at: node.span)
      return nil
    }
    if elements.isEmpty {
      diagnostics.report(.constraint, "`allowed` lists no value", at: node.span)
      return nil
    }
    // Read as a set: repetitions are reported, and each value against the type.
    guard case .set(let values) = literal(node, as: .set(type)) else { return nil }
    return (values, node.span)
  }

  /// The range of a key, two numbers of its type, of which the first is not above the second.
  func range(of declaration: KeyDeclaration, _ type: ValueType) -> Located<ConstraintModel>? {
    guard let node = declaration.range else { return nil }
    guard case .scalar(let scalar) = type, scalar.isNumber else {
      diagnostics.report(
        .doesNotFit(keyword: "range", wanted: "integers, Double and Float"), at: node.span)
      return nil
    }
    guard let elements = node.elements, elements.count == 2 else { return nil }
    let ends = elements.map { $0.isNull ? nil : literal($0, as: type) }
    for (element, end) in zip(elements, ends) where end == nil && !element.isNull { return nil }
    let bounds = Bounds(lower: ends[0], upper: ends[1])
    let isOrdered = bounds.lower.map { lower in !(bounds.upper.map(lower.isAbove) ?? false) }
    let fault = fault(
      ofPair: "range", isOpen: bounds.lower == nil && bounds.upper == nil,
      isOrdered: isOrdered ?? true)
    guard let fault else { return Located(.range(bounds), at: node.span) }
    diagnostics.report(.constraint, fault, at: node.span)
    return nil
  }

  /// Checks that the constraints and the default of a key allow its `outside`.
  func checkOutside(
    of declaration: KeyDeclaration, _ constraints: [Located<ConstraintModel>], _ type: ValueType,
    _ value: DefaultModel?
  ) {
    guard let outside = declaration.outside else { return }
    if constraints.isEmpty {
      // A wrong constraint is reported already.
      if !declaration.asksForConstraint {
        diagnostics.report(
          .constraint,
          "`outside` says what becomes of a value that a constraint refuses, and the key has none; "
            + "give it one, such as `range`, or leave `outside` out", at: outside.span)
      }
      return
    }
    switch outside.value {
    case .clamp:
      if !constraints.contains(where: { $0.value.hasNearest(of: type) }) {
        diagnostics.report(
          .constraint,
          "`clamp` needs a `range`, or a `length` of a text or an array that may be empty; write "
            + "`\"outside\": \"default\"`, or give the key one", at: outside.span)
      }
    case .default:
      if case .call = value, let place = declaration.defaultValue {
        diagnostics.report(
          .constraint,
          "`outside` cannot give a default that a function computes, since reading a stored value runs no "
            + "function of the program; write the default out, or clamp", at: outside.span,
          notes: [(.otherValueHere("default"), place.span)])
      }
    }
  }
}

extension ConstraintModel {
  /// Whether each value of a type that it refuses has a nearest one that it accepts.
  fileprivate func hasNearest(of type: ValueType) -> Bool {
    switch (self, type) {
    case (.range, _): true
    case (.length(let least, let greatest), .array), (.length(let least, let greatest), .scalar):
      (least ?? 0) == 0 && greatest != nil
    default: false
    }
  }
}

extension KeyDeclaration {
  /// Whether a constraint is written, right or wrong.
  fileprivate var asksForConstraint: Bool {
    range != nil || length != nil || pattern != nil || allowed != nil || !misspelled.isEmpty
  }
}
