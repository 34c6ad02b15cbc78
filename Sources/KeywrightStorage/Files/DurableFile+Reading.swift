#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension DurableFile {
  /// Reads what is stored; makes nothing when there is no file.
  ///
  /// A damaged file is kept aside, under the lock and another name, and reported in `issues`;
  /// the contents are then empty. Linear in the size of the file.
  /// - Throws: `unavailable` whenever the file may exist and cannot be read; writing then fails
  ///   until reading works.
  package func open() throws(StorageError) -> Contents {
    try state.withLock { state throws(StorageError) in
      try requireOpen(state)
      state.isLoaded = false
      return try load(&state)
    }
  }

  /// Reads again if another process or program changed the file.
  ///
  /// - Returns: The whole new contents, or nil when nothing changed or while this object writes.
  package func refresh() throws(StorageError) -> Contents? {
    try state.withLock { state throws(StorageError) in
      try requireOpen(state)
      if state.isWriting { return nil }
      return try loadIfChanged(&state)
    }
  }

  /// Loads the contents unless the caller has them.
  func loadIfChanged(_ state: inout State) throws(StorageError) -> Contents? {
    if state.isLoaded, try isCurrent(state) { return nil }
    let wasLoaded = state.isLoaded
    let contents = try load(&state)
    if wasLoaded, state.brokenEdit != nil {
      state.isLoaded = true
      return nil
    }
    return contents
  }

  /// Whether the path still leads to the file as last read or written.
  private func isCurrent(_ state: State) throws(StorageError) -> Bool {
    let status: FileStatus?
    do throws(SystemError) {
      status = try fileSystem.status(of: path, in: fileSystem.workingFolder)
    } catch {
      guard error.isNoSuchFile else { throw StorageError(error, path: path) }
      status = nil
    }
    if let broken = state.brokenEdit { return status.map { $0 == broken } ?? true }
    guard let base = state.base else { return status == nil }
    return status.map(base.isCurrent) ?? false
  }

  /// Reads the file, whatever is known of it.
  ///
  /// On failure the state is that of a file never loaded, so that nothing is written over what
  /// could not be read.
  private func load(_ state: inout State) throws(StorageError) -> Contents {
    let wasLoaded = state.isLoaded
    state.isLoaded = false
    try openFolder(&state)
    guard let folder = state.folder else {
      state.base = nil
      state.brokenEdit = nil
      state.isLoaded = true
      return Contents(members: [], issues: [], isReadOnly: try isReadOnly(folder: nil))
    }
    var contents = Contents(members: [], issues: [], isReadOnly: try isReadOnly(folder: folder))
    switch try Base.read(name, in: folder, path: path) {
    case .missing:
      // Another process may have moved a broken file away; what the caller has stays valid.
      if !wasLoaded || state.brokenEdit == nil {
        state.base = nil
        state.brokenEdit = nil
      }
    case .valid(let base, let dictionary):
      state.base = base
      state.brokenEdit = nil
      contents.members = dictionary.members
    case .damaged(let error, let status):
      contents.issues = [try handleDamage(error, status, wasLoaded: wasLoaded, &state)]
    }
    state.isLoaded = true
    return contents
  }

  /// Deals with a file that cannot be read as a property list.
  ///
  /// One found at first is kept aside at once, under the lock. One that appears later is a broken
  /// edit: the caller has the contents, and the next write puts them in its place.
  private func handleDamage(
    _ error: PropertyListError, _ status: FileStatus, wasLoaded: Bool, _ state: inout State
  ) throws(StorageError) -> StorageError {
    var issue = StorageError(error, path: path)
    state.brokenEdit = status
    if wasLoaded {
      state.issues.append(issue)
      return issue
    }
    state.base = nil
    do throws(StorageError) {
      if try keepDamagedAside(status, &state, newName: &issue.advice) { state.brokenEdit = nil }
    } catch {
      // It stays where it is until a write succeeds in moving it; reading goes on.
      issue.advice = "It stays in its place for now: \(error.found ?? error.code.rawValue)."
    }
    return issue
  }

  /// Moves a damaged file to a name of its own, unless it was changed meanwhile.
  private func keepDamagedAside(
    _ status: FileStatus, _ state: inout State, newName: inout String?
  ) throws(StorageError) -> Bool {
    let isHeldAlready = state.isWriting
    if !isHeldAlready {
      var backoff = Backoff(timeout: .seconds(1), fileSystem)
      while try !tryToLock(&state) {
        guard backoff.wait(fileSystem) else { return false }
      }
    }
    defer { if !isHeldAlready { state.lock?.release() } }
    guard let folder = state.folder else { return false }
    return try calling(for: path) { () throws(SystemError) in
      guard let current = try folder.status(of: name), current == status else { return false }
      let aside = try folder.keepAside(name, as: "damaged")
      newName = "The file is kept as \(aside); restore it from a backup or mend it."
      return true
    }
  }
}

// MARK: - The folder

extension DurableFile {
  func requireOpen(_ state: State) throws(StorageError) {
    if state.isClosed {
      throw StorageError(
        .closed, operation: "using", path: path, advice: "Open the file anew before using it.")
    }
    // A NUL would cut the path short, and so name another file.
    let isUsable =
      !path.utf8.contains(0) && !name.isEmpty && name != "." && name != ".." && name != "/"
    guard isUsable else {
      throw StorageError(
        .unavailable, operation: "open", path: path, found: "a path without a file name",
        expected: "a path that ends in a name", advice: "Check the path.")
    }
  }

  /// Opens the folder, or opens it again when its path leads elsewhere now.
  func openFolder(_ state: inout State) throws(StorageError) {
    if let folder = state.folder, folder.isInPlace() { return }
    state.folder = nil
    state.lock = nil
    state.folder = try calling(for: path) { () throws(SystemError) in
      try Folder(existingAt: folderPath, fileSystem)
    }
  }

  /// Whether the file, or where there is none its folder, refuses to be written.
  private func isReadOnly(folder: Folder?) throws(StorageError) -> Bool {
    func isRefused(_ name: String, in folder: Int32) throws(StorageError) -> Bool {
      do throws(SystemError) {
        try fileSystem.checkWritable(name, in: folder)
        return false
      } catch {
        if error.isNoSuchFile { return false }
        let error = StorageError(error, path: path)
        guard error.code == .readOnly else { throw error }
        return true
      }
    }
    guard let folder else { return false }
    if try isRefused(".", in: folder.descriptor) { return true }
    return try isRefused(name, in: folder.descriptor)
  }

  /// Makes a path independent of later changes of the working folder.
  static func absolute(_ path: String) -> String {
    guard !path.isEmpty, path.utf8.first != UInt8(ascii: "/"), let current = getcwd(nil, 0) else {
      return path
    }
    defer { free(current) }
    return String(cString: current) + "/" + path
  }
}
