/// Reads JSON values as values of a type.
struct LiteralReader {
  let types: [TypeModel]
  var diagnostics: DiagnosticBag

  /// The value of a node as one of a type; reports what keeps it from being one.
  mutating func literal(_ node: JSONNode, as type: ValueType) -> Literal? {
    switch type {
    case .scalar(let scalar): return self.scalar(node, as: scalar)
    case .array(let element): return list(node, of: element, as: type)
    case .set(let element):
      guard let list = list(node, of: element, as: type) else { return nil }
      reportRepetitions(in: list, node)
      return list
    case .dictionary(let key, let value): return entries(node, key: key, value: value, as: type)
    case .declared(let id): return declared(node, as: id)
    case .own(let symbol):
      diagnostics.report(.literalOfOwnType(symbol.text), at: node.span)
      return nil
    }
  }

  mutating func mismatch(_ node: JSONNode, expected: String) -> Literal? {
    diagnostics.report(.mismatch(expected: expected, found: node.noun), at: node.span)
    return nil
  }

  private mutating func list(_ node: JSONNode, of element: ValueType, as type: ValueType)
    -> Literal?
  {
    guard let elements = node.elements else { return mismatch(node, expected: "an array") }
    let values = elements.map { literal($0, as: element) }
    return values.contains { $0 == nil } ? nil : .list(values.compactMap(\.self))
  }

  private mutating func reportRepetitions(in list: Literal, _ node: JSONNode) {
    guard case .list(let values) = list, let elements = node.elements else { return }
    var seen: [ExactString: Int] = [:]
    for (index, value) in values.enumerated() {
      guard let first = seen.updateValue(index, forKey: ExactString(value.fingerprint)) else {
        continue
      }
      diagnostics.report(
        .repeatedElement, at: elements[index].span, notes: [(.firstHere, elements[first].span)])
    }
  }

  private mutating func entries(
    _ node: JSONNode, key: ValueType, value: ValueType, as type: ValueType
  ) -> Literal? {
    guard let members = node.members else { return mismatch(node, expected: "an object") }
    var entries: [(key: Literal, value: Literal)] = []
    for member in members {
      let name = memberKey(member.name, as: key)
      if let value = literal(member.value, as: value), let name { entries.append((name, value)) }
    }
    return entries.count == members.count ? .entries(entries) : nil
  }

  /// A member's name as a dictionary's key.
  private mutating func memberKey(_ name: JSONString, as type: ValueType) -> Literal? {
    guard case .scalar(let scalar) = type, scalar.integerBounds != nil else {
      return literal(JSONNode(value: .string(name), span: name.span), as: type)
    }
    if IntegerLiteral(spelling: name.text) == nil {
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
      let names = cases.map(\.name)
      guard let name = node.string?.text else {
        return mismatch(node, expected: "a case of `\(type.swiftName)`")
      }
      if names.contains(name) { return .enumCase(id, name) }
      diagnostics.report(
        .notACase(
          name, of: type.swiftName, suggestion: NearMiss.suggestion(for: name, among: names)),
        at: node.span)
      return nil
    case .structure(let fields): return structure(node, as: id, named: type.swiftName, fields)
    }
  }

  private mutating func structure(
    _ node: JSONNode, as id: TypeID, named name: String, _ fields: [StructField]
  ) -> Literal? {
    guard let members = node.members else { return mismatch(node, expected: "an object") }
    var isGood = true
    let names = Set(fields.map { ExactString($0.name) })
    let given = Dictionary(
      members.map { (ExactString($0.name.text), $0) }, uniquingKeysWith: { first, _ in first })
    for member in members where !names.contains(ExactString(member.name.text)) {
      let suggestion = NearMiss.suggestion(for: member.name.text, among: fields.map(\.name))
      diagnostics.report(
        .unknownField(member.name.text, of: name, suggestion: suggestion), at: member.name.span)
      isGood = false
    }
    var values: [(field: String, value: Literal)] = []
    for field in fields {
      guard let member = given[ExactString(field.name)] else {
        if field.isOptional || field.defaultValue != nil { continue }
        diagnostics.report(.missingField(field.name, of: name), at: node.span)
        isGood = false
        continue
      }
      if field.isOptional, member.value.isNull { continue }
      if let value = literal(member.value, as: field.type) {
        values.append((field.name, value))
      } else {
        isGood = false
      }
    }
    return isGood ? .structure(id, values) : nil
  }
}
