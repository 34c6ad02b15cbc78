import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("A damaged file")
struct DamageTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = TemporaryFolder()
    path = folder.file("store.plist")
  }

  static let damages: [[UInt8]] = [
    [], [0], Array("bplist00".utf8), Array("<plist>".utf8), [UInt8](repeating: 0, count: 4_096),
    Array((try? BinaryPropertyList.encode(.array([])))?.dropLast() ?? []),
  ]

  @Test("of another kind in the place of a list that has a journal is damage: the journal counts")
  func besideAJournal() throws {
    let file = DurableFile(path: path)
    var mirror = Mirror()
    try mirror.commit([("a", .integer(1))], to: file)
    let foreign = Array(#"{"a": 2}"#.utf8)
    try folder.write(foreign, to: "store.plist")
    let late = DurableFile(path: path, fileSystem: ShiftedClock(by: .seconds(2)))
    let contents = try late.open()
    #expect(contents.members == mirror.values.members)
    #expect(contents.issues.map(\.code).first == .corrupt)
    #expect(folder.read("store.plist.damaged-1") == foreign)
  }

  @Test("is kept aside and reported, and the store starts empty", arguments: damages)
  func quarantined(bytes: [UInt8]) throws {
    try folder.write(bytes, to: "store.plist")
    let file = DurableFile(path: path, fileSystem: ShiftedClock(by: .seconds(2)))
    let contents = try file.open()
    #expect(contents.members.isEmpty)
    #expect(contents.issues.contains { $0.advice?.contains("store.plist.damaged-1") == true })
    #expect(folder.read("store.plist.damaged-1") == bytes)
    var mirror = Mirror()
    try mirror.commit([("a", .integer(1))], to: file)
    #expect(try DurableFile.read(path)["a"] == .integer(1))
    #expect(folder.read("store.plist.damaged-1") == bytes)
  }

  /// What becomes of a journal while a program has it open.
  enum Harm: CaseIterable {
    case zeros, flippedBits, earlierBytes, earlierCopy
  }

  @Test(
    "of an open journal costs nothing: it is written again", arguments: Harm.allCases,
    [true, false])
  func openJournal(harm: Harm, hasList: Bool) throws {
    let file = DurableFile(path: path)
    let program = try FollowingProgram(file)
    try program.commit("a", 1)
    if hasList { try file.flush(compacting: true) }
    let earlier = try #require(folder.read("store.plist.journal"))
    try program.commit("b", 2)
    var bytes = try #require(folder.read("store.plist.journal"))
    let end = try #require(bytes.lastIndex { $0 != 0 })
    switch harm {
    case .zeros: for index in (end - 8)...end { bytes[index] = 0 }
    case .flippedBits: for index in (end - 8)...end { bytes[index] ^= 1 }
    case .earlierBytes, .earlierCopy: bytes = earlier
    }
    if harm == .earlierCopy {
      try Data(bytes).write(to: URL(filePath: path + ".journal"), options: .atomic)
    } else {
      let handle = try FileHandle(forUpdating: URL(filePath: path + ".journal"))
      try handle.write(contentsOf: bytes)
      try handle.close()
    }
    try program.commit("c", 3)
    let all: PropertyListDictionary = .init(["a": .integer(1), "b": .integer(2), "c": .integer(3)])
    #expect(program.values == all)
    #expect(try DurableFile.read(path) == all)
    #expect(file.takeIssues().map(\.code) == [.corrupt, .corrupt])
    #expect(folder.names.contains("store.plist.journal.damaged-1"))
  }

  @Test("never replaces one that was kept aside before")
  func twice() throws {
    let damages = (1...3).map { Array("bplist0\($0)".utf8) }
    for bytes in damages {
      try folder.write(bytes, to: "store.plist")
      _ = try DurableFile(path: path, fileSystem: ShiftedClock(by: .seconds(2))).open()
    }
    #expect((1...3).map { folder.read("store.plist.damaged-\($0)") } == damages)
  }

  @Test("that appears under an open store is reported, and the store goes on with what it has")
  func brokenEdit() throws {
    let clock = ShiftedClock(by: .zero)
    let file = DurableFile(path: path, fileSystem: clock)
    var mirror = Mirror()
    try mirror.commit([("a", .integer(1))], to: file)
    try file.flush(compacting: true)
    try Data("broken".utf8).write(to: URL(filePath: path))
    try clock.stop(at: path)
    #expect(try file.refresh()?.members == nil)
    #expect(file.takeIssues().isEmpty)
    // It has been still since.
    clock.set(.seconds(2))
    #expect(try file.refresh()?.members == nil)
    #expect(file.takeIssues().map(\.code) == [.corrupt])
    #expect(file.takeIssues().isEmpty)
    try mirror.commit([("b", .integer(2))], to: file)
    #expect(file.takeIssues().isEmpty)
    #expect(try DurableFile.read(path) == .init(["a": .integer(1), "b": .integer(2)]))
    #expect(folder.read("store.plist.damaged-1") == Array("broken".utf8))
  }

  @Test(
    "is not what an unreadable one is taken for: nothing is written",
    arguments: [EACCES, EIO, EMFILE, EPERM])
  func unavailable(code: Int32) throws {
    try DurableFile(path: path).set(["a": .integer(1)])
    let before = folder.read("store.plist")
    let faulty = FaultyFileSystem { _, operation in operation == .pread ? code : nil }
    let file = DurableFile(path: path, fileSystem: faulty)
    let error = #expect(throws: StorageError.self) { try file.open() }
    #expect(error?.code == .unavailable)
    #expect(error?.systemError == code)
    #expect(throws: StorageError.self) { try file.set(["b": .integer(2)]) }
    #expect(folder.read("store.plist") == before)
    faulty.replacePlan { _, _ in nil }
    try file.set(["b": .integer(2)])
    #expect(try DurableFile.read(path)["a"] == .integer(1))
  }

  @Test("on a read-only volume is read as empty and left where it is")
  func readOnly() throws {
    try folder.write(Array("bplist".utf8), to: "store.plist")
    let faulty = FaultyFileSystem { _, operation in
      [.create, .rename, .access, .unlink].contains(operation) ? EROFS : nil
    }
    let file = DurableFile(path: path, fileSystem: faulty)
    let contents = try file.open()
    #expect(contents.isReadOnly)
    #expect(contents.issues.map(\.code) == [.corrupt])
    let error = #expect(throws: StorageError.self) { try file.set(["b": .integer(2)]) }
    #expect(error?.code == .readOnly)
    #expect(folder.names == ["store.plist"])
  }
}
