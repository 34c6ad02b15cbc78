import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// A store that was never idle has a journal and no list, so that its first commits wait for no disk.
@Suite("A new store")
struct NewStoreTests {
  let folder = TemporaryFolder()
  let system = RecordingFileSystem()
  let file: DurableFile
  let path: String
  var mirror = Mirror()

  init() {
    path = folder.file("new/inner/store.plist")
    file = DurableFile(path: path, fileSystem: system)
  }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.file("new/inner"))) ?? [])
      .sorted()
  }

  private func identity(_ path: String) throws -> FileIdentity {
    try system.status(of: path, in: system.workingFolder).identity
  }

  @Test("commits without a list and without a synchronization, in folders that are new too")
  mutating func firstCommits() throws {
    for number in 1...3 { try mirror.commit([("a", .integer(Int64(number)))], to: file) }
    #expect(system.synchronized.isEmpty)
    #expect(names == ["store.plist.journal", "store.plist.lock"])
    #expect(try DurableFile.read(path) == mirror.values)
    #expect(try DurableFile(path: path).open().issues.isEmpty)
    #expect(!DurableFile(path: path).isMissing)
    #expect(DurableFile(path: folder.file("new/inner/other.plist")).isMissing)
  }

  @Test("is on the disk with its first durable commit: the journal, then its name and those above")
  mutating func firstDurableCommit() throws {
    try mirror.commit([("a", .integer(1))], to: file)
    try mirror.commit([("b", .integer(2))], to: file, durability: .durable)
    let folders = try [folder.file("new/inner"), folder.file("new"), folder.path].map(identity)
    #expect(try system.synchronized.starts(with: [identity(path + ".journal")] + folders))
    system.forget()
    // Once is enough.
    try mirror.commit([("b", .integer(3))], to: file, durability: .durable)
    #expect(try system.synchronized == [identity(path + ".journal")])
  }

  @Test("is brought there by whoever first waits for it, since the one that made it may have ended")
  mutating func anothersDurableCommit() throws {
    try mirror.commit([("a", .integer(1))], to: file)
    let other = DurableFile(path: path, fileSystem: system, compactsByItself: false)
    _ = try other.open()
    try other.flush()
    #expect(
      try system.synchronized.starts(
        with: [path + ".journal", folder.file("new/inner")].map(identity)))
    #expect(try system.synchronized.contains(identity(folder.path)))
  }

  @Test("has its list when it was compacted or closed", arguments: [false, true])
  mutating func list(isClosed: Bool) throws {
    try mirror.commit([("a", .integer(1))], to: file)
    if isClosed { file.close() } else { try file.flush(compacting: true) }
    #expect(names == ["store.plist", "store.plist.journal", "store.plist.lock"])
    #expect(try system.synchronized.contains(identity(folder.path)))
    let other = DurableFile(path: path)
    #expect(try other.open().members == mirror.values.members)
    #expect(other.takeIssues().isEmpty)
  }

  @Test("has its list after the first round of maintenance, however busy the program is")
  mutating func maintained() throws {
    try mirror.commit([("a", .integer(1))], to: file)
    #expect(file.performMaintenance())
    #expect(names.contains("store.plist"))
    #expect(try DurableFile(path: path).open().members == mirror.values.members)
  }

  @Test("gets its list when the next program opens it, if its own was killed at once")
  mutating func openedAgain() throws {
    try mirror.commit([("a", .integer(1))], to: file)
    #expect(
      try DurableFile(path: path, fileSystem: system).open().members == mirror.values.members)
    #expect(names == ["store.plist", "store.plist.journal", "store.plist.lock"])
  }

  @Test("keeps what it held before an update, although it has no list yet")
  mutating func updated() throws {
    try mirror.commit([("a", .integer(1))], to: file)
    let next = DurableFile(path: path, fileSystem: system, compactsByItself: false)
    next.keepHistory { HistoryPolicy(.kept) }
    mirror.adopt(try next.beginWriting(timeout: .seconds(10)))
    next.keep(mirror.values.members, as: .beforeUpdate)
    next.endWriting()
    let lists = try next.earlierLists()
    #expect(try lists.map(next.members) == [mirror.values.members])
  }

  @Test("brings its folders to the disk also after another program put a list there")
  mutating func listBeside() throws {
    try mirror.commit([("a", .integer(1))], to: file)
    let list = try PropertyListSerialization.data(
      fromPropertyList: ["theirs": 9], format: .xml, options: 0)
    try list.write(to: URL(fileURLWithPath: path))
    try mirror.commit([("b", .integer(2))], to: file, durability: .durable)
    #expect(try system.synchronized.contains(identity(folder.path)))
  }

  @Test("that others may read is reported")
  mutating func exposed() throws {
    chmod(folder.path, 0o755)
    try mirror.commit([("a", .integer(1))], to: file)
    for name in ["new", "new/inner"] { chmod(folder.file(name), 0o755) }
    #expect(Exposure(ofStoreAt: path) == nil)
    chmod(path + ".journal", 0o644)
    #expect(Exposure(ofStoreAt: path) == .mode(0o644))
    #expect(try DurableFile(path: path).open().issues.map(\.code) == [.exposed])
  }

  @Test("of which the journal may not be written is read-only")
  mutating func readOnly() throws {
    try mirror.commit([("a", .integer(1))], to: file)
    func expectRefusal(_ journal: String) throws {
      let guarded = GuardedFileSystem(journal)
      let other = DurableFile(path: path, fileSystem: guarded, compactsByItself: false)
      #expect(try other.open().isReadOnly)
      #expect(try other.refusal()?.code == .readOnly)
    }
    try expectRefusal("store.plist.journal")
  }

  @Test("lends its permissions to a lock file that is made again")
  mutating func lockShared() throws {
    try mirror.commit([("a", .integer(1))], to: file)
    chmod(path + ".journal", 0o660)
    try FileManager.default.removeItem(atPath: path + ".lock")
    let other = DurableFile(path: path, fileSystem: FaultyFileSystem(), compactsByItself: false)
    _ = try other.beginWriting(timeout: .seconds(1))
    other.endWriting()
    let status = try system.status(of: path + ".lock", in: system.workingFolder)
    #expect(status.permissions & 0o777 == 0o660)
  }

  @Test("that was emptied and begun again is seen by a program that may only read")
  mutating func seenByLookers() throws {
    try mirror.commit([("a", .integer(1))], to: file)
    let reader = DurableFile(path: path, fileSystem: SystemFileSystem(isReadOnly: true))
    #expect(try reader.open().members.count == 1)
    try FileManager.default.removeItem(atPath: path + ".journal")
    try DurableFile(path: path, fileSystem: system).set(["b": .integer(2)], publishing: false)
    #expect(try reader.refresh()?.members.map(\.key) == ["b"])
  }

  @Test("leaves no unfinished file when it is closed, whatever its maintenance is doing")
  func closedMeanwhile() throws {
    for number in 0..<150 {
      let path = folder.file("new/inner/\(number).plist")
      // Killed at once: the next program has its list made at once, and ends.
      let first = DurableFile(path: path, fileSystem: system)
      try first.set(["a": .integer(1)], publishing: false)
      let next = DurableFile(path: path, maintenance: .shared)
      _ = try next.open()
      if number % 2 == 0 { try next.set(["b": .integer(1)], publishing: false) }
      let began = ContinuousClock.now
      next.close()
      // A compaction that the machine holds up for longer is not waited for.
      guard ContinuousClock.now - began < .seconds(2) else { continue }
      #expect(names.filter { $0.hasPrefix("\(number).plist.temporary") } == [])
    }
  }

  @Test("leaves a list alone that another program is writing in pieces")
  mutating func listInPieces() throws {
    let file = DurableFile(path: path, fileSystem: EditorsClock(path))
    try mirror.commit([("a", .integer(1))], to: file)
    let list = try PropertyListSerialization.data(
      fromPropertyList: ["theirs": 9], format: .xml, options: 0)
    let handle = try #require(
      FileManager.default.createFile(atPath: path, contents: nil)
        ? FileHandle(forWritingAtPath: path) : nil)
    try handle.write(contentsOf: list.prefix(50))
    _ = file.performMaintenance()
    try? file.flush(compacting: true)
    try handle.write(contentsOf: list.dropFirst(50))
    mirror.adopt(try file.beginWriting(timeout: .seconds(10)))
    file.endWriting()
    #expect(mirror.values == .init(["a": .integer(1), "theirs": .integer(9)]))
    #expect(!names.contains { $0.contains("damaged") })
  }

  @Test("has a path that can be synchronized where only a relative one is known")
  func relativePath() throws {
    let folder = try #require(try Folder(existingAt: ".", SystemFileSystem()))
    #expect(try folder.synchronizePath())
  }

  @Test("is empty again when somebody removes its only file")
  mutating func removed() throws {
    try mirror.commit([("a", .integer(1))], to: file)
    try FileManager.default.removeItem(atPath: path + ".journal")
    #expect(try file.refresh()?.members.isEmpty == true)
    mirror.values = .init()
    try mirror.commit([("b", .integer(2))], to: file)
    #expect(try DurableFile.read(path) == .init(["b": .integer(2)]))
    #expect(file.takeIssues().isEmpty)
  }

  @Test(
    "takes a list that another program puts there for an edit: what was committed stands beside it",
    arguments: [false, true])
  mutating func edited(isOpen: Bool) throws {
    try mirror.commit([("a", .integer(1)), ("b", .integer(1))], to: file)
    let list = try PropertyListSerialization.data(
      fromPropertyList: ["theirs": 9], format: .xml, options: 0)
    try list.write(to: URL(fileURLWithPath: path))
    let expected = PropertyListDictionary([
      "a": .integer(1), "b": .integer(1), "theirs": .integer(9),
    ])
    if isOpen {
      file.passMoment()
      try mirror.commit([("a", .integer(1))], to: file)
      #expect(mirror.values == expected)
    }
    #expect(try DurableFile.read(path) == expected)
  }

  @Test(
    "whose first journal reached the disk as zeros, or not at all, is as if there had been no commit"
  )
  func lost() throws {
    let folder = TemporaryFolder()
    let path = folder.file("s")
    for bytes in [[], [UInt8](repeating: 0, count: 4_096)] {
      try folder.write(bytes, to: "s.journal")
      let disk = FaultyFileSystem()
      let file = DurableFile(path: path, fileSystem: disk)
      let contents = try file.open()
      #expect(contents.members.isEmpty && contents.issues.isEmpty)
      // It is no sign of an editor, for which reading would wait.
      #expect(disk.now() == .zero)
      #expect(try file.refresh() == nil)
      try file.set(["a": .integer(1)], publishing: false)
      #expect(try DurableFile.read(path) == .init(["a": .integer(1)]))
      for name in folder.names { try FileManager.default.removeItem(atPath: folder.file(name)) }
    }
  }

  @Test("whose lock somebody removed lets a commit end that is under way")
  mutating func lockRemoved() throws {
    try mirror.commit([("a", .integer(1))], to: file)
    try FileManager.default.removeItem(atPath: path + ".lock")
    let clock = FaultyFileSystem()
    try DurableFile(path: path, fileSystem: clock).set(["b": .integer(2)], publishing: false)
    #expect(clock.now() >= .nanoseconds(5 * WriterLock.trust))
    try mirror.commit([("c", .integer(3))], to: file)
    #expect(mirror.values.members.count == 3)
  }

  @Test("that two objects begin at once has one journal")
  mutating func twoBeginners() throws {
    let other = DurableFile(path: path, fileSystem: system)
    _ = try file.open()
    _ = try other.open()
    var theirs = Mirror()
    try mirror.commit([("a", .integer(1))], to: file)
    try theirs.commit([("b", .integer(2))], to: other)
    try mirror.commit([("c", .integer(3))], to: file)
    #expect(mirror.values.members.count == 3)
    #expect(names == ["store.plist.journal", "store.plist.lock"])
  }

  @Test(
    "is seen by a program that looked before there was a folder, and after it went away and came back"
  )
  mutating func seenByReaders() throws {
    let reader = DurableFile(path: path)
    #expect(try reader.open().members.isEmpty)
    for number in 1...2 {
      #expect(try reader.refresh() == nil)
      try DurableFile(path: path).set(["a": .integer(Int64(number))], publishing: false)
      #expect(try reader.refresh()?.members.map(\.value) == [.integer(Int64(number))])
      try FileManager.default.removeItem(atPath: folder.file("new"))
      #expect(try reader.refresh()?.members.isEmpty == true)
    }
  }

  @Test("is seen by a program that looked while its journal had no header yet")
  mutating func seenInTheMaking() throws {
    try mirror.commit([("a", .integer(1))], to: file)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path + ".journal"))
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path + ".journal"))
    try handle.truncate(atOffset: 0)
    let reader = DurableFile(path: path, fileSystem: FaultyFileSystem())
    #expect(try reader.open().members.isEmpty)
    try handle.seek(toOffset: 0)
    try handle.write(contentsOf: bytes)
    #expect(try reader.refresh()?.members.count == 1)
  }

  @Test("on a full disk refuses its first commit, and can go on")
  func full() throws {
    let disk = FaultyFileSystem { _, operation in operation == .pwrite ? ENOSPC : nil }
    let file = DurableFile(path: path, fileSystem: disk)
    let error = #expect(throws: StorageError.self) {
      try file.set(["a": .integer(1)], publishing: false)
    }
    #expect(error?.code == .full)
    #expect(names == ["store.plist.lock"])
    disk.replacePlan { _, _ in nil }
    try file.set(["a": .integer(2)], publishing: false)
    #expect(try DurableFile.read(path) == .init(["a": .integer(2)]))
  }
}

/// The real file system, on which a file may not be written.
private final class GuardedFileSystem: FileSystemWrapper, @unchecked Sendable {
  // `@unchecked`: the name never changes.
  private let guarded: String
  init(_ name: String) { guarded = name }

  override func checkWritable(_ name: String, in folder: Int32) throws(SystemError) {
    if name == guarded { throw SystemError(.access, code: EACCES) }
    try real.checkWritable(name, in: folder)
  }
}

/// The real file system, which notes what is synchronized.
final class RecordingFileSystem: FileSystemWrapper, @unchecked Sendable {
  // `@unchecked`: the list has a lock of its own.
  private let files = Protected<[FileIdentity]>([])
  var synchronized: [FileIdentity] { files.withLock(\.self) }

  func forget() { files.withLock { $0 = [] } }

  private func note(_ file: Int32) throws(SystemError) {
    let identity = try real.status(of: file).identity
    files.withLock { $0.append(identity) }
  }

  override func synchronize(_ file: Int32) throws(SystemError) {
    try note(file)
    try real.synchronize(file)
  }
  override func synchronizeData(_ file: Int32) throws(SystemError) {
    try note(file)
    try real.synchronizeData(file)
  }
}
