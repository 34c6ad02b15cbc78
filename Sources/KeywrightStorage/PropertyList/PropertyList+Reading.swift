extension PropertyList {
  /// Reads a property list that any program wrote, binary or XML, strictly.
  ///
  /// Linear in the size of the file, whatever the bytes are.
  /// - Throws: `PropertyListError` with the place of what is wrong. The old "OpenStep" text
  ///   form is never read: nearly any text is valid in it, so damage would pass for data.
  package init(reading file: UnsafeRawBufferPointer) throws(PropertyListError) {
    guard file.count <= PropertyListLimits.bytes else {
      throw PropertyListError(
        offset: PropertyListLimits.bytes, found: "a file of \(file.count) bytes",
        expected: "at most \(PropertyListLimits.bytes)")
    }
    let isMarked = BinaryPropertyList.header.withUTF8Buffer { header in
      file.count >= header.count
        && UnsafeRawBufferPointer(rebasing: file[..<header.count])
          .compare(with: UnsafeRawBufferPointer(header)) == 0
    }
    if isMarked {
      self = try BinaryPropertyList.decode(file)
      return
    }
    let start = file.prefix(3).elementsEqual([0xEF, 0xBB, 0xBF]) ? 3 : 0
    let first = file.dropFirst(start).first { $0 != 0x20 && !(0x09...0x0D ~= $0) }
    switch first {
    case UInt8(ascii: "<"):
      var reader = XMLPropertyListReader(file)
      self = try reader.document()
    case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "/"), UInt8(ascii: "\""):
      throw PropertyListError(
        offset: 0, found: "what may be an OpenStep property list",
        expected: "a binary or XML property list")
    default:
      throw PropertyListError(
        offset: 0, found: file.isEmpty ? "an empty file" : "bytes of another format",
        expected: "a binary or XML property list")
    }
  }
}
