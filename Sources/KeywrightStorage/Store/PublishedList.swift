/// The property list of a store, as it was last looked at: a copy of the store that other programs may edit.
struct PublishedList: Sendable {
  /// What is known of the file in its place.
  enum Standing: Equatable, Sendable {
    /// Nothing: nobody looked yet.
    case unseen
    case missing
    /// The journal names it by this note.
    case named(ListNote)
    /// It is no property list, or one that is being written.
    case unreadable
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

  /// Whether a status shows that nothing changed since.
  func isCurrent(_ status: FileStatus?) -> Bool {
    guard let status, let known = self.status else { return standing == .missing && status == nil }
    return status.hasSameContent(as: known) && status.changed == known.changed
  }
}

extension EditMerge.List {
  init(_ found: Checkpoint, _ members: PropertyListDictionary) {
    self.init(
      identity: CheckpointIdentity(
        checksum: found.checksum, length: UInt64(found.status.size)),
      members: members, number: found.number, isMarked: found.isMarked)
  }
}
