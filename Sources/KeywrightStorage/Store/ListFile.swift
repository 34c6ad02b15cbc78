/// A property list as it was read.
///
/// It stays open, so that its inode number cannot be given to another file: only then does an
/// equal number mean the same file.
struct ListFile: Sendable {
  let file: OpenFile
  /// Taken before it was read; size and times show changes within the file.
  let status: FileStatus
  let identity: ListIdentity
  /// Whether this library wrote the file; not known of one that was not decoded.
  var isMarked = false
  /// The number in the list; nil for none, and for a list that was not decoded.
  var number: Int64?

  /// The outcome of reading a list.
  enum Reading {
    case missing
    /// One whose content the caller knows.
    case known(ListFile)
    case valid(ListFile, PropertyListDictionary)
    /// Bytes that are no property list, or one that holds no dictionary.
    case damaged(PropertyListError, FileStatus, looksLikeList: Bool)
  }

  /// Reads a file of a folder.
  ///
  /// Only a name that does not exist counts as missing; any other failure to read the file is an error. Files that
  /// are not regular are refused without waiting for them.
  /// - Parameter isKnown: Whether a list of this content need not be decoded.
  static func read(
    _ name: String, in folder: Folder, path: String,
    isKnown: (ListIdentity) -> Bool = { _ in false }
  ) throws(StorageError) -> Reading {
    // A program that writes in place leaves the file broken for a moment.
    var attempts = 3
    while true {
      guard let file = try withPath(path, { () throws(SystemError) in try folder.open(name) })
      else { return .missing }
      let status = try withPath(path, file.status)
      try status.requireRegular(path, advice: "Choose another path.")
      let reading = try read(file, status, path: path, isKnown: isKnown)
      attempts -= 1
      switch reading {
      case .valid, .known:
        if status.isUnchanged(try withPath(path, file.status)) { return reading }
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

  private static func read(
    _ file: OpenFile, _ status: FileStatus, path: String, isKnown: (ListIdentity) -> Bool
  ) throws(StorageError) -> Reading {
    let limit = PropertyListLimits.bytes
    guard status.size <= limit else {
      let error = PropertyListError(
        offset: limit, found: "a file of \(status.size) bytes", expected: "at most \(limit)")
      // No store writes so much.
      return .damaged(error, status, looksLikeList: false)
    }
    let bytes = try withPath(path) { () throws(SystemError) in
      try file.read(limit: limit, expected: status.size)
    }
    return bytes.withUnsafeBytes { read($0, of: file, status, isKnown) }
  }

  private static func read(
    _ bytes: UnsafeRawBufferPointer, of file: OpenFile, _ status: FileStatus,
    _ isKnown: (ListIdentity) -> Bool
  ) -> Reading {
    var status = status
    status.size = bytes.count
    var list = ListFile(file: file, status: status, identity: ListIdentity(of: bytes))
    do throws(PropertyListError) {
      if isKnown(list.identity) {
        if BinaryPropertyList.Mark.isBinary(bytes) { try BinaryPropertyList.Mark.check(bytes) }
        return .known(list)
      }
      let tree = try PropertyList(reading: bytes)
      guard case .dictionary(var dictionary) = tree else {
        // Of a list nothing is left that could be read as a whole file of another type.
        let error = PropertyListError(
          offset: nil, found: "a property list of type \(tree.kind)", expected: "a dictionary")
        return .damaged(error, status, looksLikeList: false)
      }
      list.isMarked = BinaryPropertyList.Mark.isPresent(in: bytes)
      list.number = dictionary.takeListNumber()
      return .valid(list, dictionary)
    } catch {
      return .damaged(error, status, looksLikeList: DamagedList.isLikely(Array(bytes)))
    }
  }
}

extension FileStatus {
  /// Whether a later status is that of the same file, and nothing of it was changed.
  func isUnchanged(_ later: FileStatus) -> Bool {
    hasSameContent(as: later) && changed == later.changed
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
