#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The reason why a file could not be read or written, and what can be done about it.
package struct StorageError: Error, Equatable, Sendable {
  package enum Code: String, Sendable, CaseIterable {
    /// The file may exist but cannot be reached or read; nothing is written.
    case unavailable
    /// Bytes that differ from those written; they are quarantined.
    case corrupt
    /// Quarantined bytes of an earlier time, which were not acknowledged; the present content is sound.
    case unacknowledged
    /// Another process, or another holder in this one, kept the writer's lock too long.
    case busy
    /// Another program has just edited the file: to be read again, and tried again.
    case edited
    /// No space, no quota, or over a limit of the file system; nothing was changed.
    case full
    /// The file or its folder may not be written; reading works.
    case readOnly
    /// A change is in the file but may not survive a power cut.
    case uncertain
    /// A value that no file can hold; nothing was changed.
    case unencodable
    /// The file was closed by its program.
    case closed
    /// Another program's change was overridden by a newer one and quarantined.
    case overridden
    /// The file is used in a way that the store cannot serve.
    case unsupported
    /// Another user owns the file, or may read it; it is used as it is.
    case exposed
  }

  package var code: Code
  /// The operation under way, as in "writing".
  package var operation: String
  /// The file concerned.
  package var path: String
  /// The system's error number, where it gave one.
  package var systemError: Int32?
  package var found: String?
  package var expected: String?
  /// Advice for the user.
  package var advice: String?
  /// The name of the one member concerned, if it is one.
  package var member: String?

  package init(
    _ code: Code, operation: String, path: String, member: String? = nil,
    systemError: Int32? = nil, found: String? = nil, expected: String? = nil,
    advice: String? = nil
  ) {
    self.code = code
    self.operation = operation
    self.path = path
    self.member = member
    self.systemError = systemError
    self.found = found
    self.expected = expected
    self.advice = advice
  }

  /// Says that the file was opened before this process was forked.
  package static func inherited(path: String) -> StorageError {
    StorageError(
      .closed, operation: "using", path: path,
      found: "what the process opened before it forked this one",
      expected: "what this process opened itself",
      advice: "Open it again after fork, before the child uses it.")
  }

  /// Says that others kept the writer's lock of a name for longer than a limit.
  static func locked(_ name: String, path: String, for timeout: Duration) -> StorageError {
    StorageError(
      .busy, operation: "flock", path: path, found: "another writer",
      expected: "the lock within \(timeout)",
      advice: "Try again; if it stays so, find the process that holds \(name).lock.")
  }

  /// Says that another program has just put its file into the place of the one that was read.
  static func replacedMeanwhile(path: String) -> StorageError {
    StorageError(
      .edited, operation: "merging", path: path, found: "a file that has just been replaced",
      expected: "the file that was read",
      advice: "Try again; if it stays so, find the program that saves the file all the time.")
  }

  /// Says that another program is writing into a file.
  package static func unfinished(path: String) -> StorageError {
    StorageError(
      .edited, operation: "merging", path: path, found: "a file that is being written",
      expected: "a whole one, or one that has been still for a second",
      advice: "Try again; if it stays so, find the program that saves the file all the time.")
  }

  /// Says that the file of another program lost its place to a writer that was killed in that instant.
  static func displacedEdit(_ name: String, path: String) -> StorageError {
    StorageError(
      .overridden, operation: "replacing", path: path,
      found: "another program's file, put in place while a program that was killed replaced it",
      advice: "It is kept beside this one as \(name); set its values again if they are wanted.")
  }

  /// Says that no call brings the names in a folder to the disk.
  static func withoutFolderSynchronization(path: String) -> StorageError {
    StorageError(
      .unsupported, operation: "fsync", path: path,
      found: "a file system that cannot synchronize a folder",
      expected: "one that brings the names of new files to the disk",
      advice: """
        Commits survive a crash of the program. After a power cut, the store may be as it was \
        before the last new file; keep it on a local disk if that matters.
        """)
  }

  /// Says that a new file lacks the access control list of the one before it.
  static func lostAccessList(path: String) -> StorageError {
    StorageError(
      .exposed, operation: "fsetxattr", path: path,
      found: "an access control list that the new file could not be given",
      expected: "the list of the file before it",
      advice: """
        Nobody got access by it; whom the list named has lost it. Give it to the file again as its \
        owner: setfacl.
        """)
  }

  /// Whether a descriptor was closed by code that had not opened it.
  var isOfForeignDescriptor: Bool { systemError == EBADF }

  /// The finding in a few words.
  package var reason: String { found ?? code.rawValue }

  /// Whether the disk has no room, or the user's share of it.
  var isOfFullDisk: Bool {
    code == .full && (systemError == ENOSPC || systemError == EDQUOT)
  }

  /// Whether something could not be brought to the disk.
  var isOfSynchronization: Bool {
    [FileOperation.fsync, .fdatasync].contains { $0.rawValue == operation }
  }

  /// Says what a failed system call means for a file.
  init(_ error: SystemError, path: String) {
    if error == .replaced {
      self = .replacedMeanwhile(path: path)
      return
    }
    let (code, advice): (Code, String) =
      switch error.code {
      case EBADF: (.unavailable, "Try again, which opens the file anew.")
      case ENOSPC, EDQUOT: (.full, "Free some space on the file's volume, then try again.")
      case EFBIG:
        (.full, "Raise the limit on the size of this process's files (ulimit -f), or keep less.")
      case EROFS: (.readOnly, "The volume is read-only; choose another place for the file.")
      case EBUSY where error.operation == .rename || error.operation == .unlink:
        (
          .readOnly,
          """
          The file itself is mounted, as by `docker -v file:file`, so that no other can take its place. \
          Mount its folder instead.
          """
        )
      case EACCES where error.operation.isForWriting, EPERM where error.operation.isForWriting:
        (.readOnly, "Allow this user to write to the file and to its folder.")
      case EACCES, EPERM:
        (.unavailable, "Allow this user to read the file and to enter its folder.")
      case ELOOP:
        (.unavailable, "The name is a symbolic link; use the path of the file that it leads to.")
      case EMFILE, ENFILE:
        (.unavailable, "Too many files are open; close some or raise the limit.")
      case ENOTDIR, ENAMETOOLONG, ENOENT: (.unavailable, "Check the path.")
      default: (.unavailable, "Check the volume and the system's log.")
      }
    let found =
      error.code == EBADF
      ? "a descriptor that was closed by code which had not opened it"
      : String(cString: strerror(error.code))
    self.init(
      code, operation: error.operation.rawValue, path: path, systemError: error.code,
      found: found, advice: advice)
  }
}

/// Makes a file-system call on behalf of a file, so that its error names that file.
@inline(__always)
func withPath<Result>(
  _ path: @autoclosure () -> String, _ call: () throws(SystemError) -> Result
) throws(StorageError) -> Result {
  do {
    return try call()
  } catch {
    throw StorageError(error, path: path())
  }
}
