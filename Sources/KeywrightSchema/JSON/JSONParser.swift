/// Reads JSON (RFC 8259) and keeps the place of everything in it.
///
/// A mistake that leaves the rest readable (a comment, a trailing or missing comma, a duplicate
/// member, a bad escape) is reported and reading goes on; any other ends the file. Recursion is
/// bounded by `maximumDepth`.
package struct JSONParser {
  /// The depth to which arrays and objects may be nested.
  static let maximumDepth = 128
  /// The size, in bytes, beyond which a file is refused unread: 16 MB.
  static let maximumSize = 16 * 1024 * 1024

  /// The additions to JSON that a text may have without a report.
  package struct Extensions: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `// …`, `/* … */` and `# …`.
    package static let comments = Extensions(rawValue: 1)
    package static let trailingCommas = Extensions(rawValue: 2)
    /// Any number of combining marks in a row: a program may have stored them, and reads them again.
    package static let combiningMarks = Extensions(rawValue: 4)
  }

  /// Thrown, after the problem was reported, where reading cannot go on.
  struct Stop: Error {}

  let bytes: [UInt8]
  let file: Int
  /// The member names by which a text is known to be a schema.
  let schemaNames: Set<String>
  /// Whether one of them was read.
  var isSchema = false
  var position = 0
  /// The brackets that are open, from the outermost.
  var brackets: [OpenBracket] = []
  /// The first bracket that seems to have been closed by one that was meant for another.
  var suspect: OpenBracket?
  /// The place and the indentation of the line that holds the present position.
  var lineStart = 0
  var indent = 0
  /// Whether the string at hand has a mistake that leaves the rest readable.
  var isDamaged = false
  let allowed: Extensions
  let faults: any JSONFaultHandler

  /// Reads one text.
  ///
  /// - Parameters:
  ///   - bytes: the text, in any state.
  ///   - file: the index of the file among several, which the spans have.
  ///   - schemaNames: the names of which a member of the outermost object has one, if the text is a
  ///     schema; no words of other texts are quoted in messages.
  ///   - allowed: the additions to JSON that are no mistakes.
  ///   - faults: where mistakes are reported.
  /// - Returns: the value, or nil if the file could not be read to its end.
  /// - Complexity: O(*n*) in the number of bytes.
  static func parse(
    _ bytes: [UInt8], file: Int = 0, knownBy schemaNames: Set<String> = [],
    allowing allowed: Extensions = [], into faults: some JSONFaultHandler
  ) -> JSONNode? {
    var parser = JSONParser(
      bytes: bytes, file: file, schemaNames: schemaNames, allowed: allowed, faults: faults)
    return try? parser.document()
  }

  /// The closing brackets that a text lacks, if it can be read to its end.
  static func closers(of bytes: [UInt8], into faults: some JSONFaultHandler) -> String? {
    var parser = JSONParser(
      bytes: bytes, file: 0, schemaNames: [], allowed: [], faults: faults)
    if (try? parser.document()) != nil { return "" }
    return parser.position >= bytes.count ? parser.closers : nil
  }

  private mutating func document() throws(Stop) -> JSONNode {
    try checkEncoding()
    try skipSpace()
    if position == bytes.count { throw stop(.emptyFile, from: 0) }
    let node = try value()
    try skipSpace()
    if position < bytes.count { throw stop(.trailingContent(found: found()), from: position) }
    return node
  }

  mutating func value() throws(Stop) -> JSONNode {
    let start = position
    switch peek() {
    case UInt8(ascii: "{"): return try nested { parser throws(Stop) in try parser.object() }
    case UInt8(ascii: "["): return try nested { parser throws(Stop) in try parser.array() }
    case UInt8(ascii: "\""):
      let string = try string()
      return JSONNode(value: .string(string), span: string.span)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"),
      UInt8(ascii: "."):
      let spelling = try number()
      return JSONNode(value: .number(spelling), span: span(from: start))
    default:
      return JSONNode(value: try word(), span: span(from: start))
    }
  }

  private mutating func nested(
    _ body: (inout JSONParser) throws(Stop) -> JSONValue
  ) throws(Stop) -> JSONNode {
    let start = position
    try open()
    let value = try body(&self)
    close()
    return JSONNode(value: value, span: span(from: start))
  }

  private mutating func array() throws(Stop) -> JSONValue {
    var elements: [JSONNode] = []
    try skipSpace()
    if take(UInt8(ascii: "]")) { return .array(elements) }
    while true {
      elements.append(try value())
      if try endOfList(UInt8(ascii: "]"), after: "an element") { return .array(elements) }
    }
  }

  private mutating func object() throws(Stop) -> JSONValue {
    var members: [JSONMember] = []
    var seen = MemberNames()
    try skipSpace()
    if take(UInt8(ascii: "}")) { return .object(members) }
    while true {
      if peek() != UInt8(ascii: "\"") {
        throw stop(
          unexpected: .unexpected(found: found(), expected: "a member name in double quotes"))
      }
      let name = try string()
      if brackets.count == 1, !isSchema { isSchema = schemaNames.contains(name.text) }
      try skipSpace()
      if !take(UInt8(ascii: ":")) {
        throw stop(unexpected: .unexpected(found: found(), expected: "`:` after the member name"))
      }
      try skipSpace()
      let member = JSONMember(name: name, value: try value())
      if let first = seen.insert(name, after: members) {
        faults.report(
          .duplicateMember(name.text), at: name.span,
          notes: [(.firstHere, members[first].name.span)])
      } else {
        members.append(member)
      }
      if try endOfList(UInt8(ascii: "}"), after: "a member") { return .object(members) }
    }
  }

  /// Reads the comma or the bracket after an element; returns whether it ends the list.
  private mutating func endOfList(_ end: UInt8, after what: String) throws(Stop) -> Bool {
    let afterValue = position
    try skipSpace()
    if take(end) { return true }
    let comma = position
    if take(UInt8(ascii: ",")) {
      try skipSpace()
      guard take(end) else { return false }
      if !allowed.contains(.trailingCommas) {
        report(.trailingComma, at: Span(file: file, start: comma, end: comma + 1))
      }
      return true
    }
    let expected = "`,` or `\(Character(Unicode.Scalar(end)))` after \(what)"
    let startsMember = peek() == UInt8(ascii: "\"") && end == UInt8(ascii: "}")
    if !startsMember {
      throw stop(unexpected: .unexpected(found: found(), expected: expected), isAfterValue: true)
    }
    report(
      .missingComma, at: Span(file: file, start: afterValue, end: afterValue))
    return false
  }
}

/// The member names of one object, compared byte by byte.
///
/// Two names that Unicode holds to be equivalent are different members for JSON; where that
/// matters, a later check reports it.
private struct MemberNames {
  /// The most names that are compared one by one: most objects have no more, and a table costs more.
  private static let few = 8
  private var indices: [ExactString: Int] = [:]

  /// Adds a name; returns the index of the member that has it already.
  mutating func insert(_ name: JSONString, after members: [JSONMember]) -> Int? {
    let key = ExactString(name.text)
    if members.count < Self.few {
      return members.firstIndex { ExactString($0.name.text) == key }
    }
    if indices.isEmpty {
      for (index, member) in members.enumerated() { indices[ExactString(member.name.text)] = index }
    }
    if let first = indices[key] { return first }
    indices[key] = members.count
    return nil
  }
}
