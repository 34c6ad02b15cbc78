/// Reads JSON values as values of a type.
struct LiteralReader {
  let types: [TypeModel]
  let diagnostics: DiagnosticBag
  /// Whether the value is inside one of a struct, which is read by `Codable`.
  var isInStruct = false

  /// The value of a node as one of a type; reports what keeps it from being one.
  mutating func literal(_ node: JSONNode, as type: ValueType) -> Literal? {
    switch type {
    case .scalar(let scalar): return self.scalar(node, as: scalar)
    case .array(let element): return list(node, of: element).map(Literal.list)
    case .set(let element):
      guard let values = list(node, of: element) else { return nil }
      reportRepetitions(of: values, at: node.elements?.map(\.span) ?? [])
      return .set(values)
    case .dictionary(let key, let value): return entries(node, key: key, value: value, as: type)
    case .declared(let id): return declared(node, as: id)
    case .own(let symbol):
      diagnostics.report(
        .coding,
        "a value of `\(symbol.text)` cannot be written in a schema; name a function: { \"call\": \"\(symbol.text).init\" }",
        at: node.span)
      return nil
    }
  }

  mutating func mismatch(_ node: JSONNode, expected: MessageText) -> Literal? {
    diagnostics.report(.mismatch(expected: expected, found: node.noun), at: node.span)
    return nil
  }

  private mutating func list(_ node: JSONNode, of element: ValueType) -> [Literal]? {
    guard let elements = node.elements else {
      _ = mismatch(node, expected: "an array")
      return nil
    }
    let values = elements.map { literal($0, as: element) }
    return values.contains { $0 == nil } ? nil : values.compactMap(\.self)
  }

  /// Reports values that Swift holds to be equal: to it "é" and its decomposed twin are.
  private mutating func reportRepetitions(of values: [Literal], at places: [Span]) {
    var seen: [String: Span] = [:]
    for (value, place) in zip(values, places) {
      guard let first = seen.updateValue(place, forKey: value.fingerprint) else { continue }
      diagnostics.report(.repeatedElement, at: place, notes: [(.firstHere, first)])
    }
  }

  private mutating func entries(
    _ node: JSONNode, key: ValueType, value: ValueType, as type: ValueType
  ) -> Literal? {
    guard let members = node.members else { return mismatch(node, expected: "an object") }
    // `Codable` has pairs, not members, for integers of other widths.
    if isInStruct, case .scalar(let scalar) = key, scalar != .int, scalar != .string {
      if members.isEmpty { return .emptyPairs }
      diagnostics.report(
        .structure,
        "a schema cannot fill a dictionary by `\(scalar.rawValue)` inside a struct, which is stored as pairs; "
          + "key it by Int or String, or let a function make the default", at: node.span)
      return nil
    }
    var entries: [(key: Literal, value: Literal)] = []
    for member in members {
      let name = memberKey(member.name, as: key)
      if let value = literal(member.value, as: value), let name { entries.append((name, value)) }
    }
    if entries.count < members.count { return nil }
    reportRepetitions(of: entries.map(\.key), at: members.map(\.name.span))
    return .entries(entries)
  }

  /// A member's name as a dictionary's key.
  private mutating func memberKey(_ name: JSONString, as type: ValueType) -> Literal? {
    guard case .scalar(let scalar) = type, scalar.integerBounds != nil else {
      return literal(JSONNode(value: .string(name), span: name.span), as: type)
    }
    if Int128(spelling: name.text) == nil {
      diagnostics.report(
        .mismatch(expected: "a whole number for a key", found: "\"\(name.text.prefix(60))\""),
        at: name.span)
      return nil
    }
    return literal(JSONNode(value: .number(name.text), span: name.span), as: type)
  }

  private mutating func declared(_ node: JSONNode, as id: TypeID) -> Literal? {
    let type = types[id.index]
    switch type.kind {
    case .enumeration(let cases, _):
      // An enum without cases has been reported.
      if cases.isEmpty { return nil }
      guard let name = node.string?.text else {
        return mismatch(node, expected: "a case of `\(known: MessageText.cut(type.swiftName))`")
      }
      if type.enumCase(named: name) != nil { return .enumCase(id, name) }
      if diagnostics.isFull(node.span.file) { return nil }
      if let item = cases.mended(as: name) { return .enumCase(id, item.name) }
      diagnostics.report(
        .notACase(name, of: type.swiftName, suggestion: cases.suggestion(for: name)),
        at: node.span)
      return nil
    case .structure(let fields): return structure(node, as: id, type, fields)
    }
  }

  /// The name that was probably meant, if anyone will read it.
  private func suggestion(
    for name: String, among names: @autoclosure () -> [String], _ node: JSONNode
  ) -> String? {
    diagnostics.isFull(node.span.file) ? nil : SpellingSuggestion.nearest(to: name, among: names())
  }

  private mutating func structure(
    _ node: JSONNode, as id: TypeID, _ type: TypeModel, _ fields: [StructField]
  ) -> Literal? {
    guard node.members != nil else { return mismatch(node, expected: "an object") }
    // No field can have the name of a member for other tools, so these are skipped; a dictionary has them as
    // entries.
    let members = node.ownMembers
    let isInner = isInStruct
    isInStruct = true
    defer { isInStruct = isInner }
    var isGood = true
    var given: [(index: Int, value: JSONNode)] = []
    for member in members {
      if let index = type.fieldIndex(named: member.name.text) {
        given.append((index, member.value))
        continue
      }
      let suggestion = suggestion(for: member.name.text, among: fields.map(\.name), node)
      diagnostics.report(
        .typeMismatch,
        "`\(known: MessageText.cut(type.swiftName))` has no field `\(member.name.text)`\(meant: suggestion)",
        remedy: .spelling(suggestion), at: member.name.span)
      isGood = false
    }
    // In the order of the fields, as Swift wants them.
    given.sort { $0.index < $1.index }
    if !type.required.isEmpty {
      let names = Set(given.map { ExactString(fields[$0.index].name) })
      for field in type.required where !names.contains(ExactString(field)) {
        if diagnostics.isFull(node.span.file) { return nil }
        diagnostics.report(
          .typeMismatch,
          "field `\(field)` of `\(known: MessageText.cut(type.swiftName))` has no value",
          at: node.span)
        isGood = false
      }
    }
    var values: [(field: String, value: Literal)] = []
    for (index, node) in given {
      let field = fields[index]
      if field.isOptional, node.isNull { continue }
      if let value = literal(node, as: field.type) {
        values.append((field.name, value))
      } else {
        isGood = false
      }
    }
    return isGood ? .structure(id, values) : nil
  }
}
