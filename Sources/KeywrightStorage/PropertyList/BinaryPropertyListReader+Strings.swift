extension BinaryPropertyListReader {
  /// Reads a dictionary's key, which must be a string.
  /// - Returns: The key, and its UTF-8 bytes where the file has them.
  @inline(__always)
  mutating func key(at index: Int) throws(PropertyListError)
    -> (string: String, utf8: UnsafeRawBufferPointer?)
  {
    let object = try object(index)
    switch object.marker >> 4 {
    case 0x5:
      if let (string, utf8) = try asciiString(object) { return (string, utf8) }
    case 0x6: if let string = try utf16String(object) { return (string, nil) }
    default:
      throw PropertyListError(
        offset: object.offset, found: "a key with marker 0x" + String(object.marker, radix: 16),
        expected: "a string")
    }
    // Without its name a value is nobody's.
    throw PropertyListError(
      offset: object.offset, found: "a key that is no Unicode text", expected: "a string")
  }

  /// Reads a string of ASCII characters, and the bytes that it was read from; nil if it has others.
  @inline(__always)
  mutating func asciiString(_ object: Object) throws(PropertyListError)
    -> (string: String, utf8: UnsafeRawBufferPointer)?
  {
    let (count, start) = try length(of: object)
    try take(count, at: start, of: object)
    let ascii = UnsafeRawBufferPointer(rebasing: bytes[start..<start + count])
    guard ascii.isASCII else { return nil }
    return (String(decoding: ascii, as: UTF8.self), ascii)
  }

  /// Reads a string of big-endian UTF-16 units; nil if it has a surrogate without its other half, where a
  /// replacement character would change the value.
  mutating func utf16String(_ object: Object) throws(PropertyListError) -> String? {
    let (count, start) = try length(of: object)
    guard count <= bytes.count / 2 else { throw outOfSpace(object, "\(count) characters") }
    try take(2 * count, at: start, of: object)
    var hasLoneSurrogate = false
    let string = String(unsafeUninitializedCapacity: 3 * count) { utf8 in
      var length = 0
      func put(_ byte: UInt32) {
        utf8[length] = UInt8(truncatingIfNeeded: byte)
        length += 1
      }
      func unit(_ index: Int) -> UInt32 {
        UInt32(
          UInt16(
            bigEndian: bytes.loadUnaligned(fromByteOffset: start + 2 * index, as: UInt16.self)))
      }
      var index = 0
      while index < count {
        var scalar = unit(index)
        if 0xD800...0xDFFF ~= scalar {
          let low = index + 1 < count ? unit(index + 1) : 0
          guard scalar < 0xDC00, 0xDC00...0xDFFF ~= low else {
            hasLoneSurrogate = true
            return 0
          }
          scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
          index += 1
        }
        index += 1
        switch scalar {
        case ..<0x80: put(scalar)
        case ..<0x800:
          put(0xC0 | scalar >> 6)
          put(0x80 | scalar & 0x3F)
        case ..<0x10000:
          put(0xE0 | scalar >> 12)
          put(0x80 | scalar >> 6 & 0x3F)
          put(0x80 | scalar & 0x3F)
        default:
          put(0xF0 | scalar >> 18)
          put(0x80 | scalar >> 12 & 0x3F)
          put(0x80 | scalar >> 6 & 0x3F)
          put(0x80 | scalar & 0x3F)
        }
      }
      return length
    }
    return hasLoneSurrogate ? nil : string
  }
}
