/// The system calls that storage makes, and the only way in which it makes them.
///
/// Each requirement is one call of the system, so that a test can let any single one fail,
/// record them, or play a file system in memory. Names are relative to an open folder, or paths
/// with ``workingFolder``; no requirement follows a symbolic link at the end of a name.
package protocol FileSystem: TimeSource {
  /// `openat` with `O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK`.
  func open(_ name: String, in folder: Int32, _ mode: OpenMode) throws(SystemError) -> Int32
  /// `close`; an error of it comes too late to act on.
  func close(_ file: Int32)
  /// `pread`; returns 0 at the end of the file.
  func read(_ file: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer)
    throws(SystemError) -> Int
  /// `pwrite`, which may write fewer bytes than it was given.
  func write(_ file: Int32, at offset: Int, _ bytes: UnsafeRawBufferPointer)
    throws(SystemError) -> Int
  /// `ftruncate`.
  func truncate(_ file: Int32, to length: Int) throws(SystemError)
  /// `fsync` of a file or folder; `F_FULLFSYNC` on Apple systems.
  func synchronize(_ file: Int32) throws(SystemError)
  /// `fdatasync` where there is one.
  func synchronizeData(_ file: Int32) throws(SystemError)
  /// `renameat` within a folder; replaces what has the new name.
  func rename(_ name: String, to newName: String, in folder: Int32) throws(SystemError)
  /// `renameat2` with `RENAME_EXCHANGE`, or `renameatx_np` with `RENAME_SWAP`: each of two names then
  /// leads to the other's file.
  func exchange(_ name: String, with other: String, in folder: Int32) throws(SystemError)
  /// `linkat`: gives a file another name, which no file may have.
  func link(_ name: String, to newName: String, in folder: Int32) throws(SystemError)
  /// `unlinkat`.
  func remove(_ name: String, in folder: Int32) throws(SystemError)
  /// `fstat`.
  func status(of file: Int32) throws(SystemError) -> FileStatus
  /// `fstat`, for the file that a descriptor leads to; nil if it leads to none, and on a file system whose
  /// descriptors no other code uses.
  func identity(of file: Int32) -> FileIdentity?
  /// `fstatat` of the name itself.
  func status(of name: String, in folder: Int32) throws(SystemError) -> FileStatus
  /// `statx`: whether a name leads to a file that is a mount point itself; false where the system cannot tell.
  func isMountPoint(_ name: String, in folder: Int32) -> Bool
  /// `faccessat` for writing, with the effective user.
  func checkWritable(_ name: String, in folder: Int32) throws(SystemError)
  /// `flock(LOCK_EX | LOCK_NB)`; false when another holds the lock.
  func lock(_ file: Int32) throws(SystemError) -> Bool
  /// `flock(LOCK_UN)`.
  func unlock(_ file: Int32)
  /// `fcntl(F_SETLEASE)`: whether an open file, which must not be open for writing here, is open for writing anywhere;
  /// true where the system cannot tell.
  func mayHaveWriter(_ file: Int32) -> Bool
  /// `mkdirat`.
  func makeFolder(_ name: String, in folder: Int32, permissions: UInt32) throws(SystemError)
  /// `fchmod`.
  func setPermissions(_ file: Int32, _ permissions: UInt32) throws(SystemError)
  /// `fchown`; nil leaves the owner as it is.
  func setOwner(_ file: Int32, owner: UInt32?, group: UInt32) throws(SystemError)
  /// `futimens`: sets the time of modification, in nanoseconds since 1970.
  func setModified(_ file: Int32, _ time: Int64) throws(SystemError)
  /// `fgetxattr`: the access control list of a file; nil if it has none, or the file system knows none.
  func accessList(of name: String, in folder: Int32) throws(SystemError) -> AccessList?
  /// `fsetxattr`, or `fremovexattr` for nil: gives an open file an access control list, and with it the mode
  /// that it says, or takes away what it has from its folder's default.
  func setAccessList(_ list: AccessList?, of file: Int32) throws(SystemError)
  /// `fcntl`: gives an open file the protection class of another; nothing where files have none.
  func copyProtection(of name: String, in folder: Int32, to file: Int32) throws(SystemError)
  /// `fcntl`: gives an open file a protection class; nothing where files have none.
  func setProtection(_ protection: ProtectionClass, of file: Int32) throws(SystemError)
  /// `geteuid`.
  func user() -> UInt32
  /// The names in a folder, by `readdir`.
  func names(in folder: Int32) throws(SystemError) -> [String]
}

/// The purpose of opening a file.
package enum OpenMode: Sendable, Equatable {
  case read
  case readAndWrite
  /// Makes the file; fails when the name exists, even as a dangling link.
  case create(permissions: UInt32)
  /// Makes the file unless it exists.
  case createIfMissing(permissions: UInt32)
  case folder
}

extension FileSystem {
  /// The date, for comparing with the times of files: a change of a file that comes later gets no earlier time than
  /// this.
  package func date() -> Int64 { SystemFileSystem().date() }

  package func user() -> UInt32 { SystemFileSystem().user() }

  package func identity(of file: Int32) -> FileIdentity? { nil }

  package func isMountPoint(_ name: String, in folder: Int32) -> Bool { false }

  package func setModified(_ file: Int32, _ time: Int64) throws(SystemError) {}

  package func accessList(of name: String, in folder: Int32) throws(SystemError) -> AccessList? {
    nil
  }

  package func setAccessList(_ list: AccessList?, of file: Int32) throws(SystemError) {}

  package func copyProtection(of name: String, in folder: Int32, to file: Int32)
    throws(SystemError)
  {}

  package func setProtection(_ protection: ProtectionClass, of file: Int32) throws(SystemError) {}

  /// Stands for the folder that paths are relative to; absolute paths do not depend on it.
  package var workingFolder: Int32 { SystemFileSystem.workingFolder }
}

/// The metadata of a file.
package struct FileStatus: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case regular = "a regular file"
    case folder = "a folder"
    case link = "a symbolic link"
    case other = "a device, pipe or socket"
  }

  package var kind: Kind
  package var device: UInt64
  package var inode: UInt64
  package var size: Int
  /// The permission bits, with set-user-ID and its kin.
  package var permissions: UInt32
  package var owner: UInt32
  package var group: UInt32
  package var links: UInt64
  /// The time of the last change of the content, in nanoseconds.
  package var modified: Int64
  /// The time of the last change of content or status, in nanoseconds.
  package var changed: Int64

  /// Returns whether both describe one file that was not written into, though it may have been renamed.
  package func hasSameContent(as other: FileStatus) -> Bool {
    isSameFile(as: other) && size == other.size && modified == other.modified
  }

  /// Returns whether both describe one file, which is certain only while it is kept open.
  package func isSameFile(as other: FileStatus) -> Bool { identity == other.identity }

  package var identity: FileIdentity { FileIdentity(device: device, inode: inode) }

  /// Throws `unavailable` unless the file is a regular one, at which a path leads.
  func requireRegular(_ path: String, advice: String) throws(StorageError) {
    if kind == .regular { return }
    throw StorageError(
      .unavailable, operation: "open", path: path, found: kind.rawValue,
      expected: Kind.regular.rawValue, advice: advice)
  }

  /// Whether the content was changed within a second, so that another program may be writing more of it.
  ///
  /// Of a folder, whether a name was: another program may be putting a file into the place of one that it
  /// moved away.
  func isFresh(at date: Int64) -> Bool {
    let (age, isFar) = date.subtractingReportingOverflow(modified)
    return !isFar && age < FileStatus.longestGap && age > -FileStatus.longestGap
  }

  /// The time for which a file has to be still before it counts as complete, in nanoseconds.
  static let longestGap: Int64 = 1_000_000_000
}

/// The numbers that one file has at a time.
package struct FileIdentity: Equatable, Sendable {
  package let device: UInt64
  package let inode: UInt64
}

/// A system call that failed.
package struct SystemError: Error, Equatable, Sendable {
  package let operation: FileOperation
  /// The value of `errno`.
  package let code: Int32

  package init(_ operation: FileOperation, code: Int32) {
    self.operation = operation
    self.code = code
  }
}

/// The operations of ``FileSystem``, by the names of their system calls.
package enum FileOperation: String, Sendable, CaseIterable {
  case open, create, close, pread, pwrite, ftruncate, fsync, fdatasync, rename, link, unlink, fstat
  case access, flock, mkdir, fchmod, fchown, fcntl, readdir, fgetxattr, fsetxattr, futimens
  /// No call, but the question whether a rename that failed took place.
  case renameOutcome

  /// Whether a refusal of permission means that the file cannot be written, not that it cannot
  /// be read.
  var isForWriting: Bool {
    switch self {
    case .create, .pwrite, .ftruncate, .rename, .link, .unlink, .access, .mkdir, .fchmod, .fchown,
      .fcntl,
      .fsetxattr, .futimens:
      true
    default: false
    }
  }
}
