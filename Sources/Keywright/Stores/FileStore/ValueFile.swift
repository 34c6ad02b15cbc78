import KeywrightStorage

/// The content of a value's file: a binary property list, with the checksum of the durable store,
/// of a dictionary with the members `key`, the storage string, and `value`.
///
/// Any tool that reads property lists shows both.
enum ValueFile {
  /// The bytes of a file; linear in the size of the value.
  static func bytes(
    _ value: StoredValue, under name: StorageString
  ) throws(PropertyListError) -> [UInt8] {
    let members = PropertyListDictionary(lastOf: [
      .init(key: "key", value: .string(name.string)), .init(key: "value", value: value.tree),
    ])
    return try BinaryPropertyList.encode(.dictionary(members))
  }

  /// The storage string and the value in a file, nil for a sound property list of another kind; linear in its size.
  static func read(
    _ bytes: [UInt8]
  ) throws(PropertyListError) -> (name: StorageString, value: StoredValue)? {
    guard case .dictionary(let members) = try PropertyList(reading: bytes), members.count == 2,
      case .string(let name) = members["key"], let value = members["value"]
    else { return nil }
    return (StorageString(name), StoredValue(value))
  }

  /// The most bytes that ``isBegun(by:)`` looks at.
  static let beginning = 48

  /// Whether a file that begins with some bytes is a value's: the dictionary is its first object, and the text `key`
  /// the second. Another program may have written a value's file in another order, or as XML.
  static func isBegun(by bytes: [UInt8]) -> Bool {
    let header = Array("bplist00".utf8) + [0xD2]
    let key = [0x53] + Array("key".utf8)
    guard bytes.starts(with: header) else { return false }
    // Between them are four references, of 1 to 8 bytes each.
    return (1...8).contains { bytes.dropFirst(header.count + 4 * $0).starts(with: key) }
  }
}
