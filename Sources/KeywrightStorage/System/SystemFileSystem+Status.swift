#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension SystemFileSystem {
  package func status(of file: Int32) throws(SystemError) -> FileStatus {
    var status = stat()
    _ = try retry(.fstat) { fstat(file, &status) }
    return FileStatus(status)
  }

  package func identity(of file: Int32) -> FileIdentity? { try? status(of: file).identity }

  package func status(of name: String, in folder: Int32) throws(SystemError) -> FileStatus {
    var status = stat()
    _ = try retry(.fstat) { fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) }
    return FileStatus(status)
  }

  /// A function of Linux that Swift's module of the C library lacks, by its name. A statically linked program
  /// cannot find it, nor is there one like it on Apple systems.
  static func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    #if os(Linux)
      return dlsym(nil, name).map { unsafeBitCast($0, to: type) }
    #else
      return nil
    #endif
  }

  package func isMountPoint(_ name: String, in folder: Int32) -> Bool {
    guard let statx = Self.statx else { return false }
    // A `struct statx`: its attributes are at byte 8, and at byte 56 those that the system knows.
    return withUnsafeTemporaryAllocation(byteCount: 256, alignment: 16) { buffer in
      guard let start = buffer.baseAddress,
        statx(folder, name, AT_SYMLINK_NOFOLLOW, 0, start) == 0
      else { return false }
      let attributes = buffer.load(fromByteOffset: 8, as: UInt64.self)
      let known = buffer.load(fromByteOffset: 56, as: UInt64.self)
      return attributes & known & Self.mountRoot != 0
    }
  }

  /// `STATX_ATTR_MOUNT_ROOT`, of Linux since 5.8.
  private static let mountRoot: UInt64 = 0x2000

  private static let statx = function("statx", as: Statx.self)
  private typealias Statx =
    @convention(c) (Int32, UnsafePointer<CChar>, Int32, UInt32, UnsafeMutableRawPointer) -> Int32

  package func user() -> UInt32 { geteuid() }

  package func names(in folder: Int32) throws(SystemError) -> [String] {
    // A separate open file description has a position of its own.
    let copy = try open(".", in: folder, .folder)
    guard let stream = fdopendir(copy) else {
      let code = errno
      close(copy)
      throw SystemError(.readdir, code: code)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno == 0 { return names }
        throw SystemError(.readdir, code: errno)
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
          SystemText.exact($0)
        }
      }
      // One that is not UTF-8 is no file of a store.
      if let name, name != ".", name != ".." { names.append(name) }
    }
  }

  package func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  package func date() -> Int64 {
    var time = timespec()
    #if os(Linux)
      // The clock by which the kernel gives files their times: the other one is ahead of it.
      clock_gettime(CLOCK_REALTIME_COARSE, &time)
    #else
      clock_gettime(CLOCK_REALTIME, &time)
    #endif
    return FileStatus.nanoseconds(time)
  }

  package func pause(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    var time = timespec(
      tv_sec: time_t(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    var rest = timespec()
    while nanosleep(&time, &rest) != 0, errno == EINTR { time = rest }
  }
}

extension FileStatus {
  // Inlined, or each commit would copy the metadata.
  @inline(__always)
  fileprivate init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int(status.st_size)
    permissions = UInt32(status.st_mode) & 0o7777
    owner = status.st_uid
    group = status.st_gid
    links = UInt64(status.st_nlink)
    #if canImport(Darwin)
      modified = FileStatus.nanoseconds(status.st_mtimespec)
      changed = FileStatus.nanoseconds(status.st_ctimespec)
    #else
      modified = FileStatus.nanoseconds(status.st_mtim)
      changed = FileStatus.nanoseconds(status.st_ctim)
    #endif
  }

  /// One number for a time; it wraps in the year 2262, which a test for equality does not mind.
  fileprivate static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
