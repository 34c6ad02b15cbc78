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
    var defaults: [(name: String, value: Literal)] = []
    var ranges: [Range<Int>] = []
    for type in types {
      let start = defaults.count
      if case .structure(let fields) = type.kind {
        for field in fields {
          if let value = field.defaultValue { defaults.append((field.name, value)) }
        }
      }
      ranges.append(start..<defaults.count)
    }
    let indices = ranges.map { range in
      Dictionary(range.map { (defaults[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
    }
    // Of many fields a struct may leave out almost all: an edge leads to a range of defaults, not
    // to each of them.
    let tree = RangeTree(count: defaults.count)
    let edges = defaults.map { item in
      structures(in: item.value).flatMap { id, given in
        let places = given.compactMap { indices[id.index][$0] }.sorted()
        return tree.nodes(of: ranges[id.index], without: places)
      }
    }
    let isOnCycle = Array(tree.leaves(of: nodesOnCycles(tree.edges(fromLeaves: edges))))
    for (range, typeDraft) in zip(ranges, typeDrafts) {
      var names = Set(range.filter { isOnCycle[$0] }.map { defaults[$0].name })
      if names.isEmpty { continue }
      for draft in typeDraft.draft.fields?.value ?? [] {
        guard let name = names.remove(draft.member.value) else { continue }
        diagnostics.report(
          .recursiveDefault(name), at: draft.defaultValue?.span ?? draft.member.span)
      }
    }
  }

  /// The structs in a value, each with the fields that it gives.
  private func structures(in value: Literal) -> [(id: TypeID, given: [String])] {
    var found: [(id: TypeID, given: [String])] = []
    var waiting = [value]
    while let value = waiting.popLast() {
      switch value {
      case .list(let values), .set(let values): waiting += values
      case .entries(let entries): waiting += entries.map(\.value)
      case .structure(let id, let given):
        waiting += given.map(\.value)
        found.append((id, given.map(\.field)))
      default: continue
      }
    }
    return found
  }
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
