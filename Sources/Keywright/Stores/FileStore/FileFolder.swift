import KeywrightStorage

/// A folder of values, shared by all handles on it.
final class FileFolder: Sendable {
  private let ownCore: StoreCore
  let path: String?
  private let folder: Result<ValueFolder, StoreError>
  private let naming: FileNaming

  /// Strings whose file was found damaged when it was last read.
  private let damaged = Protected<Set<StorageString>>([])

  /// The commit that holds the lock of the folder.
  private let commit = Protected<Commit?>(nil)

  private struct Commit: Sendable {
    let context: ObjectIdentifier?
    let timeout: Duration
  }

  init(
    location: Result<String, StoreError>, naming: FileNaming = .own,
    fileSystem: any FileSystem = SystemFileSystem()
  ) {
    path = try? location.get()
    self.naming = naming
    let (name, place) = (path ?? "files", path.map { DefaultsFile.resolved($0 + "/.") })
    ownCore = StoreCore(
      name: name, place: place, untyped: naming == .own ? nil : RawContents.untyped(naming),
      time: fileSystem)
    folder = location.map {
      ValueFolder(path: $0, suffix: naming.suffix, fileSystem: fileSystem)
    }
    if case .failure(let error) = location { ownCore.report(error, once: nil) }
  }

  /// Whether every value's file is the store's.
  var isOwn: Bool { naming == .own }

  /// In a forked child not its own, whose lock a thread that the child does not have may hold.
  var core: StoreCore {
    if case .success(let folder) = folder, folder.isInherited { return .ofInherited }
    return ownCore
  }

  private static let open = ProcessLocal { SharedObjects<FileFolder>() }

  /// The one object of this process for a folder, made if there is none.
  static func shared(
    at location: Result<String, StoreError>, _ naming: FileNaming
  ) -> FileFolder {
    guard case .success(let path) = location else { return FileFolder(location: location) }
    // No path has such an end.
    let identity = DefaultsFile.resolved(path + "/.") + (naming == .own ? "" : "\u{0}\(naming)")
    return open.object.object(for: identity) { FileFolder(location: location, naming: naming) }
  }

  // MARK: Reading

  func stored(_ name: StorageString) throws(StoreError) -> StoredValue? {
    let folder = try folder.get()
    if naming != .own, name.isReserved { return try records(of: folder)[name.string] }
    guard let file = naming.file(of: name) else { return nil }
    do throws(StorageError) {
      guard let bytes = try folder.read(file) else { return nil }
      if naming != .own { return .data(bytes) }
      guard let content = try value(in: bytes, file) else {
        throw StorageError(
          .unavailable, operation: "reading", path: "\(folder.path)/\(file)",
          found: "a property list of another kind", expected: "one of a key and its value",
          advice: "Move it out of the folder.")
      }
      guard content.name == name else {
        throw StorageError(
          .corrupt, operation: "reading", path: "\(folder.path)/\(file)",
          found: "the value of '\(content.name)'", expected: "that of '\(name)'")
      }
      damaged.withLock { _ = $0.remove(name) }
      return content.value
    } catch {
      if error.code == .corrupt {
        damaged.withLock { _ = $0.insert(name) }
        // A commit waits for it to be whole.
        if isCommitting, folder.isUnfinished(file) {
          throw conflict(.unfinished(path: "\(folder.path)/\(file)"), name)
        }
      }
      throw StoreError(error, storageString: name)
    }
  }

  /// Whether this thread makes the commit that holds the lock.
  private var isCommitting: Bool {
    guard let context = CommitContext.current.map(ObjectIdentifier.init) else { return false }
    return commit.withLock { $0?.context == context }
  }

  /// The error by which a commit begins again, within the time for which it may wait: another program has
  /// put its own file into place, or is writing it.
  private func conflict(_ error: StorageError, _ name: StorageString) -> StoreError {
    var result = StoreError(error, storageString: name)
    let patience = commit.withLock { $0?.timeout } ?? .zero
    result.underlying = CommitConflict(patience: patience) { [time = core.time] in
      time.pause(.milliseconds(20))
    }
    return result
  }

  func storageStrings() throws(StoreError) -> [StorageString] {
    let folder = try folder.get()
    var strings: [StorageString] = []
    if naming != .own { strings = try records(of: folder).keys.map { StorageString($0) } }
    do throws(StorageError) {
      if naming != .own { return strings + (try folder.names().compactMap(naming.storageString)) }
      for file in try folder.names() {
        switch ValueFileName.meaning(of: file) {
        case .value(let name): if !isForeign(file, of: folder) { strings.append(name) }
        case .hashed: if let name = try storageString(in: file, of: folder) { strings.append(name) }
        case .foreign: break
        }
      }
    } catch {
      throw StoreError(error)
    }
    return strings
  }

  /// Whether what has the name of a value's file is a folder, or another program's property list, such as that of
  /// a ``DefaultsStore``. Of a file that begins like a value's no more is read.
  private func isForeign(_ file: String, of folder: ValueFolder) -> Bool {
    do throws(StorageError) {
      guard let beginning = try folder.beginning(of: file, count: ValueFile.beginning) else {
        return true
      }
      guard !ValueFile.isBegun(by: beginning), let bytes = try folder.read(file) else {
        return false
      }
      return try value(in: bytes, file) == nil
    } catch {
      // Reading it says what is wrong.
      return false
    }
  }

  /// The storage string of a file whose name does not contain it; nil if it is not one of ours.
  private func storageString(
    in file: String, of folder: ValueFolder
  ) throws(StorageError) -> StorageString? {
    do throws(StorageError) {
      guard let bytes = try folder.read(file) else { return nil }
      guard let name = try value(in: bytes, file)?.name else { return nil }
      return ValueFileName(name).string == file ? name : nil
    } catch {
      guard error.code == .corrupt else { throw error }
      // Its string is lost, so it cannot be listed: this report is the only sign of it.
      core.report(StoreError(error), once: StorageString("file:" + file))
      return nil
    }
  }

  /// The content of a file; nil if it is another program's property list.
  private func value(
    in bytes: [UInt8], _ file: String
  ) throws(StorageError) -> (name: StorageString, value: StoredValue)? {
    do throws(PropertyListError) {
      return try ValueFile.read(bytes)
    } catch {
      throw StorageError(
        .corrupt, operation: "reading", path: "\(path ?? "")/\(file)", found: error.found,
        expected: error.expected,
        advice: "It stays until `set` or `remove` moves it aside; restore it from a backup.")
    }
  }

  // MARK: Writing

  func beginCommit(timeout: Duration) throws(StoreError) {
    let folder = try folder.get()
    do throws(StorageError) {
      try folder.beginWriting(timeout: timeout)
    } catch {
      throw StoreError(error)
    }
    let context = CommitContext.current.map(ObjectIdentifier.init)
    commit.withLock { $0 = Commit(context: context, timeout: timeout) }
  }

  func endCommit() {
    commit.withLock { $0 = nil }
    if case .success(let folder) = folder { folder.endWriting() }
  }

  func write(_ writes: [StagedWrite]) throws(StoreError) {
    for write in writes { try self.write(write) }
  }

  private func write(_ change: StagedWrite) throws(StoreError) {
    let folder = try folder.get()
    if naming != .own, change.name.isReserved { return try writeRecord(change, folder) }
    guard let file = naming.file(of: change.name) else { return }
    do throws(StorageError) {
      let bytes = try change.stored.map { value throws(StorageError) in
        try encode(value, under: change.name)
      }
      try quarantineIfDamaged(change.name, file, folder)
      if let bytes { try folder.replace(file, with: bytes) } else { try folder.remove(file) }
    } catch {
      throw error.code == .edited
        ? conflict(error, change.name) : StoreError(error, storageString: change.name)
    }
    for issue in folder.takeIssues() { core.report(StoreError(issue), once: nil) }
  }

  private func encode(
    _ value: StoredValue, under name: StorageString
  ) throws(StorageError) -> [UInt8] {
    do throws(PropertyListError) {
      if naming == .own { return try ValueFile.bytes(value, under: name) }
      // Others were refused.
      return try RawContents.bytes(of: value) ?? []
    } catch {
      throw StorageError(
        .unencodable, operation: "writing", path: path ?? "", found: error.found,
        expected: error.expected)
    }
  }

  /// Moves the file of a string out of the way if the commit found it damaged.
  private func quarantineIfDamaged(
    _ name: StorageString, _ file: String, _ folder: ValueFolder
  ) throws(StorageError) {
    guard damaged.withLock({ $0.contains(name) }), let kept = try folder.quarantine(file) else {
      return
    }
    damaged.withLock { _ = $0.remove(name) }
    core.report(
      StoreError(
        .corrupt, storageString: name.string, operation: "commit", path: "\(folder.path)/\(file)",
        advice: "The damaged file is kept as \(kept)."),
      once: nil)
  }
}

// MARK: - The library's own records

extension FileFolder {
  /// The file of the library's own records in a folder that other programs share.
  private static let recordsName = ".keywright.plist"

  /// The records, by their storage strings.
  private func records(
    of folder: ValueFolder
  ) throws(StoreError) -> [String: StoredValue] {
    do throws(StorageError) {
      guard let bytes = try folder.read(FileFolder.recordsName) else { return [:] }
      guard case .dictionary(let members)? = try? PropertyList(reading: bytes) else {
        throw StorageError(
          .corrupt, operation: "reading", path: "\(folder.path)/\(FileFolder.recordsName)",
          found: "bytes of another kind", expected: "a property list of the store's records",
          advice: "Restore it from a backup, or remove it: migrations then run once more.")
      }
      return Dictionary(
        members.members.map { ($0.key, StoredValue($0.value)) }, uniquingKeysWith: { $1 })
    } catch {
      throw StoreError(error)
    }
  }

  private func writeRecord(
    _ change: StagedWrite, _ folder: ValueFolder
  ) throws(StoreError) {
    var records = try records(of: folder)
    records[change.name.string] = change.stored
    let members = records.map { PropertyListDictionary.Member(key: $0.key, value: $0.value.tree) }
    do throws(StorageError) {
      guard !members.isEmpty else { return try folder.remove(FileFolder.recordsName) }
      let bytes: [UInt8]
      do throws(PropertyListError) {
        bytes = try BinaryPropertyList.encode(.dictionary(PropertyListDictionary(lastOf: members)))
      } catch {
        throw StorageError(
          .unencodable, operation: "writing", path: folder.path, found: error.found,
          expected: error.expected)
      }
      try folder.replace(FileFolder.recordsName, with: bytes)
    } catch {
      throw error.code == .edited
        ? conflict(error, change.name) : StoreError(error, storageString: change.name)
    }
  }
}

extension StoreError {
  /// An error of the layer below, about one key.
  fileprivate init(_ error: StorageError, storageString: StorageString) {
    self.init(error)
    self.storageString = storageString.string
  }
}
