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
    if let owner, owner.role != .earlier, owner.role != .quarantined {
      let role = owner.role == .temporary ? "unfinished file" : owner.role.rawValue
      throw StorageError(
        .unavailable, operation: "open", path: path,
        found: "the \(role) of \(owner.name), by its name",
        expected: "the property list of a store",
        advice: "Use \(owner.name) instead, or another name.")
    }
  }

  /// The refusal to write into a list that a store kept beside its own; nil for another one.
  var keptList: StorageError? {
    guard let owner, owner.role == .earlier || owner.role == .quarantined else { return nil }
    return StorageError(
      .readOnly, operation: "write", path: path,
      found: "a list that was kept for \(owner.name), by its name",
      expected: "the property list of a store",
      advice: "Bring its values back in \(owner.name), or copy it under another name.")
  }

  /// Opens the folder with its store, or opens it again when its path leads elsewhere now.
  func openStore(_ state: inout State) throws(StorageError) {
    try withPath(path) { () throws(SystemError) in try state.folder?.file.requireOurs() }
    if let folder = state.folder, state.store != nil, folder.isInPlace() { return }
    if state.folder.map({ !$0.isInPlace() }) ?? false {
      if state.isWriting { state.lock?.release() }
      state.letGo()
      if state.isWriting {
        // The lock that was taken is another folder's.
        guard try tryToLock(&state) else {
          throw StorageError(
            .busy, operation: "flock", path: path, found: "a folder that was just replaced",
            expected: "the same folder", advice: "Try again.")
        }
      }
    }
    if state.folder == nil {
      state.folder = try withPath(path) { () throws(SystemError) in
        try Folder(existingAt: folderPath, fileSystem)
      }
      state.folder?.protection = protection
    }
    guard let folder = state.folder else { return }
    try refuseFormerJournals(in: folder)
    if state.lock == nil { try refuseForeignFile(in: folder) }
    let place = StorePlace(folder: folder, name: name, history: state.history)
    let members = state.callersMembers
    state.store = StoreFile(place, memory: members)
  }

  /// Refuses a store with commits in a journal that a version before 0.1.0 wrote.
  private func refuseFormerJournals(in folder: Folder) throws(StorageError) {
    let prefix = JournalFormat.journalName(for: name) + "."
    let former = try withPath(path, folder.names).first { fileName in
      fileName.hasBytePrefix(prefix)
        && fileName.utf8.dropFirst(prefix.utf8.count).allSatisfy { 0x30...0x39 ~= $0 }
        && !JournalFormat.isFormerAndEmpty(fileName, in: folder)
    }
    guard let former else { return }
    throw StorageError(
      .unavailable, operation: "opening", path: path,
      found: "\(former), a journal of an earlier format",
      expected: "\(JournalFormat.journalName(for: name)), or none",
      advice: "End the programs of the former version: the last one brings it into the file.")
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
      return try state.folder.flatMap { folder throws(StorageError) in
        try refusal(toWriteIn: folder, &state)
      }
    }
  }

  /// The refusal of the file or its folder to be written, if there is one. Where there is no list, the journal is asked.
  func refusal(toWriteIn folder: Folder, _ state: inout State) throws(StorageError) -> StorageError?
  {
    if let keptList { return keptList }
    if fileSystem.isMountPoint(name, in: folder.descriptor) {
      return StorageError(.mountedFile, path: path)
    }
    for file in [".", name, JournalFormat.journalName(for: name)] {
      do throws(SystemError) {
        try fileSystem.checkWritable(file, in: folder.descriptor)
        if file == name { return nil }
      } catch {
        if error.isNoSuchFile { continue }
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
    guard file != nil || log != nil, !state.said.contains(.exposure) else { return nil }
    let user = fileSystem.user()
    let exposure = Exposure(
      file ?? log, log: log, in: try? folder.file.status(), user: user,
      hasAccessList: folder.hasAccessList)
    guard let exposure else { return nil }
    state.said.insert(.exposure)
    if case .folder = exposure {
      return StorageError(
        .exposed, operation: "reading", path: Folder.split(path).folder, found: exposure.found,
        expected: "one in which nobody but this user, \(user), may make files",
        advice: "It is used as it is. If nobody else is meant to make files there: chmod go-w.")
    }
    return StorageError(
      .exposed, operation: "reading", path: path, found: exposure.found,
      expected: "a file of this user, \(user), of mode 600",
      advice: "It is used as it is. If nobody else is meant to read or change it: chown, chmod 600."
    )
  }

  /// Tells, once for each object, that a new file lacks the access control list of the one before it.
  func noteLostAccessList(_ state: inout State) {
    guard state.folder?.losses.take() ?? false, state.said.insert(.lostAccessList).inserted
    else { return }
    note([.lostAccessList(path: path)], &state)
  }

  /// Takes the file's lock if it is free, making folder and lock file where they are missing.
  /// - Parameter trustsNames: See ``lockingWriter(timeout:trustingNames:_:)``.
  func tryToLock(
    _ state: inout State, trustingNames trustsNames: Bool = false
  ) throws(StorageError) -> Bool {
    let isTaken = try withPath(path) { () throws(SystemError) -> Bool? in
      if let lock = state.lock {
        let outcome = try lock.tryToTake {
          // Not before: a process may be stopped for long while it waits.
          state.trust.didLock(at: fileSystem.now(), trusting: trustsNames)
          return state.trust.isLookDone
        }
        switch outcome {
        case .taken: return true
        case .held: return false
        case .defunct:
          // The lock file was removed, perhaps with its folder.
          state.lock = nil
          if let folder = state.folder, !folder.isInPlace() { state.letGo() }
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
    let hasLock = try withPath(path) { () throws(SystemError) in
      try folder.status(of: WriterLock.name(for: name)) != nil
    }
    if !hasLock { try refuseForeignFile(in: folder) }
    let lockPath = Folder.path(of: WriterLock.name(for: name), beside: path)
    return try withPath(lockPath) { () throws(SystemError) in
      let lock = try WriterLock(for: name, in: folder) { fileName in
        // A new store has a journal and no list yet.
        fileName.hasSameBytes(as: JournalFormat.journalName(for: name))
      }
      state.lock = lock
      state.trust.didLock(at: fileSystem.now(), trusting: false)
      return try lock.tryToTake() == .taken
    }
  }
}
