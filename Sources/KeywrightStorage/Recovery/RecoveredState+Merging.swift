extension RecoveredState {
  /// Changes that both an edit of the property list and the journal made, by the side that lost.
  struct Conflicts {
    /// The names whose edited value a commit overrides.
    var edits: [String] = []
    /// The names whose committed value an edit overrides.
    var commits: [String] = []
  }

  /// Merges an edited checkpoint and a journal made for another checkpoint.
  ///
  /// A member that only one side changed has that side's value. A journal shows an edit by the values
  /// that its commits replaced; an open checkpoint, from which the edit was made, by its members.
  /// Where both changed a member, the later side wins; a copy of the store's own files that was put
  /// back as a backup wins as a whole.
  ///
  /// The time of an edit is that of the last change of the file's status, because `cp -p`, `mv` and
  /// `tar` keep old times of modification. One in the future, or not after the last commit, proves
  /// nothing, and the journal wins.
  /// - Parameters:
  ///   - original: The members of the journal's own checkpoint, if they are still available. Then the
  ///     edit came while the caller had it open, after all commits.
  ///   - now: The date.
  mutating func merge(original: PropertyListDictionary?, now: Int64) -> Conflicts {
    var conflicts = Conflicts()
    guard isCheckpointForeign else { return conflicts }
    let isLater = original != nil || isEditLater(now)
    let isRestored = isLater && checkpoint?.isMarked == true
    if isRestored { applyRestoredJournal() }
    var merged = edited
    var decided: [MemberChange] = []
    for change in PropertyListDictionary.netChanges(of: changes) {
      let edit = edited[change.name]
      if edit == change.value { continue }
      guard isRestored || isEdited(change, to: edit, original) else {
        decided.append(change)
        continue
      }
      let isKnown = original != nil || change.replaced != .unknown
      if isRestored || isLater && isKnown {
        conflicts.commits.append(change.name)
      } else {
        conflicts.edits.append(change.name)
        decided.append(change)
      }
    }
    merged.apply(decided)
    dictionary = merged
    return conflicts
  }

  /// Whether the edited value of a member differs from the one that the journal's first change of it
  /// replaced.
  private func isEdited(
    _ change: MemberChange, to edit: PropertyList?, _ original: PropertyListDictionary?
  ) -> Bool {
    // An absent member of a missing checkpoint is no edit of that member.
    if checkpoint == nil { return false }
    if let original { return edit != original[change.name] }
    return change.replaced == .unknown || change.replaced != ReplacedValue(of: edit)
  }

  /// Whether the edit is known to be later than the last commit.
  private func isEditLater(_ now: Int64) -> Bool {
    guard let checkpoint, let last = journal?.lastTime ?? predecessor?.lastTime else {
      return false
    }
    let changed = checkpoint.status.changed
    return changed > last && changed < now.addingReportingOverflow(Self.clockTolerance).partialValue
  }

  /// File systems may give times by a finer clock than the date's, so that a change of this moment
  /// seems to be some milliseconds ahead. In nanoseconds.
  private static let clockTolerance: Int64 = 1_000_000_000
}

extension Checkpoint {
  /// Reads the members as they were when this checkpoint was read or written, from the file that is
  /// kept open; nil if a program wrote into that very file.
  func originalMembers() -> PropertyListDictionary? {
    guard
      let bytes = try? file.read(limit: PropertyListLimits.bytes, expected: status.size),
      bytes.count == status.size
    else { return nil }
    return bytes.withUnsafeBytes { bytes in
      guard BinaryPropertyList.Mark.checksum(of: bytes) == checksum,
        case .dictionary(let dictionary)? = try? PropertyList(reading: bytes)
      else { return nil }
      return dictionary
    }
  }
}
