extension Journal {
  /// What reading the file of a journal gave.
  enum Reading {
    case missing
    case valid(Journal, JournalHistory)
    /// One that has nothing yet: a power cut may leave that of a store whose first commits had not reached the disk.
    case blank
    /// Nothing of it can be read.
    case damaged
  }

  /// Reads the journal of a store.
  /// - Parameters:
  ///   - list: Reads the list, from which a journal is read on where its beginning is damaged.
  ///   - published: Gives the members of the list that the journal names last, if it is in place: what it has need not be
  ///     decoded from the journal.
  static func read(
    at place: StorePlace, beside list: () -> EditMerge.List?,
    behind published: (ListNote) -> PropertyListDictionary? = { _ in nil }
  ) throws(StorageError) -> Reading {
    let path = Folder.path(of: place.journalName, beside: place.path)
    let opened = try withPath(path) { () throws(SystemError) in
      try Opened(place.journalName, in: place.folder)
    }
    guard let opened else { return .missing }
    try opened.status.requireRegular(path, advice: "Choose another path.")
    return try opened.bytes.reading { bytes throws(StorageError) in
      switch JournalHeader.read(bytes) {
      case .damaged:
        // No list that a store wrote gets its name before its journal is on the disk.
        let isBlank = bytes.isZero && !(list()?.isMarked ?? false)
        return isBlank ? .blank : .damaged
      case .newer(let version):
        throw StorageError(
          .unavailable, operation: "reading", path: path,
          found: "a journal of version \(version)", expected: "version \(JournalFormat.version)",
          advice: "Use the newer program that wrote it.")
      case .valid(let header):
        return read(bytes, of: opened, header, in: place, beside: list, behind: published)
      }
    }
  }

  /// The file of a journal, and its bytes.
  private struct Opened {
    let file: OpenFile
    let status: FileStatus
    let bytes: [UInt8]
    var isWritable = true

    init?(_ name: String, in folder: Folder) throws(SystemError) {
      let opened: OpenFile?
      do throws(SystemError) {
        opened = try folder.open(name, .readAndWrite)
      } catch {
        // Reading must work where writing does not.
        guard error.isNotPermitted || error.isReadOnly else { throw error }
        opened = try folder.open(name)
        isWritable = false
      }
      guard let opened else { return nil }
      file = opened
      status = try file.status()
      bytes =
        status.kind == .regular
        ? try file.read(limit: JournalFormat.longest, expected: status.size) : []
    }
  }

  private static func read(
    _ bytes: UnsafeRawBufferPointer, of opened: Opened, _ header: JournalHeader,
    in place: StorePlace, beside list: () -> EditMerge.List?,
    behind published: (ListNote) -> PropertyListDictionary?
  ) -> Reading {
    let start = JournalReader(
      UnsafeRawBufferPointer(rebasing: bytes[JournalFormat.headerLength...]),
      from: JournalFormat.headerLength, in: header.journal)
    func journal(
      _ history: JournalHistory, to reader: JournalReader, _ tail: JournalTail,
      lacksCommits: Bool = false
    ) -> Journal {
      var summary = history.summary
      summary.lacksCommits = lacksCommits
      let mark = JournalMark(UnsafeRawBufferPointer(rebasing: bytes[..<reader.position]))
      let end = End(
        position: reader.position, chain: reader.chain, mark: mark,
        note: reader.noteEnd ?? summary.snapshotEnd, capacity: bytes.count)
      return Journal(
        opened.file, opened.status, header, end, summary, tail: tail,
        isWritable: opened.isWritable, sync: GroupCommit(opened.file, in: place.folder))
    }
    if let note = start.lastNote, note.origin == .publication, note.holdsAll,
      let members = published(note)
    {
      var (reader, history) = (start, JournalHistory(start: members, in: note))
      reader.passed = note.commit
      let (isWhole, tail) = (reader.readAll(into: &history), reader.tail)
      if isWhole, tail != .damaged, let shown = history.startingAtList() {
        return .valid(journal(history, to: reader, tail), shown)
      }
    }
    var (reader, history) = (start, JournalHistory())
    let (isWhole, tail) = (reader.readAll(into: &history), reader.tail)
    guard !isWhole || tail == .damaged else {
      return .valid(journal(history, to: reader, tail), history)
    }
    var later = history
    later.skip()
    var behind = reader
    while behind.resume() { _ = behind.readAll(into: &later) }
    if let list = list(), let mended = later.restarted(with: list),
      mended.number >= history.number
    {
      let lacksCommits = behind.tail != .clean
      return .valid(journal(mended, to: reader, .damaged, lacksCommits: lacksCommits), mended)
    }
    return reader.position > JournalFormat.headerLength
      ? .valid(journal(history, to: reader, .damaged, lacksCommits: true), history) : .damaged
  }
}

extension JournalReader {
  /// Takes all whole records.
  /// - Returns: Whether each may stand where it stands.
  mutating func readAll(into history: inout JournalHistory) -> Bool {
    while true {
      var ahead = self
      guard let record = ahead.next() else { return true }
      guard history.take(record) else { return false }
      self = ahead
    }
  }
}

/// The records of a journal up to an end, in a file to which others go on appending.
struct JournalView: Sendable {
  let file: OpenFile
  let header: JournalHeader
  let end: Int
  /// The checksum of the last record.
  let chain: UInt32

  /// All that it says, read from its start.
  func history(at place: StorePlace) throws(StorageError) -> JournalHistory {
    var history = JournalHistory()
    guard let records = try records(at: place), records.allSatisfy({ history.take($0) }) else {
      throw unreadableJournal(at: place.path)
    }
    return history
  }

  /// All records; nil if one is damaged.
  func records(at place: StorePlace) throws(StorageError) -> [JournalRecord]? {
    let bytes = try place.call { _ throws(SystemError) in
      try file.read(limit: JournalFormat.longest, expected: end)
    }
    return bytes.withUnsafeBytes { bytes in
      guard case .valid(header) = JournalHeader.read(bytes) else { return nil }
      return records(
        in: UnsafeRawBufferPointer(rebasing: bytes[JournalFormat.headerLength...]),
        from: JournalFormat.headerLength, behind: 0)
    }
  }

  /// The records behind those that an earlier view has; nil if one is damaged.
  func records(
    behind earlier: JournalView, at place: StorePlace
  ) throws(StorageError) -> [JournalRecord]? {
    let bytes = try place.call { _ throws(SystemError) in
      try file.read(from: earlier.end, limit: JournalFormat.longest, expected: end - earlier.end)
    }
    return bytes.withUnsafeBytes { records(in: $0, from: earlier.end, behind: earlier.chain) }
  }

  private func records(
    in bytes: UnsafeRawBufferPointer, from start: Int, behind chain: UInt32
  ) -> [JournalRecord]? {
    var reader = JournalReader(bytes, from: start, in: header.journal, chain: chain)
    var records: [JournalRecord] = []
    while reader.position < end, let record = reader.next() { records.append(record) }
    return reader.position >= end ? records : nil
  }
}
