import KeywrightSchema

extension ServerSession {
  /// The namespaces, types and keys that a schema declares, one in the other.
  func symbols(_ params: JSONNode?) throws(ServerFault) -> JSONDocument {
    let document = try document(params)
    guard let root = document.source.tree else { return .array([]) }
    let place = SchemaPlace.path(to: root.span.start, in: root)[0]
    return .array(Self.symbols(in: place, document.source))
  }

  private static func symbols(in place: SchemaPlace, _ source: SourceFile) -> [JSONDocument] {
    place.children.flatMap { child -> [JSONDocument] in
      let inner = symbols(in: child, source)
      guard let name = child.member?.name, let kind = kind(of: child, in: place) else {
        return inner
      }
      let type = child.node["type"]?.string?.text ?? child.node.string?.text ?? ""
      let whole = name.span.start..<child.node.span.end
      return [
        [
          "name": .string(name.text.isEmpty ? "\"\"" : name.text), "detail": .string(type),
          "kind": .integer(kind), "range": source.range(whole),
          "selectionRange": source.range(name.span.start..<name.span.end),
          "children": .array(inner),
        ]
      ]
    }
  }

  /// The number that the protocol has for what a member declares; nil if it declares nothing.
  private static func kind(of place: SchemaPlace, in outer: SchemaPlace) -> Int? {
    guard outer.declaresNames else { return nil }
    switch outer.keyword?.name {
    case "namespaces": return 3
    case "keys": return 7
    case "types": return place.node["enum"] == nil ? 23 : 10
    case "struct": return 8
    case "enum": return 22
    default: return nil
    }
  }

  /// The text in the layout that the command writes, as the edit of what differs.
  func formatting(_ params: JSONNode?) throws(ServerFault) -> JSONDocument {
    let source = try document(params).source
    let (root, diagnostics) = JSONFile.read(source)
    // Formatting would lose the mistakes, such as a member that is given twice.
    guard let root, diagnostics.isEmpty else {
      throw ServerFault(.requestFailed, "the text is not laid out before its JSON is mended")
    }
    let text = Array((JSONDocument(root).text() + "\n").utf8)
    if text == source.bytes { return .array([]) }
    let start = zip(text, source.bytes).prefix { $0 == $1 }.count
    let most = min(text.count, source.bytes.count) - start
    let end = zip(text.reversed(), source.bytes.reversed()).prefix { $0 == $1 }.count
    var (first, tail) = (start, min(end, most))
    // An edit begins and ends between characters, and not in the middle of a line end.
    while first > 0, Self.isInside(text, first) || Self.isInside(source.bytes, first) { first -= 1 }
    while tail > 0,
      Self.isInside(text, text.count - tail)
        || Self.isInside(source.bytes, source.bytes.count - tail)
    { tail -= 1 }
    return source.document(of: [
      TextEdit(
        range: first..<(source.bytes.count - tail),
        text: String(decoding: text[first..<(text.count - tail)], as: UTF8.self))
    ])
  }

  private static func isInside(_ bytes: [UInt8], _ offset: Int) -> Bool {
    guard offset < bytes.count else { return false }
    let isLineEnd = bytes[offset] == 0x0A && offset > 0 && bytes[offset - 1] == 0x0D
    return bytes[offset] & 0xC0 == 0x80 || isLineEnd
  }
}

extension JSONDocument {
  /// A value that was read, for output.
  init(_ node: JSONNode) {
    switch node.value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .number(let spelling): self = .number(spelling)
    case .string(let string): self = .string(string.text)
    case .array(let elements): self = .array(elements.map(JSONDocument.init))
    case .object(let members):
      self = .object(members.map { ($0.name.text, JSONDocument($0.value)) })
    }
  }
}
