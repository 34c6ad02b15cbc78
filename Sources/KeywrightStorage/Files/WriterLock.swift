/// The lock that lets one writer at a time use a file, among all processes.
///
/// It is an `flock` on `<name>.lock`, a file that is never renamed and never removed. (POSIX
/// record locks are of no use: a process loses them when it closes any descriptor of the file.)
/// The lock belongs to the open file, so two holders in one process exclude each other as well.
struct WriterLock {
  private let file: OpenFile

  /// Opens the lock file in a folder, making it if it is missing.
  ///
  /// Where it was removed, other writers may hold the old one and notice with their next look: it is
  /// made again only when all of them must have looked, see ``Base/longestTrust``.
  init(for name: String, in folder: Folder) throws(SystemError) {
    let isMissing = try folder.status(of: WriterLock.name(for: name)) == nil
    if isMissing, try folder.status(of: name) != nil {
      folder.fileSystem.pause(.nanoseconds(2 * Base.longestTrust))
    }
    let descriptor = try folder.fileSystem.open(
      WriterLock.name(for: name), in: folder.descriptor, .createIfMissing(permissions: 0o600))
    file = OpenFile(descriptor, folder.fileSystem)
    folder.shareLock(file, with: name)
  }

  static func name(for name: String) -> String { name + ".lock" }

  enum Outcome {
    case taken
    /// Another holds it.
    case held
    /// Somebody removed the lock file, so that this lock no longer excludes anybody.
    case defunct
  }

  /// Takes the lock if it is free.
  ///
  /// - Parameter isInPlace: Tells, once it is taken, that the lock file need not be looked at.
  func tryToTake(
    _ isInPlace: () throws(SystemError) -> Bool = { () throws(SystemError) in false }
  ) throws(SystemError) -> Outcome {
    let isTaken = try file.fileSystem.lock(file.descriptor)
    do throws(SystemError) {
      if isTaken, try isInPlace() { return .taken }
      if try file.status().links == 0 {
        if isTaken { release() }
        return .defunct
      }
    } catch {
      if isTaken { release() }
      throw error
    }
    return isTaken ? .taken : .held
  }

  func release() { file.fileSystem.unlock(file.descriptor) }
}

extension Folder {
  /// Lets those lock a file who may write it, also after a run as another user made the lock.
  ///
  /// Only an empty file of one name is touched, which no link can have lent from elsewhere; who
  /// may not change it leaves it as it is.
  fileprivate func shareLock(_ lock: OpenFile, with name: String) {
    guard var wanted = try? status(of: name), wanted.kind == .regular,
      let status = try? lock.status(), status.kind == .regular, status.links == 1,
      status.size == 0
    else { return }
    wanted.permissions = wanted.permissions & 0o666 | 0o600
    let isShared =
      status.owner == wanted.owner && status.group == wanted.group
      && status.permissions == wanted.permissions
    if !isShared { try? adoptAccess(of: AccessModel(name: name, status: wanted), for: lock) }
  }
}

/// How long to wait between two attempts to take a lock: shortly at first, since commits take
/// microseconds, then longer, so that waiting costs no processor time.
struct Backoff {
  private let timeout: Duration
  private var deadline: Duration?
  private var step = Duration.microseconds(20)

  /// Waits no longer than the timeout, counted from the first wait.
  init(timeout: Duration) {
    self.timeout = timeout
  }

  /// Waits before another attempt.
  /// - Returns: False when the time is up.
  mutating func wait(_ fileSystem: any FileSystem) -> Bool {
    let now = fileSystem.now()
    let deadline = deadline ?? now + timeout
    self.deadline = deadline
    let rest = deadline - now
    guard rest > .zero else { return false }
    fileSystem.pause(min(step, rest))
    step = min(step * 2, .milliseconds(2))
    return true
  }
}

extension DurableFile {
  /// Takes the writer's lock, waiting without holding the state's, and then does something
  /// under both.
  /// - Throws: `busy` after the timeout; what the body throws, with the writer's lock still held.
  @inline(__always)
  func lockingWriter<Result>(
    timeout: Duration, _ body: (inout State) throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    var backoff = Backoff(timeout: timeout)
    while true {
      let result = try whileOpen { state throws(StorageError) -> Result? in
        guard !state.isWriting, try tryToLock(&state) else { return nil }
        state.isWriting = true
        return try body(&state)
      }
      if let result { return result }
      guard backoff.wait(fileSystem) else {
        throw StorageError(
          .busy, operation: "flock", path: path, found: "another writer",
          expected: "the lock within \(timeout)",
          advice: "Try again; if it stays so, find the process that holds \(name).lock.")
      }
    }
  }
}
