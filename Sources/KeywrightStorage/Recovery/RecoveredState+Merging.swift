extension RecoveredState {
  /// Changes that both an edit of the property list and the journal made, by the side that lost.
  struct Conflicts {
    /// The names whose edited value a commit overrides.
    var edits: [String] = []
    /// The names whose committed value an edit overrides.
    var commits: [String] = []
    /// The names whose value depends on which of two checkpoints the editor read.
    var doubts: [String] = []
    /// Whether an edit of a list that no journal names wins as a whole.
    var isOfUnknownList = false
    /// The names whose values such an edit changed, as far as they are known.
    var replaced: [String] = []
    /// Whether the edit took the place of a list with later commits, which are lost.
    var isOverLostList = false
  }

  /// An edit of a list that was replaced by others before the edit was saved.
  struct StaleEdit {
    /// The members of the list that the editor read.
    let read: PropertyListDictionary
    /// The members without the edit.
    let present: PropertyListDictionary
    /// Whether these are all: the edit may have replaced the only list that had them.
    let isPresentKnown: Bool
  }

  /// Merges an edited checkpoint with the commits since the checkpoint that its editor read.
  ///
  /// The number in the list names that checkpoint, and the journals begin there. A member that only
  /// one side changed has that side's value. A journal shows an edit by the values that its commits
  /// replaced; an open checkpoint, from which the edit was made, by its members. Where both changed a
  /// member, the later side wins. A checkpoint of the store itself is a backup; if it was put back after
  /// the last commit, it wins as a whole. So does a list with a number that no journal names, unless the
  /// list of that number was kept, or nothing in it was edited: see ``outcome(of:isLater:)``.
  ///
  /// An editor that drops the number leaves two candidates while the journal of a compaction is still
  /// there. The bytes cannot tell them apart: see ``mergeWithoutNumber(_:isLater:)``.
  ///
  /// The time of an edit is that of the last change of the file's status, because `cp -p`, `mv` and
  /// `tar` keep old times of modification. One in the future, or not after the last commit, proves
  /// nothing, and the journal wins.
  /// - Parameters:
  ///   - original: The members of the journals' first checkpoint, if they are still available.
  ///   - stale: The edit, if its editor read a list that was replaced and kept.
  ///   - present: The members without the edit, if they are known.
  ///   - wasOpen: Whether the edit came while the caller had the store open, after all commits.
  ///   - now: The date.
  mutating func merge(
    original: PropertyListDictionary?, present: PropertyListDictionary? = nil,
    stale: StaleEdit? = nil, wasOpen: Bool, now: Int64
  ) -> Conflicts {
    guard isCheckpointEdited else { return Conflicts() }
    let isLater = wasOpen || isEditLater(now)
    if let stale, stale.read != edited {
      let outcome = outcome(of: stale, isLater: isLater)
      dictionary = outcome.members
      return outcome.conflicts
    }
    let net = PropertyListDictionary.netChanges(of: changes)
    if isLater, isBackup { return restore(over: net, present) }
    let outcome =
      isCheckpointForeign && predecessorCount > 0 && journal?.checkpoints.isEmpty == false
      ? mergeWithoutNumber(net, original, isLater: isLater)
      : outcome(of: net, original, isLater: isLater)
    dictionary = outcome.members
    return outcome.conflicts
  }

  /// Members that were merged, and the changes that lost.
  private struct Outcome {
    var members: PropertyListDictionary
    var conflicts = Conflicts()
  }

  /// Merges the edit with changes since one checkpoint.
  /// - Parameter original: The members of that checkpoint, if they are known.
  private func outcome(
    of net: [MemberChange], _ original: PropertyListDictionary?, isLater: Bool
  ) -> Outcome {
    var outcome = Outcome(members: edited)
    var decided: [MemberChange] = []
    for change in net {
      let edit = edited[change.name]
      if edit == change.value { continue }
      guard isEdited(change, to: edit, original) else {
        decided.append(change)
        continue
      }
      // Commits that gave a member its old value again, all together, are no change of it.
      if change.replaced != .unknown, change.replaced == ReplacedValue(of: change.value) {
        continue
      }
      if isLater, original != nil || change.replaced != .unknown {
        outcome.conflicts.commits.append(change.name)
      } else {
        outcome.conflicts.edits.append(change.name)
        decided.append(change)
      }
    }
    outcome.members.apply(decided)
    return outcome
  }

  /// Merges an edit of a list that was replaced by others, with all that was committed since.
  private func outcome(of stale: StaleEdit, isLater: Bool) -> Outcome {
    var outcome = Outcome(members: stale.present)
    outcome.conflicts.isOverLostList = !stale.isPresentKnown
    let removed = stale.read.members.filter { edited[$0.key] == nil }
    var decided: [MemberChange] = []
    for name in (edited.members + removed).map(\.key) {
      let (read, present, edit) = (stale.read[name], stale.present[name], edited[name])
      if edit == read || edit == present { continue }
      if present != read {
        if !isLater {
          outcome.conflicts.edits.append(name)
          continue
        }
        outcome.conflicts.commits.append(name)
      }
      decided.append(MemberChange(name: name, value: edit))
    }
    outcome.members.apply(decided)
    return outcome
  }

  /// Merges an edit of which it is unknown whether its editor read the checkpoint before a compaction
  /// or the one after it.
  ///
  /// The one from which fewer members differ counts, and of two equally near ones the later. Each
  /// member to which the other would give another value is a doubt, so that no wrong value goes
  /// unnoticed.
  /// - Parameter net: The net changes since the earlier checkpoint.
  private func mergeWithoutNumber(
    _ net: [MemberChange], _ original: PropertyListDictionary?, isLater: Bool
  ) -> Outcome {
    let between = PropertyListDictionary.netChanges(of: Array(changes[..<predecessorCount]))
    let since = PropertyListDictionary.netChanges(of: Array(changes[predecessorCount...]))
    let earlier = outcome(of: net, original, isLater: isLater)
    let later = outcome(of: since, nil, isLater: isLater)
    let fromEarlier = between.count { $0.replaced != ReplacedValue(of: edited[$0.name]) }
    let fromLater = between.count { $0.value != edited[$0.name] }
    var outcome = fromLater <= fromEarlier ? later : earlier
    let reported = outcome.conflicts.commits + outcome.conflicts.edits
    outcome.conflicts.doubts = between.map(\.name).filter { name in
      earlier.members[name] != later.members[name]
        && !reported.contains { $0.hasSameBytes(as: name) }
    }
    return outcome
  }

  /// Lets a backup that was put back count as a whole.
  private mutating func restore(
    over net: [MemberChange], _ present: PropertyListDictionary?
  ) -> Conflicts {
    applyRestoredJournal()
    dictionary = edited
    var conflicts = Conflicts(commits: net.filter { edited[$0.name] != $0.value }.map(\.name))
    guard checkpoint?.isMarked == false else { return conflicts }
    conflicts.isOfUnknownList = true
    if let present {
      let changed = edited.members.filter { present[$0.key] != $0.value }
      let removed = present.members.filter { edited[$0.key] == nil }
      conflicts.replaced = (changed + removed).map(\.key).sorted { $0.precedesInBytes($1) }
    }
    return conflicts
  }

  /// Whether the list is a checkpoint of another time than the journals, or an edit of one.
  private var isBackup: Bool {
    isCheckpointForeign && (checkpoint?.isMarked == true || staleNumber != nil)
  }

  /// The number of an edited list that no journal names; nil for other lists.
  var staleNumber: Int64? {
    // Journals of earlier versions name no numbers.
    guard isCheckpointForeign, let checkpoint, !checkpoint.isMarked,
      (predecessor ?? journal)?.bases.contains(where: { $0.number != nil }) == true
    else { return nil }
    return checkpoint.number
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
    guard let checkpoint, let journal else { return false }
    // The list that the journal extends was in place before the edit was.
    if journal.isEmpty, predecessor == nil { return true }
    guard let last = journal.lastTime ?? predecessor?.lastTime else { return false }
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
        case .dictionary(var dictionary)? = try? PropertyList(reading: bytes)
      else { return nil }
      _ = dictionary.takeCheckpointNumber()
      return dictionary
    }
  }
}
