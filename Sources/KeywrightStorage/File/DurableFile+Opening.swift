extension DurableFile {
  /// Reads what is stored; makes nothing when there is no file.
  ///
  /// What an editor or a crash left is taken in under the lock, and reported in `issues`; the contents are then what
  /// else there is. Linear in the size of the files.
  /// - Returns: The contents.
  /// - Throws: `unavailable` whenever the file may exist and cannot be read; writing then fails
  ///   until reading works.
  package func open() throws(StorageError) -> Contents {
    let (contents, isBehind) = try whileOpen { state throws(StorageError) -> (Contents, Bool) in
      state.forget()
      let contents = try load(&state)
      if state.refusal != nil { return (rewritten(contents, &state), false) }
      return (contents, !contents.isReadOnly && isListBehind(state) && !leaveToMaintenance(&state))
    }
    // A failure is harmless: the journal stays as it is.
    if isBehind { try? compact(timeout: .zero) }
    return contents
  }

  /// Reads everything.
  func load(_ state: inout State) throws(StorageError) -> Contents {
    try openStore(&state)
    // An editor may have moved the list away, and be about to put the new one there.
    var backoff = Backoff(timeout: .milliseconds(500))
    while try state.store?.lacksPublication() ?? false, backoff.wait(fileSystem) {}
    // Before what this opening finds is kept aside.
    let damages = try damagedNames(&state)
    let update = try lookForOthers(within: .seconds(1), &state)
    var contents = Contents(members: [], issues: [], isReadOnly: false)
    if case .contents(let found)? = update { contents = found }
    if let folder = state.folder {
      contents.isReadOnly = try refusal(toWriteIn: folder, &state) != nil
      contents.issues += state.issues + issuesAtOpening(of: damages, in: folder, &state)
      state.issues = []
    }
    state.isLoaded = true
    return contents
  }

  /// Whether the list lacks what a program that has ended committed.
  private func isListBehind(_ state: State) -> Bool {
    guard compactsByItself, let store = state.store, let journal = store.journal else {
      return false
    }
    if state.lacksList || store.list.standing == .unreadable { return true }
    guard let note = store.list.note,
      note.commit < journal.number || !note.holdsAll || store.needsPublication
    else { return false }
    // A file's time may be any number.
    let (age, isFar) = fileSystem.date().subtractingReportingOverflow(journal.summary.lastTime ?? 0)
    return isFar || age > 2_000_000_000
  }

  /// Reads what another process or program changed.
  ///
  /// - Returns: The changes; nil when nothing changed or while this object writes.
  package func refreshUpdate() throws(StorageError) -> Update? {
    try whileOpen { state throws(StorageError) in
      if state.isWriting { return nil }
      return try lookForOthers(within: .zero, &state)
    }
  }

  /// Finds out what others did since the file was last read or written, and takes an edit in where that is possible.
  private func lookForOthers(
    within timeout: Duration, _ state: inout State
  ) throws(StorageError) -> Update? {
    try openStore(&state)
    guard let store = state.store else { return noStore(&state) }
    if state.isLoaded, try store.isAsViewed() { return nil }
    do throws(StorageError) {
      let hasNews = try store.glance() || mayCut(store, state)
      noteLinks(store, &state)
      if store.journal == nil, store.list.standing == .unreadable, let folder = state.folder {
        try refuseForeignFile(in: folder)
      }
      if hasNews {
        let isTaken = takeTurn(timeout: timeout, &state)
        if isTaken == true {
          defer { state.endTurn() }
          try look(store, &state)
        } else if isTaken == nil {
          return try view(store, &state)
        }
      }
    } catch {
      // What cannot be written, or written anew, can be read.
      guard error.code == .full || error.code == .readOnly || store.journal?.tail == .moved
      else { throw error }
      return try view(store, &state)
    }
    return update(from: store, &state)
  }

  /// Whether an opening finds the rest of a commit that nobody is making any more, it may be.
  private func mayCut(_ store: StoreFile, _ state: State) -> Bool {
    !state.isLoaded && store.journal?.tail == .interrupted
  }

  /// What this program sees of a list that was edited, where it may not take the edit in.
  private func view(_ store: StoreFile, _ state: inout State) throws(StorageError) -> Update {
    let (members, report) = try store.viewNoting()
    _ = store.news.take()
    let reports = store.takeReports() + [report].compactMap(\.self)
    if !reports.isEmpty { note(reports.map { issue(of: $0, state) }, &state) }
    return .contents(contents(members, isEdit: true, &state))
  }

  /// Looks at journal and list as a writer does, and lets the caller hear of it.
  func look(_ store: StoreFile, _ state: inout State) throws(StorageError) {
    if state.hasTidied { try store.look() } else { try store.tidy() }
    state.hasTidied = true
    if store.list.standing == .unreadable { try store.tidy() }
    if store.hasCutInterrupted { state.hasDroppedInterruptedCommit = true }
    if store.list.note != nil { state.trust.didLook() }
    noteLinks(store, &state)
  }

  /// Gives the caller what the store found, once.
  func update(from store: StoreFile, _ state: inout State) -> Update? {
    let reports = store.takeReports()
    if !reports.isEmpty { note(reports.map { issue(of: $0, state) }, &state) }
    switch store.news.take() {
    case nil: return nil
    case .commits(let commits):
      for change in commits.lazy.flatMap(\.changes) {
        state.values += change.value?.valueCount ?? 0
      }
      scheduleMaintenance(&state)
      return .commits(commits)
    case .contents(let members, let isEdit):
      return .contents(contents(members, isEdit: isEdit && state.isLoaded, &state))
    }
  }

  private func contents(
    _ members: PropertyListDictionary, isEdit: Bool, _ state: inout State
  ) -> Contents {
    state.values = members.valueCount
    state.isLoaded = true
    let isReadOnly = state.folder.map { (try? refusal(toWriteIn: $0, &state)) != .some(nil) }
    return Contents(
      members: members.members, issues: [], isReadOnly: isReadOnly ?? false, isEdit: isEdit)
  }

  private func noStore(_ state: inout State) -> Update? {
    guard !state.isLoaded || state.values > 0 else { return nil }
    (state.values, state.isLoaded) = (0, true)
    return .contents(Contents(members: [], issues: [], isReadOnly: false))
  }
}
