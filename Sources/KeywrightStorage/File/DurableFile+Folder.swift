extension DurableFile {
  /// Runs a closure with exclusive access to the state, unless the file was closed.
  @inline(__always)
  func whileOpen<Result>(
    _ body: (inout State) throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    // Checked first: a thread that this process does not have may hold the lock.
    if isInherited { throw .inherited(path: path) }
    return try state.withLock { state throws(StorageError) in
      try requireOpen(isClosed: state.isClosed)
      do throws(StorageError) {
        return try body(&state)
      } catch {
        if error.isOfForeignDescriptor { letGo(&state) }
        throw error
      }
    }
  }

  /// Lets go of all files, because one of their descriptors leads elsewhere: the code that closed that one may have
  /// closed others. The next look opens them again.
  func letGo(_ state: inout State) {
    state.letGo()
    note(
      [
        StorageError(
          .unsupported, operation: "using", path: path,
          found: "a descriptor of this store that leads to another file, or to none",
          expected: "the file that the store had opened with it",
          advice: "Its files are open again. Let the program close only descriptors that it opened."
        )
      ], &state)
  }

  /// Throws if the file was closed, or if its path cannot be one or is that of a file which a store
  /// keeps beside its own.
  func requireOpen(isClosed: Bool) throws(StorageError) {
    if isClosed {
      throw StorageError(
        .closed, operation: "using", path: path, advice: "Open the file again before using it.")
    }
    guard isUsable else {
      throw StorageError(
        .unavailable, operation: "open", path: path, found: "a path without a file name",
        expected: "a path that ends in a name", advice: "Check the path.")
    }
    if let owner {
      let role = owner.role == .temporary ? "unfinished file" : owner.role.rawValue
      throw StorageError(
        .unavailable, operation: "open", path: path,
        found: "the \(role) of \(owner.name), by its name",
        expected: "the property list of a store",
        advice: "Use \(owner.name) instead, or another name.")
    }
  }

  /// Opens the folder, or opens it again when its path leads elsewhere now.
  func openFolder(_ state: inout State) throws(StorageError) {
    if let folder = state.folder, folder.isInPlace() { return }
    if state.isWriting { state.lock?.release() }
    state.folder = nil
    state.lock = nil
    if state.isWriting {
      // The lock that was taken is another folder's.
      if try tryToLock(&state) { return }
      throw StorageError(
        .busy, operation: "flock", path: path, found: "a folder that was just replaced",
        expected: "the same folder", advice: "Try again.")
    }
    state.folder = try withPath(path) { () throws(SystemError) in
      try Folder(existingAt: folderPath, fileSystem)
    }
    state.folder?.protection = protection
  }

  /// The reason why the file may not be written: the system refuses it, or this object does, see
  /// ``isRefusing``.
  ///
  /// The journal may be writable where the list is not; but taking away the permission to write
  /// the list means all of it. A few system calls, and nothing is read.
  /// - Returns: A `readOnly` error; nil if it may be written.
  package func refusal() throws(StorageError) -> StorageError? {
    try whileOpen { state throws(StorageError) in
      if let refusal = state.refusal { return refusal }
      return try refusal(toWriteIn: state.folder, journal: state.journal)
    }
  }

  /// The refusal of the file or its folder to be written, if there is one.
  /// - Parameter journal: The journal, which is asked where there is no list.
  func refusal(toWriteIn folder: Folder?, journal: Journal?) throws(StorageError) -> StorageError? {
    guard let folder else { return nil }
    if fileSystem.isMountPoint(name, in: folder.descriptor) {
      return StorageError(.mountedFile, path: path)
    }
    var files = [".", name]
    while !files.isEmpty {
      let file = files.removeFirst()
      do throws(SystemError) {
        try fileSystem.checkWritable(file, in: folder.descriptor)
      } catch {
        if error.isNoSuchFile {
          if file == name, let journal { files.append(journal.name) }
          continue
        }
        let path = file == "." ? folderPath : Folder.path(of: file, beside: path)
        let error = StorageError(error, path: path)
        guard error.code == .readOnly else { throw error }
        return error
      }
    }
    return nil
  }

  /// Tells, once for each object, that other users own the file or may reach it.
  ///
  /// The file is used all the same: an administrator may mean it so, and a store that refused it
  /// would give defaults instead. Where no other user may enter the folder, the file's own permissions give no
  /// access.
  /// - Parameters:
  ///   - file: The list, or nil if there is none yet.
  ///   - log: The journal, or nil if there is none.
  func newExposure(
    of file: FileStatus?, log: FileStatus?, in folder: Folder, _ state: inout State
  ) -> StorageError? {
    guard file != nil || log != nil, !state.hasNotedExposure else { return nil }
    let user = fileSystem.user()
    let exposure = Exposure(
      file ?? log, logs: [log].compactMap(\.self), in: try? folder.file.status(), user: user,
      hasAccessList: folder.hasAccessList)
    guard let exposure else { return nil }
    state.hasNotedExposure = true
    return StorageError(
      .exposed, operation: "reading", path: path, found: exposure.found,
      expected: "a file of this user, \(user), of mode 600",
      advice: "It is used as it is. If nobody else is meant to read or change it: chown, chmod 600."
    )
  }

  /// The attributes that new files of the store take over: those of the list, or of the journal where there is no
  /// list yet.
  func attributes(_ state: State) throws(SystemError) -> FileAttributes? {
    let name = state.checkpoint == nil ? state.journal?.name : name
    guard let name, let status = try state.folder?.status(of: name) else { return nil }
    return FileAttributes(name: name, status: status)
  }

  /// Tells, once for each object, that a new file lacks the access control list of the one before it.
  func noteLostAccessList(in folder: Folder, _ state: inout State) {
    guard folder.losses.take(), !state.hasNotedLostAccessList else { return }
    state.hasNotedLostAccessList = true
    note([.lostAccessList(path: path)], &state)
  }

  /// Takes the file's lock if it is free, making folder and lock file where they are missing.
  /// - Parameter trustsNames: See ``lockingWriter(timeout:trustingNames:_:)``.
  func tryToLock(
    _ state: inout State, trustingNames trustsNames: Bool = false
  ) throws(StorageError) -> Bool {
    let isTaken = try withPath(path) { () throws(SystemError) -> Bool? in
      state.isLookDone = false
      if let lock = state.lock {
        let outcome = try lock.tryToTake {
          // Not before: a process may be stopped for long while it waits.
          state.lockedAt = fileSystem.now()
          state.isLookDone = trustsNames && state.trustsNames()
          return state.isLookDone
        }
        switch outcome {
        case .taken: return true
        case .held: return false
        case .defunct:
          // The lock file was removed, perhaps with its folder.
          state.lock = nil
          if let folder = state.folder, !folder.isInPlace() { state.folder = nil }
        }
      }
      if state.folder == nil {
        // The first commit that must reach the disk brings the folders there too.
        state.folder = try Folder(makingMissingAt: folderPath, fileSystem, isSynchronized: false)
        state.folder?.protection = protection
      }
      return nil
    }
    if let isTaken { return isTaken }
    guard let folder = state.folder else { return false }
    if let spelling = folder.spelling(of: name), !spelling.hasSameBytes(as: name) {
      throw StorageError(
        .unavailable, operation: "open", path: path,
        found: "a store of the same file, opened as \(spelling)",
        expected: "one spelling of its name",
        advice: "Open the store again, by that name.")
    }
    try refuseForeignFile(in: folder)
    let lockPath = Folder.path(of: WriterLock.name(for: name), beside: path)
    return try withPath(lockPath) { () throws(SystemError) in
      let lock = try WriterLock(for: name, in: folder) { fileName in
        // A new store has a journal and no list yet.
        JournalFormat.generation(in: fileName, for: name) != nil
      }
      state.lock = lock
      state.lockedAt = fileSystem.now()
      return try lock.tryToTake() == .taken
    }
  }

  /// Refuses to make a lock beside another program's file, which would then be taken for a damaged list.
  private func refuseForeignFile(in folder: Folder) throws(StorageError) {
    let lock = try withPath(path) { () throws(SystemError) in
      try folder.status(of: WriterLock.name(for: name))
    }
    guard lock == nil, try checkpointStatus() != nil else { return }
    let recovered = try RecoveredState.read(name, in: folder, path: path)
    if let foreign = foreignFile(in: recovered) { throw foreign }
  }

  /// Removes the files that a crashed writer left, once for each object; those that remain do no harm.
  ///
  /// Every writer does so at first: a new checkpoint takes the journals away that tell whose the files are.
  func sweepOnce(_ state: inout State) {
    if !state.hasSwept { sweep(&state) }
  }

  /// Does so again, before a compaction replaces the list: kept lists are numbered in the order in which they were
  /// replaced.
  func sweep(_ state: inout State) {
    guard let folder = state.folder else { return }
    var names: [CheckpointIdentity]?
    let edits = try? folder.sweepTemporaries(of: name) { temporary in
      guard let swapped = identity(of: temporary, in: folder) else { return .edit }
      let known = names ?? namedCheckpoints(in: folder)
      names = known
      let present = identity(of: name, in: folder)
      if swapped == present { return .draft }
      guard let place = known.lastIndex(of: swapped) else { return .edit }
      let isLater = present.flatMap { known.lastIndex(of: $0) }.map { place > $0 }
      return isLater == true ? .draft : .replaced
    } keeping: {
      nameForEarlierList(in: folder, state)
    }
    guard let edits else { return }
    if !edits.isEmpty { note(edits.map { .displacedEdit($0, path: path) }, &state) }
    state.hasSwept = true
  }

  private func identity(of fileName: String, in folder: Folder) -> CheckpointIdentity? {
    let reading = try? Checkpoint.read(fileName, in: folder, path: path)
    guard case .valid(let file, _)? = reading else { return nil }
    return file.identity
  }

  /// The checkpoints that the journals name, in the order in which they get the name of the list.
  private func namedCheckpoints(in folder: Folder) -> [CheckpointIdentity] {
    let fileNames = (try? fileSystem.names(in: folder.descriptor)) ?? []
    let generations = fileNames.compactMap { JournalFormat.generation(in: $0, for: name) }
    return generations.sorted().flatMap { generation -> [CheckpointIdentity] in
      let fileName = JournalFormat.fileName(for: name, generation: generation)
      let reading = try? Journal.read(fileName, generation: generation, in: folder, path: path)
      guard case .valid(let journal, _)? = reading else { return [] }
      return [journal.header.checkpoint] + journal.checkpoints.map(\.identity)
    }
  }
}
