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

  /// Lets go of all files, because one of their descriptors leads elsewhere: whoever closed that one may
  /// have closed others. The next look opens them again.
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
      return try refusal(toWriteIn: state.folder)
    }
  }

  /// The refusal of the file or its folder to be written, if there is one.
  func refusal(toWriteIn folder: Folder?) throws(StorageError) -> StorageError? {
    guard let folder else { return nil }
    if fileSystem.isMountPoint(name, in: folder.descriptor) {
      return StorageError(.mountedFile, path: path)
    }
    for (name, path) in [(".", folderPath), (name, path)] {
      do throws(SystemError) {
        try fileSystem.checkWritable(name, in: folder.descriptor)
      } catch {
        if error.isNoSuchFile { continue }
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
  /// would give defaults instead. Where nobody else may enter the folder, the file's own
  /// permissions reach nobody.
  func newExposure(of checkpoint: Checkpoint?, in folder: Folder, _ state: inout State)
    -> StorageError?
  {
    guard let checkpoint, !state.hasNotedExposure else { return nil }
    let user = fileSystem.user()
    guard let exposure = Exposure(checkpoint.status, in: try? folder.file.status(), user: user)
    else { return nil }
    state.hasNotedExposure = true
    return StorageError(
      .exposed, operation: "reading", path: path, found: exposure.found,
      expected: "a file of this user, \(user), of mode 600",
      advice: "It is used as it is. If nobody else is meant to read or change it: chown, chmod 600."
    )
  }

  /// Tells, once for each object, that a new file has not the access control list of the one before it.
  func noteLostAccessList(in folder: Folder, _ state: inout State) {
    guard folder.losses.take(), !state.hasNotedLostAccessList else { return }
    state.hasNotedLostAccessList = true
    note([.lostAccessList(path: path)], &state)
  }

  /// Takes the file's lock if it is free, making folder and lock file where they are missing.
  func tryToLock(_ state: inout State) throws(StorageError) -> Bool {
    let isTaken = try withPath(path) { () throws(SystemError) -> Bool? in
      let date = fileSystem.date()
      state.lookedAt = date
      state.isCheckpointSeen = false
      if let lock = state.lock {
        let outcome = try lock.tryToTake { () throws(SystemError) in
          guard try state.checkpoint?.isInPlace(date) == true else { return false }
          state.isCheckpointSeen = try state.isFolderUnchanged()
          return state.isCheckpointSeen
        }
        switch outcome {
        case .taken: return true
        case .held: return false
        case .defunct:
          // Somebody removed the lock file, perhaps with its folder.
          state.lock = nil
          if let folder = state.folder, !folder.isInPlace() { state.folder = nil }
        }
      }
      if state.folder == nil {
        state.folder = try Folder(makingMissingAt: folderPath, fileSystem)
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
      let lock = try WriterLock(for: name, in: folder)
      state.lock = lock
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

  /// Removes what a crashed writer left, once for each object.
  func sweepOnce(_ state: inout State) throws(StorageError) {
    guard !state.hasSwept, let folder = state.folder else { return }
    var names: [CheckpointIdentity]?
    try withPath(path) { () throws(SystemError) in
      try folder.sweepTemporaries(of: name) { temporary in
        guard case .valid(let file, _)? = try? Checkpoint.read(temporary, in: folder, path: path)
        else { return false }
        names = names ?? knownCheckpoints(in: folder)
        return names?.contains(file.identity) == true
      } keeping: { _ in
        nameForEarlierList(in: folder, state)
      }
    }
    state.hasSwept = true
  }

  /// The checkpoints that the journals name, with the one in place.
  private func knownCheckpoints(in folder: Folder) -> [CheckpointIdentity] {
    let fileNames = (try? fileSystem.names(in: folder.descriptor)) ?? []
    var known = fileNames.flatMap { fileName -> [CheckpointIdentity] in
      guard let generation = JournalFormat.generation(in: fileName, for: name),
        case .valid(let journal, _)? = try? Journal.read(
          fileName, generation: generation, in: folder, path: path)
      else { return [] }
      return [journal.header.checkpoint] + journal.checkpoints.map(\.identity)
    }
    if case .valid(let checkpoint, _)? = try? Checkpoint.read(name, in: folder, path: path) {
      known.append(checkpoint.identity)
    }
    return known
  }
}
