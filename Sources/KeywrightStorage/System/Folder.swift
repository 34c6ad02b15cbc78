import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension SystemError {
  static let inputOutput = EIO
  /// Another program has put a file in the place of the one to be replaced, or moved that away.
  static let replaced = SystemError(.rename, code: EEXIST)
  /// The file to be replaced is a mount point itself.
  static let mountedFile = SystemError(.rename, code: EBUSY)
  /// A descriptor was closed by code that had not opened it, and leads to another file now, or to none.
  static let foreignDescriptor = SystemError(.fstat, code: EBADF)

  /// Whether the call failed because the name does not exist; no other error means that.
  var isNoSuchFile: Bool { code == ENOENT }
  var isExisting: Bool { code == EEXIST }
  var isReadOnly: Bool { code == EROFS }
  /// Whether the system or the file system does not know the call.
  var isUnknownCall: Bool { [ENOSYS, EINVAL, ENOTSUP, EOPNOTSUPP].contains(code) }
  var isNotPermitted: Bool { code == EPERM || code == EACCES }
}

/// The open folder of a file: all names that storage uses are relative to it, so that nothing
/// is written elsewhere even if the path comes to lead elsewhere.
package struct Folder: Sendable {
  let file: OpenFile
  let path: String
  /// The protection class of files that replace no other; nil for the folder's.
  var protection: ProtectionClass?
  /// Whether a new file did not get what the one before it had.
  let losses = Losses()

  var fileSystem: any FileSystem { file.fileSystem }
  var descriptor: Int32 { file.descriptor }

  /// Opens a folder.
  /// - Returns: Nil when there is none.
  init?(existingAt path: String, _ fileSystem: any FileSystem) throws(SystemError) {
    do throws(SystemError) {
      let descriptor = try fileSystem.open(path, in: fileSystem.workingFolder, .folder)
      self.init(file: OpenFile(descriptor, fileSystem), path: path)
    } catch {
      guard error.isNoSuchFile else { throw error }
      return nil
    }
  }

  private init(file: OpenFile, path: String) {
    self.file = file
    self.path = path
  }

  /// Opens a folder, making it and its missing parents, for this user alone.
  ///
  /// - Parameter isSynchronized: Whether the new folders are on the disk then; if not, the first file in them needs
  ///   ``synchronizePath()``.
  init(
    makingMissingAt path: String, _ fileSystem: any FileSystem, isSynchronized: Bool = true
  ) throws(SystemError) {
    if let folder = try Folder(existingAt: path, fileSystem) {
      self = folder
      return
    }
    let (parentPath, name) = Folder.split(path)
    guard !name.isEmpty, parentPath != path else { throw SystemError(.mkdir, code: ENOENT) }
    let parent = try Folder(
      makingMissingAt: parentPath, fileSystem, isSynchronized: isSynchronized)
    do throws(SystemError) {
      try fileSystem.makeFolder(name, in: parent.descriptor, permissions: 0o700)
    } catch {
      guard error.isExisting else { throw error }
    }
    if isSynchronized { try parent.synchronize() }
    let descriptor = try fileSystem.open(path, in: fileSystem.workingFolder, .folder)
    self.init(file: OpenFile(descriptor, fileSystem), path: path)
  }

  /// Splits a path into that of the folder and the last name.
  static func split(_ path: String) -> (folder: String, name: String) {
    var utf8 = Substring(path).utf8
    while utf8.count > 1, utf8.last == UInt8(ascii: "/") { utf8.removeLast() }
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return (".", String(Substring(utf8)))
    }
    let name = String(Substring(utf8[utf8.index(after: slash)...]))
    var folder = utf8[..<slash]
    while folder.count > 1, folder.last == UInt8(ascii: "/") { folder.removeLast() }
    return (folder.isEmpty ? "/" : String(Substring(folder)), name)
  }

  /// Makes a path independent of later changes of the working folder, and takes away the slashes at
  /// its end, which Foundation adds where there is a folder: where there is a file, they are wrong.
  package static func absolute(_ path: String) -> String {
    var bytes = Substring(path).utf8
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    let path = String(Substring(bytes))
    guard !path.isEmpty, path.utf8.first != UInt8(ascii: "/"), let current = getcwd(nil, 0) else {
      return path
    }
    defer { free(current) }
    // A folder whose name no text holds is found by the system alone.
    return SystemText.exact(current).map { $0 + "/" + path } ?? path
  }

  /// The path of a file in the folder of another one, for people to read.
  static func path(of name: String, beside path: String) -> String {
    let folder = split(path).folder
    return folder == "/" ? folder + name : folder + "/" + name
  }

  /// Whether an access control list was lost, which the caller reports.
  final class Losses: Sendable {
    private let hasLost = Atomic(false)

    func note() { hasLost.store(true, ordering: .relaxed) }
    func take() -> Bool { hasLost.exchange(false, ordering: .relaxed) }
  }

  // MARK: Files in the folder

  /// Whether the folder has an access control list of its own.
  var hasAccessList: Bool { (try? fileSystem.accessList(of: ".", in: descriptor)) != nil }

  /// Opens a file.
  /// - Returns: Nil when there is none.
  func open(_ name: String, _ mode: OpenMode = .read) throws(SystemError) -> OpenFile? {
    do throws(SystemError) {
      return OpenFile(try fileSystem.open(name, in: descriptor, mode), fileSystem)
    } catch {
      guard error.isNoSuchFile else { throw error }
      return nil
    }
  }

  /// The names in the folder, in no order.
  func names() throws(SystemError) -> [String] { try fileSystem.names(in: descriptor) }

  func status(of name: String) throws(SystemError) -> FileStatus? {
    do throws(SystemError) {
      return try fileSystem.status(of: name, in: descriptor)
    } catch {
      guard error.isNoSuchFile else { throw error }
      return nil
    }
  }

  /// Makes what happened to names in this folder survive a power cut.
  /// - Returns: False where the file system has no such call for folders, as some shared ones.
  @discardableResult
  func synchronize() throws(SystemError) -> Bool {
    do throws(SystemError) {
      try fileSystem.synchronize(descriptor)
      return true
    } catch {
      guard error.isUnknownCall else { throw error }
      return false
    }
  }

  /// Makes what happened to names in this folder, and to its own name, survive a power cut: a file is as safe as
  /// its path.
  ///
  /// It is unknown which of the folders above are new, since the process that made them may have ended. So all on
  /// the same disk are synchronized. A folder in which nothing changed costs little; in one that this user may not
  /// read, this user hardly made any.
  /// - Returns: False where the file system has no such call for folders.
  @discardableResult
  func synchronizePath() throws(SystemError) -> Bool {
    let isSynchronized = try synchronize()
    let device = try file.status().device
    var path = path
    while true {
      let (parent, name) = Folder.split(path)
      // A relative path, which is what is left where nobody knows the working folder, ends in a dot.
      guard !name.isEmpty, parent != path,
        let folder = try? Folder(existingAt: parent, fileSystem),
        try folder.file.status().device == device
      else { break }
      try folder.synchronize()
      path = parent
    }
    return isSynchronized
  }

  /// Removes a file that may be gone already; one that remains is swept later.
  func discard(_ name: String) {
    try? fileSystem.remove(name, in: descriptor)
  }

  /// Whether the folder's path still leads to it.
  func isInPlace() -> Bool {
    // By its path alone: a process may have no descriptor left.
    guard let there = try? fileSystem.status(of: path + "/.", in: fileSystem.workingFolder),
      let here = try? file.status()
    else { return false }
    return there.isSameFile(as: here)
  }
}
