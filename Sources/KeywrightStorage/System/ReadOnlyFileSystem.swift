#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file system on which nothing can be written, whatever the real one allows.
///
/// A program that only looks at a store opens it on this one: the store then reads as it does on a
/// read-only disk, and neither repairs, moves nor compacts a file, not even the lock.
package struct ReadOnlyFileSystem: FileSystem {
  private let base: any FileSystem

  package init(_ base: any FileSystem = SystemFileSystem()) { self.base = base }

  package func open(_ name: String, in folder: Int32, _ mode: OpenMode) throws(SystemError)
    -> Int32
  {
    switch mode {
    case .read, .folder: return try base.open(name, in: folder, mode)
    case .readAndWrite: throw refusal(.open)
    case .create, .createIfMissing: throw refusal(.create)
    }
  }

  package func close(_ file: Int32) { base.close(file) }

  package func read(_ file: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer)
    throws(SystemError) -> Int
  {
    try base.read(file, at: offset, into: buffer)
  }

  package func status(of file: Int32) throws(SystemError) -> FileStatus {
    try base.status(of: file)
  }

  package func status(of name: String, in folder: Int32) throws(SystemError) -> FileStatus {
    try base.status(of: name, in: folder)
  }

  package func names(in folder: Int32) throws(SystemError) -> [String] {
    try base.names(in: folder)
  }

  package func lock(_ file: Int32) throws(SystemError) -> Bool { try base.lock(file) }
  package func unlock(_ file: Int32) { base.unlock(file) }
  package func mayHaveWriter(_ file: Int32) -> Bool { true }
  package func user() -> UInt32 { base.user() }
  package func now() -> Duration { base.now() }
  package func date() -> Int64 { base.date() }
  package func pause(_ duration: Duration) { base.pause(duration) }

  private func refusal(_ operation: FileOperation) -> SystemError {
    SystemError(operation, code: EROFS)
  }

  // MARK: Calls that are refused

  package func write(_ file: Int32, at offset: Int, _ bytes: UnsafeRawBufferPointer)
    throws(SystemError) -> Int
  {
    throw refusal(.pwrite)
  }

  package func truncate(_ file: Int32, to length: Int) throws(SystemError) {
    throw refusal(.ftruncate)
  }

  package func synchronize(_ file: Int32) throws(SystemError) { throw refusal(.fsync) }
  package func synchronizeData(_ file: Int32) throws(SystemError) { throw refusal(.fdatasync) }

  package func rename(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
    throw refusal(.rename)
  }

  package func link(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
    throw refusal(.link)
  }

  package func exchange(_ name: String, with other: String, in folder: Int32)
    throws(SystemError)
  {
    throw refusal(.rename)
  }

  package func remove(_ name: String, in folder: Int32) throws(SystemError) {
    throw refusal(.unlink)
  }

  package func checkWritable(_ name: String, in folder: Int32) throws(SystemError) {
    throw refusal(.access)
  }

  package func makeFolder(_ name: String, in folder: Int32, permissions: UInt32)
    throws(SystemError)
  {
    throw refusal(.mkdir)
  }

  package func setPermissions(_ file: Int32, _ permissions: UInt32) throws(SystemError) {
    throw refusal(.fchmod)
  }

  package func setOwner(_ file: Int32, owner: UInt32?, group: UInt32) throws(SystemError) {
    throw refusal(.fchown)
  }

  package func setModified(_ file: Int32, _ time: Int64) throws(SystemError) {
    throw refusal(.futimens)
  }
}
