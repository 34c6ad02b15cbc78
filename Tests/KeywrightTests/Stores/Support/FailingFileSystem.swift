import Foundation
import KeywrightStorage

/// The real file system, of which one call fails, by its number, or that and all later ones.
final class FailingFileSystem: FileSystem, @unchecked Sendable {
  // `@unchecked`: all variables are guarded by `lock`.
  private let real = SystemFileSystem()
  private let lock = NSLock()
  private var number = 0
  private var first: Int?
  private var isLasting = false
  private var code: Int32 = 0
  private var failures = 0
  private var isReadOnly: Bool
  private let before: @Sendable () -> Void

  /// - Parameters:
  ///   - isReadOnly: Whether all calls that change something fail, as on a read-only disk.
  ///   - before: Called before each call.
  init(isReadOnly: Bool = false, before: @escaping @Sendable () -> Void = {}) {
    self.isReadOnly = isReadOnly
    self.before = before
  }

  /// Lets the call with a number, counted from now, fail.
  func fail(_ number: Int?, isLasting: Bool = false, code: Int32 = EIO) {
    lock.withLock {
      (self.number, first, self.isLasting, self.code, failures) = (0, number, isLasting, code, 0)
    }
  }

  /// Lets calls that change something succeed from now on.
  func allowWriting() { lock.withLock { isReadOnly = false } }

  var didFail: Bool { lock.withLock { failures > 0 } }

  private func check(_ operation: FileOperation) throws(SystemError) {
    before()
    let changes: [FileOperation] = [.create, .access, .pwrite, .rename, .unlink, .mkdir]
    let error: SystemError? = lock.withLock {
      if isReadOnly, changes.contains(operation) { return SystemError(operation, code: EROFS) }
      number += 1
      guard let first, number == first || (isLasting && number > first) else { return nil }
      failures += 1
      return SystemError(operation, code: code)
    }
    if let error { throw error }
  }

  func open(_ name: String, in folder: Int32, _ mode: OpenMode) throws(SystemError) -> Int32 {
    switch mode {
    case .create, .createIfMissing: try check(.create)
    default: try check(.open)
    }
    return try real.open(name, in: folder, mode)
  }
  func close(_ file: Int32) { real.close(file) }
  func read(_ file: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer)
    throws(SystemError) -> Int
  {
    try check(.pread)
    return try real.read(file, at: offset, into: buffer)
  }
  func write(_ file: Int32, at offset: Int, _ bytes: UnsafeRawBufferPointer)
    throws(SystemError) -> Int
  {
    try check(.pwrite)
    return try real.write(file, at: offset, bytes)
  }
  func truncate(_ file: Int32, to length: Int) throws(SystemError) {
    try check(.ftruncate)
    try real.truncate(file, to: length)
  }
  func synchronize(_ file: Int32) throws(SystemError) { try check(.fsync) }
  func synchronizeData(_ file: Int32) throws(SystemError) { try check(.fdatasync) }
  func rename(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
    try check(.rename)
    try real.rename(name, to: newName, in: folder)
  }
  func remove(_ name: String, in folder: Int32) throws(SystemError) {
    try check(.unlink)
    try real.remove(name, in: folder)
  }
  func status(of file: Int32) throws(SystemError) -> FileStatus {
    try check(.fstat)
    return try real.status(of: file)
  }
  func status(of name: String, in folder: Int32) throws(SystemError) -> FileStatus {
    try check(.fstat)
    return try real.status(of: name, in: folder)
  }
  func checkWritable(_ name: String, in folder: Int32) throws(SystemError) {
    try check(.access)
    try real.checkWritable(name, in: folder)
  }
  func lock(_ file: Int32) throws(SystemError) -> Bool {
    try check(.flock)
    return try real.lock(file)
  }
  func unlock(_ file: Int32) { real.unlock(file) }
  func makeFolder(_ name: String, in folder: Int32, permissions: UInt32) throws(SystemError) {
    try check(.mkdir)
    try real.makeFolder(name, in: folder, permissions: permissions)
  }
  func setPermissions(_ file: Int32, _ permissions: UInt32) throws(SystemError) {
    try check(.fchmod)
    try real.setPermissions(file, permissions)
  }
  func setOwner(_ file: Int32, owner: UInt32?, group: UInt32) throws(SystemError) {
    try check(.fchown)
    try real.setOwner(file, owner: owner, group: group)
  }
  func names(in folder: Int32) throws(SystemError) -> [String] {
    try check(.readdir)
    return try real.names(in: folder)
  }
  func now() -> Duration { real.now() }
  func pause(_ duration: Duration) { real.pause(duration) }
}
