extension DurableFile {
  /// Whether there is a store, or anything else, at the path; of a new store there is only a journal.
  package var exists: Bool { status != nil }

  /// The status of the list, or of a journal where there is no list; nil also where they cannot be looked at.
  var status: FileStatus? {
    guard let folder = try? Folder(existingAt: folderPath, fileSystem) else { return nil }
    if let status = try? folder.status(of: name) { return status }
    return logs(in: folder).first
  }

  /// The statuses of the journals.
  func logs(in folder: Folder) -> [FileStatus] {
    ((try? fileSystem.names(in: folder.descriptor)) ?? [])
      .filter { JournalFormat.generation(in: $0, for: name) != nil }
      .compactMap { try? folder.status(of: $0) }
  }

  /// Looks at everything that is kept for this file, and changes nothing.
  ///
  /// The lock is held during the inspection if it exists and is free, so that no commit under way
  /// looks like damage. To be called on an object that was not opened. Linear in the size of the
  /// files.
  /// - Throws: `unavailable` when the folder cannot be read.
  package func inspect() throws(StorageError) -> Inspection {
    var state = State()
    try requireOpen(isClosed: state.isClosed)
    let missing = Contents(members: [], issues: [], isReadOnly: false)
    var inspection = Inspection(opening: .success(missing))
    let folder = try withPath(path) { () throws(SystemError) in
      try Folder(existingAt: folderPath, fileSystem)
    }
    guard let folder else { return inspection }

    let lock = try? folder.open(WriterLock.name(for: name))
    var isTaken = false
    if let lock {
      isTaken = (try? fileSystem.lock(lock.descriptor)) ?? true
      inspection.isBeingWritten = !isTaken
    }
    defer { if isTaken, let lock { fileSystem.unlock(lock.descriptor) } }

    do throws(StorageError) {
      var contents = try load(&state, hadContents: false)
      contents.issues += state.issues
      inspection.opening = .success(contents)
      inspection.lastCommit = state.lastCommitTime
      inspection.needsMending = state.isSuspect || state.isInterrupted || state.isListMissing
    } catch {
      inspection.opening = .failure(error)
    }
    let names = try withPath(path) { () throws(SystemError) in
      try fileSystem.names(in: folder.descriptor)
    }
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
      case .checkpoint: file.condition = condition(ofCheckpoint: status, inspection, state)
      case .journal: examine(&file, in: folder, state)
      case .lock: file.condition = inspection.isBeingWritten ? .held : .free
      case .temporary: file.condition = .unfinished
      case .quarantined, .earlier: break
      }
      inspection.files.append(file)
    }
    return inspection
  }

  private func condition(ofCheckpoint status: FileStatus, _ inspection: Inspection, _ state: State)
    -> Inspection.Condition
  {
    switch inspection.opening {
    case .success(let contents):
      if state.cleanup.damagedCheckpoint == nil { return .inUse }
      return .damaged(contents.issues.first?.found ?? "bytes of another kind")
    case .failure(let error):
      // Another of the files may be why opening fails.
      return error.path == path ? .unreadable(error.reason) : .unread
    }
  }

  private func examine(_ file: inout Inspection.StoreFile, in folder: Folder, _ state: State) {
    guard let generation = JournalFormat.generation(in: file.name, for: name) else { return }
    do throws(StorageError) {
      switch try Journal.read(file.name, generation: generation, in: folder, path: path) {
      case nil: return
      case .blank: file.condition = .superseded
      case .damaged: file.condition = .damaged("no header of a journal")
      case .valid(let journal, _):
        file.commits = (try? journal.allCommits()) ?? []
        file.isInterrupted = journal.tail == .interrupted
        if journal.tail == .damaged {
          file.condition = .damaged("a record that is not whole at byte \(journal.end)")
        } else if [state.journal, state.predecessor].contains(where: {
          $0?.name.hasSameBytes(as: file.name) == true
        }) {
          file.condition = .inUse
        } else if state.isLoaded {
          file.condition = .superseded
        }
      }
    } catch {
      file.condition = .unreadable(error.reason)
    }
  }
}
