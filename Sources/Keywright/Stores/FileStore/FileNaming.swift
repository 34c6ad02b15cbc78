import KeywrightStorage

/// The file names of a folder, and what the bytes of its files mean.
enum FileNaming: Hashable, Sendable {
  /// Property lists of the store.
  case own
  /// Files that other programs share.
  case raw(FileStore.Names.Encoding)

  /// The ending of all names.
  var suffix: String { self == .own ? ValueFolder.suffix : "" }

  /// The name of a storage string's file; nil if it can have none.
  func file(of name: StorageString) -> String? {
    guard case .raw(let encoding) = self else { return ValueFileName(name).string }
    let file: String
    switch encoding {
    case .escaped: file = ValueFileName.escaped(name)
    case .plain: file = name.string
    case .base64: file = Base64Text.text(Array(name.string.utf8))
    case .base64URL:
      file = Base64Text.text(Array(name.string.utf8)).replacing("+", with: "-")
        .replacing("/", with: "_")
    }
    let isUsable = file.utf8.count <= ValueFileName.longest && ValueFolder.isValueName(file)
    return isUsable ? file : nil
  }

  /// The storage string of a file in a shared folder; nil if none has that name.
  func storageString(of file: String) -> StorageString? {
    guard case .raw(let encoding) = self else { return nil }
    let name: StorageString?
    switch encoding {
    case .escaped: name = ValueFileName.unescaped(file)
    case .plain: name = StorageString(file)
    case .base64: name = FileNaming.decoded(file)
    case .base64URL:
      name = FileNaming.decoded(file.replacing("-", with: "+").replacing("_", with: "/"))
    }
    // Another spelling is another program's file.
    guard let name, let own = self.file(of: name), own.utf8.elementsEqual(file.utf8) else {
      return nil
    }
    return name
  }

  private static func decoded(_ text: String) -> StorageString? {
    Base64Text.bytes(text).flatMap { String(validating: $0, as: UTF8.self) }
      .map { StorageString($0) }
  }
}

/// The stored forms of files whose bytes are the value.
enum RawContents {
  /// The bytes of a stored form; nil for one that has none.
  static func bytes(of value: StoredValue) throws(PropertyListError) -> [UInt8]? {
    switch value.tree {
    case .string(let text): Array(text.utf8)
    case .data(let bytes): bytes
    case .array, .dictionary: try BinaryPropertyList.encode(value.tree)
    default: nil
    }
  }

  /// The stored forms of the store's files, for keys of several types.
  static func untyped(_ naming: FileNaming) -> UntypedForms {
    UntypedForms { found, _, isReadable in
      typed(found, isReadable)
    } refusal: { write in
      refusal(of: write, naming)
    }
  }

  /// The stored form of a file's bytes that a key can read: text, data, or a property list.
  private static func typed(
    _ found: StoredValue, _ isReadable: (StoredValue) -> Bool
  ) -> StoredValue? {
    guard case .data(let bytes) = found.tree else { return found }
    if let text = String(validating: bytes, as: UTF8.self), isReadable(.string(text)) {
      return .string(text)
    }
    if isReadable(found) { return found }
    guard let tree = try? PropertyList(reading: bytes), isReadable(StoredValue(tree)) else {
      return nil
    }
    return StoredValue(tree)
  }

  private static func refusal(of write: StagedWrite, _ naming: FileNaming) -> StoreError? {
    if write.name.isReserved { return nil }
    guard naming.file(of: write.name) != nil else {
      return StoreError(
        .unsupported, storageString: write.name.string, operation: "commit",
        expected: "a storage string with a file name of up to \(ValueFileName.longest) bytes",
        found: "one that has none", advice: "Give the key another storage string.")
    }
    switch write.stored?.tree {
    case nil, .string, .data, .array, .dictionary: return nil
    case .some(let tree):
      return StoreError(
        .unsupported, storageString: write.name.string, operation: "commit",
        expected: "a text, data, an array or a dictionary, whose bytes are the file",
        found: "a value of type \(tree.kind)",
        advice: "Keep the key in a folder of property lists, or in another store.")
    }
  }
}
