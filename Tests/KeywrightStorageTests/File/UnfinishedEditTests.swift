import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// Edits that come at the worst moment, or in pieces.
@Suite("An edit that a commit or a crash meets")
struct UnfinishedEditTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("s") }

  /// A file system on which another program does something just before names are swapped.
  private final class Disk: FileSystemWrapper, @unchecked Sendable {
    // `@unchecked`: the variables have locks of their own.
    private let edit = Protected<(@Sendable (Int) -> Void)?>(nil)
    private let lateEdit = Protected<(@Sendable () -> Void)?>(nil)
    private let swaps = Protected(0)
    private let isKilled = Protected(false)
    private let isMortal = Protected(false)

    func beforeEachSwap(_ edit: @escaping @Sendable (Int) -> Void) {
      self.edit.withLock { $0 = edit }
    }
    func afterNextSwap(_ edit: @escaping @Sendable () -> Void) { lateEdit.withLock { $0 = edit } }
    /// The program dies right after the next swap.
    func killAfterSwap() { isMortal.withLock { $0 = true } }

    private func requireLife(_ operation: FileOperation) throws(SystemError) {
      if isKilled.withLock({ $0 }) { throw SystemError(operation, code: EIO) }
    }
    override func exchange(_ name: String, with other: String, in folder: Int32)
      throws(SystemError)
    {
      try requireLife(.rename)
      let number = swaps.withLock { swaps in
        swaps += 1
        return swaps
      }
      edit.withLock { $0 }?(number)
      try real.exchange(name, with: other, in: folder)
      lateEdit.withLock { $0.take() }?()
      isKilled.withLock { [isMortal] in $0 = isMortal.withLock { $0 } }
    }
    override func rename(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
      try requireLife(.rename)
      try real.rename(name, to: newName, in: folder)
    }
    override func remove(_ name: String, in folder: Int32) throws(SystemError) {
      try requireLife(.unlink)
      try real.remove(name, in: folder)
    }
    override func status(of name: String, in folder: Int32) throws(SystemError) -> FileStatus {
      try requireLife(.fstat)
      return try real.status(of: name, in: folder)
    }
  }

  private func edit(_ name: String, _ value: Int) throws {
    try EditedList.bytes(of: #require(folder.read("s")), name, value)
      .write(to: URL(filePath: path), options: .atomic)
  }

  @Test("again and again is merged each time before the commit is decided, which succeeds")
  func again() throws {
    let disk = Disk()
    let file = DurableFile(path: path, fileSystem: disk)
    var mirror = Mirror()
    for number in 0...1 { try mirror.commit([("a", .integer(Int64(number)))], to: file) }
    try edit("e", 1)
    let test = self
    disk.beforeEachSwap { if $0 <= 3 { try? test.edit("e", 10 + $0) } }
    file.passMoment()
    mirror.adopt(try file.beginWriting(timeout: .seconds(600)))
    #expect(mirror.values == .init(["a": .integer(1), "e": .integer(13)]))
    disk.beforeEachSwap { _ in }
    try edit("f", 1)
    var next = mirror.values
    next["b"] = .integer(2)
    try file.write([.init(name: "b", value: .integer(2), replacing: .absent)]) { next.members }
    file.endWriting()
    #expect(
      try DurableFile.read(path)
        == .init(["a": .integer(1), "b": .integer(2), "e": .integer(13), "f": .integer(1)]))
  }

  @Test("for longer than a commit may wait is said to be one")
  func always() throws {
    let disk = Disk()
    let file = DurableFile(path: path, fileSystem: disk)
    for number in 0...1 { try file.set(["a": .integer(Int64(number))]) }
    try edit("e", 1)
    let test = self
    disk.beforeEachSwap { try? test.edit("e", 10 + $0) }
    file.passMoment()
    let error = #expect(throws: StorageError.self) {
      try file.beginWriting(timeout: .milliseconds(1))
    }
    #expect(error?.code == .edited)
  }

  @Test("in pieces, beside commits, is merged when it is whole", arguments: [2, 5])
  func pieces(count: Int) throws {
    let file = DurableFile(path: path, fileSystem: EditorsClock(path))
    var mirror = Mirror()
    try mirror.commit([("a", .integer(0)), ("b", .integer(0)), ("c", .integer(0))], to: file)
    try mirror.commit([("a", .integer(1))], to: file)
    let edited = try EditedList.bytes(of: #require(folder.read("s")), "c", 7)
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.truncate(atOffset: 0)
    let length = edited.count / count
    for piece in 0..<count {
      let end = piece == count - 1 ? edited.count : (piece + 1) * length
      try handle.write(contentsOf: edited[(piece * length)..<end])
      file.passMoment()
      try mirror.commit([("b", .integer(Int64(piece)))], to: file)
    }
    try handle.close()
    #expect(
      mirror.values
        == .init(["a": .integer(1), "b": .integer(Int64(count - 1)), "c": .integer(7)]))
    #expect(try DurableFile.read(path) == mirror.values)
    #expect(folder.names.allSatisfy { !$0.contains("damaged") && !$0.contains("overridden") })
    #expect(file.takeIssues().isEmpty)
  }

  @Test(
    "in pieces, at any time beside commits and looks of two programs, loses none of them",
    arguments: Search.seeds(8, of: 40))
  func twoPrograms(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try DurableFile(path: path).set(["a": .integer(0), "b": .integer(0), "e": .integer(0)])
    let clock = EditorsClock(path)
    let programs = try [FollowingProgram(path, clock), FollowingProgram(path, clock)]
    var expected = ["a": 1, "b": 1, "e": 7]
    for (program, name) in zip(programs, ["a", "b"]) { try program.commit(name, 1) }
    let edited = try EditedList.bytes(of: #require(folder.read("s")), "e", 7)
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.truncate(atOffset: 0)
    var written = 0
    for number in 2..<14 {
      if Bool.random(using: &random) {
        let end = min(edited.count - 1, written + Int.random(in: 1...120, using: &random))
        try handle.write(contentsOf: edited[written..<end])
        written = end
      }
      let chosen = Int.random(in: 0...1, using: &random)
      let (program, name) = (programs[chosen], ["a", "b"][chosen])
      if Int.random(in: 0...2, using: &random) == 0 {
        program.take(try program.file.refreshUpdate())
      } else {
        try program.commit(name, number, isLate: Bool.random(using: &random))
        expected[name] = number
      }
    }
    try handle.write(contentsOf: edited[written...])
    try handle.close()
    for (program, name) in zip(programs, ["a", "b"]) {
      expected[name + "2"] = 1
      try program.commit(name + "2", 1)
    }
    programs[0].take(try programs[0].file.refreshUpdate())
    let all = PropertyListDictionary(expected.mapValues { .integer(Int64($0)) })
    for program in programs { #expect(program.values == all) }
    #expect(try DurableFile.read(path) == all)
    #expect(programs.allSatisfy { $0.file.takeIssues().isEmpty })
  }

  @Test(
    "that moves the list away loses nothing, though a program has not seen the last compaction",
    arguments: [false, true])
  func movedAway(comesBack: Bool) throws {
    try DurableFile(path: path).set(["a": .integer(0), "e": .integer(0)])
    let (first, second) = (try FollowingProgram(path), try FollowingProgram(path))
    try first.commit("a", 1)
    try first.file.flush(compacting: true)
    try first.commit("c", 1)
    let edited = try EditedList.bytes(of: #require(folder.read("s")), "e", 7)
    #expect(rename(path, path + "~") == 0)
    try second.commit("b", 1)
    var expected = ["a": 1, "b": 1, "c": 1, "e": 0]
    if comesBack {
      try edited.write(to: URL(filePath: path))
      expected["e"] = 7
    }
    try second.commit("d", 1)
    expected["d"] = 1
    first.take(try first.file.refreshUpdate())
    let all = PropertyListDictionary(expected.mapValues { .integer(Int64($0)) })
    #expect(second.values == all)
    #expect(first.values == all)
    try second.file.flush(compacting: true)
    #expect(try DurableFile.read(path) == all)
    #expect(second.file.takeIssues().isEmpty == comesBack)
  }

  @Test("in pieces leaves the old values in the journal, though no list has them any more")
  func killedMeanwhile() throws {
    let file = DurableFile(path: path, fileSystem: EditorsClock(path))
    var mirror = Mirror()
    try mirror.commit([("a", .integer(0)), ("b", .integer(0))], to: file)
    try mirror.commit([("a", .integer(1))], to: file)
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data("<plist>".utf8))
    file.passMoment()
    try mirror.commit([("c", .integer(1))], to: file)
    // Read from the journal alone, as after a crash.
    let copy = TemporaryFolder()
    for name in folder.names where name.contains("journal") {
      try copy.write(#require(folder.read(name)), to: name)
    }
    #expect(try DurableFile.read(copy.file("s")) == mirror.values)
  }

  @Test("in place, as soon as the list has its name, is merged", arguments: [true, false])
  func rightAfterSwap(isAside: Bool) throws {
    let disk = Disk()
    let file = DurableFile(path: path, fileSystem: disk)
    var mirror = Mirror()
    for number in 0...1 { try mirror.commit([("a", .integer(Int64(number)))], to: file) }
    let test = self
    disk.afterNextSwap {
      try? EditedList.bytes(of: test.folder.read("s") ?? [], "e", 7).write(
        to: URL(filePath: test.path))
    }
    if isAside {
      try? file.flush(compacting: true)
    } else {
      file.state.withLock { $0.needsCheckpoint = true }
      try mirror.commit([("a", .integer(2))], to: file)
    }
    mirror.adopt(try file.refresh())
    #expect(mirror.values["e"] == .integer(7))
    try mirror.commit([("a", .integer(3))], to: file)
    #expect(try DurableFile.read(path) == .init(["a": .integer(3), "e": .integer(7)]))
  }

  @Test("in pieces takes no commit of another from who asks for all that there is")
  func piecesAndCommits() throws {
    let clock = EditorsClock(path)
    let file = DurableFile(path: path, fileSystem: clock)
    for number in 0...1 { try file.set(["a": .integer(Int64(number))]) }
    var other = Mirror()
    let others = DurableFile(path: path, fileSystem: clock)
    other.adopt(try others.open())
    let list = try #require(folder.read("s"))
    try Data(list.prefix(list.count / 2)).write(to: URL(filePath: path))
    try other.commit([("b", .integer(2))], to: others)
    #expect(throws: StorageError.self) { try file.beginWriting(timeout: .zero) }
    guard case .changes(let changes)? = try file.refreshUpdate() else {
      Issue.record("no changes")
      return
    }
    #expect(changes.contains { $0.name == "b" })
  }

  @Test("in the instant of the swap is kept aside, if the program is killed then")
  func killedAfterSwap() throws {
    let disk = Disk()
    let file = DurableFile(path: path, fileSystem: disk)
    for number in 0...1 { try file.set(["a": .integer(Int64(number))]) }
    let test = self
    disk.beforeEachSwap { _ in try? test.edit("e", 1) }
    disk.killAfterSwap()
    #expect(throws: StorageError.self) { try file.flush(compacting: true) }
    let next = DurableFile(path: path)
    try next.set(["b": .integer(2)])
    #expect(next.takeIssues().map(\.code) == [.overridden])
    let kept = try #require(folder.read("s.edited-1"))
    #expect(try EditedList.bytes(of: kept, "e", 1) == Data(kept))
    #expect(folder.names.allSatisfy { !$0.contains(".temporary-") })
  }

  @Test("and is none is swept, if the program is killed in the instant of the swap")
  func killedWithoutEdit() throws {
    let disk = Disk()
    let file = DurableFile(path: path, fileSystem: disk)
    for number in 0...1 { try file.set(["a": .integer(Int64(number))]) }
    disk.killAfterSwap()
    #expect(throws: StorageError.self) { try file.flush(compacting: true) }
    try DurableFile(path: path).set(["b": .integer(2)])
    #expect(folder.names.allSatisfy { !$0.contains(".temporary-") && !$0.contains("edited") })
  }
}
