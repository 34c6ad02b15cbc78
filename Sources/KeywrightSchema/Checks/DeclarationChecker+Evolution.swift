extension DeclarationChecker {
  /// The storage strings that held a key's value before: its own former keys, and those that it had in a namespace of
  /// another name.
  ///
  /// With a function that converts older values a key has only those that it names itself: only
  /// they are known to hold values of the older type.
  func formerKeys(of declaration: KeyDeclaration, in node: NamespaceNode) -> [Located<String>] {
    if declaration.migrate != nil || declaration.storageString != nil {
      return declaration.formerKeys
    }
    let id = declaration.id?.value ?? declaration.member.value
    let known = Set(declaration.formerKeys.map { ExactString($0.value) })
    var formers = declaration.formerKeys
    for prefix in node.formerPrefixes {
      let name = StorageString.joined(prefix.value, id)
      if known.contains(ExactString(name)) { continue }
      // The key had its present id when the namespace got another name: what it had below that one is older.
      let older = formers.firstIndex { $0.value.hasPrefix(prefix.value + ":") }
      formers.insert(Located(name, at: prefix.span), at: older ?? formers.endIndex)
    }
    return formers
  }

  /// The revision of a stored form, which only a type of the user's own has.
  func revision(of declaration: KeyDeclaration, _ type: ValueType) -> Int? {
    guard let revision = declaration.revision else { return nil }
    if !type.holdsOwnType {
      diagnostics.report(
        .coding, "`revision` is for a type of your own; the schema knows the form of this one",
        at: revision.span)
    }
    return revision.value
  }

  /// Whether earlier users keep their default, which a single key that has one in the schema can say.
  func isDefaultForNew(of declaration: KeyDeclaration, _ value: DefaultModel?) -> Bool {
    guard let span = declaration.defaultIsForNew else { return false }
    if case .literal = value, declaration.parameters == nil { return true }
    if value != nil || declaration.parameters != nil {
      diagnostics.report(
        .defaultValue, "`defaultFor` is for a single key whose `default` is a value in the schema",
        at: span)
    }
    return false
  }

  /// Checks what types say of earlier versions.
  mutating func checkEvolution() {
    for index in tree.types.indices {
      let declaration = tree.types[index].declaration
      checkCases(of: declaration, at: index)
      checkFields(of: declaration, at: index)
      checkReserved(of: declaration, at: index)
    }
  }

  /// Checks that no case and no field has what is reserved.
  private mutating func checkReserved(of declaration: TypeDeclaration, at index: Int) {
    if declaration.reserved.isEmpty { return }
    let (form, entity, users) = users(of: declaration, at: index)
    let places = Dictionary(users, uniquingKeysWith: { first, _ in first })
    for node in declaration.reserved {
      guard let literal = literal(node, as: .scalar(form)) else { continue }
      types[index].reserved.append(literal)
      guard let place = places[literal.fingerprint] else { continue }
      diagnostics.report(
        .reservedID,
        "`\(literal.text)` is reserved: a \(entity.rawValue) that is gone had it; choose another",
        at: place, notes: [(.otherValueHere("reserved"), node.span)])
    }
  }

  /// The bytes that the parts of a type read, with the place of each part.
  private func users(
    of declaration: TypeDeclaration, at index: Int
  ) -> (form: ScalarType, NamedEntity, [(String, Span)]) {
    if case .enumeration(_, let hasIntegers) = types[index].kind, let cases = declaration.cases {
      let own = cases.value.map { item -> (Literal?, Span) in
        guard let node = item.rawValue else {
          return (.string(item.member.value), item.member.span)
        }
        return (rawValue(node, isInteger: hasIntegers), node.span)
      }
      let former = cases.value.flatMap(\.former).map { node in
        (rawValue(node, isInteger: hasIntegers), node.span)
      }
      let users = (own + former).compactMap { raw, place in raw.map { ($0.fingerprint, place) } }
      return (hasIntegers ? .int : .string, .enumCase, users)
    }
    let users = (declaration.fields?.value ?? []).flatMap { field in
      ([field.member] + field.formerNames).map { (Literal.string($0.value).fingerprint, $0.span) }
    }
    return (.string, .field, users)
  }

  private mutating func checkCases(of declaration: TypeDeclaration, at index: Int) {
    guard case .enumeration(let cases, let hasIntegers) = types[index].kind,
      declaration.cases != nil
    else {
      if let span = declaration.keepsUnknown {
        diagnostics.report(.structure, "`unknown` is for an enum", at: span)
      }
      return
    }
    if let span = declaration.keepsUnknown {
      types[index].keepsUnknown = true
      if let item = declaration.cases?.value.first(where: { $0.member.value == "unknown" }) {
        diagnostics.report(
          .reservedName,
          "`unknown` is reserved: what is kept of unknown values has that name; call the case `notKnown`",
          remedy: .replacement("notKnown"), at: item.member.span,
          notes: [(.otherValueHere("unknown"), span)])
      }
    }
    let raws = Set(cases.map(\.rawValue.fingerprint))
    var known: [String: Span] = [:]
    for item in declaration.cases?.value ?? [] {
      let name = item.member.value
      for node in item.former {
        let raw = rawValue(node, isInteger: hasIntegers)
        let text = node.string?.text ?? ""
        if let raw {
          if raws.contains(raw.fingerprint) {
            diagnostics.report(
              .enumeration, "raw value \(raw.text) is that of a case; no former one is needed",
              at: node.span)
          }
        } else if !hasIntegers || !SwiftName.isLowerCamelCase(text) {
          diagnostics.report(
            .mismatch(
              expected: hasIntegers
                ? "a whole number for a raw value, or the former name of a case"
                : "a string, as the raw values of the enum are",
              found: node.string.map { "\"\($0.text.prefix(60))\"" } ?? node.noun),
            at: node.span)
          continue
        } else if types[index].enumCase(named: text) != nil {
          diagnostics.report(
            .enumeration, "`\(text)` is a case; no former name is needed", at: node.span)
        }
        if let first = known.updateValue(node.span, forKey: raw?.fingerprint ?? text) {
          diagnostics.report(.repeatedElement, at: node.span, notes: [(.firstHere, first)])
        } else if let raw {
          types[index].formerCases.append((raw, name))
        } else {
          types[index].formerCaseNames.append((text, name))
        }
      }
    }
  }

  private func rawValue(_ node: JSONNode, isInteger: Bool) -> Literal? {
    switch node.value {
    case .string(let text) where !isInteger: return .string(text.text)
    case .number(let spelling) where isInteger:
      guard let integer = Int128(spelling: spelling), integer.fits(.int) else { return nil }
      return .integer(integer)
    default: return nil
    }
  }

  private mutating func checkFields(of declaration: TypeDeclaration, at index: Int) {
    guard case .structure(var fields) = types[index].kind else { return }
    var names: [String: (name: String, place: Span)] = [:]
    for field in declaration.fields?.value ?? [] {
      names[SwiftName.folded(field.member.value)] = (field.member.value, field.member.span)
    }
    for field in declaration.fields?.value ?? [] where field.formerNames.isEmpty {
      if let span = field.movesLater {
        diagnostics.report(.movesNothing(keyword: "former"), at: span)
      }
    }
    for field in declaration.fields?.value ?? [] where !field.formerNames.isEmpty {
      let good = field.formerNames.filter {
        memberName($0.value, of: .field, at: $0.span, in: &names)
      }
      guard let place = types[index].fieldIndex(named: field.member.value) else { continue }
      fields[place].formerNames = good.map(\.value)
      fields[place].movesLater = field.movesLater != nil
    }
    types[index].kind = .structure(fields)
  }
}
