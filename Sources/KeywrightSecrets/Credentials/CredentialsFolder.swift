import Keywright
import KeywrightStorage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A folder of credentials, with what makes a file of it trustworthy.
struct CredentialsFolder: Sendable {
  let path: String
  private let fileSystem = SystemFileSystem()

  /// The most bytes of a credential, as of systemd.
  static let limit = 1 << 20

  /// The bytes of a file; nil if there is none.
  func content(of name: String, for key: StorageString) throws(StoreError) -> [UInt8]? {
    guard !name.isEmpty, !name.utf8.contains(0), !name.utf8.contains(UInt8(ascii: "/")),
      name != ".", name != ".."
    else { return nil }
    // A mount may be replaced between two looks at it.
    for _ in 0..<10 {
      guard let folder = try resolved(path, key) else { return nil }
      guard let file = try resolved("\(path)/\(name)", key) else { return nil }
      guard file.utf8.starts(with: (folder + "/").utf8) else {
        throw error(
          .exposed, key, "\(path)/\(name)", found: "a link that leads out of the folder",
          expected: "a file in it", advice: "Put the file itself into the folder.")
      }
      try checkFolders(from: folder, to: file, key)
      if let bytes = try bytes(of: file, in: folder, key) { return bytes }
    }
    return nil
  }

  /// The path without links; nil if nothing has it.
  private func resolved(_ path: String, _ key: StorageString) throws(StoreError) -> String? {
    guard let real = realpath(path, nil) else {
      let code = errno
      if code == ENOENT || code == ENOTDIR { return nil }
      throw unavailable(key, path, code)
    }
    defer { free(real) }
    guard let text = SystemText.exact(real) else { throw unavailable(key, path, EILSEQ) }
    return text
  }

  /// Refuses folders in which others can put a file.
  private func checkFolders(
    from folder: String, to file: String, _ key: StorageString
  ) throws(StoreError) {
    var place = folder
    for component in file.dropFirst(folder.count).split(separator: "/").dropLast() + [""] {
      guard let status = try? fileSystem.status(of: place, in: fileSystem.workingFolder) else {
        break
      }
      // In a sticky folder, as Kubernetes mounts, others put no file in the place of one: its owner decides.
      let isSticky = status.permissions & 0o1000 != 0
      if status.permissions & 0o022 != 0, !isSticky {
        throw exposed(key, place, "a folder that others may write")
      }
      place += "/\(component)"
    }
  }

  /// The bytes of a file without links on its path; nil if it is gone.
  private func bytes(
    of file: String, in folder: String, _ key: StorageString
  ) throws(StoreError) -> [UInt8]? {
    let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let descriptor = StandardStreams.opening { open(file, flags) }
    guard descriptor >= 0 else {
      let code = errno
      if code == ENOENT || code == ELOOP { return nil }
      throw unavailable(key, file, code)
    }
    defer { close(descriptor) }
    guard let status = try? fileSystem.status(of: descriptor),
      let owner = try? fileSystem.status(of: folder, in: fileSystem.workingFolder).owner
    else { throw unavailable(key, file, EIO) }
    guard status.kind == .regular else {
      throw error(
        .unavailable, key, file, found: status.kind.rawValue,
        expected: FileStatus.Kind.regular.rawValue, advice: "Choose another path.")
    }
    if status.permissions & 0o022 != 0 { throw exposed(key, file, "a file that others may write") }
    guard [0, geteuid(), owner].contains(status.owner) else {
      throw exposed(key, file, "a file of another user")
    }
    return try content(of: descriptor, file, key)
  }

  private func content(
    of descriptor: Int32, _ file: String, _ key: StorageString
  ) throws(StoreError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = Int(read(descriptor, &buffer, buffer.count))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unavailable(key, file, errno) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      if bytes.count > CredentialsFolder.limit {
        throw error(
          .corrupt, key, file, found: "a file of over \(CredentialsFolder.limit) bytes",
          expected: "a credential", advice: "Give the program the right file.")
      }
    }
  }

  // MARK: Errors

  private func exposed(_ key: StorageString, _ path: String, _ found: String) -> StoreError {
    error(
      .exposed, key, path, found: found, expected: "one that this user or root alone may write",
      advice: "Take the permission to write from others, and make sure that the content is yours.")
  }

  private func unavailable(_ key: StorageString, _ path: String, _ code: Int32) -> StoreError {
    var result = error(
      .unavailable, key, path, found: String(cString: strerror(code)), expected: "a file to read",
      advice: "Let this user read it.")
    result.systemError = code
    return result
  }

  private func error(
    _ code: StoreError.Code, _ key: StorageString, _ path: String, found: String,
    expected: String, advice: String?
  ) -> StoreError {
    StoreError(
      code, storageString: key.string, operation: "read", path: path, expected: expected,
      found: found, advice: advice)
  }
}
