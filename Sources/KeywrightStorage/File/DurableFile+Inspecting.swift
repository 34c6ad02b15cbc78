extension DurableFile {
  /// Whether there is neither list nor journal; false where nobody can look.
  package var isMissing: Bool {
    (try? Folder(existingAt: folderPath, fileSystem).map { folder throws(SystemError) in
      let list = try folder.status(of: name)
      let journal = try folder.status(of: JournalFormat.journalName(for: name))
      return list == nil && journal == nil
    } ?? true) ?? false
  }

  /// The status of the list, or of the journal where there is no list; nil also where they cannot be looked at.
  var status: FileStatus? {
    guard let folder = try? Folder(existingAt: folderPath, fileSystem) else { return nil }
    return (try? folder.status(of: name)) ?? log(in: folder)
  }

  /// The status of the journal.
  func log(in folder: Folder) -> FileStatus? {
    try? folder.status(of: JournalFormat.journalName(for: name))
  }

  /// Looks at everything that is kept for this file, and changes nothing.
  ///
  /// The lock is held during the inspection if it exists and is free, so that no commit under way
  /// looks like damage. To be called on an object that was not opened. Linear in the size of the
  /// files.
  /// - Throws: `unavailable` when the folder cannot be read.
  package func inspect() throws(StorageError) -> Inspection {
    try requireOpen(isClosed: false)
    let missing = Contents(members: [], issues: [], isReadOnly: false)
    var inspection = Inspection(opening: .success(missing))
    var state = State()
    let folder = try withPath(path) { () throws(SystemError) in
      try Folder(existingAt: folderPath, fileSystem)
    }
    guard let folder else { return inspection }

    var lock: OpenFile?
    var isLockUsable = true
    do throws(SystemError) {
      lock = try folder.open(WriterLock.name(for: name), .readAndWrite)
      isLockUsable = try lock?.status().kind ?? .regular == .regular
    } catch {
      isLockUsable = false
      lock = try? folder.open(WriterLock.name(for: name))
    }
    var isTaken = false
    if let lock {
      // Between the commits of others there is a moment to look.
      var backoff = Backoff(timeout: .milliseconds(100))
      repeat {
        isTaken = (try? fileSystem.lock(lock.descriptor)) ?? true
      } while !isTaken && backoff.wait(fileSystem)
      inspection.isBeingWritten = !isTaken
    }
    defer { if isTaken, let lock { fileSystem.unlock(lock.descriptor) } }

    do throws(StorageError) {
      try look(into: &inspection, &state, isLockUsable: isLockUsable)
    } catch {
      inspection.opening = .failure(error)
    }
    let names = try withPath(path, folder.names)
    let spelling = folder.otherSpelling(of: name, among: names)
    for fileName in names.sorted(by: { $0.precedesInBytes($1) }) {
      let isList = spelling.map(fileName.hasSameBytes) ?? false
      guard let role = Inspection.Role(of: isList ? name : fileName, in: name),
        let status = try? folder.status(of: fileName),
        // A link or pipe of such a name is another program's: it is neither read nor removed.
        role != .earlier || status.kind == .regular
      else { continue }
      var file = Inspection.StoreFile(
        name: fileName, role: role, condition: .unread, size: status.size)
      switch role {
      case .list: file.condition = condition(ofList: inspection, state)
      case .journal: examine(&file, inspection, state)
      case .lock: file.condition = inspection.isBeingWritten ? .held : .free
      case .temporary: file.condition = .unfinished
      case .quarantined, .earlier: break
      }
      inspection.files.append(file)
    }
    return inspection
  }

  /// Reads what opening would read.
  private func look(
    into inspection: inout Inspection, _ state: inout State, isLockUsable: Bool
  ) throws(StorageError) {
    try openStore(&state)
    guard let store = state.store, let folder = state.folder else { return }
    let hasNews = try store.glance()
    let isRefused = try refusal(toWriteIn: folder, &state) != nil
    var contents = Contents(
      members: [], issues: [],
      isReadOnly: isRefused || !isLockUsable || store.journal?.isWritable == false)
    if case .contents(let members, _)? = store.news.take() { contents.members = members.members }
    contents.issues = store.takeReports().map { issue(of: $0, state) }
    inspection.isListUnreadable = store.list.standing == .unreadable
    if hasNews || inspection.isListUnreadable {
      let (members, report) = try store.view()
      contents.members = members.members
      if let report { contents.issues.append(issue(of: report, state)) }
    }
    let tail = store.journal?.tail ?? .clean
    if let journal = store.journal, tail == .damaged {
      let error = damaged(journal, of: store.place)
      contents.issues.append(error)
      if journal.summary.lacksCommits { contents.damage = error }
    } else if store.journal == nil {
      if store.isJournalUnreadable { contents.issues.append(unreadable(journalAt: store.place)) }
      contents.damage = contents.issues.first { $0.code == .corrupt }
    }
    contents.issues += issuesAtOpening(of: try damagedNames(&state), in: folder, &state)
    inspection.opening = .success(contents)
    inspection.lastCommit = store.journal?.summary.lastTime
    inspection.needsMending = hasNews || tail != .clean || inspection.isListUnreadable
    inspection.isListBehind =
      store.journal.map { store.list.note?.commit != $0.number || $0.number == 0 } ?? false
  }

  private func damaged(_ journal: Journal, of place: StorePlace) -> StorageError {
    var error = StorageError(
      .corrupt, operation: "reading", path: Folder.path(of: place.journalName, beside: path),
      found: "a record that is not whole at byte \(journal.end.position)",
      expected: "a whole record, or none",
      advice: "No commit is lost: the property list has those that cannot be read.")
    if journal.summary.lacksCommits {
      error.advice = "All commits before it are in use; the journal is kept aside."
    }
    return error
  }

  private func unreadable(journalAt place: StorePlace) -> StorageError {
    StorageError(
      .corrupt, operation: "reading", path: Folder.path(of: place.journalName, beside: path),
      found: "a file that does not begin as a journal", expected: "the journal of the store",
      advice: "The property list counts, with what was published; the journal is kept aside.")
  }

  private func condition(ofList inspection: Inspection, _ state: State) -> Inspection.Condition {
    switch inspection.opening {
    case .success(let contents):
      if !inspection.isListUnreadable { return .inUse }
      return .damaged(contents.issues.first?.found ?? "bytes of another kind")
    case .failure(let error):
      // Another of the files may be why opening fails.
      return error.path == path ? .unreadable(error.reason) : .unread
    }
  }

  private func examine(
    _ file: inout Inspection.StoreFile, _ inspection: Inspection, _ state: State
  ) {
    guard let store = state.store, let journal = store.journal else {
      switch inspection.opening {
      case .success: file.condition = .damaged("no header of a journal")
      case .failure(let error) where error.path == Folder.path(of: file.name, beside: path):
        file.condition = .unreadable(error.reason)
      case .failure: break
      }
      return
    }
    file.commits = (try? store.history(journal).commits) ?? []
    file.isInterrupted = journal.tail == .interrupted
    file.condition =
      journal.tail == .damaged
      ? .damaged("a record that is not whole at byte \(journal.end.position)") : .inUse
  }

  /// Brings everything that can be read into a new property list, and quarantines the rest.
  ///
  /// More careful than opening: files that a crash left unfinished are quarantined too, unless they are empty. So no
  /// byte is lost that was not understood. To be called on an object that was not opened; it is on the disk when this
  /// returns.
  /// - Parameter timeout: How long to wait for other writers.
  /// - Throws: `busy`, `readOnly`, `full`, `unavailable` when nothing was mended; `uncertain`
  ///   when the result may not survive a power cut.
  package func mend(timeout: Duration) throws(StorageError) {
    try whileOpen { state throws(StorageError) in try openStore(&state) }
    guard try whileOpen({ $0.store != nil }) else { return }
    if let refusal = try refusal() { throw refusal }
    let turns = Turns(file: self, timeout: timeout)
    // Another program may be about to give a file its name.
    let isMaking = try turns.looking { store throws(StorageError) in
      try store.place.temporaries().contains { name in
        (try? store.place.folder.status(of: name))?.isChanging(at: store.place.date) ?? false
      }
    }
    if isMaking { fileSystem.pause(.nanoseconds(FileStatus.longestGap)) }
    try turns.writing { store throws(StorageError) in
      guard let journal = try store.look() else {
        // A list that cannot be read is kept aside.
        try store.begin()
        return
      }
      try withPath(path) { () throws(SystemError) in
        try quarantineTemporaries(store.place, journal)
      }
    }
    // It is kept aside once it was still for a second.
    if try turns.looking({ $0.list.standing == .unreadable && !$0.isLeftUnreadable }) {
      fileSystem.pause(.nanoseconds(FileStatus.longestGap))
    }
    try compact(timeout: timeout)
    try flush()
  }

  private func quarantineTemporaries(
    _ place: StorePlace, _ journal: Journal
  ) throws(SystemError) {
    let folder = place.folder
    for fileName in try folder.names()
    where fileName.hasBytePrefix(name + Folder.temporaryInfix) {
      let number = place.publication(of: fileName)
      // What lost its name to a publication is looked at as ever.
      if journal.notes.contains(where: { $0.number == number }) { continue }
      guard let file = try folder.open(fileName), try fileSystem.lock(file.descriptor) else {
        continue
      }
      let status = try file.status()
      if status.size == 0 {
        folder.discard(fileName)
      } else if !status.isChanging(at: place.date) {
        _ = try folder.quarantine(fileName, of: name, as: .unfinished)
      }
    }
  }
}
