import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("Earlier lists")
struct EarlierListTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("s") }
  private var keptNames: [String] { folder.names.filter { $0.contains(".earlier-") } }

  /// A file that keeps what it replaces.
  private func keeper(_ fileSystem: any FileSystem = SystemFileSystem()) -> DurableFile {
    let file = DurableFile(path: path, fileSystem: fileSystem)
    file.keepHistory { .init(.kept) }
    return file
  }

  /// Commits numbers one after another, each of which becomes a list of its own.
  private func commit(_ numbers: ClosedRange<Int64>, to file: DurableFile) throws {
    var mirror = Mirror()
    for number in numbers {
      try mirror.commit([("a", .integer(number))], to: file)
      try file.flush(compacting: true)
    }
  }

  private func numbers(_ file: DurableFile) throws -> [PropertyList] {
    var numbers: [PropertyList] = []
    for list in try file.earlierLists() {
      numbers += try file.members(of: list).filter { $0.key == "a" }.map(\.value)
    }
    return numbers
  }

  @Test("are kept when a newer list takes their place, the last four of an hour")
  func kept() throws {
    let file = keeper()
    try commit(1...3, to: file)
    #expect(try numbers(file) == [.integer(1), .integer(2)])
    #expect(keptNames == ["s.earlier-1", "s.earlier-2"])
    try commit(4...8, to: file)
    #expect(try numbers(file) == [.integer(4), .integer(5), .integer(6), .integer(7)])
    #expect(keptNames == ["s.earlier-4", "s.earlier-5", "s.earlier-6", "s.earlier-7"])
  }

  @Test("come of a store that is asked for them, and of one that has some")
  func asFound() throws {
    let file = DurableFile(path: path)
    try commit(1...3, to: file)
    #expect(keptNames.isEmpty)
    file.close()
    let keeper = keeper()
    try commit(4...4, to: keeper)
    keeper.close()
    #expect(keptNames == ["s.earlier-1"])
    let other = DurableFile(path: path)
    try commit(5...5, to: other)
    other.close()
    #expect(keptNames == ["s.earlier-1", "s.earlier-2"])
    let forgetful = DurableFile(path: path)
    forgetful.keepHistory { .init(.off) }
    try commit(6...6, to: forgetful)
    forgetful.close()
    #expect(keptNames.isEmpty)
  }

  @Test("have the time of their last commit, not of their end")
  func dates() throws {
    let clock = ShiftedClock(by: .seconds(-86_400))
    let file = keeper(clock)
    let yesterday = clock.date()
    try commit(1...1, to: file)
    var mirror = Mirror()
    try mirror.commit([("a", .integer(2))], to: file)
    clock.set(.zero)
    try file.flush(compacting: true)
    try mirror.commit([("a", .integer(3))], to: file)
    try file.flush(compacting: true)
    #expect(try numbers(file) == [.integer(1), .integer(2)])
    #expect(try file.earlierLists().allSatisfy { abs($0.date - yesterday) < 3_600_000_000_000 })
  }

  @Test("have the mode of the list, also once it got narrower, and are files of the store")
  func attributes() throws {
    let file = keeper()
    try commit(1...1, to: file)
    #expect(chmod(path, 0o640) == 0)
    try commit(2...2, to: file)
    func mode() throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path + ".earlier-1")[.posixPermissions]
        as? Int
    }
    #expect(try mode() == 0o640)
    #expect(chmod(path, 0o600) == 0)
    try commit(3...3, to: file)
    #expect(try mode() == 0o600)
    file.close()
    let roles = try DurableFile(path: path).inspect().files.map(\.role)
    #expect(roles == [.list, .earlier, .earlier, .journal, .lock])
  }

  @Test("go, the oldest first, before a commit fails on a full disk")
  func fullDisk() throws {
    let isFull = Protected(false)
    let freed = Protected(0)
    /// A disk on which nothing can be written until two files were removed.
    let fileSystem = FaultyFileSystem { _, operation in
      isFull.withLock { isFull in
        guard isFull else { return nil }
        if operation == .unlink { freed.withLock { $0 += 1 } }
        return operation == .pwrite && freed.withLock { $0 } < 2 ? ENOSPC : nil
      }
    }
    let file = keeper(fileSystem)
    try commit(1...5, to: file)
    isFull.withLock { $0 = true }
    var mirror = Mirror()
    try mirror.commit([("a", .integer(6))], to: file)
    #expect(keptNames == ["s.earlier-3", "s.earlier-4"])
    file.close()
    #expect(try DurableFile(path: path).open().members.map(\.value) == [.integer(6)])
  }

  @Test("go before a flush fails that brings the list up to date, but not for others' sake")
  func fullDiskAtFlush() throws {
    // A kept list that goes makes room there.
    let machine = KeptSearchTests.Machine(nil)
    let file = keeper(machine.ofProgram)
    try commit(1...4, to: file)
    var mirror = Mirror()
    try mirror.commit([("a", .integer(5))], to: file)
    machine.state.withLock { $0.isFull = true }
    while file.performMaintenance() {}
    #expect(keptNames == ["s.earlier-1", "s.earlier-2", "s.earlier-3"])
    try file.flush(compacting: true)
    #expect(keptNames == ["s.earlier-2", "s.earlier-3", "s.earlier-4"])
  }

  @Test("hold what was there before an edit")
  func beforeEdit() throws {
    let file = keeper()
    var mirror = Mirror()
    try mirror.commit([("a", .integer(1)), ("b", .integer(1))], to: file)
    try file.flush(compacting: true)
    try mirror.commit([("b", .integer(2))], to: file)
    let list = try PropertyListDictionary([.init(key: "a", value: .integer(9))])
    try BinaryPropertyList.encode(.dictionary(list)).withUnsafeBytes { bytes in
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
    }
    file.passMoment()
    try mirror.commit([("c", .integer(3))], to: file)
    let earlier = try #require(try file.earlierLists().last)
    #expect(
      try file.members(of: earlier) == [
        .init(key: "a", value: .integer(1)), .init(key: "b", value: .integer(2)),
      ])
    #expect(try file.earlierLists().count == 1)
  }

  @Test("hold what others committed before an edit in place, also what nobody was told of yet")
  func othersBeforeEdit() throws {
    let program = try FollowingProgram(keeper())
    try program.commit("a", 1)
    // Another program's commit is in its list, and the journal that had it is gone.
    let other = try FollowingProgram(keeper())
    try other.commitCompacting("b", 2)
    // Follows that list, and has yet to tell of it.
    try program.file.flush(compacting: true)
    #expect(program.values["b"] == nil)
    try other.commit("d", 4)
    let bytes = try PropertyListSerialization.data(
      fromPropertyList: ["a": 1, "e": 7], format: .xml, options: 0)
    try bytes.write(to: URL(filePath: path))
    try program.commit("c", 3)
    let kept = try program.file.earlierLists().flatMap { try program.file.members(of: $0) }
    #expect(kept.contains { $0.key == "b" && $0.value == .integer(2) })
  }

  @Test("are copied where names cannot be swapped")
  func copies() throws {
    final class Plain: FileSystemWrapper, @unchecked Sendable {
      // `@unchecked`: it has no state.
      override func exchange(_ name: String, with other: String, in folder: Int32)
        throws(SystemError)
      { throw SystemError(.rename, code: ENOSYS) }
    }
    let file = keeper(Plain())
    try commit(1...3, to: file)
    #expect(try numbers(file) == [.integer(1), .integer(2)])
  }

  @Test("before an update stay longer than others")
  func updates() throws {
    let file = keeper()
    try commit(1...1, to: file)
    var mirror = Mirror()
    mirror.adopt(try file.beginWriting(timeout: .seconds(1)))
    file.keep([.init(key: "a", value: .integer(1))], as: .beforeUpdate)
    file.endWriting()
    try commit(2...9, to: file)
    #expect(keptNames.first == "s.earlier-1-update")
    #expect(keptNames.count == 5)
  }
}
