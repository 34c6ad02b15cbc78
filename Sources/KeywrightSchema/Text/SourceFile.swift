/// The text of one schema file, with its lines.
package struct SourceFile: Sendable {
  /// The size, in bytes, beyond which a file is refused unread: 16 MB.
  package static let maximumSize = 16 * 1024 * 1024

  /// The path that diagnostics print.
  package let path: String
  /// The path below the target, with `/`: what generated comments and `allKeys` print.
  ///
  /// It names no folder of the machine, so that the output is the same everywhere.
  package let name: String
  /// The file's bytes.
  package let bytes: [UInt8]
  /// The offset of the first byte of each line, in order.
  private let lineStarts: [Int]

  /// Creates a file from its bytes.
  ///
  /// - Parameters:
  ///   - path: the path that diagnostics print.
  ///   - name: the path below the target; the last component of `path` if it is nil.
  ///   - bytes: the file's content, in any state: it is checked by the parser.
  /// - Complexity: O(*n*) in the number of bytes.
  package init(path: String, name: String? = nil, bytes: [UInt8]) {
    self.path = path
    self.name = name ?? path.split(separator: "/").last.map(String.init) ?? path
    self.bytes = bytes
    self.lineStarts = bytes.withUnsafeBufferPointer(Self.lineStarts)
  }

  /// Creates a file from text, for tests and tools that hold schemas in memory.
  package init(path: String, name: String? = nil, text: String) {
    self.init(path: path, name: name, bytes: Array(text.utf8))
  }

  /// The offset of a line's first byte; lines count from 1.
  func offset(ofLine line: Int) -> Int {
    lineStarts.indices.contains(line - 1) ? lineStarts[line - 1] : bytes.count
  }

  /// The line, from 1, that holds the byte at `offset`.
  ///
  /// - Complexity: O(log *n*) in the number of lines.
  package func line(at offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while low < high {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// The place of the byte at `offset`; an offset beyond the end is the end.
  ///
  /// - Complexity: O(log *n* + *m*), with *m* the length of the line.
  package func location(at offset: Int) -> SourceLocation {
    let offset = min(max(offset, 0), bytes.count)
    let line = line(at: offset)
    var column = 1
    for byte in bytes[lineStarts[line - 1]..<offset] {
      // One unit for a byte that begins a character, two for one outside the basic plane.
      if byte & 0xC0 != 0x80 { column += byte >= 0xF0 ? 2 : 1 }
    }
    return SourceLocation(path: path, line: line, column: column)
  }

  private static func lineStarts(of bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
    var starts = [0]
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == 0x0A {
        starts.append(index)
      } else if byte == 0x0D {
        if index < bytes.count, bytes[index] == 0x0A { index += 1 }
        starts.append(index)
      }
    }
    return starts
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

  /// Creates a location.
  package init(path: String, line: Int, column: Int) {
    self.path = path
    self.line = line
    self.column = column
  }
}
