extension BinaryPropertyList {
  /// The checksum in the five unused bytes of the trailer: one marker byte, then the CRC-32C,
  /// big-endian, of the whole file with these five bytes as zero.
  ///
  /// Five zeros mean that another program wrote the file; then nothing but strict parsing can
  /// find damage. (Without a checksum 40 to 47 % of single-bit errors give another valid value.)
  package enum Mark {
    static let length = 5
    private static let marker: UInt8 = 0x4B  // "K"

    /// Writes the mark into a complete file.
    static func stamp(_ file: UnsafeMutableRawBufferPointer) {
      guard file.count >= trailerLength else { return }
      let start = file.count - trailerLength
      for index in 0..<length { file[start + index] = 0 }
      let crc = checksum(of: UnsafeRawBufferPointer(file))
      file[start] = marker
      for index in 0..<4 {
        file[start + 1 + index] = UInt8(truncatingIfNeeded: crc >> UInt32(24 - 8 * index))
      }
    }

    /// Throws unless the file bears the right mark or none.
    static func check(_ file: UnsafeRawBufferPointer) throws(PropertyListError) {
      guard file.count >= headerLength + trailerLength else {
        throw PropertyListError(
          offset: file.count, found: "the end of the file",
          expected: "a header and a trailer, \(headerLength + trailerLength) bytes at least")
      }
      let start = file.count - trailerLength
      if (0..<length).allSatisfy({ file[start + $0] == 0 }) { return }
      guard file[start] == marker else {
        throw PropertyListError(
          offset: start, found: "byte \(file[start]) in the trailer's unused part",
          expected: "zeros or a checksum")
      }
      let stored = stored(in: file)
      let computed = checksum(of: file)
      guard stored == computed else {
        throw PropertyListError(
          offset: start + 1, found: "checksum \(hexadecimal(stored))",
          expected: "\(hexadecimal(computed)), that of the bytes")
      }
    }

    /// The CRC-32C of a file with the mark's bytes as zero, which also names a file that has no
    /// mark; linear in its size.
    package static func checksum(of file: UnsafeRawBufferPointer) -> UInt32 {
      var crc = CRC32C()
      guard file.count >= trailerLength else {
        crc.update(file)
        return crc.value
      }
      let start = file.count - trailerLength
      crc.update(UnsafeRawBufferPointer(rebasing: file[..<start]))
      withUnsafeBytes(of: (0, 0, 0, 0, 0) as (UInt8, UInt8, UInt8, UInt8, UInt8)) {
        crc.update($0)
      }
      crc.update(UnsafeRawBufferPointer(rebasing: file[(start + length)...]))
      return crc.value
    }

    /// The checksum of a file that was found to be right or has just been written: what its mark
    /// says, if it has one; linear in its size if not.
    static func checksum(ofChecked file: UnsafeRawBufferPointer) -> UInt32 {
      let start = file.count - trailerLength
      guard start >= headerLength, file[start] == marker, isBinary(file) else {
        return checksum(of: file)
      }
      return stored(in: file)
    }

    /// Whether a file bears the header of this format; only then are its last bytes a trailer.
    private static func isBinary(_ file: UnsafeRawBufferPointer) -> Bool {
      header.withUTF8Buffer { file.starts(with: $0) }
    }

    /// The checksum in a file's mark.
    private static func stored(in file: UnsafeRawBufferPointer) -> UInt32 {
      let start = file.count - trailerLength
      return (1...4).reduce(0) { $0 << 8 | UInt32(file[start + $1]) }
    }

    private static func hexadecimal(_ value: UInt32) -> String {
      "0x" + String(value, radix: 16)
    }
  }
}
