/// The files of one store as they were found, and the outcome that opening would have.
///
/// It is made by the same reading that ``DurableFile/open()`` begins with, and changes nothing.
package struct Inspection: Sendable {
  /// The outcome of opening: the contents with their issues, or the error.
  package var opening: Result<DurableFile.Contents, StorageError>
  /// The files that belong to the store, by name; unrelated files of the folder are left out.
  package var files: [StoreFile] = []
  /// The time of the last commit that the journal tells of, in nanoseconds since 1970; nil if it tells of none.
  package var lastCommit: Int64?
  /// Whether opening would write to put something right.
  package var needsMending = false
  /// Whether another process held the writer's lock, so that what looks broken may be a commit
  /// under way.
  package var isBeingWritten = false

  /// Whether the list cannot be read.
  var isListUnreadable = false

  /// Whether the list lacks something that was committed.
  package var isListBehind = false

  /// Whether neither a list nor a journal was found.
  package var isMissing: Bool {
    !files.contains { $0.role == .list || $0.role == .journal }
  }

  /// Whether ``DurableFile/mend(timeout:)`` would change anything.
  package var canBeTidied: Bool {
    needsMending || isListBehind || files.contains { $0.role == .temporary }
  }

  /// One file of a store.
  package struct StoreFile: Sendable, Equatable {
    package var name: String
    package var role: Role
    package var condition: Condition
    /// Its length in bytes.
    package var size: Int
    /// The commits that can be read from it, if it is a journal.
    package var commits: [JournalCommit] = []
    /// Whether, after these, there is one that a crash interrupted or that is under way.
    package var isInterrupted = false
  }

  /// The purpose of a file, by its name.
  package enum Role: String, Sendable {
    case list, journal, lock, temporary
    case quarantined = "kept aside"
    /// A list that a newer one replaced; see ``EarlierList``.
    case earlier = "earlier list"
  }

  /// The condition of a file.
  package enum Condition: Sendable, Equatable {
    /// It is read when the store is opened.
    case inUse
    /// Bytes that are not what was written, in words.
    case damaged(String)
    /// A file that a crash left incomplete.
    case unfinished
    /// The lock, which was free or held by another process.
    case free, held
    /// A file that cannot be read, with the reason; it may be sound.
    case unreadable(String)
    /// Not looked into.
    case unread
  }
}

extension Inspection.Role {
  /// Tells the role of a file in the store of a name; nil if the file does not belong to the store.
  init?(of fileName: String, in name: String) {
    if fileName.hasSameBytes(as: name) {
      self = .list
    } else if fileName.hasSameBytes(as: WriterLock.name(for: name)) {
      self = .lock
    } else if fileName.hasSameBytes(as: JournalFormat.journalName(for: name)) {
      self = .journal
    } else if fileName.hasBytePrefix(name + Folder.temporaryInfix) {
      self = .temporary
    } else if Quarantine.Place(fileName, of: name) != nil {
      self = .quarantined
    } else if EarlierList.Place(fileName, in: name) != nil {
      self = .earlier
    } else {
      return nil
    }
  }

  /// The name of the store that keeps a file of this name beside its own; nil if no store would call one so. The name
  /// alone decides.
  ///
  /// A program that used such a file as its own would collide with the store's: a lock that is replaced locks no
  /// writer out, a journal that is renamed is lost to the writer that appends to it, a file that looks unfinished is
  /// swept, and what is written into a list that was kept goes with it, or comes back with an earlier state.
  static func owner(of fileName: String) -> (name: String, role: Self)? {
    let bytes = Array(fileName.utf8)
    func name(before infix: String, _ role: Self) -> (name: String, role: Self)? {
      let infix = Array(infix.utf8)
      for end in bytes.indices.dropFirst() where bytes[end...].starts(with: infix) {
        let name = String(decoding: bytes[..<end], as: UTF8.self)
        if Self(of: fileName, in: name) == role { return (name, role) }
      }
      return nil
    }
    return name(before: Folder.temporaryInfix, .temporary)
      ?? name(before: WriterLock.name(for: ""), .lock)
      ?? name(before: JournalFormat.suffix, .journal)
      ?? name(before: EarlierList.infix, .earlier)
      ?? Quarantine.allCases.lazy.compactMap { name(before: ".\($0.rawValue)-", .quarantined) }
      .first
  }
}
