/// An open journal of a store.
///
/// Thread safety: its user lets one thread at a time in.
final class Journal: @unchecked Sendable {
  // `@unchecked`: the variables are used with the state of the store's file locked.
  let file: OpenFile
  let header: JournalHeader
  /// Whether the file could be opened for writing.
  let isWritable: Bool
  /// Brings what is appended to the disk.
  let sync: GroupCommit
  private let identity: FileIdentity?
  /// What of the end of the journal is known.
  private(set) var end: End
  private(set) var summary: JournalSummary
  private(set) var tail: JournalTail
  /// Whether it has other bytes than were read, or written.
  private(set) var isOverwritten = false

  /// The end of a journal.
  struct End {
    /// The position of the next record.
    var position: Int
    /// The checksum of the record before.
    var chain: UInt32
    /// The bytes before the position, by which a commit knows the file.
    var mark: JournalMark
    /// The end of the last note of a list.
    var note: Int
    /// The length of the file; zeros are written ahead from the position to here.
    var capacity: Int
  }

  init(
    _ file: OpenFile, _ status: FileStatus, _ header: JournalHeader, _ end: End,
    _ summary: JournalSummary, tail: JournalTail, isWritable: Bool = true, sync: GroupCommit
  ) {
    self.file = file
    self.header = header
    self.end = end
    self.isWritable = isWritable
    self.sync = sync
    identity = status.identity
    self.summary = summary
    self.tail = tail
  }

  /// The number of the last commit.
  var number: UInt64 { summary.number }

  /// What it says of lists.
  var notes: [ListNote] { summary.notes }

  /// Throws where not so many commits may follow the last one.
  func requireNumbers(for commits: Int = 1, path: String) throws(StorageError) {
    guard number + UInt64(commits) < JournalFormat.endOfNumbers else {
      throw StorageError(
        .unavailable, operation: "writing", path: path, found: "commit \(number)",
        expected: "a number that commits can reach",
        advice: """
          Somebody made it: see with `keywright doctor` what it holds. If nothing of that is to be kept, close \
          all programs that use the store, and move it away.
          """)
    }
  }

  /// The bytes behind the snapshot.
  var lengthOfCommits: Int { end.position - summary.snapshotEnd }

  /// The bytes behind the last note of a list.
  var lengthBehindList: Int { end.position - end.note }

  /// An upper bound of the length of a list of all members.
  var longestList: Int { summary.snapshotEnd + 2 * lengthOfCommits }

  /// Whether a name leads to it, and it is as it was read.
  func isInPlace(_ status: FileStatus?) -> Bool {
    !isOverwritten && status.map { $0.identity == identity } ?? false
  }

  /// The last note of a list.
  var lastNote: ListNote? { notes.last }

  /// Reads what others appended since this journal was last read or written.
  ///
  /// One system call when nothing was. A record that was not whole is looked at again: it may be whole by now, or
  /// cut off.
  /// - Returns: The commits; nil if the journal is not the file that was opened, or has other bytes than were read.
  func catchUp() throws(SystemError) -> [JournalCommit]? {
    let known = end
    var found = (mark: JournalMark(), next: UInt32(0))
    let count = try Swift.withUnsafeMutableBytes(of: &found) { buffer in
      Result { () throws(SystemError) in
        try file.read(at: known.position - JournalMark.length, filling: buffer)
      }
    }.get()
    // The journal's own status is never asked: Linux 6.13 and later would note the time of the next write in
    // nanoseconds, which doubles what the write takes.
    guard count >= JournalMark.length, found.mark == known.mark else {
      try file.requireOurs()
      isOverwritten = true
      return nil
    }
    guard tail != .clean || (count == JournalMark.length + 4 && found.next != 0) else { return [] }
    let bytes = try file.read(
      from: end.position, limit: JournalFormat.longest,
      expected: max(end.capacity - end.position, 65_536))
    var history = JournalHistory(behind: summary)
    bytes.withUnsafeBytes { bytes in
      var reader = JournalReader(
        bytes, from: end.position, in: header.journal, chain: end.chain)
      let isWhole = reader.readAll(into: &history)
      tail = isWhole ? reader.tail : .damaged
      end.mark.extend(
        by: UnsafeRawBufferPointer(rebasing: bytes[..<(reader.position - end.position)]))
      end.capacity = max(end.capacity, end.position + bytes.count)
      (end.position, end.chain) = (reader.position, reader.chain)
      end.note = reader.noteEnd ?? end.note
    }
    summary = history.summary
    return history.commits
  }

  /// What it has now, to be read later.
  var view: JournalView {
    JournalView(file: file, header: header, end: end.position, chain: end.chain)
  }

  // MARK: Writing

  private static let page = 4_096
  /// The space that only removals may use, so that room can be made on a full disk.
  private static let reserve = 1_024

  /// Makes a journal under a temporary name.
  ///
  /// - Parameters:
  ///   - records: A snapshot and what follows it.
  ///   - temporary: The name.
  ///   - isSynchronized: Whether it is on the disk then, but for its name.
  /// - Throws: The failure; no file has the name then.
  static func create(
    _ header: JournalHeader, _ records: [JournalRecord], as temporary: String, at place: StorePlace,
    isSynchronized: Bool = true
  ) throws(StorageError) -> Journal {
    var bytes = header.bytes
    var chain: UInt32 = 0
    var summary = JournalSummary()
    var noteEnd: Int?
    for record in records {
      do throws(PropertyListError) {
        try record.write(to: &bytes, at: bytes.count, in: header.journal, chain: &chain)
      } catch {
        throw StorageError(unencodable: error, path: place.path)
      }
      summary.take(record)
      if case .list = record { noteEnd = bytes.count }
    }
    let end = End(
      position: bytes.count, chain: chain,
      mark: bytes.withUnsafeBytes { JournalMark($0) }, note: noteEnd ?? summary.snapshotEnd,
      capacity: (bytes.count + reserve + page - 1) / page * page)
    bytes += [UInt8](repeating: 0, count: end.capacity - bytes.count)
    return try place.call { folder throws(SystemError) in
      let file = try folder.create(
        temporary, with: bytes, like: place.model?.ofJournal, isSynchronized: isSynchronized)
      let sync = GroupCommit(file, synced: isSynchronized ? end.position : 0, in: folder)
      return Journal(file, try file.status(), header, end, summary, tail: .clean, sync: sync)
    }
  }

  /// The commit that may be appended next.
  func next(_ changes: [MemberChange], at time: Int64, _ origin: JournalCommit.Origin)
    -> JournalRecord
  {
    .commit(JournalCommit(number: number + 1, time: time, origin: origin, changes: changes))
  }

  /// Appends a commit, and so makes it survive the end of this process.
  ///
  /// The writer's lock is held, and ``tail`` is clean.
  /// - Throws: The failure. The record was cut off again, unless ``tail`` is not clean now.
  func append(_ commit: inout JournalEncoder, at time: Int64) throws(SystemError) {
    let length = commit.count
    if end.position + length + (commit.isRemoval ? 0 : Self.reserve) > end.capacity {
      try extend(by: length)
    }
    // Of an object, each use of a variable is checked at run time; of these, once for the whole commit.
    var end = end
    let number = number + 1
    commit.number(number)
    commit.endRecord(at: end.position, in: header.journal, chain: &end.chain)
    try commit.reading { bytes throws(SystemError) in
      try write(bytes, at: end.position)
      end.mark.extend(by: bytes)
    }
    end.position += length
    self.end = end
    summary.take(commit: number, at: time)
    sync.didWrite(upTo: end.position)
  }

  /// Appends records by one write; otherwise as ``append(_:at:)``.
  func append(_ records: [JournalRecord], path: String) throws(StorageError) {
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
    try withPath(path) { () throws(SystemError) in
      let reserve = records == [.moved] ? 0 : Self.reserve
      if end.position + bytes.count + reserve > end.capacity { try extend(by: bytes.count) }
      try bytes.reading { bytes throws(SystemError) in
        try write(bytes, at: end.position)
        end.mark.extend(by: bytes)
      }
    }
    end.position += bytes.count
    end.chain = chain
    // Not in place: the compiler would then have every use of the summary, also a commit's, checked at run time.
    var summary = summary
    for record in records {
      summary.take(record)
      if case .list = record { end.note = end.position }
    }
    self.summary = summary
    sync.didWrite(upTo: end.position)
  }

  /// Says that another journal takes the place of this one. Its readers stay where they are until they find that one.
  func end(path: String) throws(StorageError) {
    let known = end
    try append([.moved], path: path)
    (end.position, end.chain, end.mark) = (known.position, known.chain, known.mark)
    tail = .moved
  }

  private func write(_ bytes: UnsafeRawBufferPointer, at place: Int) throws(SystemError) {
    do throws(SystemError) {
      try file.write(bytes, at: place)
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
  func synchronize() throws(SystemError) { try sync.wait(upTo: end.position) }

  /// Brings all that was appended to the disk, but not the name.
  func synchronizeData() throws(SystemError) {
    try file.requireOurs()
    try file.fileSystem.synchronizeData(file.descriptor)
  }

  /// Gives the journal the owner, the group and the permissions that the list got.
  func follow(
    _ list: FileStatus, named name: String, in folder: Folder
  ) throws(SystemError) {
    let model = FileAttributes(name: name, status: list).ofJournal
    guard try file.status().hasOtherMode(than: model.status) else { return }
    try folder.copyAttributes(of: model, for: file)
  }
}
