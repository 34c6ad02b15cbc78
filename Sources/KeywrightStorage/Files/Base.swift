/// The property-list file as it was last read or written.
///
/// It stays open, so that its inode number cannot be given to another file: only then does an
/// equal number mean the same file.
struct Base: Sendable {
  let file: OpenFile
  /// Taken after the last read or write; size and times tell of changes within the file.
  var status: FileStatus
  /// The CRC-32C that names the content, see ``BinaryPropertyList/Mark``.
  let checksum: UInt32

  /// Whether the file with a status is this one, unchanged.
  func isCurrent(_ status: FileStatus) -> Bool {
    status.isSameFile(as: self.status) && status.size == self.status.size
      && status.modified == self.status.modified && status.changed == self.status.changed
  }
}

extension Base {
  /// What reading a base gave.
  enum Reading {
    case missing
    case valid(Base, PropertyListDictionary)
    /// Bytes that are no property list, or one that holds no dictionary.
    case damaged(PropertyListError, FileStatus)
  }

  /// Reads a file of a folder.
  ///
  /// Only a name that does not exist counts as missing; whatever else keeps the file from being
  /// read is an error. Files that are not regular are refused without waiting for them.
  static func read(_ name: String, in folder: Folder, path: String) throws(StorageError)
    -> Reading
  {
    // A program that writes in place leaves the file broken for a moment.
    var attempts = 3
    while true {
      guard let file = try calling(for: path, { () throws(SystemError) in try folder.open(name) })
      else { return .missing }
      let status = try calling(for: path, file.status)
      guard status.kind == .regular else {
        throw StorageError(
          .unavailable, operation: "open", path: path, found: status.kind.rawValue,
          expected: FileStatus.Kind.regular.rawValue, advice: "Choose another path.")
      }
      let reading = try read(file, status, path: path)
      attempts -= 1
      switch reading {
      case .valid(let base, _) where base.isCurrent(try calling(for: path, file.status)):
        return reading
      case .damaged where attempts == 0: return reading
      default: break
      }
      if attempts < 0 {
        throw StorageError(
          .busy, operation: "reading", path: path, found: "a file that changes all the time",
          advice: "Let the other program finish, then try again.")
      }
      folder.fileSystem.pause(.milliseconds(5))
    }
  }

  private static func read(_ file: OpenFile, _ status: FileStatus, path: String)
    throws(StorageError) -> Reading
  {
    let limit = PropertyListLimits.bytes
    guard status.size <= limit else {
      let error = PropertyListError(
        offset: limit, found: "a file of \(status.size) bytes", expected: "at most \(limit)")
      return .damaged(error, status)
    }
    let bytes = try calling(for: path) { () throws(SystemError) in
      try file.read(limit: limit, expected: status.size)
    }
    do throws(PropertyListError) {
      let (tree, checksum) = try bytes.reading { bytes throws(PropertyListError) in
        (try PropertyList(reading: bytes), BinaryPropertyList.Mark.checksum(ofChecked: bytes))
      }
      guard case .dictionary(let dictionary) = tree else {
        throw PropertyListError(
          offset: nil, found: "a property list that is a \(tree.kind)", expected: "a dictionary")
      }
      var status = status
      status.size = bytes.count
      return .valid(Base(file: file, status: status, checksum: checksum), dictionary)
    } catch {
      return .damaged(error, status)
    }
  }
}

extension [UInt8] {
  /// Lends the bytes to a closure that may throw; `withUnsafeBytes` has no typed throws.
  func reading<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let result = withUnsafeBytes { bytes in
      Swift.Result { () throws(Failure) -> Result in try body(bytes) }
    }
    return try result.get()
  }
}
