/// An open journal of a store.
///
/// Thread safety: its user lets one thread at a time in.
final class StoreJournal {
  let file: OpenFile
  let header: StoreHeader
  /// What of the end of the journal is known.
  private(set) var end: End
  /// The number of the last commit.
  private(set) var number: UInt64
  /// The number of the last commit in its snapshot.
  let firstNumber: UInt64
  /// What it says of lists.
  private(set) var notes: [ListNote]
  private(set) var tail: StoreTail
  /// Whether the folder's entry of it is known to be on the disk.
  var isNameDurable = false

  /// The end of a journal.
  struct End {
    /// The position of the next record.
    var position: Int
    /// The checksum of the record before.
    var chain: UInt32
    /// The bytes before the position, by which a commit knows the file.
    var mark: JournalMark
    /// The length of the file; zeros are written ahead from the position to here.
    var capacity: Int
  }

  private init(
    _ file: OpenFile, _ header: StoreHeader, _ end: End, _ history: StoreHistory, tail: StoreTail
  ) {
    self.file = file
    self.header = header
    self.end = end
    number = history.number
    firstNumber = history.startNumber
    notes = history.notes
    self.tail = tail
  }

  /// The last note of a list.
  var lastNote: ListNote? { notes.last }
  /// The note before that: of the list that is in place, or that none is, as long as the last publication is not
  /// finished.
  var noteBeforeLast: ListNote { notes.dropLast().last ?? .none(after: number) }
}

// MARK: - Reading

extension StoreJournal {
  /// What reading the file of a journal gave.
  enum Reading {
    case missing
    case valid(StoreJournal, StoreHistory)
    /// Nothing of it can be read.
    case damaged
  }

  /// Reads the journal of a store.
  /// - Parameter list: Reads the list, from which a journal is read on where its beginning is damaged.
  static func read(
    at place: StorePlace, beside list: () -> EditMerge.List?
  ) throws(StorageError) -> Reading {
    let opened = try place.call { folder throws(SystemError) -> (OpenFile, [UInt8])? in
      guard let file = try folder.open(place.journalName, .readAndWrite) else { return nil }
      let status = try file.status()
      return (file, try file.read(limit: StoreFormat.longest, expected: status.size))
    }
    guard let (file, bytes) = opened else { return .missing }
    return try bytes.reading { bytes throws(StorageError) in
      switch StoreHeader.read(bytes) {
      case .damaged: return .damaged
      case .newer(let version):
        throw StorageError(
          .unavailable, operation: "reading", path: place.path,
          found: "a journal of version \(version)", expected: "version \(StoreFormat.version)",
          advice: "Use the newer program that wrote it.")
      case .valid(let header): return read(bytes, of: file, header, beside: list)
      }
    }
  }

  private static func read(
    _ bytes: UnsafeRawBufferPointer, of file: OpenFile, _ header: StoreHeader,
    beside list: () -> EditMerge.List?
  ) -> Reading {
    var reader = StoreReader(
      UnsafeRawBufferPointer(rebasing: bytes[StoreFormat.headerLength...]),
      from: StoreFormat.headerLength, in: header.journal)
    var history = StoreHistory()
    let isWhole = reader.readAll(into: &history)
    let tail = reader.tail
    func valid(_ history: StoreHistory) -> Reading {
      let mark = JournalMark(UnsafeRawBufferPointer(rebasing: bytes[..<reader.position]))
      let end = End(
        position: reader.position, chain: reader.chain, mark: mark,
        capacity: bytes.count)
      let tail = isWhole ? tail : .damaged
      return .valid(StoreJournal(file, header, end, history, tail: tail), history)
    }
    guard !isWhole || tail == .damaged else { return valid(history) }
    var later = history
    later.skip()
    var behind = reader
    while behind.resume() { _ = behind.readAll(into: &later) }
    if let list = list(), let mended = later.restarted(with: list),
      mended.number >= history.number
    {
      return valid(mended)
    }
    return reader.position > StoreFormat.headerLength ? valid(history) : .damaged
  }
}

extension StoreReader {
  /// Takes all whole records.
  /// - Returns: Whether each may stand where it stands.
  fileprivate mutating func readAll(into history: inout StoreHistory) -> Bool {
    while true {
      var ahead = self
      guard let record = ahead.next() else { return true }
      guard history.take(record) else { return false }
      self = ahead
    }
  }
}

extension StoreJournal {
  /// Reads what others appended since this journal was last read or written.
  ///
  /// One system call when nothing was. A record that was not whole is looked at again: it may be whole by now, or
  /// cut off.
  /// - Returns: The commits; nil if the journal is not the file that was opened, or has other bytes than were read.
  func catchUp() throws(SystemError) -> [StoreCommit]? {
    var found = (mark: JournalMark(), next: UInt32(0))
    let count = try Swift.withUnsafeMutableBytes(of: &found) { buffer in
      Result { () throws(SystemError) in
        try file.read(at: end.position - JournalMark.length, into: buffer)
      }
    }.get()
    // The journal's own status is never asked: Linux 6.13 and later would note the time of the next write in
    // nanoseconds, which doubles what the write takes.
    guard count >= JournalMark.length, found.mark == end.mark else { return nil }
    guard tail != .clean || (count == JournalMark.length + 4 && found.next != 0) else { return [] }
    let bytes = try file.read(
      from: end.position, limit: StoreFormat.longest,
      expected: max(end.capacity - end.position, 65_536))
    var history = StoreHistory(after: number)
    bytes.withUnsafeBytes { bytes in
      var reader = StoreReader(
        bytes, from: end.position, in: header.journal, chain: end.chain)
      let isWhole = reader.readAll(into: &history)
      tail = isWhole ? reader.tail : .damaged
      end.mark.extend(
        by: UnsafeRawBufferPointer(rebasing: bytes[..<(reader.position - end.position)]))
      end.capacity = max(end.capacity, end.position + bytes.count)
      (end.position, end.chain) = (reader.position, reader.chain)
    }
    number = history.number
    notes += history.notes
    return history.commits
  }

  /// All that it says, read again from its start; nil if it is damaged.
  func history() throws(SystemError) -> StoreHistory? {
    guard let records = try records() else { return nil }
    var history = StoreHistory()
    return records.allSatisfy { history.take($0) } ? history : nil
  }

  /// All records, read again from the start; nil if one is damaged.
  func records() throws(SystemError) -> [StoreRecord]? {
    let bytes = try file.read(limit: StoreFormat.longest, expected: end.capacity)
    return bytes.withUnsafeBytes { bytes in
      guard case .valid(header) = StoreHeader.read(bytes) else { return nil }
      var reader = StoreReader(
        UnsafeRawBufferPointer(rebasing: bytes[StoreFormat.headerLength...]),
        from: StoreFormat.headerLength, in: header.journal)
      var records: [StoreRecord] = []
      while let record = reader.next() { records.append(record) }
      return reader.position >= end.position ? records : nil
    }
  }
}

// MARK: - Writing

extension StoreJournal {
  private static let page = 4_096
  /// The space that only removals may use, so that room can be made on a full disk.
  private static let reserve = 1_024

  /// Makes a journal under a temporary name, and brings it to the disk.
  ///
  /// - Parameters:
  ///   - records: A snapshot and what follows it.
  ///   - temporary: The name.
  /// - Throws: The failure; no file has the name then.
  static func create(
    _ header: StoreHeader, _ records: [StoreRecord], as temporary: String, at place: StorePlace
  ) throws(StorageError) -> StoreJournal {
    var bytes = header.bytes
    var chain: UInt32 = 0
    var history = StoreHistory()
    for record in records {
      do throws(PropertyListError) {
        try record.write(to: &bytes, at: bytes.count, in: header.journal, chain: &chain)
      } catch {
        throw StorageError(unencodable: error, path: place.path)
      }
      _ = history.take(record)
    }
    let end = End(
      position: bytes.count, chain: chain,
      mark: bytes.withUnsafeBytes { JournalMark($0) },
      capacity: (bytes.count + reserve + page - 1) / page * page)
    bytes += [UInt8](repeating: 0, count: end.capacity - bytes.count)
    let file = try place.call { folder throws(SystemError) in
      try folder.create(temporary, with: bytes, like: place.model)
    }
    return StoreJournal(file, header, end, history, tail: .clean)
  }

  /// The commit that may be appended next.
  func next(_ changes: [MemberChange], at time: Int64, _ origin: StoreCommit.Origin) -> StoreRecord
  {
    .commit(StoreCommit(number: number + 1, time: time, origin: origin, changes: changes))
  }

  /// Appends records by one write, and so makes a commit that survives the end of this process.
  ///
  /// The writer's lock is held, and ``tail`` is clean.
  /// - Throws: The failure. The records were cut off again, unless ``tail`` is not clean now.
  func append(_ records: [StoreRecord], path: String) throws(StorageError) {
    var bytes: [UInt8] = []
    var chain = end.chain
    do throws(PropertyListError) {
      for record in records {
        try record.write(
          to: &bytes, at: end.position + bytes.count, in: header.journal, chain: &chain)
      }
    } catch {
      throw StorageError(unencodable: error, path: path)
    }
    do throws(SystemError) {
      if end.position + bytes.count + Self.reserve > end.capacity { try extend(by: bytes.count) }
      try write(bytes)
    } catch {
      throw StorageError(error, path: path)
    }
    bytes.withUnsafeBytes { end.mark.extend(by: $0) }
    end.position += bytes.count
    end.chain = chain
    note(records)
  }

  private func note(_ records: [StoreRecord]) {
    for record in records {
      switch record {
      case .commit(let commit): number = commit.number
      case .list(let note): notes.append(note)
      case .snapshot, .moved: break
      }
    }
  }

  /// Says that another journal takes the place of this one. Its readers stay where they are until they find that one.
  func end(path: String) throws(StorageError) {
    let known = end
    try append([.moved], path: path)
    (end.position, end.chain, end.mark) = (known.position, known.chain, known.mark)
    tail = .moved
  }

  private func write(_ bytes: [UInt8]) throws(SystemError) {
    let (file, place) = (file, end.position)
    do throws(SystemError) {
      try bytes.reading { bytes throws(SystemError) in try file.write(bytes, at: place) }
    } catch {
      try? cut()
      throw error
    }
  }

  /// Writes zeros ahead, so that commits need no change of the file's size.
  private func extend(by length: Int) throws(SystemError) {
    let wanted = end.position + length + Self.reserve
    let grown = min(max(wanted, 2 * end.capacity), wanted + (1 << 15))
    let target = (grown + Self.page - 1) / Self.page * Self.page
    // Page by page: Linux keeps what one call wrote as one piece in memory, and each small write
    // into a large piece looks at all of it.
    let zeros = [UInt8](repeating: 0, count: Self.page)
    let file = file
    do throws(SystemError) {
      while end.capacity < target {
        let place = end.capacity
        let count = min(target, place / Self.page * Self.page + Self.page) - place
        try zeros.reading { zeros throws(SystemError) in
          try file.write(UnsafeRawBufferPointer(rebasing: zeros[..<count]), at: place)
        }
        end.capacity += count
      }
    } catch {
      // Zeros of which only some were written are as good as none.
      try? file.fileSystem.truncate(file.descriptor, to: end.capacity)
      throw error
    }
  }

  /// Removes what stands behind the last whole record: the rest of a failed append, or that of a program that was
  /// killed. The writer's lock is held.
  func cut() throws(SystemError) {
    do throws(SystemError) {
      try file.requireOurs()
      try file.fileSystem.truncate(file.descriptor, to: end.position)
      end.capacity = end.position
      tail = .clean
    } catch {
      // It is unknown how much of it is there.
      tail = .damaged
      throw error
    }
  }

  /// Brings all that was appended to the disk.
  func synchronize(in folder: Folder) throws(SystemError) {
    try file.requireOurs()
    try file.fileSystem.synchronizeData(file.descriptor)
    guard !isNameDurable else { return }
    // Another process may have given the journal its name a moment ago.
    try folder.synchronizePath()
    isNameDurable = true
  }
}
