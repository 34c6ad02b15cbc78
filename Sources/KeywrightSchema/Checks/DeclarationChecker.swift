/// Checks types and keys, once it is settled which names a target declares where.
///
/// What is in one namespace has nothing to do with what is in another, but for the types, which are
/// checked first: the keys of each can be checked by a copy on a thread of its own.
struct DeclarationChecker {
  /// For each type, the draft and the namespace it was declared in.
  let typeDrafts: [(draft: TypeDraft, node: NamespaceNode)]
  /// The types and namespaces whose names, in a script without capitals, values may have too.
  let uncasedTypes: [String: (name: String, place: Span)]
  /// Whether there are types outside of all namespaces.
  let hasTypesOfRoot: Bool
  /// The day for which `expires` is looked at, if it is.
  let today: String?
  var diagnostics: DiagnosticBag
  /// The types, of use when they are checked.
  var types: [TypeModel] = []
}

/// What was found of the keys of one namespace.
package struct CheckedKeys: @unchecked Sendable {
  // `@unchecked`: no lock. The thread that checks the keys makes this, and hands it over when it is
  // done; drafts are not changed any more when keys are checked.

  let keys: [CheckedKey]
  /// The functions that the keys name.
  let functions: [Located<Symbol>]
  let diagnostics: DiagnosticBag
}

/// What was found of one key.
struct CheckedKey {
  let draft: KeyDraft
  let node: NamespaceNode
  let storageString: String
  /// Nil if the key's type could not be read.
  let model: KeyModel?

  /// The path in Swift, for messages.
  var name: String { node.swiftPath(of: draft.swiftName.value) }
  /// What gives the storage string.
  var place: Span { (draft.storageString ?? draft.id ?? draft.member).span }
}

extension DeclarationChecker {
  /// Checks the keys of one namespace.
  func checkedKeys(of node: NamespaceNode) -> CheckedKeys {
    var checker = self
    checker.diagnostics = diagnostics.branch()
    let keys = node.keys.map { draft in
      let storageString =
        draft.storageString?.value
        ?? StorageString.joined(node.prefix, draft.id?.value ?? draft.member.value)
      return CheckedKey(
        draft: draft, node: node, storageString: storageString,
        model: checker.keyModel(of: draft, in: node, storageString: storageString))
    }
    var functions: [Located<Symbol>] = []
    for draft in node.keys { draft.appendFunctions(to: &functions) }
    return CheckedKeys(keys: keys, functions: functions, diagnostics: checker.diagnostics)
  }

  /// Checks one key.
  ///
  /// - Returns: nil if the key's type could not be read; everything else hangs on that.
  func keyModel(
    of draft: KeyDraft, in node: NamespaceNode, storageString: String
  ) -> KeyModel? {
    checkExpiry(of: draft, in: node)
    if let string = draft.storageString, let id = draft.id {
      diagnostics.report(
        .idBesideString, at: id.span, notes: [(.otherValueHere("storageString"), string.span)])
    }
    let parameters = parameters(of: draft, in: node)
    guard let string = draft.type,
      let (type, isOptional) = resolve(string, in: node, of: draft)
    else { return nil }
    let access = draft.access?.value ?? node.access
    checkAccess(access, of: draft.member.value, beside: type, at: string.span)
    let constraints = constraints(of: draft, type, in: node)
    let value = defaultValue(of: draft, type, isOptional: isOptional)
    if case .literal(let literal) = value, let node = draft.defaultValue {
      check(
        literal, isShown: draft.lifecycle.sensitivity != .secret, against: constraints,
        at: node.span)
    }
    if !parameters.isEmpty, case .call(_, persists: true) = value, let node = draft.defaultValue {
      diagnostics.report(.persistentFamily, at: node.span)
    }
    if let coding = draft.coding, coding.value != .convertible,
      case .call(_, persists: true) = value, let node = draft.defaultValue
    {
      diagnostics.report(
        .persistentCoding, at: node.span, notes: [(.otherValueHere("coding"), coding.span)])
    }
    return KeyModel(
      draft, storageString: storageString, parameters: parameters, type: type,
      isOptional: isOptional, defaultValue: value ?? .absent,
      processing: draft.processing.compactMap { step($0, for: type) },
      constraints: constraints.map(\.value), access: access,
      origin: diagnostics.sources.origin(of: draft.member.span))
  }

  private func constraints(
    of draft: KeyDraft, _ type: ValueType, in node: NamespaceNode
  ) -> [Located<ConstraintModel>] {
    var constraints: [Located<ConstraintModel>] = []
    if let range = range(of: draft, type) { constraints.append(range) }
    constraints += lengths(of: draft, type)
    if let pattern = pattern(of: draft, type, in: node) { constraints.append(pattern) }
    constraints += collectionRules(of: draft, type)
    if let allowed = allowed(of: draft, type) { constraints.append(allowed) }
    return constraints
  }

  /// Reads a value with the types of the target at hand.
  func literal(_ node: JSONNode, as type: ValueType) -> Literal? {
    var reader = LiteralReader(types: types, diagnostics: diagnostics)
    return reader.literal(node, as: type)
  }

  private func defaultValue(
    of draft: KeyDraft, _ type: ValueType, isOptional: Bool
  ) -> DefaultModel? {
    guard let node = draft.defaultValue else {
      if !isOptional, !draft.misspelled.contains("default") {
        diagnostics.report(
          .missingDefault(draft.member.value, type: draft.type?.text ?? ""), at: draft.member.span)
      }
      return nil
    }
    if isOptional {
      if !node.isNull { diagnostics.report(.defaultOfOptional, at: node.span) }
      return nil
    }
    // What has members of its own may have one called so.
    let isKeyed =
      switch type {
      case .dictionary, .declared: true
      default: false
      }
    if let function = node.words.first(where: { $0.name.text == "call" })?.value,
      !isKeyed || function.string != nil
    {
      return call(node.words)
    }
    return literal(node, as: type).map(DefaultModel.literal)
  }

  /// A default `{ "call": "Symbol.path", "persist": "whenMissing" }`.
  private func call(_ members: [JSONMember]) -> DefaultModel? {
    let reader = Reader(file: members[0].name.span.file, diagnostics: diagnostics)
    var symbol: Located<Symbol>?
    var persists = false
    for member in members {
      switch member.name.text {
      case "call" where member.value.string == nil:
        reader.report(
          .wrongShape(of: "`call`", expected: "a string", found: member.value.noun), member.value)
      case "call": symbol = reader.symbol(member.value)
      case "persist":
        let choice: Located<Persistence>? = reader.choice(member.value, of: "persist")
        persists = choice?.value == .whenMissing
      default:
        reader.reportUnknown(
          member.name, in: "a default that calls a function", among: ["call", "persist"])
      }
    }
    return symbol.map { .call($0.value, persists: persists) }
  }
}

/// When a computed default is stored.
private enum Persistence: String, CaseIterable {
  case never, whenMissing
}

extension DeclarationChecker {
  /// Reports a default that a constraint of its own key refuses; a secret one is not shown.
  func check(
    _ value: Literal, isShown: Bool, against constraints: [Located<ConstraintModel>],
    at place: Span
  ) {
    for constraint in constraints {
      if let fault = constraint.value.fault(of: value, named: isShown ? value.text : "it") {
        diagnostics.report(
          .defaultRefused(fault), at: place,
          notes: [(.otherValueHere(constraint.value.word), constraint.span)])
      }
    }
  }
}

extension ConstraintModel {
  /// The word that asks for the constraint.
  var word: String {
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

  /// What the constraint has against a value, which it calls by a name, or nil.
  func fault(of value: Literal, named name: @autoclosure () -> String) -> String? {
    func has(_ count: Int, _ noun: String, _ comparison: String, _ limit: Int) -> String {
      "it has \(count) \(noun)\(count == 1 ? "" : "s"), \(comparison) than \(limit)"
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
