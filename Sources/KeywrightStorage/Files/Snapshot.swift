/// What base and journals say together at one moment, and what is wrong with them.
///
/// It can be read without the lock: a base that was replaced meanwhile is noticed at the end and
/// everything read again, since compaction removes a journal only after it replaced the base.
struct Snapshot {
  var base: Base?
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
  /// Journals whose bytes are not what was written.
  var damagedJournals: [String] = []
  var highestGeneration: UInt64 = 0

  /// Whether the journal was made for another base than the one that is there.
  var isBaseForeign: Bool {
    guard let journal else { return false }
    return journal.header.base != (base?.identity ?? .none)
  }

  /// Whether the next writer must write a new base before it may append.
  var needsRepair: Bool {
    damagedBase != nil || !damagedJournals.isEmpty || isBaseForeign || journal?.isClean == false
  }

  /// Reads a folder's files.
  /// - Throws: `StorageError` when any of them may exist and cannot be read.
  static func read(_ name: String, in folder: Folder, path: String) throws(StorageError)
    -> Snapshot
  {
    for _ in 0..<100 {
      if let snapshot = try readOnce(name, in: folder, path: path) { return snapshot }
    }
    throw StorageError(
      .busy, operation: "reading", path: path, found: "a file that changes all the time",
      advice: "Let the other programs finish, then try again.")
  }

  /// Reads once; nil if something changed meanwhile.
  private static func readOnce(_ name: String, in folder: Folder, path: String)
    throws(StorageError) -> Snapshot?
  {
    var snapshot = Snapshot()
    let reading = try Base.read(name, in: folder, path: path)
    switch reading {
    case .missing: break
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
    highestGeneration = journals.first?.generation ?? 0
    for (generation, fileName) in journals {
      // Journals older than the one that counts are in its base; but that may be lost.
      if journal != nil {
        staleJournals.append(fileName)
        guard base == nil else { continue }
        let reading = try Journal.read(fileName, generation: generation, in: folder, path: path)
        if case .valid(_, let older) = reading { changes = older + changes }
        continue
      }
      switch try Journal.read(fileName, generation: generation, in: folder, path: path) {
      case nil: return false
      case .blank: staleJournals.append(fileName)
      case .damaged: damagedJournals.append(fileName)
      case .valid(let journal, let changes):
        // A journal gets records only when its base is in place and durable. An empty one for
        // another base is what a compaction left that did not come to its end.
        let isMade = journal.header.base == (base?.identity ?? .none) && damagedBase == nil
        if isMade || !journal.isEmpty || !journal.isClean {
          self.journal = journal
          self.changes = changes
        } else {
          staleJournals.append(fileName)
        }
      }
    }
    return true
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
    let order = changes.indices.sorted { left, right in
      let order = changes[left].name.compareBytes(with: changes[right].name)
      return order == 0 ? left < right : order < 0
    }
    for index in order {
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
