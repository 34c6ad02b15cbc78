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
      let (draft, node) = typeDrafts[index]
      if let cases = draft.cases {
        types[index].kind = .enumeration(enumCases(cases))
      } else if let fields = draft.fields {
        types[index].kind = .structure(structFields(fields, in: node))
      }
    }
    for index in typeDrafts.indices { checkRecursion(of: TypeID(index: index)) }
  }

  private mutating func enumCases(_ node: JSONNode) -> [EnumCase] {
    var cases: [EnumCase] = []
    var names: [String: (name: String, place: Span)] = [:]
    if node.elements?.isEmpty ?? true { diagnostics.report(.emptyEnum, at: node.span) }
    for element in node.elements ?? [] {
      guard let name = element.string?.text else { continue }
      guard memberName(name, of: .enumCase, at: element.span, in: &names) else { continue }
      cases.append(EnumCase(name: name, rawValue: name))
    }
    return cases
  }

  private mutating func structFields(_ node: JSONNode, in space: NamespaceNode) -> [StructField] {
    var fields: [StructField] = []
    var names: [String: (name: String, place: Span)] = [:]
    if node.members?.isEmpty ?? true { diagnostics.report(.emptyStruct, at: node.span) }
    for member in node.members ?? [] {
      let isNamed = memberName(member.name.text, of: .field, at: member.name.span, in: &names)
      guard let string = member.value.string, let (type, isOptional) = resolve(string, in: space),
        isNamed
      else { continue }
      fields.append(StructField(name: member.name.text, type: type, isOptional: isOptional))
    }
    return fields
  }

  /// Whether the name can be a case or field beside those named before.
  private mutating func memberName(
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
