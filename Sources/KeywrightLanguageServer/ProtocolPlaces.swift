import KeywrightSchema

// The protocol counts lines and columns from 0, all else here from 1; a column is a UTF-16 code unit in both.

extension SourceLocation {
  /// The place as the protocol has it.
  var position: JSONDocument {
    ["line": .integer(line - 1), "character": .integer(column - 1)]
  }
}

extension SourceFile {
  /// The range of bytes as the protocol has it.
  func range(_ bytes: Range<Int>) -> JSONDocument {
    [
      "start": location(at: bytes.lowerBound).position,
      "end": location(at: bytes.upperBound).position,
    ]
  }

  /// The offset of a position of the protocol; nil if it is none.
  func offset(of position: JSONNode?) -> Int? {
    guard let line = position?["line"]?.integer, let column = position?["character"]?.integer,
      line >= 0, column >= 0, line < Int(Int32.max), column < Int(Int32.max)
    else { return nil }
    return offset(line: line + 1, column: column + 1)
  }

  /// The offsets of a range of the protocol; nil if it is none.
  func offsets(of range: JSONNode?) -> Range<Int>? {
    guard let start = offset(of: range?["start"]), let end = offset(of: range?["end"]),
      start <= end
    else { return nil }
    return start..<end
  }

  /// The offset of a location in this file.
  func offset(of location: SourceLocation) -> Int {
    offset(line: location.line, column: location.column)
  }

  /// Edits of this file as the protocol has them.
  func document(of edits: [TextEdit]) -> JSONDocument {
    .array(edits.map { ["range": range($0.range), "newText": .string($0.text)] })
  }
}
