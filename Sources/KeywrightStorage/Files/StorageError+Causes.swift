#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension StorageError {
  /// Says what a failed system call means for a file.
  init(_ error: SystemError, path: String) {
    let code: Code
    let advice: String
    switch error.code {
    case ENOSPC, EDQUOT:
      code = .full
      advice = "Free some space on the file's volume, then try again."
    case EFBIG:
      code = .full
      advice = "Raise the limit on the size of this process's files (ulimit -f), or keep less."
    case EROFS:
      code = .readOnly
      advice = "The volume is read-only; choose another place for the file."
    case EACCES where error.operation.isForWriting, EPERM where error.operation.isForWriting:
      code = .readOnly
      advice = "Allow this user to write to the file and to its folder."
    case EACCES, EPERM:
      code = .unavailable
      advice = "Allow this user to read the file and to enter its folder."
    case ELOOP:
      code = .unavailable
      advice = "The name is a symbolic link; use the path of the file that it leads to."
    case EMFILE, ENFILE:
      code = .unavailable
      advice = "Too many files are open; close some or raise the limit."
    case ENOTDIR, ENAMETOOLONG, ENOENT:
      code = .unavailable
      advice = "Check the path."
    default:
      code = .unavailable
      advice = "Check the volume and the system's log."
    }
    self.init(
      code, operation: error.operation.rawValue, path: path, systemError: error.code,
      found: String(cString: strerror(error.code)), advice: advice)
  }

  /// Says that bytes of a file are not a property list.
  init(_ error: PropertyListError, path: String) {
    let place = error.offset.map { " at byte \($0)" } ?? ""
    self.init(
      .corrupt, operation: "reading", path: path, found: error.found + place,
      expected: error.expected,
      advice: "The file is kept aside beside the new one; restore it from a backup or mend it.")
  }

  /// Says that a tree cannot be written.
  init(unencodable error: PropertyListError, path: String) {
    self.init(
      .unencodable, operation: "writing", path: path, found: error.found,
      expected: error.expected, advice: "Store another value; the old one is kept.")
  }
}

/// Makes a file-system call on behalf of a file, so that its error names that file.
@inline(__always)
func calling<Result>(
  for path: String, _ call: () throws(SystemError) -> Result
) throws(StorageError) -> Result {
  do {
    return try call()
  } catch {
    throw StorageError(error, path: path)
  }
}
