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

  /// The storage string and the value in a file; linear in its size.
  static func read(
    _ bytes: [UInt8]
  ) throws(PropertyListError) -> (name: StorageString, value: StoredValue) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(PropertyListError) in try PropertyList(reading: bytes) }
    }
    guard case .dictionary(let members) = try result.get(), members.count == 2,
      case .string(let name) = members["key"], let value = members["value"]
    else {
      throw PropertyListError(
        offset: nil, found: "a property list of another kind",
        expected: "a dictionary with a key and a value")
    }
    return (StorageString(name), StoredValue(value))
  }
}
