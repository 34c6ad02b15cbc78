extension TargetChecker {
  /// Checks the declared types: cases, fields, and that no struct holds itself.
  mutating func checkTypes() {
    types = typeDrafts.map { draft, node in
      TypeModel(
        path: node.path + [draft.name.value], documentation: draft.documentation,
        access: draft.access ?? node.access, origin: origin(of: draft.name.span),
        kind: .structure([]))
    }
    for index in typeDrafts.indices {
      if let cases = typeDrafts[index].draft.cases { types[index].kind = enumeration(cases) }
    }
    // Fields may have defaults of declared types: all enums come first, then structs, in the order
    // in which a default can rely on an earlier one; fields without their defaults before that.
    for withDefaults in [false, true] {
      for index in typeDrafts.indices {
        let (draft, node) = typeDrafts[index]
        guard let fields = draft.fields, let place = draft.place else { continue }
        let known = diagnostics
        types[index].kind = .structure(
          structFields(fields, at: place, in: node, withDefaults: withDefaults))
        // The first round only fills in types: what it finds, the second finds again.
        if !withDefaults { diagnostics = known }
      }
    }
    for index in typeDrafts.indices { checkRecursion(of: TypeID(index: index)) }
  }

  private mutating func structFields(
    _ drafts: [FieldDraft], at place: Span, in space: NamespaceNode, withDefaults: Bool
  ) -> [StructField] {
    var fields: [StructField] = []
    var names: [String: (name: String, place: Span)] = [:]
    if drafts.isEmpty { diagnostics.report(.emptyStruct, at: place) }
    for draft in drafts {
      let name = draft.name
      let isNamed = memberName(name.value, of: .field, at: name.span, in: &names)
      guard let string = draft.type, let (type, isOptional) = resolve(string, in: space), isNamed
      else { continue }
      var field = StructField(
        name: name.value, type: type, isOptional: isOptional, summary: draft.summary?.value ?? "")
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
  mutating func memberName(
    _ name: String, of subject: NameCheck.Subject, at place: Span,
    in names: inout [String: (name: String, place: Span)]
  ) -> Bool {
    var reader = Reader(file: place.file, diagnostics: diagnostics)
    let isGood = NameCheck.member(name, at: place, of: subject, &reader) != nil
    diagnostics = reader.diagnostics
    guard isGood else { return false }
    if let first = names[SwiftName.folded(name)] {
      diagnostics.report(
        .nameClash(name, other: first.name), at: place,
        notes: [(.declaredHere(first.name), first.place)])
      return false
    }
    names[SwiftName.folded(name)] = (name, place)
    return true
  }

  /// A struct cannot hold itself but in an array, set or dictionary.
  private mutating func checkRecursion(of start: TypeID) {
    var waiting = [start]
    var seen: Set<TypeID> = []
    while let id = waiting.popLast() {
      guard case .structure(let fields) = types[id.index].kind else { continue }
      for case .declared(let next) in fields.map(\.type) {
        if next == start {
          let draft = typeDrafts[start.index].draft
          diagnostics.report(.recursiveType(draft.name.value), at: draft.name.span)
          return
        }
        if seen.insert(next).inserted { waiting.append(next) }
      }
    }
  }
}
