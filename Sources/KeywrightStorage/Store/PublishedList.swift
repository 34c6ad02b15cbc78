/// The property list of a store, as it was last looked at: a copy of the store that other programs may edit.
struct PublishedList: Sendable {
  /// What is known of the file in its place.
  enum Standing: Equatable, Sendable {
    /// Nothing: nobody looked yet.
    case unseen
    case missing
    /// The journal names it by this note.
    case named(ListNote)
    /// The store has no journal: the list is the store.
    case sole
    /// It is no property list, or one that is being written.
    case unreadable
    /// It is an edit, in the place of the list or as none, that this program may not take in.
    case viewed
  }

  let standing: Standing
  /// Stays open, so that its inode number cannot be given to another file.
  private let file: OpenFile?
  let status: FileStatus?

  init(_ standing: Standing, _ file: OpenFile? = nil, _ status: FileStatus? = nil) {
    self.standing = standing
    self.file = file
    self.status = status
  }

  /// A list that was just put in its place.
  /// - Parameter written: Its status before that. Where its content was changed since, by an editor that wrote into it
  ///   at once, this status shows it to the next look.
  init(_ note: ListNote, _ file: OpenFile, written: FileStatus) throws(SystemError) {
    let status = try file.status()
    self.init(.named(note), file, status.hasSameContent(as: written) ? status : written)
  }

  /// The note that names it.
  var note: ListNote? {
    if case .named(let note) = standing { note } else { nil }
  }

  func requireOurs() throws(SystemError) { try file?.requireOurs() }

  /// Whether a status shows that nothing changed since.
  func isCurrent(_ status: FileStatus?) -> Bool {
    guard let status, let known = self.status else {
      return status == nil && self.status == nil && standing != .unseen
    }
    return known.isUnchanged(status)
  }
}

extension ListFile.Reading {
  /// The status of the file; nil for none.
  var status: FileStatus? {
    switch self {
    case .missing: nil
    case .known(let file), .valid(let file, _): file.status
    case .damaged(_, let status, _): status
    }
  }
}

extension EditMerge.List {
  init(_ file: ListFile, _ members: PropertyListDictionary) {
    self.init(
      identity: file.identity, members: members, number: file.number, isMarked: file.isMarked)
  }
}
