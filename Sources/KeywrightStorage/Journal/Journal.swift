/// A journal that is open for reading, and for appending unless it turned out not to be clean.
///
/// An object, since each commit asks it many things, and a value of 200 bytes would be copied for most of them.
final class Journal: @unchecked Sendable {
  // `@unchecked`: the variables are used with the state of the journal's file locked, or once the journal was ended,
  // when no thread changes them any more.
  let file: OpenFile
  let name: String
  let header: JournalHeader
  /// The position of the next record.
  private(set) var end: Int
  /// The bytes before ``end``, by which a commit knows the file.
  private var mark: JournalMark
  /// Whether there is no commit.
  private(set) var isEmpty: Bool
  /// The checkpoints that hold all of the journals before this one, as its records name them.
  private(set) var checkpoints: [CheckpointName]
  /// The time of the last commit, as far as it is known.
  private(set) var lastTime: Int64?
  /// The number of values that the records have; see ``JournalReplay/values``.
  private(set) var values: Int
  /// The length of the file; zeros are written ahead from `end` to here.
  private(set) var capacity: Int
  /// The state of the bytes after the last whole record.
  private(set) var tail: JournalTail
  /// Whether the file could be opened for writing.
  let isWritable: Bool

  private init(
    file: OpenFile, name: String, header: JournalHeader, end: Int, mark: JournalMark, isEmpty: Bool,
    checkpoints: [CheckpointName] = [], lastTime: Int64? = nil, values: Int, capacity: Int,
    tail: JournalTail, isWritable: Bool
  ) {
    self.file = file
    self.name = name
    self.header = header
    self.end = end
    self.mark = mark
    self.isEmpty = isEmpty
    self.checkpoints = checkpoints
    self.lastTime = lastTime
    self.values = values
    self.capacity = capacity
    self.tail = tail
    self.isWritable = isWritable
  }

  var generation: UInt64 { header.generation }

  /// Whether it was made, and then used neither for a commit nor to name a checkpoint.
  var isUnused: Bool { isEmpty && checkpoints.isEmpty && tail == .clean }

  /// Whether it has a format to which no commit is appended any more.
  var isOfOlderVersion: Bool { header.version < JournalFormat.version }

  /// The end of all that was written, with the bytes that lead to a successor.
  var writtenEnd: Int {
    if case .continued = tail { return end + JournalFormat.continuationLength }
    return end
  }

  /// Whether another journal is this one, and not one that has its number since all files were removed.
  func isSameFile(as other: Journal?) -> Bool {
    guard let other, let status = try? file.status(), let theirs = try? other.file.status()
    else { return false }
    return status.isSameFile(as: theirs)
  }

  /// The checkpoints that the journal continues without another journal between them.
  var bases: [CheckpointName] {
    if header.predecessor != 0 { return checkpoints }
    return [CheckpointName(identity: header.checkpoint, number: header.number)] + checkpoints
  }

  /// Whether it has the first commits of a store, for which no list was written.
  var beginsStore: Bool { header.beginsStore }

  /// Whether the journal continues a checkpoint without another journal between them.
  func extends(_ checkpoint: CheckpointIdentity) -> Bool {
    bases.contains { $0.identity == checkpoint }
  }
}

// MARK: - Reading

extension Journal {
  /// The outcome of reading a file with the name of a journal.
  enum Reading {
    case valid(Journal, [MemberChange])
    /// A journal whose header is not written yet, so that it has no record.
    case blank
    case damaged
  }

  /// Reads a journal file.
  /// - Parameter checkpointPath: The path of the checkpoint beside which it lies.
  /// - Returns: Nil if the file went away.
  static func read(
    _ fileName: String, generation: UInt64, in folder: Folder, path checkpointPath: String
  )
    throws(StorageError) -> Reading?
  {
    let path = Folder.path(of: fileName, beside: checkpointPath)
    var isWritable = true
    let opened = try withPath(path) { () throws(SystemError) -> (OpenFile, FileStatus)? in
      let file: OpenFile?
      isWritable = true
      do throws(SystemError) {
        file = try folder.open(fileName, .readAndWrite)
      } catch {
        // Reading must work where writing does not.
        guard error.isNotPermitted || error.isReadOnly else { throw error }
        file = try folder.open(fileName, .read)
        isWritable = false
      }
      return try file.map { file throws(SystemError) in (file, try file.status()) }
    }
    guard let (file, status) = opened else { return nil }
    guard status.kind == .regular, status.size <= JournalFormat.longest else { return .damaged }
    let bytes = try withPath(path) { () throws(SystemError) in
      try file.read(limit: JournalFormat.longest, expected: status.size)
    }
    return try bytes.reading { bytes throws(StorageError) in
      switch JournalHeader.read(bytes) {
      case .blank: return .blank
      case .damaged: return .damaged
      case .newer(let version):
        throw StorageError(
          .unavailable, operation: "reading", path: path,
          found: "a journal of version \(version)", expected: "version \(JournalFormat.version)",
          advice: "Use the newer program that wrote it.")
      case .valid(let header):
        guard header.generation == generation else { return .damaged }
        let start = header.length
        let replay = JournalReplay(
          UnsafeRawBufferPointer(rebasing: bytes[start...]), from: start, generation: generation,
          version: header.version)
        let journal = Journal(
          file: file, name: fileName, header: header, end: replay.end,
          mark: JournalMark(UnsafeRawBufferPointer(rebasing: bytes[..<replay.end])),
          isEmpty: replay.lastTime == nil && replay.changes.isEmpty,
          checkpoints: replay.checkpoints, lastTime: replay.lastTime,
          values: replay.values, capacity: bytes.count, tail: replay.tail,
          isWritable: isWritable)
        return .valid(journal, replay.changes)
      }
    }
  }

  /// Reads what others appended since this journal was last read or written.
  ///
  /// One system call when nothing was. A record that was not whole is looked at again: it may be
  /// whole by now, or cut off.
  /// - Throws: `SystemError.foreignDescriptor` if a commit would be written into another file.
  func catchUp() throws(SystemError) -> [MemberChange] {
    var found = (mark: JournalMark(), next: UInt32(0))
    let count = try Swift.withUnsafeMutableBytes(of: &found) { buffer in
      Result { () throws(SystemError) in
        try file.read(at: end - JournalMark.length, into: buffer)
      }
    }.get()
    // The system is asked only where the bytes do not tell. Of a file whose status was asked, Linux 6.13 and later
    // note the time of the next write in nanoseconds, which doubles what the write takes.
    if count < JournalMark.length || found.mark != mark || !mark.tells { try file.requireOurs() }
    // Fewer bytes than that are the end of the file, or the start of an append under way.
    let hasNext = count == JournalMark.length + 4 && found.next != 0
    guard tail != .clean || hasNext else { return [] }
    let bytes = try file.read(
      from: end, limit: JournalFormat.longest, expected: max(capacity - end, 65_536))
    let replay = bytes.withUnsafeBytes {
      JournalReplay(
        $0, from: end, generation: generation, version: header.version, after: values)
    }
    take(replay)
    capacity = max(capacity, end + bytes.count)
    bytes.withUnsafeBytes {
      mark.extend(by: UnsafeRawBufferPointer(rebasing: $0[..<(replay.end - end)]))
    }
    end = replay.end
    tail = replay.tail
    return replay.changes
  }

  private func take(_ replay: JournalReplay) {
    values = replay.values
    checkpoints += replay.checkpoints
    if let time = replay.lastTime { lastTime = time }
    if !replay.changes.isEmpty || replay.lastTime != nil { isEmpty = false }
  }

  /// All changes, read again from the start.
  func allChanges() throws(SystemError) -> [MemberChange]? {
    let bytes = try file.read(
      from: header.length, limit: JournalFormat.longest, expected: capacity)
    let replay = bytes.withUnsafeBytes {
      JournalReplay($0, from: header.length, generation: generation, version: header.version)
    }
    return replay.end >= end ? replay.changes : nil
  }
}

// MARK: - Inspecting

package struct JournalCommit: Sendable, Equatable {
  /// The offset of its record.
  package var offset: Int
  package var changes: [MemberChange]
}

extension Journal {
  /// All whole commits, read again from the start.
  func allCommits() throws(SystemError) -> [JournalCommit] {
    let start = header.length
    let bytes = try file.read(from: start, limit: JournalFormat.longest, expected: capacity)
    var commits: [JournalCommit] = []
    bytes.withUnsafeBytes { bytes in
      _ = JournalReplay(
        bytes, from: start, generation: generation, version: header.version
      ) { offset, changes in
        commits.append(.init(offset: offset, changes: Array(changes)))
      }
    }
    return commits
  }
}

// MARK: - Writing

extension Journal {
  /// The space that a new journal takes at once.
  private static let firstCapacity = page
  private static let page = 4_096
  /// The space that only removals may use, so that room can be made on a full disk.
  private static let reserve = 1_024

  /// Makes an empty journal.
  /// - Parameter isSynchronized: Whether it is on the disk then, but for its name.
  static func create(
    _ header: JournalHeader, for name: String, in folder: Folder, like checkpoint: FileAttributes?,
    isSynchronized: Bool = true
  ) throws(SystemError) -> Journal {
    let fileName = JournalFormat.fileName(for: name, generation: header.generation)
    let start = header.bytes
    let bytes = start + [UInt8](repeating: 0, count: firstCapacity - start.count)
    let file = try folder.create(
      fileName, with: bytes, like: checkpoint, isSynchronized: isSynchronized)
    return Journal(
      file: file, name: fileName, header: header, end: start.count,
      mark: start.withUnsafeBytes { JournalMark($0) }, isEmpty: true, values: 0,
      capacity: bytes.count, tail: .clean, isWritable: true)
  }

  /// Appends a record and so makes a commit that survives the end of this process.
  ///
  /// - Parameters:
  ///   - record: A record begun by `JournalRecord.write`.
  ///   - isRemoval: Whether it only removes and so may use the reserve.
  /// - Throws: The failure. The record was cut off again, unless ``tail`` is not clean now.
  func append(_ record: inout JournalEncoder, at time: Int64, isRemoval: Bool)
    throws(SystemError)
  {
    try append(&record, isRemoval: isRemoval)
    isEmpty = false
    lastTime = time
  }

  /// Appends the name of a checkpoint that holds all of the journals before this one.
  func append(_ checkpoint: CheckpointName) throws(SystemError) {
    var record = JournalEncoder()
    record.writeRecord(of: checkpoint)
    try append(&record, isRemoval: true)
    checkpoints.append(checkpoint)
  }

  private func append(_ record: inout JournalEncoder, isRemoval: Bool)
    throws(SystemError)
  {
    let length = record.count
    let reserve = isRemoval ? 0 : Journal.reserve
    if end + length + reserve > capacity { try extend(by: length) }
    record.endRecord(generation: generation, offset: end)
    let place = end
    let file = file
    do throws(SystemError) {
      try record.reading { bytes throws(SystemError) in try file.write(bytes, at: place) }
    } catch {
      cut()
      throw error
    }
    record.reading { mark.extend(by: $0) }
    end += length
    values += record.values
  }

  /// Writes zeros ahead, so that commits need no change of the file's size.
  private func extend(by length: Int) throws(SystemError) {
    let wanted = end + length + Journal.reserve
    let grown = min(max(wanted, 2 * capacity), wanted + (1 << 15))
    let target = (grown + Journal.page - 1) / Journal.page * Journal.page
    // Page by page: Linux keeps what one call wrote as one piece in memory, and each small write
    // into a large piece looks at all of it.
    let zeros = [UInt8](repeating: 0, count: Journal.page)
    var place = capacity
    let file = file
    do throws(SystemError) {
      while place < target {
        let count = min(target, place / Journal.page * Journal.page + Journal.page) - place
        try zeros.reading { zeros throws(SystemError) in
          try file.write(UnsafeRawBufferPointer(rebasing: zeros[..<count]), at: place)
        }
        place += count
      }
    } catch {
      // Zeros of which only some were written are as good as none.
      try? file.fileSystem.truncate(file.descriptor, to: capacity)
      throw error
    }
    capacity = target
  }

  /// Ends the journal for all processes, as far as that is possible, because part of it may never reach the disk or
  /// another journal takes its place.
  ///
  /// The writer's lock is held. The caller must read everything again.
  /// - Returns: Whether every process that has the journal open finds it ended.
  @discardableResult
  func seal() -> Bool {
    // A record that is there already was appended by another process.
    guard (try? catchUp()) != nil else { return false }
    switch tail {
    case .sealed, .continued: return true
    case .interrupted, .damaged: return false
    case .clean: tail = .sealed
    }
    let (file, place) = (file, end)
    do throws(SystemError) {
      try JournalFormat.seal.reading { seal throws(SystemError) in
        try file.write(seal, at: place)
      }
      return true
    } catch {
      return false
    }
  }

  /// Ends the journal, so that later commits belong to its successor. The writer's lock is held, and
  /// ``tail`` is clean.
  func end(continuingIn next: UInt64) throws(SystemError) {
    let bytes = JournalFormat.continuation(in: generation, at: end, to: next)
    let (file, place) = (file, end)
    do throws(SystemError) {
      try bytes.reading { bytes throws(SystemError) in try file.write(bytes, at: place) }
    } catch {
      cut()
      throw error
    }
    tail = .continued(next)
  }

  /// Removes the remains of a failed append.
  private func cut() {
    do throws(SystemError) {
      try file.fileSystem.truncate(file.descriptor, to: end)
      capacity = end
    } catch {
      // It is unknown how much of them is there.
      tail = .damaged
    }
  }
}
