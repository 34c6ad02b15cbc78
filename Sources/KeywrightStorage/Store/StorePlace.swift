/// Where a store lies: its folder, and the names of its files there.
struct StorePlace: Sendable {
  let folder: Folder
  /// The name of the property list.
  let name: String
  /// Whether a list that is replaced is kept.
  var history: @Sendable () -> HistoryPolicy = { HistoryPolicy(.kept) }

  /// The path of the property list, for people to read.
  var path: String { (folder.path == "/" ? "" : folder.path) + "/" + name }
  var journalName: String { JournalFormat.journalName(for: name) }
  var date: Int64 { folder.fileSystem.date() }

  /// Makes calls to the system; their errors name the list.
  func call<Result>(
    _ body: (Folder) throws(SystemError) -> Result
  ) throws(StorageError) -> Result {
    try withPath(path) { () throws(SystemError) in try body(folder) }
  }

  /// Reads a list; nil where there is none, or none that can be read.
  func list(_ fileName: String) throws(StorageError) -> EditMerge.List? {
    guard
      case .valid(let file, let members) = try ListFile.read(fileName, in: folder, path: path)
    else { return nil }
    return EditMerge.List(file, members)
  }

  /// Which list lies under a name, without decoding it; nil where there is none, or none that can be read.
  func identity(of fileName: String) throws(StorageError) -> ListIdentity? {
    let reading = try ListFile.read(fileName, in: folder, path: path) { _ in true }
    if case .known(let file) = reading { return file.identity }
    return nil
  }

  /// The file whose mode, owner and access list a new file of the store gets.
  var model: FileAttributes? {
    for name in [name, journalName] {
      if let status = try? folder.status(of: name), status.kind == .regular {
        return FileAttributes(name: name, status: status)
      }
    }
    return nil
  }

  /// The bytes of a list.
  func encode(_ members: PropertyListDictionary, number: Int64? = nil) throws(StorageError)
    -> [UInt8]
  {
    do throws(PropertyListError) {
      return try BinaryPropertyList.encode(.dictionary(members.numbered(number)))
    } catch {
      throw StorageError(unencodable: error, path: path)
    }
  }

  func discard(_ name: String) { folder.discard(name) }

  // MARK: Temporary files

  /// The name of a list that was built and has not got its own, or of what lay there before: both lie under the number
  /// of the publication, so that whoever comes upon the file after a crash knows which of them it may be.
  func temporary(for number: Int64) -> String { name + Folder.temporaryInfix + String(number) }

  /// The name of what lay there before, where names cannot be exchanged, until the list has got its own.
  func oldName(for temporary: String) -> String { temporary + ".old" }

  /// The name of a journal that has not got its own yet.
  func temporary(forJournal number: UInt64) -> String {
    name + Folder.temporaryInfix + "journal-" + String(number, radix: 36)
  }

  /// The number of the publication to which a temporary file belongs; nil for another one.
  func publication(of temporary: String) -> Int64? {
    Int64(temporary.dropFirst((name + Folder.temporaryInfix).count).prefix { $0 != "." })
  }

  /// The temporary files that lie in the folder.
  func temporaries() throws(StorageError) -> [String] {
    try call { folder throws(SystemError) in
      try folder.names().filter { $0.hasBytePrefix(name + Folder.temporaryInfix) }
    }
  }

  /// Whether no program is at work on a temporary file: its maker has its lock, and an editor that opened it under its
  /// former name may write into it, unless the system can tell that nobody does, or it was still for a second.
  func isLeft(_ temporary: String) throws(StorageError) -> Bool {
    let date = date
    return try call { folder throws(SystemError) in
      guard let status = try folder.status(of: temporary),
        let file = try folder.open(temporary),
        !status.isChanging(at: date) || !folder.fileSystem.mayHaveWriter(file.descriptor)
      else { return false }
      return try folder.fileSystem.lock(file.descriptor)
    }
  }

  /// Whether the list of a publication has not got its name.
  func isUnfinished(_ note: ListNote) throws(StorageError) -> Bool {
    guard note.origin == .publication, note.number != 0 else { return false }
    let name = temporary(for: note.number)
    let status = try call { folder throws(SystemError) in try folder.status(of: name) }
    guard let status, status.size == note.identity.length else { return false }
    return try identity(of: name) == note.identity
  }

  // MARK: Kept files

  /// The members of a list that was kept when it was replaced.
  func keptMembers(numbered number: Int64) -> PropertyListDictionary? {
    for kept in (try? earlier.all()) ?? [] {
      if let list = try? list(kept.name), list.number == number { return list.members }
    }
    return nil
  }

  /// Keeps a copy of a journal that is damaged.
  /// - Returns: The name of the copy; nil where there is no journal.
  func keepJournal() throws(StorageError) -> String? {
    try call { folder throws(SystemError) in
      guard let file = try folder.open(journalName) else { return nil }
      let bytes = try file.read(limit: JournalFormat.longest, expected: file.status().size)
      let kept = try folder.freeName(for: journalName, .damaged)
      _ = try folder.create(kept, with: bytes, like: model)
      return kept
    }
  }
}

extension FileStatus {
  /// Whether content, name or mode were changed within a second, so that another program may be at work on the file.
  func isChanging(at date: Int64) -> Bool {
    var latest = self
    latest.modified = max(modified, changed)
    return latest.isFresh(at: date)
  }
}
