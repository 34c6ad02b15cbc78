/// The lines of a text: where each begins; LF, CRLF and CR each end one.
struct LineTable: Sendable {
  /// The offset of the first byte of each line, in order.
  private let starts: [Int]

  /// - Complexity: O(*n*) in the number of bytes.
  init(_ bytes: [UInt8]) { starts = bytes.withUnsafeBufferPointer(Self.starts) }

  /// The offset of a line's first byte; lines count from 1.
  func offset(ofLine line: Int) -> Int? {
    starts.indices.contains(line - 1) ? starts[line - 1] : nil
  }

  /// The line, from 1, that holds the byte at `offset`.
  ///
  /// - Complexity: O(log *n*) in the number of lines.
  func line(at offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// The line and the column, in UTF-16 code units, of the byte at `offset`; an offset beyond the end is
  /// the end.
  ///
  /// - Complexity: O(log *n* + *m*), with *m* the length of the line.
  func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let offset = min(max(offset, 0), bytes.count)
    let line = line(at: offset)
    var column = 1
    for byte in bytes[starts[line - 1]..<offset] {
      // One unit for a byte that begins a character, two for one outside the basic plane.
      if byte & 0xC0 != 0x80 { column += byte >= 0xF0 ? 2 : 1 }
    }
    return (line, column)
  }

  private static func starts(of bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
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
