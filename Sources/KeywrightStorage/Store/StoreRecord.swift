/// One record of a store's journal.
enum StoreRecord: Equatable, Sendable {
  /// All members as they were after a commit, as the bytes of a binary list.
  case snapshot(list: [UInt8], holding: UInt64)
  case commit(StoreCommit)
  case list(ListNote)
  /// The journal was replaced: who meets this opens the name again.
  case moved
}

/// A change of a store, made whole or not at all.
struct StoreCommit: Equatable, Sendable {
  enum Origin: UInt8, Sendable {
    case program = 0
    /// An edit of the property list.
    case edit = 1
    /// The property list was removed to begin anew.
    case reset = 2
  }

  /// One more than that of the commit before it, in all journals of the store.
  var number: UInt64
  /// In nanoseconds since 1970.
  var time: Int64 = 0
  var origin = Origin.program
  var changes: [MemberChange]
}

/// What a journal says of a property list.
struct ListNote: Equatable, Sendable {
  enum Origin: UInt8, Sendable {
    /// The store wrote the list.
    case publication = 3
    /// Another program wrote it, and it was taken in.
    case edit = 4
  }

  var origin: Origin
  var identity: CheckpointIdentity
  /// The number in the list, by which an edit shows what its editor read; 0 for none.
  var number: Int64
  /// The last commit that the list holds; of an edit, its own.
  var commit: UInt64
  /// Whether the list has all members as they were after that commit. An edit that was merged lacks what was
  /// committed beside it.
  var holdsAll: Bool

  /// Whether it says that the list was moved away, and may come back.
  var isOfMove: Bool { identity == .none && !holdsAll }

  /// That no list is in place.
  /// - Parameter isEmpty: Whether the store has no members then, which is what an editor of a new list has read.
  static func none(after commit: UInt64, isEmpty: Bool = false) -> ListNote {
    ListNote(
      origin: .publication, identity: .none, number: 0, commit: commit, holdsAll: isEmpty)
  }
}

// MARK: - Bytes

extension StoreRecord {
  private enum Kind {
    static let snapshot: UInt8 = 1
    static let commit: UInt8 = 2
    static let moved: UInt8 = 5
  }

  /// Appends the record to bytes that will stand in a journal.
  /// - Parameters:
  ///   - offset: The place of the record in the journal.
  ///   - chain: The checksum of the record before; that of this one afterwards.
  /// - Throws: ``PropertyListError`` for a value that no file can hold.
  func write(
    to output: inout [UInt8], at offset: Int, in journal: UInt64, chain: inout UInt32
  ) throws(PropertyListError) {
    let payload = try payload()
    let length = UInt32(payload.count)
    let check = StoreFormat.check(of: length, at: offset, in: journal)
    chain = payload.withUnsafeBytes {
      StoreFormat.checksum(of: $0, after: check, chain: chain)
    }
    var header = JournalEncoder()
    header.append(length)
    header.append(check.value)
    header.append(chain)
    output += header.bytes
    output += payload
  }

  private func payload() throws(PropertyListError) -> [UInt8] {
    var output = JournalEncoder()
    switch self {
    case .snapshot(let list, let commit):
      output.append(Kind.snapshot)
      output.append(commit)
      return output.bytes + list + [StoreFormat.lastByte]
    case .commit(let commit): try output.append(commit)
    case .list(let note): output.append(note)
    case .moved: output.append(Kind.moved)
    }
    output.append(StoreFormat.lastByte)
    guard output.count <= PropertyListLimits.bytes else {
      throw PropertyListError(
        offset: nil, found: "a commit of \(output.count) bytes",
        expected: "at most \(PropertyListLimits.bytes)")
    }
    return output.bytes
  }

  /// Reads a payload whose checksum is right; nil for anything but a whole payload.
  init?(_ payload: UnsafeRawBufferPointer) {
    guard payload.last == StoreFormat.lastByte else { return nil }
    let bytes = UnsafeRawBufferPointer(rebasing: payload.dropLast())
    var input = JournalDecoder(bytes)
    switch input.number(UInt8.self) {
    case Kind.snapshot?:
      guard let commit = input.number(UInt64.self), let list = input.run(bytes.count - 9)
      else { return nil }
      self = .snapshot(list: Array(list), holding: commit)
    case Kind.commit?:
      guard let commit = input.commit(), input.isAtEnd else { return nil }
      self = .commit(commit)
    case Kind.moved?:
      guard input.isAtEnd else { return nil }
      self = .moved
    case let kind?:
      guard let note = input.note(kind), input.isAtEnd else { return nil }
      self = .list(note)
    case nil: return nil
    }
  }
}

extension JournalEncoder {
  fileprivate mutating func append(_ commit: StoreCommit) throws(PropertyListError) {
    append(2 as UInt8)
    append(commit.number)
    append(commit.time)
    append(commit.origin.rawValue)
    append(UInt32(truncatingIfNeeded: commit.changes.count))
    for change in commit.changes {
      append(UInt8(change.value == nil ? 0 : 1))
      append(change.name)
      // Members of the file's dictionary are at depth 2.
      if let value = change.value { try append(value, depth: 2) }
    }
  }

  fileprivate mutating func append(_ note: ListNote) {
    append(note.origin.rawValue)
    append(note.identity.checksum)
    append(note.identity.length)
    append(note.number)
    append(note.commit)
    append(UInt8(note.holdsAll ? 1 : 0))
  }
}

extension JournalDecoder {
  fileprivate mutating func commit() -> StoreCommit? {
    guard let number = number(UInt64.self), let time = self.number(Int64.self),
      let origin = self.number(UInt8.self).flatMap(StoreCommit.Origin.init),
      let count = count(of: 5)
    else { return nil }
    var commit = StoreCommit(number: number, time: time, origin: origin, changes: [])
    commit.changes.reserveCapacity(count)
    for _ in 0..<count {
      guard let change = change() else { return nil }
      commit.changes.append(change)
    }
    return commit
  }

  private mutating func change() -> MemberChange? {
    guard let kind = number(UInt8.self), kind < 2, let name = string() else { return nil }
    if kind == 0 { return countRemoval() ? MemberChange(name: name, value: nil) : nil }
    return value(depth: 2).map { MemberChange(name: name, value: $0) }
  }

  fileprivate mutating func note(_ kind: UInt8) -> ListNote? {
    guard let origin = ListNote.Origin(rawValue: kind), let checksum = number(UInt32.self),
      let length = number(UInt64.self), let number = number(Int64.self),
      let commit = self.number(UInt64.self), let holdsAll = self.number(UInt8.self), holdsAll < 2
    else { return nil }
    return ListNote(
      origin: origin, identity: CheckpointIdentity(checksum: checksum, length: length),
      number: number, commit: commit, holdsAll: holdsAll == 1)
  }
}
