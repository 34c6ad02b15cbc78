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
  /// is made again only when each of them has to look, see ``trust``, and the commits that began before that
  /// should have ended.
  /// - Parameter isOfStore: Tells by its name whether a file shows that the lock was there, besides the one that it
  ///   is for.
  init(
    for name: String, in folder: Folder, besides isOfStore: (String) -> Bool = { _ in false }
  ) throws(SystemError) {
    let isMissing = try folder.status(of: WriterLock.name(for: name)) == nil
    var model: String? = name
    if isMissing, try folder.status(of: name) == nil {
      model = try folder.names().first(where: isOfStore)
    }
    if isMissing, model != nil {
      folder.fileSystem.pause(.nanoseconds(5 * WriterLock.trust))
    }
    let descriptor = try folder.fileSystem.open(
      WriterLock.name(for: name), in: folder.descriptor, .createIfMissing(permissions: 0o600))
    file = OpenFile(descriptor, folder.fileSystem)
    // Of the file's class, so that both can be opened when the device is locked, or neither.
    if let model {
      if isMissing {
        do throws(SystemError) {
          try folder.fileSystem.copyProtection(of: model, in: folder.descriptor, to: descriptor)
        } catch {
          // Another program has removed it since.
          guard error.isNoSuchFile else { throw error }
          try folder.protect(file)
        }
      }
      folder.shareLock(file, of: name, with: model)
    } else {
      try folder.protect(file)
    }
  }

  /// The nanoseconds for which a commit relies on the names that one before it looked up.
  ///
  /// By the precise clock: the coarse one of a virtual machine stands still while the processor that moves it on
  /// waits for the host, for any time.
  static let trust: Int64 = 4_000_000

  static func name(for name: String) -> String { name + ".lock" }

  enum Outcome {
    case taken
    /// Another holds it.
    case held
    /// The lock file was removed, so that this lock no longer excludes other writers.
    case defunct
  }

  /// Takes the lock if it is free.
  ///
  /// - Parameter isInPlace: Tells, once it is taken, that the lock file need not be looked at.
  func tryToTake(_ isInPlace: () -> Bool = { false }) throws(SystemError) -> Outcome {
    let isTaken = try file.fileSystem.lock(file.descriptor)
    if isTaken, isInPlace() { return .taken }
    do throws(SystemError) {
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
  /// Gives the lock of a store the attributes of its list, or of its first journal, also where a run as another user made the lock.
  ///
  /// Only an empty file with a single name is changed, so that no hard link leads to another file. A
  /// user who may not change it leaves it as it is.
  fileprivate func shareLock(_ lock: OpenFile, of name: String, with model: String) {
    guard var wanted = try? status(of: model), wanted.kind == .regular,
      let status = try? lock.status(), status.kind == .regular, status.links == 1,
      status.size == 0
    else { return }
    wanted.permissions = wanted.permissions & 0o666 | 0o600
    let isShared =
      status.owner == wanted.owner && status.group == wanted.group
      && status.permissions == wanted.permissions
      && (try? fileSystem.accessList(of: model, in: descriptor))
        == (try? fileSystem.accessList(of: WriterLock.name(for: name), in: descriptor))
    if !isShared { try? copyAttributes(of: FileAttributes(name: model, status: wanted), for: lock) }
  }
}
