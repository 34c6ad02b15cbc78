/// A folder that holds one file for each value, with the write step of ``DurableFile``.
///
/// Names are the caller's; each is one plain file name that ends in the suffix. Files with other
/// names are never touched, but for what a crashed writer of this kind left behind. In a folder without a
/// suffix every file is a value's, whoever wrote it, unless it has the name of a hidden or a temporary one; the
/// folder's own files have hidden names there.
///
/// All members may be called from any thread. Writers exclude each other by a lock file, in one
/// process and in several; readers take no lock and see a file before or after a write.
package final class ValueFolder: Sendable {
  /// The ending of the file names of property lists.
  package static let suffix = ".plist"

  package let path: String
  /// The ending of every value's file name.
  private let suffix: String
  private let fileSystem: any FileSystem
  private let forks = Forks.count
  private let state = Protected(State())

  private struct State: Sendable {
    var isWriting = false
    var hasSwept = false
    var folder: Folder?
    var lock: WriterLock?
    /// The files as they were when they were first read since the lock was taken; nil for one that was not
    /// there. Another program's file in the place of one of these is an edit that the writer has not seen.
    var seen: [String: FileStatus?] = [:]
    var issues: [StorageError] = []
    /// What is said once.
    var said: Set<DurableFile.Remark> = []
  }

  /// Names a folder; touches nothing.
  ///
  /// - Parameters:
  ///   - path: The path of the folder; it and its parents are made, for this user alone, at the
  ///     first write.
  ///   - suffix: The ending of every value's file name; empty for a folder that other programs share.
  ///   - fileSystem: The system calls to use.
  package init(
    path: String, suffix: String = ValueFolder.suffix,
    fileSystem: any FileSystem = SystemFileSystem()
  ) {
    self.path = Folder.absolute(path)
    self.suffix = suffix
    self.fileSystem = fileSystem
  }

  private func path(of name: String) -> String { path + "/" + name }

  private var isShared: Bool { suffix.isEmpty }

  /// The name of the lock, without its ending.
  private var lockName: String { isShared ? ".keywright" : "values" }

  /// The first part of the name of a file that is kept aside: a hidden one, where another would be taken for a
  /// value's.
  private func keptName(of name: String) -> String { isShared ? "." + name : name }

  /// Whether this process was forked after the object was made, so that it may not write by the object.
  package var isInherited: Bool { forks != Forks.count }

  /// Returns, once, what was found wrong by writers that succeeded.
  package func takeIssues() -> [StorageError] {
    state.withLock { state in
      defer { state.issues = [] }
      return state.issues
    }
  }

  // MARK: Reading

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
    let status = try file.map { file throws(StorageError) in try withPath(path, file.status) }
    state.withLock { state in
      if state.isWriting, state.seen[name] == nil { state.seen[name] = .some(status) }
    }
    guard let file, let status else { return nil }
    try status.requireRegular(path, advice: "Move it out of the folder.")
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

  /// The first bytes of a file; nil if there is none, or a folder or the like in its place.
  ///
  /// - Parameter count: The most bytes.
  /// - Throws: `unavailable` when the file may exist and cannot be read.
  package func beginning(of name: String, count: Int) throws(StorageError) -> [UInt8]? {
    try withPath(path(of: name)) { () throws(SystemError) in
      guard let file = try Folder(existingAt: path, fileSystem)?.open(name),
        try file.status().kind == .regular
      else { return nil }
      return try file.read(limit: count, expected: count)
    }
  }

  /// Whether a file was changed within a second, so that what looks damaged may be incomplete.
  package func isUnfinished(_ name: String) -> Bool {
    let folder = try? Folder(existingAt: path, fileSystem)
    return (try? folder?.status(of: name))?.isFresh(at: fileSystem.date()) ?? false
  }

  /// The names of all values' files, in no order; none if there is no folder.
  ///
  /// The caller's names have no capital letters. In a folder that ignores case, a file whose name has some
  /// is found by the caller's name, and so it is listed by that.
  ///
  /// Linear in the number of files.
  package func names() throws(StorageError) -> [String] {
    try withPath(path) { () throws(SystemError) in
      guard let folder = try Folder(existingAt: path, fileSystem) else { return [] }
      let names = try folder.names()
      if isShared {
        var values: [String] = []
        for name in names where ValueFolder.isValueName(name) {
          if try folder.status(of: name)?.kind == .regular { values.append(name) }
        }
        return values
      }
      return names.map { name in
        let lowercased = name.withoutCapitals
        guard !lowercased.hasSameBytes(as: name),
          !names.contains(where: { $0.hasSameBytes(as: lowercased) }),
          (try? folder.status(of: lowercased)) != nil
        else { return name }
        return lowercased
      }.filter { $0.utf8.reversed().starts(with: suffix.utf8.reversed()) }
    }
  }

  /// Whether a file of a name may hold a value in a folder without a suffix.
  package static func isValueName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.first != UInt8(ascii: ".")
      && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
      && Leftover(name, suffix: "") == nil
  }

  // MARK: Writing

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
        throw .locked(lockName, path: path, for: timeout)
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
      state.seen = [:]
    }
  }

  /// Replaces a file, so that at every moment, a power cut included, it is the old or the new one.
  ///
  /// The names are swapped, which shows the file that is replaced: one that another program has put there
  /// since it was read gets its name back.
  ///
  /// - Throws: `full`, `readOnly`, `unavailable` when nothing changed; `edited` when nothing changed but by
  ///   another program; `uncertain` when the file is the new one and may not survive a power cut.
  package func replace(_ name: String, with bytes: [UInt8]) throws(StorageError) {
    let folder = try writableFolder()
    let old = try present(name, in: folder)
    do throws(SystemError) {
      try folder.replace(
        name, with: bytes, like: old.map { FileAttributes(name: name, status: $0) }, insteadOf: old
      ) { () throws(SystemError) in
        if try folder.status(of: name) != old { throw .replaced }
      }
    } catch {
      var failure = StorageError(error, path: path(of: name))
      if error.operation == .renameOutcome { failure.code = .uncertain }
      throw failure
    }
    if folder.losses.take() { note(.lostAccessList, .lostAccessList(path: path(of: name))) }
    try synchronize(folder, name)
  }

  /// The status of a file, if it is the one that was read since the lock was taken, or none was.
  private func present(_ name: String, in folder: Folder) throws(StorageError) -> FileStatus? {
    let present = try withPath(path(of: name)) { () throws(SystemError) in
      try folder.status(of: name)
    }
    guard let seen = state.withLock({ $0.seen[name] }) else { return present }
    let isSeen = seen.map { present?.hasSameContent(as: $0) == true } ?? (present == nil)
    guard isSeen else { throw .replacedMeanwhile(path: path(of: name)) }
    return present
  }

  /// Removes a file; one that is gone already is no error.
  ///
  /// - Throws: As ``replace(_:with:)``.
  package func remove(_ name: String) throws(StorageError) {
    let folder = try writableFolder()
    _ = try present(name, in: folder)
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
  /// - Throws: As ``replace(_:with:)``; `edited` also while another program is writing into the file.
  package func quarantine(_ name: String) throws(StorageError) -> String? {
    let folder = try writableFolder()
    guard let present = try present(name, in: folder) else { return nil }
    if present.isFresh(at: fileSystem.date()) { throw .unfinished(path: path(of: name)) }
    let newName = try withPath(path(of: name)) { () throws(SystemError) in
      try folder.quarantine(name, of: keptName(of: name), as: .damaged)
    }
    state.withLock { $0.seen[name] = .some(nil) }
    return newName
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
      guard try !folder.synchronize() else { return }
      note(.missingFolderCall, .withoutFolderSynchronization(path: path))
    } catch {
      var error = StorageError(error, path: path(of: name))
      error.code = .uncertain
      throw error
    }
  }

  /// Notes an issue once.
  private func note(_ remark: DurableFile.Remark, _ issue: StorageError) {
    state.withLock { state in
      if state.said.insert(remark).inserted { state.issues.append(issue) }
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
      let lock = try WriterLock(for: lockName, in: folder)
      state.lock = lock
      return try lock.tryToTake() == .taken
    }
  }

  /// Removes the files that crashed writers left, once for each object; those that remain do no harm.
  ///
  /// A file that lost its name in a swap is kept unless a writer of this kind made it: it may be one that
  /// another program had just put there.
  private func sweepOnce(_ state: inout State) {
    guard !state.hasSwept, let folder = state.folder else { return }
    state.hasSwept = true
    for name in (try? folder.names()) ?? [] {
      guard let leftover = Leftover(name, suffix: suffix) else { continue }
      if !leftover.isSwap || isMarked(name, in: folder) {
        folder.discard(name)
      } else if let free = try? folder.freeName(for: keptName(of: leftover.value), .edited) {
        guard (try? folder.rename(name, to: free)) != nil else { continue }
        state.issues.append(.displacedEdit(free, path: path(of: leftover.value)))
      }
    }
  }

  private func isMarked(_ name: String, in folder: Folder) -> Bool {
    guard case .valid(let file, _)? = try? ListFile.read(name, in: folder, path: path(of: name))
    else { return false }
    return file.isMarked
  }

  /// A temporary file for a value: `<value>.temporary-<number>`, or with `swap-` before the number.
  ///
  /// Beside other programs, only numbers of the usual length count, which are no name of theirs.
  struct Leftover: Equatable {
    /// The name of the value's file.
    let value: String
    let isSwap: Bool

    /// - Returns: Nil for any other name.
    init?(_ name: String, suffix: String = ValueFolder.suffix) {
      guard let dash = name.utf8.lastIndex(of: UInt8(ascii: "-")) else { return nil }
      let number = name.utf8[dash...].dropFirst()
      let isNumber = number.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
      }
      guard number.count >= (suffix.isEmpty ? 10 : 1), isNumber else { return nil }
      let stem = name.utf8[...dash]
      for (infix, isSwap) in [(Folder.swapInfix, true), (Folder.temporaryInfix, false)]
      where stem.reversed().starts(with: (suffix + infix).utf8.reversed()) {
        value = String(Substring(stem.dropLast(infix.utf8.count)))
        self.isSwap = isSwap
        return
      }
      return nil
    }
  }
}

extension String {
  /// The name with its capital letters of ASCII as small ones.
  fileprivate var withoutCapitals: String {
    String(
      decoding: utf8.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
