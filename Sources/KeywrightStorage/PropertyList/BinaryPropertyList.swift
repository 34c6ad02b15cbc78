/// The binary property-list format, version `bplist00`: header, objects, a table of their
/// offsets, a trailer of 32 bytes.
///
/// The format is Apple's (described in the comments of `CFBinaryPList.c` of the open-source
/// Core Foundation). The trailer's first five bytes are unused and ignored by every reader;
/// Keywright keeps its checksum there, see ``BinaryPropertyList/Mark``.
package enum BinaryPropertyList {
  static let header: StaticString = "bplist00"
  static let headerLength = 8
  static let trailerLength = 32

  /// Writes a tree, with checksum; equal trees give equal bytes.
  ///
  /// Linear in the size of the tree.
  /// - Parameter value: The tree.
  /// - Returns: The whole file.
  /// - Throws: `PropertyListError` when the tree exceeds ``PropertyListLimits`` or holds a date
  ///   that is not finite.
  package static func encode(_ value: PropertyList) throws(PropertyListError) -> [UInt8] {
    let size = try BinaryPropertyListSize(of: value)
    var failure = false
    var bytes = [UInt8](unsafeUninitializedCapacity: size.total) { buffer, count in
      var writer = BinaryPropertyListWriter(
        buffer: UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: size.total),
        size: size)
      failure = !writer.writeFile(value)
      if !failure { count = size.total }
    }
    guard !failure else {
      throw PropertyListError(
        offset: nil, found: "a tree that changed while written", expected: "a constant tree")
    }
    bytes.withUnsafeMutableBytes(Mark.stamp)
    return bytes
  }

  /// Reads a file strictly: what it returns is exactly what the bytes say.
  ///
  /// Linear in the size of the file, whatever the bytes are.
  /// - Parameter bytes: The whole file, with a right checksum or with none.
  /// - Returns: The tree at the file's top.
  /// - Throws: `PropertyListError` for a wrong checksum, bytes that the format does not define, references out of
  ///   range or in a cycle, keys that are no Unicode text, and anything beyond ``PropertyListLimits``. Nulls, sets,
  ///   duplicate keys, invalid Unicode and dates that are not finite are ``PropertyList/foreign(_:)``.
  package static func decode(_ bytes: UnsafeRawBufferPointer) throws(PropertyListError)
    -> PropertyList
  {
    try PropertyListLimits.requireLength(bytes.count)
    try Mark.check(bytes)
    return try decode(checked: bytes)
  }

  /// Reads a file of which another checksum showed that it is what was written.
  static func decode(checked bytes: UnsafeRawBufferPointer) throws(PropertyListError)
    -> PropertyList
  {
    var reader = try BinaryPropertyListReader(bytes)
    return try reader.topValue()
  }

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
      file.storeBytes(of: crc.bigEndian, toByteOffset: start + 1, as: UInt32.self)
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

    /// Whether a checked file bears a mark.
    static func isPresent(in file: UnsafeRawBufferPointer) -> Bool {
      isBinary(file) && file[file.count - trailerLength] == marker
    }

    /// The CRC-32C of a file with the mark's bytes as zero, which also names a file that has no
    /// mark; of one in another format, that of all its bytes. Linear in its size.
    package static func checksum(of file: UnsafeRawBufferPointer) -> UInt32 {
      var crc = CRC32C()
      guard file.count >= trailerLength, isBinary(file) else {
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
    static func isBinary(_ file: UnsafeRawBufferPointer) -> Bool {
      header.withUTF8Buffer { file.starts(with: $0) }
    }

    /// The checksum in a file's mark.
    private static func stored(in file: UnsafeRawBufferPointer) -> UInt32 {
      let start = file.count - trailerLength
      return UInt32(bigEndian: file.loadUnaligned(fromByteOffset: start + 1, as: UInt32.self))
    }

    private static func hexadecimal(_ value: UInt32) -> String {
      "0x" + String(value, radix: 16)
    }
  }
}
