extension DurableFile {
  /// Reads everything, whatever is known.
  ///
  /// After a failure the next attempt reads everything again, so that nothing is written over
  /// what could not be read.
  /// - Parameter hadContents: Whether the caller has contents, over which a broken edit is
  ///   nothing but an edit that failed.
  func load(_ state: inout State, hadContents: Bool) throws(StorageError) -> Contents {
    state.isStale = true
    state.unreported = []
    state.isCheckpointSeen = false
    try openFolder(&state)
    guard let folder = state.folder else {
      state.forget()
      state.isLoaded = true
      state.isStale = false
      return Contents(members: [], issues: [], isReadOnly: false)
    }
    let isReadOnly = try refusal(toWriteIn: folder) != nil
    var recovered = try RecoveredState.read(
      name, in: folder, path: path, insteadOfMissing: state.openCheckpoint)
    if !hadContents, let foreign = recovered.foreignFile(path: path) { throw foreign }
    // Another process may have moved a broken edit away; what the caller has stays valid.
    let isBroken =
      recovered.damagedCheckpoint != nil || state.brokenEdit != nil && recovered.checkpoint == nil
    let original = hadContents ? original(for: recovered, state, isBroken: isBroken) : nil
    var conflicts = RecoveredState.Conflicts()
    if !isBroken || !hadContents {
      conflicts = recovered.merge(
        original: original?.members, wasOpen: original != nil, now: fileSystem.date())
    }
    var issues = recovered.damages(path: path) + self.issues(of: conflicts)
    if recovered.damagedCheckpoint != nil, !issues.isEmpty {
      issues[0].advice = (issues[0].advice ?? "") + adviceAboutHistory(in: folder)
    }
    if !hadContents, let issue = issue(ofKept: recovered.keptDamage, in: folder) {
      issues.append(issue)
    }
    if hadContents, isBroken {
      state.brokenEdit = recovered.damagedCheckpoint?.status ?? state.brokenEdit
      guard var members = original?.members else {
        // Another program may be writing it: a later look decides.
        state.isBrokenEditNoted = state.brokenEdit.map(isUnfinished) != true
        if state.isBrokenEditNoted { note(issues, &state) }
        state.needsCheckpoint = true
        state.isStale = false
        return Contents(members: [], issues: [], isReadOnly: isReadOnly)
      }
      state.brokenEdit = nil
      members.apply(recovered.changes)
      recovered.dictionary = members
    } else {
      state.brokenEdit = nil
    }
    if let exposure = newExposure(of: recovered.checkpoint, in: folder, &state) {
      issues.append(exposure)
    }
    state.adopt(recovered)
    state.cleanup.keepsEdit = !conflicts.edits.isEmpty || !conflicts.doubts.isEmpty
    state.cleanup.keepsJournal = !conflicts.commits.isEmpty || !conflicts.doubts.isEmpty
    if state.isWriting, state.isInterrupted || recovered.hasDroppedSuccessor {
      state.hasDroppedInterruptedCommit = true
    }
    if recovered.isCheckpointGone { setCheckpointGone(&state) } else { noteLinks(&state) }
    state.original = original
    state.beforeEdit = nil
    if state.isEdited, !isBroken, var members = original?.members {
      members.apply(recovered.changes)
      state.beforeEdit = members
    }
    let isEdited = !isBroken && (recovered.journal == nil || recovered.isCheckpointEdited)
    return Contents(
      members: recovered.dictionary.members, issues: issues, isReadOnly: isReadOnly,
      besidesEdit: hadContents && isEdited ? recovered.changes : nil)
  }

  /// Whether a list that is no property list has just been changed, so that more of it may come.
  func isUnfinished(_ broken: FileStatus) -> Bool { broken.isFresh(at: fileSystem.date()) }

  /// Reports each member that both an edit and a commit changed.
  private func issues(of conflicts: RecoveredState.Conflicts) -> [StorageError] {
    (conflicts.isOfUnknownList ? [unknownList] : [])
      + conflicts.edits.map { member in
        StorageError(
          .overridden, operation: "merging", path: path, member: member,
          found: "an edited value of \"\(member)\" beside a newer commit",
          advice: """
            The commit counts. The edited file is kept beside this one as \(name).edited-N; set the \
            value again if it is wanted, and close the program, or run flush(compacting:) in it, \
            before the next edit.
            """)
      }
      + conflicts.commits.map { member in
        StorageError(
          .overridden, operation: "merging", path: path, member: member,
          found: "a committed value of \"\(member)\" beside a newer edit of the file",
          advice: """
            The edit counts. The journal with the commit is kept beside the file, under a name that \
            ends in .overridden-N; set the value again if it is wanted.
            """)
      }
      + conflicts.doubts.map { member in
        StorageError(
          .overridden, operation: "merging", path: path, member: member,
          found: "an edited value of \"\(member)\" that is also one of an earlier list",
          expected: "an edit that keeps the member \"\(CheckpointName.member)\"",
          advice: """
            Two lists can have been edited, and the nearer one counts. Verify the value; the edited \
            file is kept beside this one as \(name).edited-N.
            """)
      }
  }

  /// Reports that an edit of a list of another time counts as a whole.
  private var unknownList: StorageError {
    StorageError(
      .overridden, operation: "merging", path: path,
      found: "an edit of an earlier list, or of another store's",
      expected: "an edit of the present list",
      advice: """
        The edited list counts as a whole, as a backup does. If it was opened in an editor before \
        later commits, compare the values, and set those again that went back.
        """)
  }

  /// Reports, once, that the checkpoint has other names: each of them is a store with a journal of
  /// its own.
  private func noteLinks(_ state: inout State) {
    let links = state.checkpoint?.status.links ?? 1
    guard links > 1, !state.hasNotedLinks else { return }
    state.hasNotedLinks = true
    note(
      [
        StorageError(
          .unsupported, operation: "reading", path: path,
          found: "a file of \(links) names (hard links)", expected: "a file of one name",
          advice: """
            Commits go to a journal beside the name by which the file is opened, and the next new \
            file takes that name alone: a program that opens another name does not see them. Use one \
            name, or a symbolic link to the folder.
            """)
      ], &state)
  }

  /// The checkpoint that the caller has, when the list that is there is an edit which came while the
  /// caller had the store open; nil if it did not.
  private func original(for recovered: RecoveredState, _ state: State, isBroken: Bool)
    -> State.Original?
  {
    guard recovered.isCheckpointEdited || isBroken else { return nil }
    let identity = state.original?.checkpoint ?? state.checkpoint?.identity
    if let identity, recovered.isBase(identity) {
      let members =
        state.original == nil
        ? state.checkpoint?.originalMembers() : state.original?.members
      return State.Original(checkpoint: identity, members: members)
    }
    guard state.original == nil else { return state.original }
    // An edit that was found when the store was opened has been there since.
    guard let generation = state.journal?.generation, identity != recovered.checkpoint?.identity,
      [recovered.journal, recovered.predecessor].contains(where: { $0?.generation == generation })
    else { return nil }
    return State.Original(checkpoint: identity, members: nil)
  }
}
