@testable import KeywrightStorage

/// The real file system, for subclasses that change a call or two.
class FileSystemWrapper: FileSystem, @unchecked Sendable {
  // `@unchecked`: a class that can be subclassed cannot be checked; needs no lock, it has no state.
  let real = SystemFileSystem()

  func open(_ name: String, in folder: Int32, _ mode: OpenMode) throws(SystemError) -> Int32 {
    try real.open(name, in: folder, mode)
  }
  func close(_ file: Int32) { real.close(file) }
  func read(_ file: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer)
    throws(SystemError) -> Int
  { try real.read(file, at: offset, into: buffer) }
  func write(_ file: Int32, at offset: Int, _ bytes: UnsafeRawBufferPointer)
    throws(SystemError) -> Int
  { try real.write(file, at: offset, bytes) }
  func truncate(_ file: Int32, to length: Int) throws(SystemError) {
    try real.truncate(file, to: length)
  }
  func synchronize(_ file: Int32) throws(SystemError) {}
  func synchronizeData(_ file: Int32) throws(SystemError) {}
  func rename(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
    try real.rename(name, to: newName, in: folder)
  }
  func exchange(_ name: String, with other: String, in folder: Int32) throws(SystemError) {
    try real.exchange(name, with: other, in: folder)
  }
  func link(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
    try real.link(name, to: newName, in: folder)
  }
  func remove(_ name: String, in folder: Int32) throws(SystemError) {
    try real.remove(name, in: folder)
  }
  func status(of file: Int32) throws(SystemError) -> FileStatus { try real.status(of: file) }
  func status(of name: String, in folder: Int32) throws(SystemError) -> FileStatus {
    try real.status(of: name, in: folder)
  }
  func identity(of file: Int32) -> FileIdentity? { real.identity(of: file) }
  func user() -> UInt32 { real.user() }
  func accessList(of name: String, in folder: Int32) throws(SystemError) -> AccessList? {
    try real.accessList(of: name, in: folder)
  }
  func setAccessList(_ list: AccessList?, of file: Int32) throws(SystemError) {
    try real.setAccessList(list, of: file)
  }
  func isMountPoint(_ name: String, in folder: Int32) -> Bool {
    real.isMountPoint(name, in: folder)
  }
  func checkWritable(_ name: String, in folder: Int32) throws(SystemError) {}
  func lock(_ file: Int32) throws(SystemError) -> Bool { try real.lock(file) }
  func unlock(_ file: Int32) { real.unlock(file) }
  func mayHaveWriter(_ file: Int32) -> Bool { real.mayHaveWriter(file) }
  func makeFolder(_ name: String, in folder: Int32, permissions: UInt32) throws(SystemError) {
    try real.makeFolder(name, in: folder, permissions: permissions)
  }
  func setPermissions(_ file: Int32, _ permissions: UInt32) throws(SystemError) {
    try real.setPermissions(file, permissions)
  }
  func setOwner(_ file: Int32, owner: UInt32?, group: UInt32) throws(SystemError) {
    try real.setOwner(file, owner: owner, group: group)
  }
  func setModified(_ file: Int32, _ time: Int64) throws(SystemError) {
    try real.setModified(file, time)
  }
  func copyProtection(of name: String, in folder: Int32, to file: Int32) throws(SystemError) {}
  func setProtection(_ protection: ProtectionClass, of file: Int32) throws(SystemError) {}
  func names(in folder: Int32) throws(SystemError) -> [String] { try real.names(in: folder) }
  func now() -> Duration { real.now() }
  func date() -> Int64 { real.date() }
  func pause(_ duration: Duration) { real.pause(duration) }
}
