#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that people or other programs write and that is only read here, or one that only they read.
package enum OutsideFile {
  /// The bytes of a file; nil if there is none.
  ///
  /// A symbolic link is followed: people and deployment tools put one in the place of a file.
  ///
  /// - Parameter limit: A larger file is read up to one byte more, so that it can be refused.
  package static func read(
    _ path: String, limit: Int, _ fileSystem: any FileSystem = SystemFileSystem()
  ) throws(StorageError) -> [UInt8]? {
    try withPath(path) { () throws(SystemError) in
      // A path that cannot be resolved is opened as it is, so that the error says why.
      let real = resolved(path) ?? path
      do throws(SystemError) {
        let file = try OpenFile(
          fileSystem.open(real, in: fileSystem.workingFolder, .read), fileSystem)
        let status = try file.status()
        guard status.kind == .regular else {
          throw SystemError(.open, code: status.kind == .folder ? EISDIR : EINVAL)
        }
        return try file.read(limit: limit, expected: status.size)
      } catch {
        guard error.isNoSuchFile else { throw error }
        return nil
      }
    }
  }

  /// Whether others than this user and root may write the file or folder to which a path leads, or give themselves the
  /// permission, as its owner may.
  package static func letsOthersWrite(
    _ path: String, _ fileSystem: any FileSystem = SystemFileSystem()
  ) -> Bool {
    let folder = fileSystem.workingFolder
    guard let real = resolved(path), let status = try? fileSystem.status(of: real, in: folder)
    else { return false }
    if status.owner != 0, status.owner != fileSystem.user() { return true }
    return Exposure.letsOthersWrite(
      status, hasAccessList: (try? fileSystem.accessList(of: real, in: folder)) != nil)
  }

  /// The names in a folder, sorted by their bytes; none if there is no folder.
  package static func names(
    inFolder path: String, _ fileSystem: any FileSystem = SystemFileSystem()
  ) throws(StorageError) -> [String] {
    try withPath(path) { () throws(SystemError) in
      guard let folder = try Folder(existingAt: path, fileSystem) else { return [] }
      return try folder.names().sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
  }

  /// Opens a file to which lines are appended, made for this user alone (0600).
  ///
  /// - Returns: Its descriptor; nil for a link, a file of another user, and where it cannot be opened.
  package static func openPrivateLog(_ path: String) -> Int32? {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let file = StandardStreams.opening { open(path, flags, 0o600) }
    guard file >= 0 else { return nil }
    var status = stat()
    let isOwn =
      fstat(file, &status) == 0 && status.st_uid == geteuid()
      && status.st_mode & S_IFMT == S_IFREG && fchmod(file, 0o600) == 0
    guard isOwn else {
      close(file)
      return nil
    }
    return file
  }

  /// The path of a file's folder.
  package static func folder(of path: String) -> String { Folder.split(path).folder }

  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return SystemText.exact(real)
  }
}
