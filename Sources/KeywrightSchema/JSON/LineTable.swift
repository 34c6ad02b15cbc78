/// The lines of a text: where each begins; LF, CRLF and CR each end one.
struct LineTable: Sendable {
  /// The offset of the first byte of each line, in order.
  private let starts: [Int]
  /// The number of UTF-16 code units before each block of the text, if a line is longer than a block: a
  /// text on one line may have a problem in each place.
  private let units: [Int]
  private static let blockSize = 1024

  /// - Complexity: O(*n*) in the number of bytes.
  init(_ bytes: [UInt8]) {
    let starts = bytes.withUnsafeBufferPointer(Self.starts)
    self.starts = starts
    let hasLongLine = zip(starts, starts.dropFirst() + [bytes.count]).contains {
      $1 - $0 > Self.blockSize
    }
    var units = [0]
    if hasLongLine {
      for start in stride(from: 0, to: bytes.count, by: Self.blockSize) {
        let block = bytes[start..<min(start + Self.blockSize, bytes.count)]
        units.append(units[units.count - 1] + Self.units(in: block))
      }
    }
    self.units = units
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
  /// - Complexity: O(log *n*) in the number of lines.
  func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let offset = min(max(offset, 0), bytes.count)
    let line = line(at: offset)
    let start = starts[line - 1]
    if offset - start <= Self.blockSize || units.count == 1 {
      return (line, 1 + Self.units(in: bytes[start..<offset]))
    }
    return (line, 1 + units(before: offset, in: bytes) - units(before: start, in: bytes))
  }

  /// The offset of a line and a column, the reverse of the above.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  func offset(line: Int, column: Int, in bytes: [UInt8]) -> Int {
    guard line >= 1 else { return 0 }
    guard line <= starts.count else { return bytes.count }
    var offset = starts[line - 1]
    var end = line < starts.count ? starts[line] : bytes.count
    // The line end is no column.
    if line < starts.count {
      end -= 1
      if end > offset, bytes[end] == 0x0A, bytes[end - 1] == 0x0D { end -= 1 }
    }
    var left = column - 1
    while offset < end {
      let size = Self.units(in: bytes[offset..<(offset + 1)])
      if size > left { break }
      left -= size
      offset += 1
      while offset < end, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    }
    return offset
  }

  private func units(before offset: Int, in bytes: [UInt8]) -> Int {
    let block = offset / Self.blockSize
    return units[block] + Self.units(in: bytes[(block * Self.blockSize)..<offset])
  }

  /// One unit for a byte that begins a character, two for one outside the basic plane.
  private static func units(in bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : $1 >= 0xF0 ? 2 : 1) }
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
