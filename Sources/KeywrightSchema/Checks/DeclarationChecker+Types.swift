extension DeclarationChecker {
  /// Checks the declared types: cases, fields, and that no struct holds itself.
  mutating func checkTypes() {
    types = tree.types.map { declaration, node in
      TypeModel(
        path: node.path + [declaration.member.value], documentation: declaration.documentation,
        access: declaration.access ?? node.access,
        origin: diagnostics.sources.origin(of: declaration.member.span),
        // The kinds are read below. A type without one, which is reported, counts as an enum without cases.
        kind: .enumeration([], hasIntegers: false))
    }
    for index in tree.types.indices {
      let declaration = tree.types[index].declaration
      if let cases = declaration.cases { types[index].kind = enumeration(cases) }
    }
    // Fields may have defaults of declared types: all enums come first, then structs, in the order
    // in which a default can rely on an earlier one; fields without their defaults before that.
    for withDefaults in [false, true] {
      for index in tree.types.indices {
        let declaration = tree.types[index].declaration
        guard let fields = declaration.fields else { continue }
        let known = diagnostics
        // The first round only fills in types: the second finds its problems again.
        if !withDefaults { diagnostics = DiagnosticBag(sources: known.sources) }
        types[index].kind = .structure(
          structFields(of: TypeID(index: index), fields, withDefaults: withDefaults))
        diagnostics = known
      }
    }
    checkEvolution()
    checkRecursion()
    checkDefaults()
  }

  /// Reports an enum with a case `none`, which an optional of it has too.
  func checkNone(of type: ValueType, at place: Span, unless suppressions: [Located<String>]) {
    guard case .declared(let id) = type, types[id.index].enumCase(named: "none") != nil else {
      return
    }
    let name = types[id.index].swiftName
    let message = DiagnosticMessage(
      .noneCase,
      "`.none` of `\(name)?` is nil and not the case `none` of `\(name)`; give the case another name: "
        + "{ \"nothing\": \"none\" } stores the same")
    diagnostics.report(message, at: place, unless: suppressions)
  }

  private func structFields(
    of id: TypeID, _ declarations: Located<[FieldDeclaration]>, withDefaults: Bool
  ) -> [StructField] {
    let space = tree.types[id.index].node
    var fields: [StructField] = []
    var names: [String: (name: String, place: Span)] = [:]
    if declarations.value.isEmpty {
      diagnostics.report(.structure, "a struct needs at least one field", at: declarations.span)
    }
    for declaration in declarations.value {
      let name = declaration.member
      let isNamed = memberName(name.value, of: .field, at: name.span, in: &names)
      guard let string = declaration.type, let (type, isOptional) = resolve(string, in: space),
        isNamed
      else { continue }
      checkAccess(types[id.index].access, of: name.value, beside: type, at: string.span)
      if isOptional { checkNone(of: type, at: string.span, unless: space.allSuppressions) }
      var field = StructField(
        name: name.value, type: type, isOptional: isOptional, title: declaration.title?.value ?? "",
        summary: declaration.summary?.value ?? "")
      // A placeholder for a default that is not read yet, or is wrong: other checks only ask whether there is one.
      if declaration.hasDefault, !isOptional { field.defaultValue = Literal.none }
      if withDefaults, let node = declaration.defaultValue {
        if isOptional, !node.isNull {
          diagnostics.report(.defaultOfOptional, at: node.span)
        } else if !isOptional, let literal = literal(node, as: type) {
          if literal.isSpelledOut { field.defaultValue = literal }
          if !literal.isSpelledOut {
            diagnostics.report(
              .structure, "a field of this type has no default in a schema; make it optional",
              at: node.span)
          }
        }
      }
      fields.append(field)
    }
    return fields
  }

  /// Whether the name can be a case, field or parameter beside those named before.
  func memberName(
    _ name: String, of subject: NamedEntity, at place: Span,
    in names: inout [String: (name: String, place: Span)]
  ) -> Bool {
    _ = NameCheck.member(name, at: place, of: subject, in: "", diagnostics)
    if let first = names[SwiftName.folded(name)] {
      diagnostics.report(
        .nameClash(name, other: first.name), at: place,
        notes: [(.declaredHere(first.name), first.place)])
      return false
    }
    names[SwiftName.folded(name)] = (name, place)
    if subject != .enumCase, let type = tree.uncasedTypes[name] {
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
      let declaration = tree.types[index].declaration
      diagnostics.report(
        .recursiveType, "struct `\(declaration.member.value)` holds itself; put an array between",
        at: declaration.member.span)
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
    let isOnCycle = nodesOnCycles(edges(between: defaults, of: ranges))
    for (range, typeDeclaration) in zip(ranges, tree.types) {
      var names = Set(range.filter { isOnCycle[$0] }.map { defaults[$0].name })
      if names.isEmpty { continue }
      for declaration in typeDeclaration.declaration.fields?.value ?? [] {
        guard let name = names.remove(declaration.member.value) else { continue }
        diagnostics.report(
          .recursiveType,
          "the default of `\(name)` holds itself, by way of a field that a struct in it leaves out; "
            + "give that field a value there",
          at: declaration.defaultValue?.span ?? declaration.member.span)
      }
    }
  }

  /// For each default, those of the fields that structs in it leave out; further nodes lead to all defaults of a
  /// struct up to one, or from one on, so that thousands that leave out thousands need no edge for each.
  private func edges(
    between defaults: [(name: String, value: Literal)], of ranges: [Range<Int>]
  ) -> [[Int]] {
    let count = defaults.count
    let places = ranges.map { range in
      Dictionary(range.map { (defaults[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
    }
    var edges = defaults.map { item in
      structures(in: item.value).flatMap { id, given -> [Int] in
        let range = ranges[id.index]
        let known = given.compactMap { places[id.index][$0] }
        guard let first = known.min(), let last = known.max() else {
          return range.isEmpty ? [] : [2 * count + range.lowerBound]
        }
        return (first > range.lowerBound ? [count + first - 1] : [])
          + (last + 1 < range.upperBound ? [2 * count + last + 1] : [])
          + (first..<last).filter { !given.contains(defaults[$0].name) }
      }
    }
    for range in ranges {
      edges += range.map { $0 > range.lowerBound ? [$0, count + $0 - 1] : [$0] }
    }
    for range in ranges {
      edges += range.map { $0 + 1 < range.upperBound ? [$0, 2 * count + $0 + 1] : [$0] }
    }
    return edges
  }

  /// The structs in a value, each with the fields that it gives.
  private func structures(in value: Literal) -> [(id: TypeID, given: Set<String>)] {
    var found: [(id: TypeID, given: Set<String>)] = []
    var waiting = [value]
    while let value = waiting.popLast() {
      switch value {
      case .list(let values), .set(let values): waiting += values
      case .entries(let entries): waiting += entries.map(\.value)
      case .structure(let id, let given):
        waiting += given.map(\.value)
        found.append((id, Set(given.map(\.field))))
      default: continue
      }
    }
    return found
  }

  /// Checks the cases of an enum: names, and raw values that are all of one kind and all different.
  func enumeration(_ declarations: Located<[CaseDeclaration]>) -> TypeModel.Kind {
    var cases: [EnumCase] = []
    var names: [String: (name: String, place: Span)] = [:]
    var raws: [String: Span] = [:]
    if declarations.value.isEmpty {
      diagnostics.report(.enumeration, "an enum needs at least one case", at: declarations.span)
    }
    let hasIntegers = declarations.value.contains { declaration in
      if case .number = declaration.rawValue?.value { true } else { false }
    }
    for item in declarations.value {
      let name = item.member
      let isNamed = memberName(name.value, of: .enumCase, at: name.span, in: &names)
      if name.value == "allCases" {
        diagnostics.report(
          .reservedName,
          "`allCases` is reserved: generated enums have a member of that name; call the case `everyCase`",
          remedy: .replacement("everyCase"), at: name.span)
      }
      guard isNamed, let raw = rawValue(of: item, isInteger: hasIntegers) else { continue }
      let place = item.rawValue?.span ?? name.span
      if let first = raws.updateValue(place, forKey: raw.fingerprint) {
        diagnostics.report(
          .enumeration, "raw value \(raw.text) is given to two cases", at: place,
          notes: [(.firstHere, first)])
      }
      cases.append(
        EnumCase(
          name: name.value, rawValue: raw, title: item.title?.value ?? "",
          summary: item.summary?.value ?? ""))
    }
    return .enumeration(cases, hasIntegers: hasIntegers)
  }

  private func rawValue(of declaration: CaseDeclaration, isInteger: Bool) -> Literal? {
    if let node = declaration.rawValue {
      return literal(node, as: .scalar(isInteger ? .int : .string))
    }
    if !isInteger { return .string(declaration.member.value) }
    diagnostics.report(
      .enumeration,
      "case `\(declaration.member.value)` has no raw value; where one case has an integer, all need one",
      at: declaration.member.span)
    return nil
  }
}
