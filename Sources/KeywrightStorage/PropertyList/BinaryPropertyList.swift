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
  /// - Parameters:
  ///   - value: The tree.
  ///   - isWide: Whether offsets take twice the bytes that they need, which is as good to every reader:
  ///     so one tree makes two files with checksums of their own.
  /// - Returns: The whole file.
  /// - Throws: `PropertyListError` when the tree exceeds ``PropertyListLimits`` or holds a date
  ///   that is not finite.
  package static func encode(
    _ value: PropertyList, isWide: Bool = false
  ) throws(PropertyListError) -> [UInt8] {
    let size = try BinaryPropertyListSize(of: value, isWide: isWide)
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
  /// - Throws: `PropertyListError` for a wrong checksum, bytes that the format does not define,
  ///   sets, nulls, references out of range or in a cycle, duplicate keys, invalid Unicode,
  ///   dates that are not finite, and anything beyond ``PropertyListLimits``.
  package static func decode(_ bytes: UnsafeRawBufferPointer) throws(PropertyListError)
    -> PropertyList
  {
    guard bytes.count <= PropertyListLimits.bytes else {
      throw PropertyListError(
        offset: PropertyListLimits.bytes, found: "a file of \(bytes.count) bytes",
        expected: "at most \(PropertyListLimits.bytes)")
    }
    try Mark.check(bytes)
    var reader = try BinaryPropertyListReader(bytes)
    return try reader.topValue()
  }
}
