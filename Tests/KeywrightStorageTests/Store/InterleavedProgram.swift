import Foundation
import KeywrightTestSupport

@testable import KeywrightStorage

/// A program in an ``Interleaving``.
final class Program: FileSystem, @unchecked Sendable {
  // `@unchecked`: used in turns.
  typealias Body = (Program) throws -> Void

  private unowned let world: Interleaving
  private let index: Int
  private let body: Body
  private let go = DispatchSemaphore(value: 0)
  private let back = DispatchSemaphore(value: 0)
  private(set) var hasBegun = false
  private(set) var hasEnded = false
  private var isKilled = false
  /// Whether a schedule decides on the next call.
  private var isScheduled = false
  private var waitsForLock: Int32?
  private var waitsForEditor = false
  private var holdsLock = false
  /// The call that it makes with its next turn.
  private(set) var next: FileOperation?
  /// The results of all calls.
  private var history = Digest()
  private(set) var seen = SeenFiles()
  /// The place of the last look at the list among the events.
  var look = 0
  private var descriptors: [Int32: String] = [:]
  /// The names of files that nobody else knows yet.
  private var drafts: Set<String> = []
  private var numbers: UInt64
  private var opened: StoreProgram?

  init(_ index: Int, in world: Interleaving, _ body: @escaping Body) throws {
    self.world = world
    self.index = index
    self.body = body
    numbers = UInt64(index + 1) << 40
    let store = try StoreProgram(Interleaving.list, in: folder(), history: .off, numbers: newNumber)
    _ = try store.open()
    try store.takeInEdits()
    opened = store
  }

  /// The store that it opened before the first turn.
  private var store: StoreProgram {
    get throws {
      guard let opened else { throw SystemError(.open, code: EBADF) }
      return opened
    }
  }

  private func folder() throws -> Folder {
    guard let folder = try Folder(existingAt: MemoryFileSystem.folderPath, self) else {
      throw SystemError(.open, code: ENOENT)
    }
    return folder
  }

  private func newNumber() -> UInt64 {
    numbers += 1
    return numbers
  }

  func describe(to digest: inout Digest) {
    digest.take(hasEnded ? 1 : 0)
    digest.take(Int(truncatingIfNeeded: history.value))
    digest.take(look)
  }

  // MARK: - Turns

  /// Whether the next call would return.
  var canGoOn: Bool {
    if waitsForEditor, world.isWriting { return false }
    return waitsForLock.map { world.disk.isFree($0) } ?? true
  }

  /// Goes on up to the next call that others may see.
  func goOn() {
    if hasBegun {
      go.signal()
    } else {
      hasBegun = true
      isScheduled = true
      _ = SystemThread.start { [self] in run() }
    }
    back.wait()
  }

  func kill() {
    isKilled = true
    for descriptor in descriptors.keys { world.disk.close(descriptor) }
    descriptors = [:]
    if hasBegun {
      go.signal()
      back.wait()
    } else {
      hasEnded = true
    }
  }

  private func run() {
    do {
      try body(self)
    } catch {
      if !isKilled { world.errors.append(error) }
    }
    isScheduled = false
    world.reports += opened?.reports ?? []
    hasEnded = true
    back.signal()
  }

  /// Waits for the next turn, where the order of a call and those of others can matter.
  ///
  /// Only the holder of the writer's lock changes the journal, and removes or reads what lies under temporary names,
  /// but for an editor that still has a list open that lost its name.
  private func wait(_ operation: FileOperation, on name: String?) throws(SystemError) {
    let isList = name == Interleaving.list
    let isShared = isList || !holdsLock || world.hasEditorInPlace
    if isShared { try wait(operation) } else { try checkAlive(operation) }
  }

  /// Waits for the next turn.
  private func wait(_ operation: FileOperation) throws(SystemError) {
    guard isScheduled else { return try checkAlive(operation) }
    try checkAlive(operation)
    history.take(operation.rawValue)
    next = operation
    back.signal()
    go.wait()
    next = nil
    try checkAlive(operation)
  }

  private func checkAlive(_ operation: FileOperation) throws(SystemError) {
    if isKilled { throw SystemError(operation, code: ECANCELED) }
  }

  // MARK: - What a program does

  func set(_ key: String, _ value: Int) throws {
    _ = try store.commit([MemberChange(name: key, value: .integer(Int64(value)))])
    world.note(.set(key, value), at: look)
  }

  /// Opens the store as a program that starts now.
  func start() throws {
    world.reports += opened?.reports ?? []
    let store = try StoreProgram(Interleaving.list, in: folder(), history: .off, numbers: newNumber)
    _ = try store.open()
    try store.takeInEdits()
    opened = store
  }

  func publish() throws { try store.publish() }

  func shorten() throws { _ = try store.shorten() }

  /// Finds that a synchronization failed, so that nobody goes on in the journal.
  func doubt() throws { try store.writing { store in store.noteDoubt() } }

  /// Removes what was left, without a wait.
  func tidyAtOnce() throws { try store.tidy() }

  /// Waits for a second, in which an editor that is writing comes to its end, and removes what was left.
  func tidy() throws {
    waitsForEditor = true
    try wait(.fstat)
    waitsForEditor = false
    world.disk.pause(.seconds(1))
    try store.tidy()
  }
}

/// The statuses that a program was told.
struct SeenFiles {
  private var inodes: [UInt64: Int] = [:]
  private var statuses: [String: Int] = [:]

  private func name(_ inode: UInt64, _ modified: Int64, _ changed: Int64) -> String {
    "\(inode) \(modified) \(changed)"
  }

  /// Numbers a status by when it was first told.
  mutating func take(_ status: FileStatus) -> Int {
    let name = name(status.inode, status.modified, status.changed)
    if inodes[status.inode] == nil { inodes[status.inode] = inodes.count }
    if statuses[name] == nil { statuses[name] = statuses.count }
    return (inodes[status.inode] ?? 0) << 32 | (statuses[name] ?? 0)
  }

  /// The number of the status that a file has now, as far as it was told.
  func known(_ file: MemoryFileSystem.DescribedFile) -> Int {
    let status = statuses[name(file.inode, file.modified, file.changed)]
    return (inodes[file.inode] ?? -1) << 32 | (status ?? -1) & 0xFFFF
  }
}

// MARK: - Calls that others may see

extension Program {
  private func isDraft(_ file: Int32) -> Bool {
    descriptors[file].map { drafts.contains($0) } ?? true
  }

  func open(_ name: String, in folder: Int32, _ mode: OpenMode) throws(SystemError) -> Int32 {
    let isCreated = mode == .create(permissions: 0o600)
    if !isCreated, mode != .folder { try wait(.open, on: name) }
    let file: Int32
    do throws(SystemError) {
      file = try world.disk.open(name, in: folder, mode)
    } catch {
      history.take("open \(name) \(error.code)")
      throw error
    }
    descriptors[file] = name
    if isCreated { drafts.insert(name) }
    return file
  }
  func close(_ file: Int32) {
    if isKilled { return }
    descriptors[file] = nil
    world.disk.close(file)
  }
  func read(_ file: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer)
    throws(SystemError) -> Int
  {
    try wait(.pread, on: descriptors[file])
    let count = try world.disk.read(file, at: offset, into: buffer)
    history.take(Array(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count])))
    return count
  }
  func write(_ file: Int32, at offset: Int, _ bytes: UnsafeRawBufferPointer)
    throws(SystemError) -> Int
  {
    if !isDraft(file) { try wait(.pwrite) }
    return try world.disk.write(file, at: offset, bytes)
  }
  func truncate(_ file: Int32, to length: Int) throws(SystemError) {
    try wait(.ftruncate)
    try world.disk.truncate(file, to: length)
  }
  func rename(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
    try wait(.rename)
    try named("rename", name) { () throws(SystemError) in
      try world.disk.rename(name, to: newName, in: folder)
    }
  }
  func exchange(_ name: String, with other: String, in folder: Int32) throws(SystemError) {
    try wait(.rename)
    try named("exchange", name) { () throws(SystemError) in
      if world.faults.contains(.noExchange) { throw SystemError(.rename, code: ENOSYS) }
      if world.faults.contains(.exchange) {
        return try world.disk.rename(name, to: other, in: folder)
      }
      try world.disk.exchange(name, with: other, in: folder)
      world.noteExchange(of: name)
      if world.faults.contains(.lostAnswer) { throw SystemError(.rename, code: EIO) }
    }
  }
  func link(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
    try wait(.link)
    try named("link", name) { () throws(SystemError) in
      try world.disk.link(name, to: newName, in: folder)
    }
  }
  func remove(_ name: String, in folder: Int32) throws(SystemError) {
    try wait(.unlink)
    try named("remove", name) { () throws(SystemError) in
      try world.disk.remove(name, in: folder)
    }
  }
  private func named(
    _ call: String, _ name: String, _ body: () throws(SystemError) -> Void
  ) throws(SystemError) {
    drafts.remove(name)
    do throws(SystemError) {
      try body()
      history.take(call)
    } catch {
      history.take("\(call) \(error.code)")
      throw error
    }
  }
  func status(of file: Int32) throws(SystemError) -> FileStatus {
    try checkAlive(.fstat)
    let status = try world.disk.status(of: file)
    take(status)
    return status
  }
  func status(of name: String, in folder: Int32) throws(SystemError) -> FileStatus {
    try wait(.fstat, on: name)
    if name == Interleaving.list { look = world.events.count }
    do throws(SystemError) {
      let status = try world.disk.status(of: name, in: folder)
      take(status)
      return status
    } catch {
      history.take("status \(error.code)")
      throw error
    }
  }
  private func take(_ status: FileStatus) {
    history.take(seen.take(status))
    history.take(status.size)
    history.take(world.disk.date() - max(status.modified, status.changed) < 1_000_000_000 ? 1 : 0)
  }
  func lock(_ file: Int32) throws(SystemError) -> Bool {
    guard descriptors[file] == WriterLock.name(for: Interleaving.list) else {
      try checkAlive(.flock)
      let isTaken = try world.disk.lock(file)
      history.take(isTaken ? 1 : 0)
      return isTaken
    }
    let excludes = !world.faults.contains(.lock)
    if excludes { waitsForLock = file }
    try wait(.flock)
    waitsForLock = nil
    let isTaken = excludes ? try world.disk.lock(file) : true
    holdsLock = isTaken
    history.take(isTaken ? 1 : 0)
    return isTaken
  }
  func unlock(_ file: Int32) {
    if isKilled { return }
    if descriptors[file] == WriterLock.name(for: Interleaving.list) { holdsLock = false }
    world.disk.unlock(file)
  }
  func mayHaveWriter(_ file: Int32) -> Bool {
    if (try? wait(.fcntl)) == nil { return true }
    let hasWriter = world.disk.mayHaveWriter(file)
    history.take(hasWriter ? 1 : 0)
    return hasWriter
  }
  func names(in folder: Int32) throws(SystemError) -> [String] {
    try wait(.readdir, on: nil)
    let names = try world.disk.names(in: folder)
    history.take(names.joined(separator: " "))
    return names
  }
}

// MARK: - Calls that nobody sees

extension Program {
  func synchronize(_ file: Int32) throws(SystemError) {
    try checkAlive(.fsync)
    try world.disk.synchronize(file)
  }
  func synchronizeData(_ file: Int32) throws(SystemError) {
    try checkAlive(.fdatasync)
    try world.disk.synchronizeData(file)
  }
  func checkWritable(_ name: String, in folder: Int32) throws(SystemError) {}
  func makeFolder(_ name: String, in folder: Int32, permissions: UInt32) throws(SystemError) {
    throw SystemError(.mkdir, code: EACCES)
  }
  func setPermissions(_ file: Int32, _ permissions: UInt32) throws(SystemError) {}
  func setOwner(_ file: Int32, owner: UInt32?, group: UInt32) throws(SystemError) {}
  func user() -> UInt32 { 0 }
  func now() -> Duration { .zero }
  func date() -> Int64 { world.disk.date() }
  func pause(_ duration: Duration) {}
}
