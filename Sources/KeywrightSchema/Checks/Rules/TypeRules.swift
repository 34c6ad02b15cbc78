extension DeclarationChecker {
  /// Checks the declared types: cases, fields, and that no struct holds itself.
  mutating func checkTypes() {
    types = typeDrafts.map { draft, node in
      TypeModel(
        path: node.path + [draft.member.value], documentation: draft.documentation,
        access: draft.access ?? node.access,
        origin: diagnostics.sources.origin(of: draft.member.span),
        // A type of no kind, which is reported, is as an enum without cases.
        kind: .enumeration([], hasIntegers: false))
    }
    for index in typeDrafts.indices {
      let draft = typeDrafts[index].draft
      if let cases = draft.cases { types[index].kind = enumeration(cases) }
    }
    // Fields may have defaults of declared types: all enums come first, then structs, in the order
    // in which a default can rely on an earlier one; fields without their defaults before that.
    for withDefaults in [false, true] {
      for index in typeDrafts.indices {
        let draft = typeDrafts[index].draft
        guard let fields = draft.fields else { continue }
        let known = diagnostics
        // The first round only fills in types: what it finds, the second finds again.
        if !withDefaults { diagnostics = DiagnosticBag(sources: known.sources) }
        types[index].kind = .structure(
          structFields(of: TypeID(index: index), fields, withDefaults: withDefaults))
        diagnostics = known
      }
    }
    checkRecursion()
    checkDefaults()
  }

  private func structFields(
    of id: TypeID, _ drafts: Located<[FieldDraft]>, withDefaults: Bool
  ) -> [StructField] {
    let space = typeDrafts[id.index].node
    var fields: [StructField] = []
    var names: [String: (name: String, place: Span)] = [:]
    if drafts.value.isEmpty { diagnostics.report(.emptyStruct, at: drafts.span) }
    for draft in drafts.value {
      let name = draft.member
      let isNamed = memberName(name.value, of: .field, at: name.span, in: &names)
      guard let string = draft.type, let (type, isOptional) = resolve(string, in: space), isNamed
      else { continue }
      checkAccess(types[id.index].access, of: name.value, beside: type, at: string.span)
      var field = StructField(
        name: name.value, type: type, isOptional: isOptional, summary: draft.summary?.value ?? "")
      // Until it is known, and if it is wrong: what matters to others is that there is one.
      if draft.hasDefault, !isOptional { field.defaultValue = Literal.none }
      if withDefaults, let node = draft.defaultValue {
        if isOptional, !node.isNull {
          diagnostics.report(.defaultOfOptional, at: node.span)
        } else if !isOptional, let literal = literal(node, as: type) {
          if literal.isSpelledOut { field.defaultValue = literal }
          if !literal.isSpelledOut { diagnostics.report(.fieldDefault, at: node.span) }
        }
      }
      fields.append(field)
    }
    return fields
  }

  /// Whether the name can be a case, field or parameter beside those named before.
  func memberName(
    _ name: String, of subject: NameCheck.Subject, at place: Span,
    in names: inout [String: (name: String, place: Span)]
  ) -> Bool {
    _ = NameCheck.member(name, at: place, of: subject, diagnostics)
    if let first = names[SwiftName.folded(name)] {
      diagnostics.report(
        .nameClash(name, other: first.name), at: place,
        notes: [(.declaredHere(first.name), first.place)])
      return false
    }
    names[SwiftName.folded(name)] = (name, place)
    if subject != .enumCase, let type = uncasedTypes[name] {
      diagnostics.reportClash(of: name, at: place, with: type)
      return false
    }
    return true
  }

  /// A struct cannot hold itself but in an array, set or dictionary.
  private func checkRecursion() {
    let edges = types.map { type -> [Int] in
      guard case .structure(let fields) = type.kind else { return [] }
      return fields.compactMap { if case .declared(let id) = $0.type { id.index } else { nil } }
    }
    for (index, isRecursive) in nodesOnCycles(edges).enumerated() where isRecursive {
      let draft = typeDrafts[index].draft
      diagnostics.report(.recursiveType(draft.member.value), at: draft.member.span)
    }
  }

  /// A default cannot hold itself: a struct that it spells has the defaults of the fields that are
  /// left out there.
  private func checkDefaults() {
    var indices: [FieldID: Int] = [:]
    var defaults: [(field: FieldID, value: Literal)] = []
    for (index, type) in types.enumerated() {
      guard case .structure(let fields) = type.kind else { continue }
      for field in fields {
        guard let value = field.defaultValue else { continue }
        let id = FieldID(type: TypeID(index: index), name: field.name)
        indices[id] = defaults.count
        defaults.append((id, value))
      }
    }
    let edges = defaults.map { fieldsLeftOut(in: $0.value).compactMap { indices[$0] } }
    for (index, isRecursive) in nodesOnCycles(edges).enumerated() where isRecursive {
      let field = defaults[index].field
      guard
        let draft = typeDrafts[field.type.index].draft.fields?.value.first(where: {
          $0.member.value == field.name
        })
      else { continue }
      diagnostics.report(
        .recursiveDefault(field.name), at: draft.defaultValue?.span ?? draft.member.span)
    }
  }

  /// The fields that structs in a value leave to their defaults.
  private func fieldsLeftOut(in value: Literal) -> [FieldID] {
    var found: [FieldID] = []
    var waiting = [value]
    while let value = waiting.popLast() {
      switch value {
      case .list(let values), .set(let values): waiting += values
      case .entries(let entries): waiting += entries.map(\.value)
      case .structure(let id, let given):
        waiting += given.map(\.value)
        guard case .structure(let fields) = types[id.index].kind else { continue }
        let names = Set(given.map(\.field))
        for field in fields where field.defaultValue != nil && !names.contains(field.name) {
          found.append(FieldID(type: id, name: field.name))
        }
      default: continue
      }
    }
    return found
  }
}

/// Which field of which struct.
private struct FieldID: Hashable {
  var type: TypeID
  var name: String
}

extension DeclarationChecker {
  /// Checks the cases of an enum: names, and raw values that are all of one kind and all different.
  func enumeration(_ drafts: Located<[CaseDraft]>) -> TypeModel.Kind {
    var cases: [EnumCase] = []
    var names: [String: (name: String, place: Span)] = [:]
    var raws: [String: Span] = [:]
    if drafts.value.isEmpty { diagnostics.report(.emptyEnum, at: drafts.span) }
    let hasIntegers = drafts.value.contains { draft in
      if case .number = draft.rawValue?.value { true } else { false }
    }
    for item in drafts.value {
      let name = item.member
      let isNamed = memberName(name.value, of: .enumCase, at: name.span, in: &names)
      if name.value == "allCases" {
        diagnostics.report(
          .reservedName(
            name.value, of: .enumCase, reason: "generated enums have a member of that name"),
          at: name.span)
      }
      guard isNamed, let raw = rawValue(of: item, isInteger: hasIntegers) else { continue }
      let place = item.rawValue?.span ?? name.span
      if let first = raws.updateValue(place, forKey: raw.fingerprint) {
        diagnostics.report(.repeatedRawValue(raw.text), at: place, notes: [(.firstHere, first)])
      }
      cases.append(EnumCase(name: name.value, rawValue: raw, summary: item.summary?.value ?? ""))
    }
    return .enumeration(cases, hasIntegers: hasIntegers)
  }

  private func rawValue(of draft: CaseDraft, isInteger: Bool) -> Literal? {
    if let node = draft.rawValue { return literal(node, as: .scalar(isInteger ? .int : .string)) }
    if !isInteger { return .string(draft.member.value) }
    diagnostics.report(.missingRawValue(draft.member.value), at: draft.member.span)
    return nil
  }
}

extension Literal {
  /// Whether Swift has a plain literal for the value, so that it can be a field's default.
  package var isSpelledOut: Bool {
    switch self {
    case .bool, .integer, .double, .float, .string, .enumCase, .emptyPairs, .none: true
    case .list(let values), .set(let values): values.allSatisfy(\.isSpelledOut)
    case .entries(let entries):
      entries.allSatisfy { $0.key.isSpelledOut && $0.value.isSpelledOut }
    case .structure(_, let fields): fields.allSatisfy { $0.value.isSpelledOut }
    case .date, .data, .spelled, .duration: false
    }
  }
}
