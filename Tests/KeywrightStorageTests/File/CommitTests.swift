import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("A commit")
struct CommitTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = TemporaryFolder()
    path = folder.file("store.plist")
  }

  @Test("goes to the journal and leaves the property list as it is")
  func appends() throws {
    let file = DurableFile(path: path)
    var mirror = Mirror()
    try mirror.commit([("a", .integer(1))], to: file)
    try mirror.commit([("a", .integer(2)), ("b", .integer(3))], to: file)
    #expect(folder.names == ["store.plist.journal", "store.plist.lock"])
    #expect(try DurableFile.read(path) == mirror.values)
  }

  @Test("is in the property list once the file is closed or flushed so", arguments: [true, false])
  func compaction(closing: Bool) throws {
    let file = DurableFile(path: path)
    var mirror = Mirror()
    for number in 0..<5 { try mirror.commit([("n\(number)", .integer(1))], to: file) }
    if closing { file.close() } else { try file.flush(compacting: true) }
    #expect(try folder.members("store.plist")?.count == 5)
    #expect(folder.names == ["store.plist", "store.plist.journal", "store.plist.lock"])
    #expect(try DurableFile.read(path) == mirror.values)
    if !closing { #expect(try file.refresh()?.members == nil) }
  }

  @Test(
    "too many make a new list and a shorter journal by themselves, though the file is never idle")
  func threshold() throws {
    let maintenance = Maintenance { _ in true }
    let file = DurableFile(path: path, maintenance: maintenance)
    var mirror = Mirror()
    let text = PropertyList.string(String(repeating: "x", count: 50_000))
    let long = DurableFile.MaintenanceState.shortestLongJournal
    var longest = 0
    for number in 0..<8 * long / 50_000 {
      try mirror.commit([("n\(number % 3)", text)], to: file)
      #expect(maintenance.round())
      longest = max(longest, folder.read("store.plist.journal")?.count ?? 0)
    }
    #expect(try DurableFile.read(path) == mirror.values)
    #expect(longest < 3 * long)
  }

  @Test("that is compacted while another object reads is what it reads")
  func compactedWhileRead() throws {
    let writer = DurableFile(path: path)
    var mirror = Mirror()
    try mirror.commit([("a", .integer(1))], to: writer)
    try mirror.commit([("a", .integer(2))], to: writer)
    let disk = InterruptedDisk { _ = try? writer.flush(compacting: true) }
    let contents = try DurableFile(path: path, fileSystem: disk).open()
    #expect(PropertyListDictionary(sortedMembers: contents.members) == mirror.values)
    #expect(contents.issues.isEmpty)
  }

  @Test("of another object arrives as its changes, without everything else")
  func updates() throws {
    let reader = DurableFile(path: path)
    let writer = DurableFile(path: path)
    var mirror = Mirror()
    try mirror.commit([("a", .integer(1))], to: writer)
    _ = try reader.open()
    #expect(try reader.refreshUpdate().isNothing)
    try mirror.commit([("b", .integer(2))], to: writer)
    try mirror.commit([("a", nil)], to: writer)
    guard case .commits(let commits) = try reader.refreshUpdate() else {
      Issue.record("no changes")
      return
    }
    #expect(
      commits.flatMap(\.changes) == [
        .init(name: "b", value: .integer(2)), .init(name: "a", value: nil),
      ])
    #expect(try reader.refreshUpdate().isNothing)
    try writer.flush(compacting: true)
    #expect(try reader.refreshUpdate().isNothing)
    try mirror.commit([("c", .integer(3))], to: writer)
    try writer.flush(compacting: true)
    guard case .commits(let more) = try reader.refreshUpdate() else {
      Issue.record("no changes")
      return
    }
    #expect(more.flatMap(\.changes) == [.init(name: "c", value: .integer(3))])
  }

  @Test("that only removes finds room on a full disk")
  func reserve() throws {
    let faulty = FaultyFileSystem()
    let file = DurableFile(path: path, fileSystem: faulty)
    var mirror = Mirror()
    // The record of their removal is longer than one of a number, which may be the last that has room.
    let removed = (0..<10).map { "b\($0)" }
    try mirror.commit([("a", .integer(1))] + removed.map { ($0, .integer(1)) }, to: file)
    let end = folder.read("store.plist.journal")?.count ?? 0
    let full = FullDisk(limit: end)
    let limited = DurableFile(path: path, fileSystem: full)
    mirror.adopt(try limited.open())
    var failure: StorageError?
    for number in 0..<1_000 {
      do throws(StorageError) {
        try mirror.commit([("a", .integer(Int64(number)))], to: limited)
      } catch {
        failure = error
        break
      }
    }
    #expect(failure?.code == .full)
    #expect(try DurableFile.read(path) == mirror.values)
    try mirror.commit(removed.map { ($0, nil) }, to: limited)
    #expect(try DurableFile.read(path) == mirror.values)
    #expect(mirror.values.members.map(\.key) == ["a"])
  }

  @Test("that failed and cannot be cut off is uncertain, and the next writer learns what is stored")
  func notCutOff() throws {
    let disk = LyingDisk()
    let file = DurableFile(path: path, fileSystem: disk)
    var mirror = Mirror()
    for number in 0..<2 { try mirror.commit([("a", .integer(Int64(number)))], to: file) }
    disk.isLying.withLock { $0 = true }
    let error = #expect(throws: StorageError.self) {
      try mirror.commit([("a", .integer(2))], to: file)
    }
    #expect(error?.code == .uncertain)
    disk.isLying.withLock { $0 = false }
    let contents = try #require(try file.beginWriting(timeout: .zero))
    file.endWriting()
    #expect(contents.members.first?.value == .integer(2))
    mirror.adopt(contents)
    try mirror.commit([("b", .integer(3))], to: file)
    #expect(try DurableFile.read(path) == mirror.values)
  }

  @Test("costs the same bytes whatever else is stored")
  func size() throws {
    let file = DurableFile(path: path)
    var mirror = Mirror()
    try mirror.commit((0..<2_000).map { ("key\($0)", .integer($0)) }, to: file)
    let before = DurableFile(path: path)
    _ = try before.open()
    let start = before.state.withLock { $0.journal?.end.position ?? 0 }
    try mirror.commit([("key1", .integer(7))], to: file)
    _ = try before.refresh()
    #expect(
      before.state.withLock { $0.journal?.end.position ?? 0 } - start == 12 + 22 + 5 + 4 + 9 + 1)
  }

  @Test("that would make the file too large to be written whole is refused")
  func limits() throws {
    let file = DurableFile(path: path)
    var mirror = Mirror()
    let half = PropertyList.data([UInt8](repeating: 1, count: PropertyListLimits.bytes / 2))
    try mirror.commit([("a", half)], to: file)
    let error = #expect(throws: StorageError.self) {
      try mirror.commit([("b", half)], to: file)
    }
    #expect(error?.code == .unencodable)
    try mirror.commit([("b", .integer(1))], to: file)
    file.close()
    #expect(try DurableFile.read(path)["b"] == .integer(1))
  }
}

extension DurableFile.Update? {
  fileprivate var isNothing: Bool {
    if case nil = self { true } else { false }
  }
}

/// A disk on which no file grows.
private final class FullDisk: FileSystemWrapper, @unchecked Sendable {
  // `@unchecked`: needs no lock, `limit` never changes.
  private let limit: Int
  init(limit: Int) { self.limit = limit }

  override func write(_ file: Int32, at offset: Int, _ bytes: UnsafeRawBufferPointer)
    throws(SystemError) -> Int
  {
    guard offset + bytes.count <= limit else { throw SystemError(.pwrite, code: ENOSPC) }
    return try real.write(file, at: offset, bytes)
  }
}

/// A disk that writes what it says that it has no room for, and does not take it back.
private final class LyingDisk: FileSystemWrapper, @unchecked Sendable {
  // `@unchecked`: `isLying` has its own lock.
  let isLying = Protected(false)

  override func write(_ file: Int32, at offset: Int, _ bytes: UnsafeRawBufferPointer)
    throws(SystemError) -> Int
  {
    let count = try real.write(file, at: offset, bytes)
    if isLying.withLock({ $0 }) { throw SystemError(.pwrite, code: ENOSPC) }
    return count
  }

  override func truncate(_ file: Int32, to length: Int) throws(SystemError) {
    if isLying.withLock({ $0 }) { throw SystemError(.ftruncate, code: EIO) }
    try real.truncate(file, to: length)
  }
}

/// A disk on which something happens after a checkpoint is read and before its journals are found.
private final class InterruptedDisk: FileSystemWrapper, @unchecked Sendable {
  // `@unchecked`: `interruption` has its own lock.
  private let interruption: Protected<(@Sendable () -> Void)?>
  init(_ interruption: @escaping @Sendable () -> Void) {
    self.interruption = Protected(interruption)
  }

  override func names(in folder: Int32) throws(SystemError) -> [String] {
    interruption.withLock { $0.take() }?()
    return try super.names(in: folder)
  }
}
