extension DurableFile {
  /// Reads everything, whatever is known.
  ///
  /// After a failure the next attempt reads everything again, so that nothing is written over
  /// what could not be read.
  /// - Parameter hadContents: Whether the caller has contents, over which a broken edit is
  ///   nothing but an edit that failed.
  func load(_ state: inout State, hadContents: Bool) throws(StorageError) -> Contents {
    state.isStale = true
    let unreported = state.unreported
    state.unreported = []
    state.isLookDone = false
    try openFolder(&state)
    guard let folder = state.folder else {
      state.forget()
      state.isLoaded = true
      state.isStale = false
      return Contents(members: [], issues: [], isReadOnly: false)
    }
    var recovered = try RecoveredState.read(
      name, in: folder, path: path, insteadOfMissing: state.checkpoint,
      known: hadContents ? state.journal?.generation : nil)
    let isReadOnly = try refusal(toWriteIn: folder, journal: recovered.journal) != nil
    if let foreign = foreignFile(in: recovered) { throw foreign }
    // Another process may have moved a broken edit away; the caller's contents stay valid.
    let isBroken =
      recovered.damagedCheckpoint != nil || state.brokenEdit != nil && recovered.checkpoint == nil
    // The list that the journals extend cannot be read, but the caller has its members: the list is gone, or others
    // have brought commits into lists that this object has not seen, of which the last one is broken.
    let isBaseLost =
      hadContents
      && (recovered.isListGone
        || isBroken && recovered.journal != nil
          && !recovered.holds(journal: state.journal?.generation))
    let original =
      hadContents ? original(for: recovered, unreported, state, isBroken: isBroken) : nil
    let beforeEdit = original?.present.map { $0.applying(recovered.changes) }
    var conflicts = RecoveredState.Conflicts()
    if !isBroken || !hadContents {
      conflicts = recovered.merge(
        original: original?.members, present: beforeEdit,
        stale: staleEdit(recovered, over: beforeEdit, in: folder),
        wasOpen: original != nil, now: fileSystem.date())
    }
    var issues = recovered.damages(path: path) + self.issues(of: conflicts)
    if recovered.damagedCheckpoint != nil, !issues.isEmpty {
      issues[0].advice = (issues[0].advice ?? "") + adviceAboutHistory(in: folder)
    }
    if !hadContents, let issue = issue(ofDamageAmong: recovered.fileNames, in: folder) {
      issues.append(issue)
    }
    if hadContents, isBroken, !isBaseLost {
      state.brokenEdit = recovered.damagedCheckpoint?.status ?? state.brokenEdit
      // Another program may be writing it: a later look decides.
      let isUnfinished = state.brokenEdit.map(isUnfinished) == true
      guard !isUnfinished, var members = original?.members else {
        state.isBrokenEditNoted = !isUnfinished
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
    let known = isBaseLost ? state.callersMembers() : nil
    let hadBase = !state.isListMissing && recovered.holds(journal: state.journal?.generation)
    if let known { recovered.dictionary = known.applying(unreported).applying(recovered.changes) }
    let log = try? recovered.journal?.file.status()
    if let exposure = newExposure(
      of: recovered.checkpoint?.status, log: log, in: folder, &state)
    {
      issues.append(exposure)
    }
    state.adopt(recovered)
    if recovered.isListGone, known != nil, hadBase {
      // It is written again at once, or by the next writer.
      (state.isListMissing, state.isSuspect, state.needsCheckpoint) = (false, true, true)
    }
    state.cleanup.keepsEdit = !conflicts.edits.isEmpty || !conflicts.doubts.isEmpty
    state.cleanup.keepsJournal = !conflicts.commits.isEmpty || !conflicts.doubts.isEmpty
    if state.isWriting, state.isInterrupted || recovered.hasDroppedSuccessor {
      state.hasDroppedInterruptedCommit = true
    }
    if recovered.isCheckpointGone { setCheckpointGone(&state) } else { noteLinks(&state) }
    state.original = original
    state.beforeEdit = state.isEdited && !isBroken ? beforeEdit : nil
    let isEdited = !isBroken && (recovered.journal == nil || state.isEdited)
    return Contents(
      members: recovered.dictionary.members, issues: issues, isReadOnly: isReadOnly,
      besidesEdit: hadContents && isEdited ? recovered.changes : nil)
  }

  /// Whether a list that is no property list has just been changed, so that more of it may come.
  func isUnfinished(_ broken: FileStatus) -> Bool { broken.isFresh(at: fileSystem.date()) }

  /// Whether another program seems to be writing the list, which must not be replaced before it is whole.
  func isListUnfinished(_ state: State) -> Bool { state.brokenEdit.map(isUnfinished) ?? false }

  /// Reports each member that both an edit and a commit changed.
  private func issues(of conflicts: RecoveredState.Conflicts) -> [StorageError] {
    (conflicts.isOfUnknownList ? [unknownList(changing: conflicts.replaced)] : [])
      + (conflicts.isOverLostList ? [lostList] : [])
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
  /// - Parameter names: The members that it changed, as far as they are known.
  private func unknownList(changing names: [String]) -> StorageError {
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    return StorageError(
      .overridden, operation: "merging", path: path,
      found: "an edit of an earlier list, or of another store's"
        + (names.isEmpty ? "" : ", which changes \(list)"),
      expected: "an edit of the present list",
      advice: """
        The edited list counts as a whole, as a backup does. If it was opened in an editor before \
        later commits, compare the values, and set those again that went back.
        """)
  }

  /// Reports that an edit of an earlier list took the place of a later one that is lost.
  private var lostList: StorageError {
    StorageError(
      .overridden, operation: "merging", path: path,
      found: "an edit of an earlier list, saved over later values while no program had them open",
      expected: "an edit of the present list",
      advice: """
        The edited values count, and the others are those of the last list that was kept, with the \
        commits of the journal. Compare them, and set those again that went back.
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

  /// The edit of a list that was replaced by others and kept; nil for other lists.
  ///
  /// The newest of the kept lists stands in for the one that the edit replaced, if the caller does not
  /// know its members.
  private func staleEdit(
    _ recovered: RecoveredState, over present: PropertyListDictionary?, in folder: Folder
  ) -> RecoveredState.StaleEdit? {
    guard let number = recovered.staleNumber, let lists = try? earlierLists(in: folder) else {
      return nil
    }
    var newest: PropertyListDictionary?
    for list in lists.reversed() {
      let reading = try? Checkpoint.read(list.name, in: folder, path: path)
      guard case .valid(let file, let members)? = reading, file.isMarked || list.kind == .edit
      else { continue }
      if list.kind != .edit { newest = newest ?? members }
      guard file.number == number else { continue }
      return RecoveredState.StaleEdit(
        read: members, present: present ?? (newest ?? members).applying(recovered.changes),
        isPresentKnown: present != nil)
    }
    return nil
  }

  /// The contents that the caller has, if the present list is an edit that came while the caller had the store
  /// open; nil otherwise.
  /// - Parameter unreported: Changes that the caller was not given yet.
  private func original(
    for recovered: RecoveredState, _ unreported: [MemberChange], _ state: State, isBroken: Bool
  ) -> State.Original? {
    guard recovered.isCheckpointEdited || isBroken else { return nil }
    if let original = state.original { return original }
    let identity = state.checkpoint?.identity
    let known = state.isEdited ? nil : state.callersMembers()?.applying(unreported)
    if let identity, recovered.isBase(identity) {
      let members = state.checkpoint?.originalMembers()
      return State.Original(members: members, present: members ?? known)
    }
    // An edit that was found when the store was opened has been there since.
    guard let generation = state.journal?.generation, identity != recovered.checkpoint?.identity,
      [recovered.journal, recovered.predecessor].contains(where: { $0?.generation == generation })
    else { return nil }
    return State.Original(members: nil, present: known)
  }
}
