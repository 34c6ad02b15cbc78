/// A bracket that is open where the parser stands.
struct OpenBracket {
  let position: Int
  /// The indentation of its line.
  let indent: Int
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
    if suspect == nil, beginsLine, indent < bracket.indent { suspect = bracket }
  }

  /// Reports that something else was expected here, with the bracket that is not closed if that is the
  /// reason: at the end of the file, or at a closing bracket of the other kind.
  mutating func stop(unexpected fault: JSONFault) -> Stop {
    guard let innermost = brackets.last else { return stop(fault) }
    let bracket = bytes[innermost.position]
    let isAtEnd = position >= bytes.count
    let isOther = peek() == UInt8(ascii: bracket == UInt8(ascii: "{") ? "]" : "}")
    guard isAtEnd || isOther else { return stop(fault) }
    let isSuspected = isAtEnd && suspect != nil
    let open = isAtEnd ? suspect ?? innermost : innermost
    return stop(
      fault,
      notes: [
        (
          .notClosed(Character(Unicode.Scalar(bytes[open.position])), isSure: !isSuspected),
          Span(file: file, start: open.position, end: open.position + 1)
        )
      ])
  }

  /// Notes that a line begins, after the line end before the present position.
  mutating func beginLine() {
    lineStart = position
    var end = position
    while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
    indent = end - position
  }
}
