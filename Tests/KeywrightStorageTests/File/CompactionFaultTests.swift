import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("A compaction in which something fails")
final class CompactionFaultTests: FaultyStoreTests {
  /// A checkpoint with a=0, and a journal that sets a=1.
  override init() throws {
    try super.init()
    try mirror.commit([("a", .integer(1))], to: file)
  }

  /// The synchronizations of a compaction, in order.
  private enum Synchronization: Int {
    case successor = 1
    case successorName, checkpoint, checkpointName
  }

  private let unchanged = ["store.plist", "store.plist.journal.1", "store.plist.lock"]
  private let withSuccessor = [
    "store.plist", "store.plist.journal.1", "store.plist.journal.2", "store.plist.lock",
  ]

  @Test("a commit beside an edit that cannot be merged fails, and changes nothing")
  func editThatCannotBeMerged() throws {
    try mirror.commit([("a", .integer(1))], to: file)
    let path = folder.file("store.plist")
    try EditedList.bytes(of: #require(folder.read("store.plist")), "e", 7)
      .write(to: URL(filePath: path), options: .atomic)
    // A writer looks the names up again.
    faulty.pause(.nanoseconds(WriterLock.trust))
    // The list cannot be replaced; an append would go well.
    fail(.rename)
    #expect(throws: StorageError.self) { try mirror.commit([("b", .integer(1))], to: file) }
    #expect(RecoveryTests.text(try stored) == "a=1 e=7")
    succeed()
    try mirror.commit([("b", .integer(2))], to: file)
    #expect(RecoveryTests.text(try stored) == "a=1 b=2 e=7")
  }

  @Test("leaves nothing of its own behind before the journal has ended", arguments: [1, 2])
  func leavesNothing(synchronization: Int) {
    fail(.fsync, number: synchronization)
    #expect(throws: StorageError.self) { try file.flush(compacting: true) }
    #expect(folder.names == unchanged)
  }

  @Test("leaves no journal that could not be written")
  func successor() {
    fail(.pwrite, number: 1)
    #expect(throws: StorageError.self) { try file.flush(compacting: true) }
    #expect(folder.names == unchanged)
  }

  @Test("leaves a second journal when the new checkpoint fails; the next takes it up")
  func checkpoint() throws {
    fail(.fsync, number: Synchronization.checkpoint.rawValue)
    #expect(throws: StorageError.self) { try file.flush(compacting: true) }
    #expect(folder.names == withSuccessor)
    succeed()
    try mirror.commit([("b", .integer(2))], to: file)
    #expect(try DurableFile.read(folder.file("store.plist")) == mirror.values)
    try file.flush(compacting: true)
    #expect(folder.names == ["store.plist", "store.plist.journal.3", "store.plist.lock"])
    #expect(try DurableFile.read(folder.file("store.plist")) == mirror.values)
  }

  @Test("leaves no temporary file when a rename fails, or the swap of two names", arguments: 1...2)
  func rename(number: Int) {
    fail(.rename, number: number)
    #expect(throws: StorageError.self) { try file.flush(compacting: true) }
    #expect(folder.names == withSuccessor)
  }

  @Test("leaves no temporary file when the first checkpoint's rename fails, which replaces none")
  func firstRename() {
    fail(.rename, number: 1)
    let path = folder.file("first.plist")
    #expect(throws: StorageError.self) {
      try DurableFile(path: path, fileSystem: faulty).set(["a": .integer(1)])
    }
    #expect(folder.names.filter { $0.hasPrefix("first") } == ["first.plist.lock"])
  }

  @Test("works the next time, also when what it left could not be removed")
  func again() throws {
    fail(.rename, .unlink)
    #expect(throws: StorageError.self) { try file.flush(compacting: true) }
    #expect(folder.names.contains("store.plist.journal.2"))
    succeed()
    try file.flush(compacting: true)
    #expect(try DurableFile.read(folder.file("store.plist")) == mirror.values)
  }

  @Test("writes everything again if the new checkpoint's name may not be on the disk")
  func checkpointName() throws {
    fail(.fsync, number: Synchronization.checkpointName.rawValue)
    try file.flush(compacting: true)
    #expect(folder.names == ["store.plist", "store.plist.journal.3", "store.plist.lock"])
    #expect(try DurableFile.read(folder.file("store.plist")) == mirror.values)
  }

  @Test("keeps the old journal, and writes no more, if that fails too")
  func checkpointNameForGood() throws {
    let count = Protected(0)
    faulty.replacePlan { _, operation in
      guard operation == .fsync else { return nil }
      return count.withLock { count in
        count += 1
        return count >= Synchronization.checkpointName.rawValue ? EIO : nil
      }
    }
    try? file.flush(compacting: true)
    #expect(folder.names.contains("store.plist.journal.1"))
    succeed()
    let error = #expect(throws: StorageError.self) {
      try mirror.commit([("a", .integer(2))], to: file)
    }
    #expect(error?.code == .readOnly)
  }

  @Test("makes a commit uncertain that waits for it")
  func waiting() throws {
    mirror.adopt(try file.beginWriting(timeout: .zero))
    try file.write([.init(name: "a", value: .integer(2))]) { [] }
    let commit = try #require(file.endWriting())
    let count = Protected(0)
    faulty.replacePlan { _, operation in
      if operation == .fdatasync { return EIO }
      guard operation == .fsync else { return nil }
      return count.withLock { count in
        count += 1
        return count == Synchronization.checkpointName.rawValue ? EIO : nil
      }
    }
    let error = #expect(throws: StorageError.self) { try file.waitUntilDurable(commit) }
    #expect(error?.code == .uncertain)
  }

  @Test("a journal has the mode of its file")
  func mode() throws {
    #expect(chmod(file.path, 0o640) == 0)
    _ = try file.refresh()
    try file.flush(compacting: true)
    let journal = try SystemFileSystem().status(
      of: folder.file("store.plist.journal.2"), in: AT_FDCWD)
    #expect(journal.permissions == 0o640)
  }

  @Test("a new file gets the protection class of the one it replaces")
  func protection() throws {
    let disk = ProtectedDisk()
    let protected = DurableFile(path: file.path, fileSystem: disk)
    _ = try protected.open()
    try protected.flush(compacting: true)
    // The checkpoint and its journal.
    #expect(disk.models == ["store.plist", "store.plist"])
  }

  @Test("a file that is written again gets the protection class of the journal beside the lost one")
  func protectionOfGone() throws {
    let disk = ProtectedDisk()
    let protected = DurableFile(path: file.path, fileSystem: disk)
    _ = try protected.open()
    try FileManager.default.removeItem(atPath: file.path)
    try protected.flush(compacting: true)
    #expect(disk.models == ["store.plist.journal.1", "store.plist.journal.1"])
  }

  @Test("a file that takes the place of a damaged one gets its protection class")
  func protectionOfDamaged() throws {
    try folder.write(Array("bplist broken".utf8), to: "store.plist")
    let disk = ProtectedDisk()
    #expect(try DurableFile(path: file.path, fileSystem: disk).open().issues.count == 1)
    #expect(disk.models == ["store.plist.damaged-1", "store.plist.damaged-1"])
    #expect(folder.read("store.plist") != nil)
  }

  @Test("the first files get the protection class that was asked for, later ones theirs")
  func protectionOfFirst() throws {
    let disk = ProtectedDisk()
    let path = folder.file("first.plist")
    let first = DurableFile(path: path, fileSystem: disk, protection: ProtectionClass.none)
    try first.set(["a": .integer(1)])
    // The lock, the checkpoint and its journal.
    #expect(disk.classes == [.none, .none, .none])
    #expect(disk.models == [])
    let later = DurableFile(path: path, fileSystem: disk, protection: .complete)
    try later.set(["a": .integer(2)])
    try later.flush(compacting: true)
    #expect(disk.classes == [.none, .none, .none])
    #expect(disk.models == ["first.plist", "first.plist"])
  }

  @Test("a lock that was lost gets the protection class of the file")
  func protectionOfLock() throws {
    let disk = ProtectedDisk()
    try FileManager.default.removeItem(atPath: file.path + ".lock")
    let protected = DurableFile(path: file.path, fileSystem: disk, protection: .complete)
    try protected.set(["a": .integer(2)])
    #expect(disk.classes == [])
    #expect(disk.models == ["store.plist"])
  }

  @Test("a copy of an edited file is on the disk before the file is replaced")
  func copyOfEdit() throws {
    let path = MemoryFileSystem.folderPath + "/store.plist"
    let disk = MemoryFileSystem()
    var mirror = Mirror()
    let first = DurableFile(path: path, fileSystem: disk)
    try mirror.commit([("a", .integer(0))], to: first)
    try mirror.commit([("a", .integer(1))], to: first)
    var files = disk.files
    let edited = try BinaryPropertyList.encode(.dictionary(.init(["a": .integer(7)])))
    files["store.plist"] = edited
    let later = MemoryFileSystem(files: files)
    try DurableFile(path: path, fileSystem: later).set(["b": .integer(2)])
    let copy = try #require(later.disk.durableNames["store.plist.edited-1"])
    #expect(later.disk.files[ObjectIdentifier(copy)]?.durable == edited)
  }
}

/// What another program puts into the place of the list after the last look at it.
@Suite("An edit in the instant before a new checkpoint gets its place")
struct LateEditTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("s") }

  /// The ways of writing a checkpoint.
  enum Way: CaseIterable {
    case compaction, everything
  }

  /// A file with a=1 whose disk calls a closure before names are swapped; it is closed at the end of
  /// `body`.
  private func attempt(_ way: Way, _ edit: @escaping @Sendable () -> Void) throws -> DurableFile {
    let disk = EditedDisk(edit)
    let file = DurableFile(path: path, fileSystem: disk)
    var mirror = Mirror()
    for number in 0...1 { try mirror.commit([("a", .integer(Int64(number)))], to: file) }
    disk.isArmed.withLock { $0 = true }
    switch way {
    case .compaction:
      var compaction = try #require(try Compaction(of: file, timeout: .seconds(1)))
      #expect(try !compaction.run())
    case .everything:
      _ = try file.beginWriting(timeout: .seconds(1))
      file.state.withLock { $0.needsCheckpoint = true }
      let members = PropertyListDictionary(["a": .integer(2)]).members
      let error = #expect(throws: StorageError.self) {
        try file.write([.init(name: "a", value: .integer(2))]) { members }
      }
      #expect(error?.code == .edited)
      file.endWriting()
    }
    disk.isArmed.withLock { $0 = false }
    return file
  }

  private static let edit = Data(
    "<plist><dict><key>e</key><integer>5</integer></dict></plist>".utf8)

  @Test("is put back, and merged by the next commit", arguments: Way.allCases)
  func replaced(way: Way) throws {
    let path = path
    let file = try attempt(way) { try? Self.edit.write(to: URL(filePath: path), options: .atomic) }
    #expect(folder.read("s") == Array(Self.edit))
    try file.set(["b": .integer(2)])
    let found = try DurableFile.read(path)
    #expect(found["e"] == .integer(5))
    #expect(found["b"] == .integer(2))
    #expect(!folder.names.contains { $0.contains(".temporary-") })
  }

  @Test("that wrote into the list itself is put back", arguments: Way.allCases)
  func writtenInto(way: Way) throws {
    let path = path
    _ = try attempt(way) { try? Self.edit.write(to: URL(filePath: path)) }
    #expect(folder.read("s") == Array(Self.edit))
  }

  @Test("by an editor that moved the list away finds none in its place", arguments: Way.allCases)
  func moved(way: Way) throws {
    let (path, backup) = (path, folder.file("backup"))
    let file = try attempt(way) { rename(path, backup) }
    #expect(!folder.names.contains("s"))
    try Self.edit.write(to: URL(filePath: path))
    try file.set(["b": .integer(2)])
    #expect(try DurableFile.read(path)["e"] == .integer(5))
  }

  @Test("is not looked for where the file system cannot swap names, and checkpoints are written")
  func unknownCall() throws {
    let file = DurableFile(path: path, fileSystem: PlainDisk())
    var mirror = Mirror()
    for number in 0...2 {
      try mirror.commit([("a", .integer(Int64(number)))], to: file)
      try file.flush(compacting: true)
    }
    #expect(try folder.members("s") == mirror.values)
    #expect(folder.names == ["s", "s.journal.3", "s.lock"])
  }
}

/// The real file system, on which another program does something before names are swapped.
private final class EditedDisk: FileSystemWrapper, @unchecked Sendable {
  // `@unchecked`: `isArmed` has a lock of its own, the rest is not changed.
  let isArmed = Protected(false)
  private let edit: @Sendable () -> Void
  init(_ edit: @escaping @Sendable () -> Void) { self.edit = edit }

  override func exchange(_ name: String, with other: String, in folder: Int32) throws(SystemError) {
    let isFirst = isArmed.withLock { isArmed in
      defer { isArmed = false }
      return isArmed
    }
    if isFirst { edit() }
    try real.exchange(name, with: other, in: folder)
  }
}

/// The real file system, which cannot swap names.
private final class PlainDisk: FileSystemWrapper, @unchecked Sendable {
  // `@unchecked`: needs no lock, it has no state.
  override func exchange(_ name: String, with other: String, in folder: Int32) throws(SystemError) {
    throw SystemError(.rename, code: EINVAL)
  }
}

@Suite("What others made meanwhile")
struct MadeByOthersTests {
  @Test("a property list of another program is seen where there was none")
  func plist() throws {
    let folder = TemporaryFolder()
    let file = DurableFile(path: folder.file("store.plist"))
    #expect(try file.open().members.isEmpty)
    try folder.write(
      BinaryPropertyList.encode(.dictionary(.init(["a": .integer(1)]))), to: "store.plist")
    #expect(try file.refresh()?.members.map(\.key) == ["a"])
  }

  @Test("reads that come in pieces are completed")
  func shortReads() throws {
    let folder = TemporaryFolder()
    let path = folder.file("store.plist")
    var mirror = Mirror()
    let file = DurableFile(path: path)
    try mirror.commit([("a", .string(.init(repeating: "x", count: 300)))], to: file)
    try mirror.commit([("b", .integer(1))], to: file)
    let contents = try DurableFile(path: path, fileSystem: PiecewiseDisk()).open()
    #expect(contents.members == mirror.values.members)
    #expect(contents.issues.isEmpty)
  }
}

/// The real file system, which notes whose protection class a new file is given.
private final class ProtectedDisk: FileSystemWrapper, @unchecked Sendable {
  // `@unchecked`: `noted` and `given` have locks of their own.
  private let noted = Protected<[String]>([])
  private let given = Protected<[ProtectionClass]>([])
  var models: [String] { noted.withLock { $0 } }
  /// The classes that new files were given.
  var classes: [ProtectionClass] { given.withLock { $0 } }

  override func setProtection(_ protection: ProtectionClass, of file: Int32) throws(SystemError) {
    given.withLock { $0.append(protection) }
  }

  override func copyProtection(of name: String, in folder: Int32, to file: Int32)
    throws(SystemError)
  {
    // A missing file has no class.
    _ = try real.status(of: name, in: folder)
    noted.withLock { $0.append(name) }
  }
}

/// The real file system, which reads at most a hundred bytes a call.
private final class PiecewiseDisk: FileSystemWrapper, @unchecked Sendable {
  // `@unchecked`: needs no lock, it has no state.
  override func read(_ file: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer)
    throws(SystemError) -> Int
  {
    let piece = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(100))
    return try real.read(file, at: offset, into: piece)
  }
}
