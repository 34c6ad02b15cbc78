/// A bracket that is open where the parser stands.
struct OpenBracket {
  let position: Int
  /// The indentation of its line.
  let indent: Int
  /// The offset of the bracket that closed it, and was probably meant for another.
  var closing = 0
}

extension JSONParser {
  /// Passes an opening bracket.
  mutating func open() throws(Stop) {
    if brackets.count == Self.maximumDepth {
      throw stop(.nestedTooDeeply(limit: Self.maximumDepth))
    }
    brackets.append(OpenBracket(position: position, indent: indent))
    position += 1
  }

  /// Notes that the innermost bracket was closed by the byte before the present position.
  ///
  /// A closing bracket that begins its line, and is indented less than the line of the opening one, was
  /// probably meant for one farther out.
  mutating func close() {
    guard let bracket = brackets.popLast() else { return }
    let beginsLine = position - 1 == lineStart + indent
    if suspect == nil, beginsLine, indent < bracket.indent {
      suspect = bracket
      suspect?.closing = position - 1
    }
  }

  /// Reports that something else was expected here, with the bracket that is not closed if that is the
  /// reason: at the end of the file, or at a closing bracket of the other kind.
  ///
  /// - Parameter isAfterValue: Whether a bracket could stand here, so that it is known what is missing.
  mutating func stop(unexpected fault: JSONFault, isAfterValue: Bool = false) -> Stop {
    guard let innermost = brackets.last else { return stop(fault) }
    let bracket = bytes[innermost.position]
    let isAtEnd = position >= bytes.count
    let isOther = peek() == UInt8(ascii: bracket == UInt8(ascii: "{") ? "]" : "}")
    guard isAtEnd || isOther else { return stop(fault) }
    let isSuspected = isAtEnd && suspect != nil
    let open = isAtEnd ? suspect ?? innermost : innermost
    return stop(
      fault.lacking(isAtEnd && isAfterValue ? missing : nil),
      notes: [
        (
          .notClosed(Character(Unicode.Scalar(bytes[open.position])), isSure: !isSuspected),
          Span(file: file, start: open.position, end: open.position + 1)
        )
      ])
  }

  /// The closing brackets that the file lacks: that of the suspect, where its line would be, or those of all
  /// open brackets, at the end.
  private var missing: JSONFault.MissingText? {
    guard let suspect else { return JSONFault.MissingText(text: closers, offset: bytes.count) }
    // If several are missing, the places of the others are unknown.
    if brackets.count > 1 { return nil }
    var offset = suspect.closing
    while offset > 0, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset - 1]) { offset -= 1 }
    let indent = String(repeating: " ", count: suspect.indent)
    return JSONFault.MissingText(text: "\n\(indent)\(closer(of: suspect))", offset: offset)
  }

  /// The closing brackets of all that are open.
  var closers: String { brackets.reversed().map { closer(of: $0) }.joined() }

  private func closer(of bracket: OpenBracket) -> String {
    bytes[bracket.position] == UInt8(ascii: "{") ? "}" : "]"
  }

  /// Notes that a line begins, after the line end before the present position.
  mutating func beginLine() {
    lineStart = position
    var end = position
    while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
    indent = end - position
  }
}

extension JSONFault {
  /// The fault, with the text that is missing.
  fileprivate func lacking(_ missing: MissingText?) -> JSONFault {
    guard case .unexpected(let found, let expected, nil) = self else { return self }
    return .unexpected(found: found, expected: expected, missing: missing)
  }
}
