/// The property-list file as it was last read or written.
///
/// It stays open, so that its inode number cannot be given to another file: only then does an
/// equal number mean the same file.
struct Checkpoint: Sendable {
  let file: OpenFile
  /// Taken after the last read or write; size and times show changes within the file.
  var status: FileStatus
  /// The CRC-32C that names the content, see ``BinaryPropertyList/Mark``.
  let checksum: UInt32
  /// Whether this library wrote the file.
  var isMarked = false
  /// The number in the list; see ``CheckpointName``.
  var number: Int64?
  /// The time, by the clock of the file system, at which a writer took the lock and then saw that the names led
  /// here, to the journal, to the folder and to the lock.
  var seen: Duration?

  init(file: OpenFile, status: FileStatus, checksum: UInt32) {
    self.file = file
    self.status = status
    self.checksum = checksum
  }

  /// A file that was just put in its place, under a name that a journal has.
  /// - Parameter written: Its status before that. Where its content was changed since, by an editor that
  ///   wrote into it at once, this status shows it to the next look.
  init(file: OpenFile, written: FileStatus, name: CheckpointName) throws(SystemError) {
    let status = try file.status()
    self.init(
      file: file, status: status.hasSameContent(as: written) ? status : written,
      checksum: name.identity.checksum)
    number = name.number
  }

  /// Whether the file with a status is this one, unchanged.
  func isCurrent(_ status: FileStatus?) -> Bool {
    guard let status else { return false }
    return status.isSameFile(as: self.status) && status.size == self.status.size
      && status.modified == self.status.modified && status.changed == self.status.changed
  }
}

extension Checkpoint {
  /// The outcome of reading a checkpoint.
  enum Reading {
    case missing
    case valid(Checkpoint, PropertyListDictionary)
    /// Bytes that are no property list, or one that holds no dictionary.
    case damaged(PropertyListError, FileStatus, looksLikeList: Bool)
  }

  /// Reads a file of a folder.
  ///
  /// Only a name that does not exist counts as missing; any other failure to read the file is an error. Files that
  /// are not regular are refused without waiting for them.
  static func read(_ name: String, in folder: Folder, path: String) throws(StorageError)
    -> Reading
  {
    // A program that writes in place leaves the file broken for a moment.
    var attempts = 3
    while true {
      guard let file = try withPath(path, { () throws(SystemError) in try folder.open(name) })
      else { return .missing }
      let status = try withPath(path, file.status)
      guard status.kind == .regular else {
        throw StorageError(
          .unavailable, operation: "open", path: path, found: status.kind.rawValue,
          expected: FileStatus.Kind.regular.rawValue, advice: "Choose another path.")
      }
      let reading = try read(file, status, path: path)
      attempts -= 1
      switch reading {
      case .valid(let checkpoint, _) where checkpoint.isCurrent(try withPath(path, file.status)):
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
      // No store writes so much.
      return .damaged(error, status, looksLikeList: false)
    }
    let bytes = try withPath(path) { () throws(SystemError) in
      try file.read(limit: limit, expected: status.size)
    }
    do throws(PropertyListError) {
      let (tree, checksum, isMarked) = try bytes.reading { bytes throws(PropertyListError) in
        (
          try PropertyList(reading: bytes), BinaryPropertyList.Mark.checksum(ofChecked: bytes),
          BinaryPropertyList.Mark.isPresent(in: bytes)
        )
      }
      guard case .dictionary(var dictionary) = tree else {
        // Of a list nothing is left that could be read as a whole file of another type.
        let error = PropertyListError(
          offset: nil, found: "a property list of type \(tree.kind)", expected: "a dictionary")
        return .damaged(error, status, looksLikeList: false)
      }
      var status = status
      status.size = bytes.count
      var checkpoint = Checkpoint(file: file, status: status, checksum: checksum)
      checkpoint.isMarked = isMarked
      checkpoint.number = dictionary.takeCheckpointNumber()
      return .valid(checkpoint, dictionary)
    } catch {
      return .damaged(error, status, looksLikeList: DamagedList.isLikely(bytes))
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
