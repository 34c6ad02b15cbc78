/// One record of a store's journal.
enum JournalRecord: Equatable, Sendable {
  /// All members as they were after a commit, as the bytes of a binary list.
  case snapshot(list: [UInt8], holding: UInt64)
  case commit(JournalCommit)
  case list(ListNote)
  /// The name of a list that was published is on the disk.
  case settled(Int64)
  /// The journal was replaced, or has to be: who meets this opens the name again.
  case moved
}

/// A change of a store, made whole or not at all.
package struct JournalCommit: Equatable, Sendable {
  package enum Origin: UInt8, Sendable {
    case program = 0
    /// An edit of the property list.
    case edit = 1
    /// The property list was removed to begin anew.
    case reset = 2
  }

  /// One more than that of the commit before it, in all journals of the store.
  package var number: UInt64
  /// In nanoseconds since 1970.
  package var time: Int64 = 0
  package var origin = Origin.program
  package var changes: [MemberChange]
}

/// What a journal says of a property list.
struct ListNote: Equatable, Sendable {
  enum Origin: Sendable {
    /// The store wrote the list.
    case publication
    /// Another program wrote it, and it was taken in.
    case edit
  }

  var origin: Origin
  var identity: ListIdentity
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

extension JournalRecord {
  /// The first byte of a payload.
  enum Kind: UInt8 {
    case snapshot = 1
    case commit = 2
    case publication = 3
    case edit = 4
    case moved = 5
    case settled = 6
  }

  /// Appends the record to bytes that will stand in a journal.
  /// - Parameters:
  ///   - offset: The place of the record in the journal.
  ///   - chain: The checksum of the record before; that of this one afterwards.
  /// - Throws: ``PropertyListError`` for a value that no file can hold.
  func write(
    to bytes: inout [UInt8], at offset: Int, in journal: UInt64, chain: inout UInt32
  ) throws(PropertyListError) {
    var output = JournalEncoder()
    switch self {
    case .snapshot(let list, let commit):
      output.beginRecord(.snapshot)
      output.append(commit)
      output.append(bytes: list)
      output.append(JournalFormat.lastByte)
    case .commit(let commit):
      output.beginCommit(at: commit.time, commit.origin)
      try output.append(commit.changes)
      try output.endCommit()
      output.number(commit.number)
    case .list(let note):
      output.beginRecord(note.origin == .edit ? .edit : .publication)
      output.append(note.identity.checksum)
      output.append(note.identity.length)
      output.append(note.number)
      output.append(note.commit)
      output.append(UInt8(note.holdsAll ? 1 : 0))
      output.append(JournalFormat.lastByte)
    case .settled(let number):
      output.beginRecord(.settled)
      output.append(number)
      output.append(JournalFormat.lastByte)
    case .moved:
      output.beginRecord(.moved)
      output.append(JournalFormat.lastByte)
    }
    output.endRecord(at: offset, in: journal, chain: &chain)
    output.reading { bytes += $0 }
  }

  /// Reads a payload whose checksum is right; nil for anything but a whole payload.
  /// - Parameter passed: The commit up to which changes are left out.
  init?(_ payload: UnsafeRawBufferPointer, behind passed: UInt64 = 0) {
    guard payload.last == JournalFormat.lastByte else { return nil }
    let bytes = UnsafeRawBufferPointer(rebasing: payload.dropLast())
    var input = JournalDecoder(bytes)
    guard let kind = input.number(UInt8.self).flatMap(Kind.init) else { return nil }
    switch kind {
    case .snapshot:
      guard let commit = input.commitNumber(), let list = input.run(bytes.count - 9)
      else { return nil }
      self = .snapshot(list: Array(list), holding: commit)
    case .commit:
      guard let commit = input.commit(behind: passed), commit.number <= passed || input.isAtEnd
      else { return nil }
      self = .commit(commit)
    case .settled:
      guard let number = input.number(Int64.self), input.isAtEnd else { return nil }
      self = .settled(number)
    case .moved:
      guard input.isAtEnd else { return nil }
      self = .moved
    case .publication, .edit:
      guard let note = input.note(kind == .edit ? .edit : .publication), input.isAtEnd else {
        return nil
      }
      self = .list(note)
    }
  }
}

extension JournalDecoder {
  fileprivate mutating func commitNumber() -> UInt64? {
    number(UInt64.self).flatMap { $0 < JournalFormat.endOfNumbers ? $0 : nil }
  }

  fileprivate mutating func commit(behind passed: UInt64) -> JournalCommit? {
    guard let number = commitNumber(), let time = self.number(Int64.self),
      let origin = self.number(UInt8.self).flatMap(JournalCommit.Origin.init)
    else { return nil }
    var commit = JournalCommit(number: number, time: time, origin: origin, changes: [])
    if number <= passed { return commit }
    guard let count = count(of: 5) else { return nil }
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

  fileprivate mutating func note(_ origin: ListNote.Origin) -> ListNote? {
    guard let checksum = number(UInt32.self),
      let length = number(UInt64.self), let number = number(Int64.self),
      let commit = commitNumber(), let holdsAll = self.number(UInt8.self), holdsAll < 2
    else { return nil }
    return ListNote(
      origin: origin, identity: ListIdentity(checksum: checksum, length: length),
      number: number, commit: commit, holdsAll: holdsAll == 1)
  }
}
