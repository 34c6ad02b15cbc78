/// A folder that holds one file for each value, with the write step of ``DurableFile``.
///
/// Names are the caller's; each is one plain file name that ends in ``suffix``. Files with other
/// names are never touched, but for what a crashed writer of this kind left behind.
///
/// All members may be called from any thread. Writers exclude each other by a lock file, in one
/// process and in several; readers take no lock and see a file before or after a write.
package final class ValueFolder: Sendable {
  /// The ending of every value's file name.
  package static let suffix = ".plist"
  private static let lockName = "values"

  package let path: String
  private let fileSystem: any FileSystem
  private let forks = Forks.count
  private let state = Protected(State())

  private struct State: Sendable {
    var isWriting = false
    var hasSwept = false
    var folder: Folder?
    var lock: WriterLock?
  }

  /// Names a folder; touches nothing.
  ///
  /// - Parameters:
  ///   - path: The path of the folder; it and its parents are made, for this user alone, at the
  ///     first write.
  ///   - fileSystem: The system calls to use.
  package init(path: String, fileSystem: any FileSystem = SystemFileSystem()) {
    self.path = Folder.absolute(path)
    self.fileSystem = fileSystem
  }

  private func path(of name: String) -> String { path + "/" + name }

  /// Whether a process that has forked since made this object, so that this one may not write by
  /// it.
  package var isInherited: Bool { forks != Forks.count }
}

// MARK: - Reading

extension ValueFolder {
  /// The bytes of a file; nil if there is none.
  ///
  /// Linear in the size of the file.
  /// - Throws: `unavailable` when the file may exist and cannot be read, `corrupt` when it is
  ///   larger than any property list may be.
  package func read(_ name: String) throws(StorageError) -> [UInt8]? {
    let path = path(of: name)
    let limit = PropertyListLimits.bytes
    let file = try withPath(path) { () throws(SystemError) in
      try Folder(existingAt: self.path, fileSystem)?.open(name)
    }
    guard let file else { return nil }
    let status = try withPath(path, file.status)
    guard status.kind == .regular else {
      throw StorageError(
        .unavailable, operation: "open", path: path, found: status.kind.rawValue,
        expected: FileStatus.Kind.regular.rawValue, advice: "Move it out of the folder.")
    }
    let bytes =
      status.size > limit
      ? nil
      : try withPath(path) { () throws(SystemError) in
        try file.read(limit: limit, expected: status.size)
      }
    guard let bytes, bytes.count <= limit else {
      throw StorageError(
        .corrupt, operation: "reading", path: path, found: "a file of \(status.size) bytes",
        expected: "at most \(limit)")
    }
    return bytes
  }

  /// The names of all values' files, in no order; none if there is no folder.
  ///
  /// Linear in the number of files.
  package func names() throws(StorageError) -> [String] {
    let names = try withPath(path) { () throws(SystemError) in
      let folder = try Folder(existingAt: path, fileSystem)
      return try folder.map { folder throws(SystemError) in
        try fileSystem.names(in: folder.descriptor)
      }
    }
    return (names ?? []).filter { $0.utf8.reversed().starts(with: Self.suffix.utf8.reversed()) }
  }
}

// MARK: - Writing

extension ValueFolder {
  /// Takes the writer's lock, across threads and processes.
  ///
  /// - Parameter timeout: How long to wait for other writers.
  /// - Throws: `busy` after the timeout, `readOnly`, `unavailable`; then the lock is not held.
  package func beginWriting(timeout: Duration) throws(StorageError) {
    if isInherited { throw .inherited(path: path) }
    var backoff = Backoff(timeout: timeout)
    while true {
      let isTaken = try state.withLock { state throws(StorageError) in
        guard !state.isWriting, try tryToLock(&state) else { return false }
        state.isWriting = true
        sweepOnce(&state)
        return true
      }
      if isTaken { return }
      guard backoff.wait(fileSystem) else {
        throw StorageError(
          .busy, operation: "flock", path: path, found: "another writer",
          expected: "the lock within \(timeout)",
          advice: "Try again; if it stays so, find the process that holds \(Self.lockName).lock.")
      }
    }
  }

  /// Gives the writer's lock back; does nothing when it is not held.
  package func endWriting() {
    // The lock is the parent's, which would lose it too.
    if isInherited { return }
    state.withLock { state in
      guard state.isWriting else { return }
      state.lock?.release()
      state.isWriting = false
    }
  }

  /// Replaces a file, so that at every moment, a power cut included, it is the old or the new one.
  ///
  /// - Throws: `full`, `readOnly`, `unavailable` when nothing changed; `uncertain` when the file is
  ///   the new one and may not survive a power cut.
  package func replace(_ name: String, with bytes: [UInt8]) throws(StorageError) {
    let folder = try writableFolder()
    try withPath(path(of: name)) { () throws(SystemError) in
      let old = try folder.status(of: name).map { FileAttributes(name: name, status: $0) }
      _ = try folder.replace(name, with: bytes, like: old)
    }
    try synchronize(folder, name)
  }

  /// Removes a file; one that is gone already is no error.
  ///
  /// - Throws: As ``replace(_:with:)``.
  package func remove(_ name: String) throws(StorageError) {
    let folder = try writableFolder()
    try withPath(path(of: name)) { () throws(SystemError) in
      do throws(SystemError) {
        try fileSystem.remove(name, in: folder.descriptor)
      } catch {
        guard error.isNoSuchFile else { throw error }
      }
    }
    try synchronize(folder, name)
  }

  /// Moves a damaged file to a name of its own.
  ///
  /// - Returns: The new name; nil if there is no such file.
  package func quarantine(_ name: String) throws(StorageError) -> String? {
    let folder = try writableFolder()
    return try withPath(path(of: name)) { () throws(SystemError) in
      guard try folder.status(of: name) != nil else { return nil }
      return try folder.quarantine(name, as: "damaged")
    }
  }

  private func writableFolder() throws(StorageError) -> Folder {
    if isInherited { throw .inherited(path: path) }
    let folder = state.withLock { $0.isWriting ? $0.folder : nil }
    guard let folder else {
      throw StorageError(
        .closed, operation: "writing", path: path, found: "no writing begun",
        advice: "Begin writing first.")
    }
    return folder
  }

  private func synchronize(_ folder: Folder, _ name: String) throws(StorageError) {
    do throws(SystemError) {
      try folder.synchronize()
    } catch {
      var error = StorageError(error, path: path(of: name))
      error.code = .uncertain
      throw error
    }
  }

  private func tryToLock(_ state: inout State) throws(StorageError) -> Bool {
    try withPath(path) { () throws(SystemError) in
      if let folder = state.folder, !folder.isInPlace() {
        state.folder = nil
        state.lock = nil
      }
      if let lock = state.lock {
        switch try lock.tryToTake() {
        case .taken: return true
        case .held: return false
        case .defunct: state.lock = nil
        }
      }
      if state.folder == nil {
        state.folder = try Folder(makingMissingAt: path, fileSystem)
      }
      guard let folder = state.folder else { return false }
      let lock = try WriterLock(for: Self.lockName, in: folder)
      state.lock = lock
      return try lock.tryToTake() == .taken
    }
  }

  /// Removes what crashed writers left, once for each object; what remains does no harm.
  private func sweepOnce(_ state: inout State) {
    guard !state.hasSwept, let folder = state.folder else { return }
    state.hasSwept = true
    for name in (try? fileSystem.names(in: folder.descriptor)) ?? [] where Self.isLeftover(name) {
      folder.discard(name)
    }
  }

  /// Whether a name is that of a temporary file for a value: `<value>.plist.temporary-<number>`.
  static func isLeftover(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    let infix = Array((suffix + Folder.temporaryInfix).utf8)
    let number = bytes.reversed().prefix {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
    }
    return !number.isEmpty && bytes.dropLast(number.count).reversed().starts(with: infix.reversed())
  }
}
