/// Reads the grammar of types:
///
///     type    = primary "?"*
///     primary = "[" type "]" | "[" type ":" type "]" | path ["<" type ("," type)* ">"]
///     path    = identifier ("." identifier)*
struct TypeParser {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  static func parse(_ text: String) throws(TypeFault) -> TypeSyntax {
    var parser = TypeParser(bytes: Array(text.utf8))
    let type = try parser.type()
    parser.skipSpace()
    if parser.position < parser.bytes.count { throw parser.unexpected("the end of the type") }
    return type
  }

  private mutating func type() throws(TypeFault) -> TypeSyntax {
    skipSpace()
    let start = position
    if depth == ValueType.deepest {
      throw fault(
        .limit, "a type nested more than \(ValueType.deepest) deep",
        start..<min(start + 1, bytes.count))
    }
    depth += 1
    defer { depth -= 1 }
    var type = try primary()
    if peek("[", "]") {
      let element = String(decoding: bytes[start..<position], as: UTF8.self)
      throw fault(
        .typeSyntax,
        "in a type: an array is not written `\(element)[]`; did you mean `[\(element)]`?",
        remedy: .replacement("[\(element)]"), start..<position + 2)
    }
    while take("?") {
      // `T??` is reported when the type is resolved; a longer run is the same mistake.
      if case .optional(.optional, _) = type { continue }
      type = .optional(type, start..<position)
    }
    return type
  }

  private mutating func primary() throws(TypeFault) -> TypeSyntax {
    let start = position
    if take("[") {
      let first = try type()
      skipSpace()
      if take(":") {
        let value = try type()
        try expect("]")
        return .dictionary(first, value, start..<position)
      }
      try expect("]")
      return .array(first, start..<position)
    }
    let name = try path()
    let nameRange = start..<position
    guard take("<") else { return .name(name, nameRange) }
    var arguments = [try type()]
    skipSpace()
    while take(",") {
      arguments.append(try type())
      skipSpace()
    }
    try expect(">")
    return .generic(name, nameRange: nameRange, arguments, start..<position)
  }

  private mutating func path() throws(TypeFault) -> String {
    let start = position
    while position < bytes.count, isNameByte(bytes[position]) { position += 1 }
    let name = String(decoding: bytes[start..<position], as: UTF8.self)
    if name.isEmpty { throw unexpected("a type") }
    if Symbol(name) == nil || name.hasSuffix(".init") {
      throw fault(
        .typeSyntax, "in a type: expected a type name, found `\(name)`", start..<position)
    }
    return name
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), 0x80...0xFF:
      true
    default: false
    }
  }

  private mutating func expect(_ character: Character) throws(TypeFault) {
    skipSpace()
    if !take(character) { throw unexpected("`\(character)`") }
  }

  private mutating func take(_ character: Character) -> Bool {
    guard position < bytes.count, bytes[position] == character.asciiValue else { return false }
    position += 1
    return true
  }

  private func peek(_ first: Character, _ second: Character) -> Bool {
    position + 1 < bytes.count && bytes[position] == first.asciiValue
      && bytes[position + 1] == second.asciiValue
  }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position] == 0x20 { position += 1 }
  }

  private func unexpected(_ expected: String) -> TypeFault {
    var end = min(position + 1, bytes.count)
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    let text = String(decoding: bytes[position..<end], as: UTF8.self)
    let found: MessageText = text.isEmpty ? "the end of the type" : "`\(text)`"
    return fault(
      .typeSyntax, "in a type: expected \(words: expected), found \(found)", position..<end)
  }

  private func fault(
    _ rule: Rule, _ text: MessageText, remedy: Remedy? = nil, _ range: Range<Int>
  ) -> TypeFault {
    TypeFault(message: DiagnosticMessage(rule, text, remedy: remedy), range: range)
  }
}
