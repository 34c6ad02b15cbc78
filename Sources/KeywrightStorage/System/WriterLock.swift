/// The lock that lets one writer at a time use a file, among all processes.
///
/// It is an `flock` on `<name>.lock`, a file that is never renamed and never removed. (POSIX
/// record locks are of no use: a process loses them when it closes any descriptor of the file.)
/// The lock belongs to the open file, so two holders in one process exclude each other as well.
struct WriterLock {
  private let file: OpenFile

  /// Opens the lock file in a folder, making it if it is missing.
  ///
  /// If it was removed, other writers may hold the old one and notice with their next look: it
  /// is made again only after the time in which each of them looks, see ``WriterLock/longestTrust``.
  init(for name: String, in folder: Folder) throws(SystemError) {
    let isMissing = try folder.status(of: WriterLock.name(for: name)) == nil
    let hasFile = isMissing ? try folder.status(of: name) != nil : true
    if isMissing, hasFile {
      folder.fileSystem.pause(.nanoseconds(2 * WriterLock.longestTrust))
    }
    let descriptor = try folder.fileSystem.open(
      WriterLock.name(for: name), in: folder.descriptor, .createIfMissing(permissions: 0o600))
    file = OpenFile(descriptor, folder.fileSystem)
    // Of the file's class, so that both can be opened when the device is locked, or neither.
    if isMissing, !hasFile {
      try folder.protect(file)
    } else if isMissing {
      try folder.fileSystem.copyProtection(of: name, in: folder.descriptor, to: descriptor)
    }
    folder.shareLock(file, with: name)
  }

  /// A folder that is moved away, a link to it that is changed and a lock file that is removed
  /// leave no trace in the open files: after so many nanoseconds their names are looked up again.
  static let longestTrust: Int64 = 10_000_000

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
  /// Gives the lock the attributes of the file, also where a run as another user made the lock.
  ///
  /// Only an empty file with a single name is changed, so that no hard link leads to another file. A
  /// user who may not change it leaves it as it is.
  fileprivate func shareLock(_ lock: OpenFile, with name: String) {
    guard var wanted = try? status(of: name), wanted.kind == .regular,
      let status = try? lock.status(), status.kind == .regular, status.links == 1,
      status.size == 0
    else { return }
    wanted.permissions = wanted.permissions & 0o666 | 0o600
    let isShared =
      status.owner == wanted.owner && status.group == wanted.group
      && status.permissions == wanted.permissions
      && (try? fileSystem.accessList(of: name, in: descriptor))
        == (try? fileSystem.accessList(of: WriterLock.name(for: name), in: descriptor))
    if !isShared { try? copyAttributes(of: FileAttributes(name: name, status: wanted), for: lock) }
  }
}
