/// What base and journals say together at one moment, and what is wrong with them.
///
/// It can be read without the lock: a base that was replaced meanwhile is noticed at the end and
/// everything read again, since compaction removes a journal only after it replaced the base.
struct Snapshot {
  var base: Base?
  /// Whether the base is the one that the caller has open, and no file has its name.
  private(set) var isBaseGone = false
  var journal: Journal?
  /// The members of base and journal together.
  var dictionary = PropertyListDictionary()
  /// The members of the base alone, while they may be needed for merging.
  var edited = PropertyListDictionary()
  /// The changes of the journal, in order.
  var changes: [DurableFile.Change] = []
  /// The base that is no property list, if that is what is there.
  var damagedBase: (error: PropertyListError, status: FileStatus)?
  /// Journals that nothing needs any more.
  var staleJournals: [String] = []
  /// Journals whose bytes are not what was written, but for the one that counts.
  var damagedJournals: [DamagedJournal] = []
  /// The journals before the one that counts, with what they hold; the oldest first.
  private var older: [(journal: Journal, changes: [DurableFile.Change])] = []
  /// Whether the older journals lead from the base to the one that the journal extends.
  private var isContinued = false
  var highestGeneration: UInt64 = 0

  /// A journal that holds, or may have held, more than can be read.
  struct DamagedJournal {
    let name: String
    let found: String
    let expected: String
  }

  /// Whether the journal was made for another base than the one that is there.
  var isBaseForeign: Bool {
    guard let journal, !isContinued else { return false }
    return journal.header.base != (base?.identity ?? .none)
  }

  /// Whether the journal extends a base, and there is none. A program that puts another file in its
  /// place leaves none for a moment.
  var isBaseMissing: Bool {
    guard let journal, base == nil, damagedBase == nil else { return false }
    return journal.header.base != .none
  }

  /// Whether the next writer must write a new base before it may append.
  var needsRepair: Bool {
    damagedBase != nil || !damagedJournals.isEmpty || isBaseForeign || isContinued
      || journal?.tail == .damaged || journal?.tail == .sealed
  }

  /// Reads a folder's files.
  /// - Parameter open: The base that the caller has open, with the generation of its journal: it
  ///   counts if no file has its name and the journal is still there.
  /// - Throws: `StorageError` when any of them may exist and cannot be read.
  static func read(
    _ name: String, in folder: Folder, path: String,
    insteadOfMissing open: (base: Base, journal: UInt64)? = nil
  ) throws(StorageError) -> Snapshot {
    var open = open
    var attempts = 3
    for _ in 0..<100 {
      let reading = try readOnce(name, in: folder, path: path, open?.base)
      guard let snapshot = reading else { continue }
      if snapshot.isBaseGone, snapshot.journal?.generation != open?.journal {
        open = nil
      } else if snapshot.isBaseMissing, attempts > 0 {
        attempts -= 1
        folder.fileSystem.pause(.milliseconds(5))
      } else {
        return snapshot
      }
    }
    throw StorageError(
      .busy, operation: "reading", path: path, found: "a file that changes all the time",
      advice: "Let the other programs finish, then try again.")
  }

  /// Reads once; nil if something changed meanwhile.
  private static func readOnce(
    _ name: String, in folder: Folder, path: String, _ open: Base?
  ) throws(StorageError) -> Snapshot? {
    var snapshot = Snapshot()
    let reading = try Base.read(name, in: folder, path: path)
    switch reading {
    case .missing:
      if let open, let dictionary = open.originalMembers() {
        snapshot.base = open
        snapshot.dictionary = dictionary
        snapshot.isBaseGone = true
      }
    case .valid(let base, let dictionary):
      snapshot.base = base
      snapshot.dictionary = dictionary
    case .damaged(let error, let status): snapshot.damagedBase = (error, status)
    }
    guard try snapshot.readJournals(of: name, in: folder, path: path) else { return nil }
    let status = try calling(for: path) { () throws(SystemError) in try folder.status(of: name) }
    let isSame =
      switch reading {
      case .missing: status == nil
      case .valid(let base, _): status.map(base.isCurrent) ?? false
      case .damaged(_, let old): status == old
      }
    guard isSame else { return nil }
    snapshot.judgeOlderJournals()
    snapshot.apply()
    return snapshot
  }

  /// Finds the journal that counts.
  /// - Returns: False if a journal went away meanwhile.
  private mutating func readJournals(of name: String, in folder: Folder, path: String)
    throws(StorageError) -> Bool
  {
    let names = try calling(for: path) { () throws(SystemError) in
      try folder.fileSystem.names(in: folder.descriptor)
    }
    let journals = names.compactMap { fileName in
      JournalFormat.generation(in: fileName, for: name).map { (generation: $0, name: fileName) }
    }.sorted { $0.generation > $1.generation }
    for (generation, fileName) in journals {
      switch try Journal.read(fileName, generation: generation, in: folder, path: path) {
      case nil: return false
      case .blank: staleJournals.append(fileName)
      case .damaged:
        damagedJournals.append(
          DamagedJournal(
            name: fileName, found: "bytes of another kind in \(fileName)",
            expected: "a journal's header"))
      case .valid(let journal, let changes) where self.journal != nil:
        older.insert((journal, changes), at: 0)
      case .valid(let journal, let changes):
        // A journal gets records only when its base is in place and durable. An empty one for
        // another base is what a compaction left that did not come to its end.
        let isMade = journal.header.base == (base?.identity ?? .none) && damagedBase == nil
        if isMade || !journal.isEmpty || journal.tail == .damaged {
          self.journal = journal
          self.changes = changes
        } else {
          staleJournals.append(fileName)
        }
      }
    }
    // The last number is taken only by a journal that holds something.
    let unused = staleJournals + damagedJournals.map(\.name)
    highestGeneration =
      journals.first {
        $0.generation < JournalFormat.highestGeneration || !unused.contains($0.name)
      }?.generation ?? 0
    return true
  }

  /// Decides what journals older than the one that counts are good for.
  ///
  /// They are in its base, which was on the disk before it got a record; so they are only removed.
  /// But that base may be lost, or an older one be in its place, as when a copy was put back, or
  /// when the power went after a synchronization of the folder had failed. Then what they hold
  /// comes first, provided that it leads to the very base that the journal extends. Whatever is not
  /// whole is kept.
  private mutating func judgeOlderJournals() {
    continueFromBase()
    for (journal, changes) in older.reversed() {
      if base == nil { self.changes = changes + self.changes }
      if journal.tail == .damaged {
        damagedJournals.append(journal.damage)
      } else if isBaseForeign, !journal.isEmpty, journal.header.base == base?.identity {
        damagedJournals.append(
          DamagedJournal(
            name: journal.name, found: "commits in \(journal.name) beside a newer journal",
            expected: "a newer journal that extends them"))
      } else {
        staleJournals.append(journal.name)
      }
    }
  }

  private mutating func continueFromBase() {
    guard isBaseForeign, let base, let journal else { return }
    let earlier = older.drop { $0.journal.header.base != base.identity }.flatMap(\.changes)
    guard !earlier.isEmpty else { return }
    var members = dictionary
    members.apply(earlier)
    let tree = PropertyList.dictionary(members)
    let isContinuation = [false, true].contains { isWide in
      (try? BinaryPropertyList.encode(tree, isWide: isWide)).map(JournalHeader.BaseIdentity.init)
        == journal.header.base
    }
    guard isContinuation else { return }
    changes = earlier + changes
    isContinued = true
  }

  /// Adds the journal's changes to the base's members.
  private mutating func apply() {
    if isBaseForeign { edited = dictionary }
    dictionary.apply(changes)
  }
}

extension Base {
  /// What a journal that extends this base names.
  var identity: JournalHeader.BaseIdentity {
    .init(checksum: checksum, length: UInt64(status.size))
  }
}

extension Journal {
  /// What is wrong with a journal whose tail is damaged.
  var damage: Snapshot.DamagedJournal {
    Snapshot.DamagedJournal(
      name: name, found: "a record that is not whole at byte \(end) of \(name)",
      expected: "a record or nothing")
  }
}

extension JournalHeader.BaseIdentity {
  /// What a journal that extends a base names, of which these bytes were just encoded.
  init(of bytes: [UInt8]) {
    self.init(
      checksum: bytes.withUnsafeBytes { BinaryPropertyList.Mark.checksum(ofChecked: $0) },
      length: UInt64(bytes.count))
  }
}

extension PropertyListDictionary {
  /// Makes changes in their order; the last one of a name counts.
  ///
  /// O(n + m log m) for m changes, so that a long journal costs no more than it must.
  mutating func apply(_ changes: [DurableFile.Change]) {
    guard changes.count > 8 else {
      for change in changes { self[change.name] = change.value }
      return
    }
    var latest: [Change] = []
    latest.reserveCapacity(changes.count)
    for index in SortableKeys(changes.lazy.map(\.name)).order() {
      if let last = latest.last, last.name.hasSameBytes(as: changes[index].name) {
        latest[latest.count - 1] = changes[index]
      } else {
        latest.append(changes[index])
      }
    }
    merge(latest)
  }

  private typealias Change = DurableFile.Change

  /// Makes changes that are strictly ascending by the bytes of their names.
  private mutating func merge(_ changes: [Change]) {
    var result: [Member] = []
    result.reserveCapacity(members.count + changes.count)
    var index = 0
    for change in changes {
      while index < members.count, members[index].key.precedesInBytes(change.name) {
        result.append(members[index])
        index += 1
      }
      if index < members.count, members[index].key.hasSameBytes(as: change.name) { index += 1 }
      if let value = change.value { result.append(Member(key: change.name, value: value)) }
    }
    result += members[index...]
    self = PropertyListDictionary(sortedMembers: result)
  }
}
