#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The real file system.
///
/// Calls that a signal interrupted are made again here, and nowhere else; `fsync` and `close`
/// are not, since neither can be repeated safely after it failed.
package struct SystemFileSystem: FileSystem {
  package static let workingFolder: Int32 = AT_FDCWD

  /// Whether nothing can be written, whatever the system allows.
  let isReadOnly: Bool

  /// - Parameter isReadOnly: Whether to refuse all calls that write. A program that only looks at a store opens it so:
  ///   the store then reads as it does on a read-only disk, and neither repairs, moves nor compacts a file, not even the
  ///   lock.
  package init(isReadOnly: Bool = false) { self.isReadOnly = isReadOnly }

  package func open(_ name: String, in folder: Int32, _ mode: OpenMode) throws(SystemError)
    -> Int32
  {
    let always = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    switch mode {
    case .read: return try descriptor(name, in: folder, O_RDONLY | always)
    case .readAndWrite: return try descriptor(name, in: folder, O_RDWR | always)
    case .create(let permissions):
      return try descriptor(name, in: folder, O_RDWR | O_CREAT | O_EXCL | always, permissions)
    case .createIfMissing(let permissions):
      return try descriptor(name, in: folder, O_RDWR | O_CREAT | always, permissions)
    case .folder:
      // A link to a folder is followed: people move folders and leave links behind.
      return try descriptor(name, in: folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
  }

  private func descriptor(
    _ name: String, in folder: Int32, _ flags: Int32, _ permissions: UInt32 = 0
  ) throws(SystemError) -> Int32 {
    let operation: FileOperation = flags & O_CREAT == 0 ? .open : .create
    if flags & O_RDWR != 0 { try requireWritable(operation) }
    return try retry(operation) {
      StandardStreams.opening { openat(folder, name, flags, mode_t(permissions)) }
    }
  }

  package func close(_ file: Int32) {
    #if canImport(Darwin)
      _ = Darwin.close(file)
    #elseif canImport(Glibc)
      _ = Glibc.close(file)
    #elseif canImport(Musl)
      _ = Musl.close(file)
    #endif
  }

  package func read(_ file: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer)
    throws(SystemError) -> Int
  {
    try retry(.pread) { pread(file, buffer.baseAddress, buffer.count, off_t(offset)) }
  }

  package func write(_ file: Int32, at offset: Int, _ bytes: UnsafeRawBufferPointer)
    throws(SystemError) -> Int
  {
    try retry(.pwrite) { pwrite(file, bytes.baseAddress, bytes.count, off_t(offset)) }
  }

  package func truncate(_ file: Int32, to length: Int) throws(SystemError) {
    _ = try retry(.ftruncate) { ftruncate(file, off_t(length)) }
  }

  package func synchronize(_ file: Int32) throws(SystemError) {
    try requireWritable(.fsync)
    #if canImport(Darwin)
      // Only F_FULLFSYNC empties the drive's cache; file systems that lack it answer ENOTSUP.
      if fcntl(file, F_FULLFSYNC) == 0 { return }
      guard errno == ENOTSUP || errno == EINVAL else { throw SystemError(.fsync, code: errno) }
    #endif
    if fsync(file) != 0 { throw SystemError(.fsync, code: errno) }
  }

  package func synchronizeData(_ file: Int32) throws(SystemError) {
    try requireWritable(.fdatasync)
    #if canImport(Darwin)
      do {
        try synchronize(file)
      } catch {
        throw SystemError(.fdatasync, code: error.code)
      }
    #else
      if fdatasync(file) != 0 { throw SystemError(.fdatasync, code: errno) }
    #endif
  }

  package func rename(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
    _ = try retry(.rename) { renameat(folder, name, folder, newName) }
  }

  package func link(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
    _ = try retry(.link) { linkat(folder, name, folder, newName, 0) }
  }

  package func remove(_ name: String, in folder: Int32) throws(SystemError) {
    _ = try retry(.unlink) { unlinkat(folder, name, 0) }
  }

  package func checkWritable(_ name: String, in folder: Int32) throws(SystemError) {
    _ = try retry(.access) { faccessat(folder, name, W_OK, AT_EACCESS) }
  }

  package func lock(_ file: Int32) throws(SystemError) -> Bool {
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      if errno != EINTR { throw SystemError(.flock, code: errno) }
    }
    return true
  }

  package func unlock(_ file: Int32) {
    while flock(file, LOCK_UN) != 0, errno == EINTR {}
  }

  package func mayHaveWriter(_ file: Int32) -> Bool {
    #if os(Linux)
      // A lease to read is given where nobody has the file open for writing. It is given back at once: whoever opened
      // the file for writing meanwhile would be told to wait.
      guard !isReadOnly, fcntl(file, Self.setLease, Int32(F_RDLCK)) == 0 else { return true }
      _ = fcntl(file, Self.setLease, Int32(F_UNLCK))
      return false
    #else
      return true
    #endif
  }

  #if os(Linux)
    /// `F_SETLEASE`, which the modules of C do not offer.
    private static let setLease: Int32 = 1_024
  #endif

  package func makeFolder(_ name: String, in folder: Int32, permissions: UInt32)
    throws(SystemError)
  {
    _ = try retry(.mkdir) { mkdirat(folder, name, mode_t(permissions)) }
  }

  package func setPermissions(_ file: Int32, _ permissions: UInt32) throws(SystemError) {
    _ = try retry(.fchmod) { fchmod(file, mode_t(permissions)) }
  }

  package func setOwner(_ file: Int32, owner: UInt32?, group: UInt32) throws(SystemError) {
    _ = try retry(.fchown) { fchown(file, owner ?? uid_t.max, group) }
  }

  package func setModified(_ file: Int32, _ time: Int64) throws(SystemError) {
    let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
    let modified = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
    _ = try retry(.futimens) { futimens(file, [modified, modified]) }
  }

  #if canImport(Darwin)
    package func copyProtection(of name: String, in folder: Int32, to file: Int32)
      throws(SystemError)
    {
      let model = try open(name, in: folder, .read)
      defer { close(model) }
      let protection = fcntl(model, F_GETPROTECTIONCLASS)
      // Volumes without protection classes answer with an error.
      guard protection > 0 else { return }
      _ = try retry(.fcntl) { fcntl(file, F_SETPROTECTIONCLASS, protection) }
    }

    package func setProtection(_ protection: ProtectionClass, of file: Int32) throws(SystemError) {
      guard fcntl(file, F_GETPROTECTIONCLASS) > 0 else { return }
      _ = try retry(.fcntl) { fcntl(file, F_SETPROTECTIONCLASS, protection.rawValue) }
    }
  #endif

  @inline(__always)
  func requireWritable(_ operation: FileOperation) throws(SystemError) {
    if isReadOnly { throw SystemError(operation, code: EROFS) }
  }

  /// Makes a call until no signal interrupts it.
  @inline(__always)
  func retry<Result: FixedWidthInteger>(_ operation: FileOperation, _ call: () -> Result)
    throws(SystemError) -> Result
  {
    if operation.isForWriting { try requireWritable(operation) }
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = errno
      if code != EINTR { throw SystemError(operation, code: code) }
    }
  }
}
