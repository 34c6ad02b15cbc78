import Foundation
package import KeywrightStorage

/// The real file system, but chosen calls fail, and time passes only while somebody waits.
package final class FaultyFileSystem: FileSystem, @unchecked Sendable {
  // `@unchecked`: all variables are read and written under `lock` only.

  /// Decides, by number and operation, whether a call fails, and with which `errno`.
  package typealias Plan = @Sendable (_ call: Int, _ operation: FileOperation) -> Int32?

  /// The effect of a failing call.
  package enum Effect: Sendable {
    case none
    /// It is done, as when an answer is lost.
    case done
    /// A reading or a write does a part, and says how much; other calls do not fail.
    case part
    /// Nothing fails, but writes claim to be whole when they were cut.
    case shortWrites
  }

  private let real: any FileSystem
  private let effect: Effect
  private let lock = NSLock()
  private var plan: Plan
  private var calls: [FileOperation] = []
  private var clock = Duration.zero
  private var injected = 0
  private var isDeviceLocked = false
  private var stopped: Int64?
  /// Writes are cut to that many bytes.
  private let longestWrite: Int
  private let writeTime: Duration

  /// - Parameter writeTime: The time that passes during each write.
  package init(
    _ real: any FileSystem = SystemFileSystem(), longestWrite: Int = .max,
    writeTime: Duration = .zero, effect: Effect = .none, plan: @escaping Plan = { _, _ in nil }
  ) {
    self.real = real
    self.effect = effect
    self.longestWrite = longestWrite
    self.writeTime = writeTime
    self.plan = plan
  }

  /// How many calls failed by plan.
  package var failures: Int { lock.withLock { injected } }
  package var operations: [FileOperation] { lock.withLock { calls } }

  /// Whether files, but not folders, are out of reach, as on a phone before its first unlock.
  package var isLocked: Bool {
    get { lock.withLock { isDeviceLocked } }
    set { lock.withLock { isDeviceLocked = newValue } }
  }

  /// The date that does not pass; nil for the real one.
  package var stoppedDate: Int64? {
    get { lock.withLock { stopped } }
    set { lock.withLock { stopped = newValue } }
  }

  package func replacePlan(_ plan: @escaping Plan) {
    lock.withLock {
      self.plan = plan
      calls = []
      injected = 0
    }
  }

  private func check(_ operation: FileOperation) throws(SystemError) {
    let code: Int32? = lock.withLock {
      calls.append(operation)
      let code = plan(calls.count, operation)
      if code != nil { injected += 1 }
      return code
    }
    guard let code, effect != .part || [.pread, .pwrite].contains(operation) else { return }
    throw SystemError(operation, code: code)
  }

  /// Makes a call, also one that fails if that is the effect.
  private func check(_ operation: FileOperation, _ call: () throws(SystemError) -> Void)
    throws(SystemError)
  {
    do throws(SystemError) {
      try check(operation)
    } catch {
      if effect == .done { try? call() }
      throw error
    }
    try call()
  }

  package func open(_ name: String, in folder: Int32, _ mode: OpenMode) throws(SystemError) -> Int32
  {
    switch mode {
    case .create, .createIfMissing: try check(.create)
    default: try check(.open)
    }
    if isLocked, mode != .folder { throw SystemError(.open, code: 1) }
    return try real.open(name, in: folder, mode)
  }
  package func close(_ file: Int32) { real.close(file) }
  package func read(_ file: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer)
    throws(SystemError) -> Int
  {
    do throws(SystemError) {
      try check(.pread)
    } catch {
      guard effect == .part else { throw error }
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<((buffer.count + 1) / 2)])
      return try real.read(file, at: offset, into: part)
    }
    return try real.read(file, at: offset, into: buffer)
  }
  package func write(_ file: Int32, at offset: Int, _ bytes: UnsafeRawBufferPointer)
    throws(SystemError) -> Int
  {
    pause(writeTime)
    do throws(SystemError) {
      try check(.pwrite)
    } catch {
      if effect == .part {
        let part = UnsafeRawBufferPointer(rebasing: bytes[..<((bytes.count + 1) / 2)])
        return try real.write(file, at: offset, part)
      }
      // A failing write may have written something first.
      let count = effect == .done ? bytes.count : bytes.count / 2
      let half = UnsafeRawBufferPointer(rebasing: bytes[..<count])
      if !half.isEmpty { _ = try? real.write(file, at: offset, half) }
      throw error
    }
    let count = min(bytes.count, longestWrite)
    if effect == .shortWrites, bytes.count > 16 {
      let cut = UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count - 1)])
      return try real.write(file, at: offset, cut) + 1
    }
    return try real.write(file, at: offset, UnsafeRawBufferPointer(rebasing: bytes[..<count]))
  }
  package func truncate(_ file: Int32, to length: Int) throws(SystemError) {
    try check(.ftruncate) { () throws(SystemError) in try real.truncate(file, to: length) }
  }
  package func synchronize(_ file: Int32) throws(SystemError) {
    try check(.fsync)
    if !isRealDisk { try real.synchronize(file) }
  }
  package func synchronizeData(_ file: Int32) throws(SystemError) {
    try check(.fdatasync)
    if !isRealDisk { try real.synchronizeData(file) }
  }
  /// A real disk need not be waited for: no test cuts the power of this machine.
  private var isRealDisk: Bool { real is SystemFileSystem }
  package func rename(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
    try check(.rename) { () throws(SystemError) in
      try real.rename(name, to: newName, in: folder)
    }
  }
  package func exchange(_ name: String, with other: String, in folder: Int32) throws(SystemError) {
    try check(.rename) { () throws(SystemError) in
      try real.exchange(name, with: other, in: folder)
    }
  }
  package func link(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
    try check(.link) { () throws(SystemError) in
      try real.link(name, to: newName, in: folder)
    }
  }
  package func remove(_ name: String, in folder: Int32) throws(SystemError) {
    try check(.unlink) { () throws(SystemError) in try real.remove(name, in: folder) }
  }
  package func status(of file: Int32) throws(SystemError) -> FileStatus {
    try check(.fstat)
    return try real.status(of: file)
  }
  package func status(of name: String, in folder: Int32) throws(SystemError) -> FileStatus {
    try check(.fstat)
    return try real.status(of: name, in: folder)
  }
  package func identity(of file: Int32) -> FileIdentity? { real.identity(of: file) }
  package func isMountPoint(_ name: String, in folder: Int32) -> Bool {
    real.isMountPoint(name, in: folder)
  }
  package func checkWritable(_ name: String, in folder: Int32) throws(SystemError) {
    try check(.access)
    try real.checkWritable(name, in: folder)
  }
  package func lock(_ file: Int32) throws(SystemError) -> Bool {
    try check(.flock)
    return try real.lock(file)
  }
  package func unlock(_ file: Int32) { real.unlock(file) }
  package func mayHaveWriter(_ file: Int32) -> Bool { real.mayHaveWriter(file) }
  package func makeFolder(_ name: String, in folder: Int32, permissions: UInt32) throws(SystemError)
  {
    try check(.mkdir)
    try real.makeFolder(name, in: folder, permissions: permissions)
  }
  package func setPermissions(_ file: Int32, _ permissions: UInt32) throws(SystemError) {
    try check(.fchmod)
    try real.setPermissions(file, permissions)
  }
  package func setOwner(_ file: Int32, owner: UInt32?, group: UInt32) throws(SystemError) {
    try check(.fchown)
    try real.setOwner(file, owner: owner, group: group)
  }
  package func setModified(_ file: Int32, _ time: Int64) throws(SystemError) {
    try check(.futimens)
    try real.setModified(file, time)
  }
  package func names(in folder: Int32) throws(SystemError) -> [String] {
    try check(.readdir)
    return try real.names(in: folder)
  }
  package func accessList(of name: String, in folder: Int32) throws(SystemError) -> AccessList? {
    try check(.fgetxattr)
    return try real.accessList(of: name, in: folder)
  }
  package func setAccessList(_ list: AccessList?, of file: Int32) throws(SystemError) {
    try check(.fsetxattr)
    try real.setAccessList(list, of: file)
  }
  package func date() -> Int64 { stoppedDate ?? real.date() }
  package func now() -> Duration { lock.withLock { clock } }
  package func pause(_ duration: Duration) { lock.withLock { clock += duration } }
}
