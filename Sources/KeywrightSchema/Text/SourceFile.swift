/// The text of one schema file, with its lines.
package struct SourceFile: Sendable {
  /// The size, in bytes, beyond which a file is refused unread: 16 MB.
  package static let maximumSize = JSONParser.maximumSize

  /// The path that diagnostics print.
  package let path: String
  /// The path below the target, with `/`: what generated comments and `allKeys` print.
  ///
  /// It names no folder of the machine, so that the output is the same everywhere.
  package let name: String
  /// The path below the package, with `/`: where the compiler reports what the schema names.
  package let packagePath: String
  package let bytes: [UInt8]
  private let lines: LineTable

  /// Creates a file from its bytes.
  ///
  /// - Parameters:
  ///   - path: the path that diagnostics print.
  ///   - name: the path below the target; the last component of `path` if it is nil.
  ///   - packagePath: the path below the package; `name` if it is nil.
  ///   - bytes: the file's content, in any state: it is checked by the parser.
  /// - Complexity: O(*n*) in the number of bytes.
  package init(
    path: String, name: String? = nil, packagePath: String? = nil, bytes: [UInt8]
  ) {
    let name = name ?? path.split(separator: "/").last.map(String.init) ?? path
    self.path = path
    self.name = name
    self.packagePath = packagePath ?? name
    self.bytes = bytes
    // One that is refused unread has a problem at its beginning alone.
    self.lines = LineTable(bytes.count > Self.maximumSize ? [] : bytes)
  }

  /// Creates a file from text, for tests and tools that hold schemas in memory.
  package init(path: String, name: String? = nil, text: String) {
    self.init(path: path, name: name, bytes: Array(text.utf8))
  }

  /// The line, from 1, that holds the byte at `offset`.
  ///
  /// - Complexity: O(log *n*) in the number of lines.
  package func line(at offset: Int) -> Int { lines.line(at: offset) }

  /// The place of the byte at `offset`; an offset beyond the end is the end.
  ///
  /// - Complexity: O(log *n*) in the number of lines.
  package func location(at offset: Int) -> SourceLocation {
    let (line, column) = lines.place(of: offset, in: bytes)
    return SourceLocation(path: path, line: line, column: column)
  }

  /// The offset of a place; one beyond the end of its line, or inside a character, is the nearest before.
  ///
  /// - Parameters:
  ///   - line: The line, from 1; one beyond the last is the end.
  ///   - column: The column, from 1, in UTF-16 code units.
  /// - Complexity: O(*n*) in the length of the line.
  package func offset(line: Int, column: Int) -> Int {
    lines.offset(line: line, column: column, in: bytes)
  }

  /// The text of a range of bytes, without the quotes of a string, for people.
  func name(at range: Range<Int>) -> String {
    let range = range.clamped(to: 0..<bytes.count)
    let text = String(decoding: bytes[range], as: UTF8.self)
    let isString = text.utf8.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
    return printable(String((isString ? text.dropFirst().dropLast() : text[...]).prefix(60)))
  }

  /// The end of the string that begins at `offset`; the offset after that of any other text.
  package func end(ofNameAt offset: Int) -> Int {
    let start = min(max(offset, 0), bytes.count)
    var end = min(start + 1, bytes.count)
    guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else { return end }
    while end < bytes.count {
      let byte = bytes[end]
      end += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D { break }
    }
    return min(end, bytes.count)
  }
}

/// A place in a schema file as people and editors name it.
///
/// Lines and columns start at 1. A column counts UTF-16 code units, as the Language Server
/// Protocol and Visual Studio Code do: for all text of the Basic Multilingual Plane that is one
/// for each character.
package struct SourceLocation: Sendable {
  /// The file's path, as it was given to the tool.
  package let path: String
  /// The line, from 1; LF, CRLF and CR each end a line.
  package let line: Int
  /// The column, from 1, in UTF-16 code units.
  package let column: Int
}
