import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// Between two commits of a store that looks along its path once in a moment.
@Suite("What another program does to an open file between two commits")
struct ReplacementTests {
  let folder: TemporaryFolder
  let path: String
  let clock = StandingClock()
  let file: DurableFile
  var mirror = Mirror()

  /// A checkpoint with a=0 b=0 c=0 and a journal that sets a=2, by a store that has just looked along its path.
  init() throws {
    folder = TemporaryFolder()
    path = folder.file("store.plist")
    file = DurableFile(path: path, fileSystem: clock)
    try mirror.commit([("a", .integer(0)), ("b", .integer(0)), ("c", .integer(0))], to: file)
    try clock.stand(after: path)
    try mirror.commit([("a", .integer(2))], to: file)
  }

  /// The fate of the file.
  enum Way: CaseIterable {
    case replaced, edited, editedToTheSameSize, asideAndReplaced
    case removed, aside, asideForAFolder
    case asideAndBack, linked, linkedAndBack, otherMode
  }

  private static let ours = ["a": 2, "b": 2, "c": 0]
  private static let merged = ["a": 2, "b": 2, "c": 0, "theirs": 1]
  private static let ofOneSize = ["a": 2, "b": 2, "c": 7]

  private func make(_ way: Way) throws {
    let other = folder.file("other")
    switch way {
    case .replaced: try change(atomically: true)
    case .edited: try change(atomically: false)
    case .editedToTheSameSize:
      guard
        case .dictionary(var list) = try PropertyList(reading: #require(folder.read("store.plist")))
      else { return }
      list["c"] = .integer(7)
      var bytes = try BinaryPropertyList.encode(.dictionary(list))
      // With its mark it would be a backup that was put back, if the clock has moved on.
      let trailer = bytes.count - BinaryPropertyList.trailerLength
      bytes.replaceSubrange(trailer..<trailer + 5, with: repeatElement(0, count: 5))
      #expect(bytes.count == folder.read("store.plist")?.count)
      try Data(bytes).write(to: URL(filePath: path))
    case .asideAndReplaced:
      let edited = try edited()
      #expect(rename(path, other) == 0)
      try edited.write(to: URL(filePath: path))
    case .removed: #expect(unlink(path) == 0)
    case .aside: #expect(rename(path, other) == 0)
    case .asideForAFolder:
      #expect(mkdir(other, 0o700) == 0 && rename(path, other + "/store.plist") == 0)
    case .asideAndBack: #expect(rename(path, other) == 0 && rename(other, path) == 0)
    case .linked: #expect(link(path, other) == 0)
    case .linkedAndBack: #expect(link(path, other) == 0 && unlink(other) == 0)
    case .otherMode: #expect(chmod(path, 0o640) == 0)
    }
  }

  /// The property list with a member more.
  private func edited() throws -> Data {
    let tree = try PropertyListSerialization.propertyList(
      from: Data(try #require(folder.read("store.plist"))), format: nil)
    var members = try #require(tree as? [String: Int])
    members["theirs"] = 1
    return try PropertyListSerialization.data(
      fromPropertyList: members, format: .binary, options: 0)
  }

  private func change(atomically: Bool) throws {
    try edited().write(to: URL(filePath: path), options: atomically ? .atomic : [])
  }

  /// What must be there in the end: nothing that the other program or a commit wrote is lost.
  private static func expected(after way: Way) -> PropertyListDictionary {
    let expected =
      switch way {
      case .replaced, .edited, .asideAndReplaced: merged
      case .editedToTheSameSize: ofOneSize
      case .removed, .aside, .asideForAFolder, .asideAndBack, .linked, .linkedAndBack, .otherMode:
        ours
      }
    return PropertyListDictionary(expected.mapValues { .integer(Int64($0)) })
  }

  @Test("is noticed by the next one, which loses nothing of it", arguments: Way.allCases)
  mutating func noticed(way: Way) throws {
    try make(way)
    clock.pass()
    let looks = clock.looks
    try mirror.commit([("b", .integer(2))], to: file)
    #expect(clock.looks > looks)
    #expect(mirror.values == Self.expected(after: way))
    // The next program to open the files must find the property list.
    try file.flush(compacting: true)
    #expect(try DurableFile.read(path) == Self.expected(after: way))
  }

  @Test(
    "counts as done at the same time as a commit in the same moment, and loses nothing either",
    arguments: Way.allCases, [false, true])
  mutating func unnoticed(way: Way, isEnd: Bool) throws {
    try make(way)
    let looks = clock.looks
    try mirror.commit([("b", .integer(2))], to: file)
    #expect(clock.looks == looks)
    if !isEnd {
      clock.pass()
      mirror.adopt(try file.refresh())
      #expect(mirror.values == Self.expected(after: way))
    }
    try file.flush(compacting: true)
    #expect(try DurableFile.read(path) == Self.expected(after: way))
  }

  @Test("by a store of another process that replaces everything is noticed in the same moment too")
  mutating func replacedByAStore() throws {
    try make(.replaced)
    // The other store merges the edit at once, into a new list with a journal of its own.
    let other = DurableFile(path: path, fileSystem: clock)
    let number = try folder.read("store.plist").map { try PropertyList(reading: $0) }
    try other.set(["d": .integer(4)])
    #expect(try folder.read("store.plist").map { try PropertyList(reading: $0) } != number)
    try mirror.commit([("b", .integer(2))], to: file)
    var expected = Self.merged
    expected["d"] = 4
    #expect(mirror.values == .init(expected.mapValues { .integer(Int64($0)) }))
    #expect(try DurableFile.read(path) == mirror.values)
  }

  @Test("by a store that cannot end the journal is noticed too: it keeps the lock for a moment")
  mutating func replacedWithoutEnd() throws {
    clock.refuseSeals()
    try make(.replaced)
    try DurableFile(path: path, fileSystem: clock).set(["d": .integer(4)])
    try mirror.commit([("b", .integer(2))], to: file)
    #expect(mirror.values["d"] == .integer(4))
    #expect(try DurableFile.read(path) == mirror.values)
  }

  @Test("is noticed by a compaction in the same moment", arguments: 0...6)
  mutating func compacted(stages: Int) throws {
    var compaction = try #require(try Compaction(of: file, timeout: .zero))
    for _ in 0..<stages { try compaction.advance() }
    try make(.replaced)
    #expect(try !compaction.run())
    try mirror.commit([("b", .integer(2))], to: file)
    #expect(mirror.values == Self.expected(after: .replaced))
  }

  @Test("leaves the file that was moved aside as it was", arguments: [Way.aside, .linked])
  mutating func aside(way: Way) throws {
    let bytes = folder.read("store.plist")
    try make(way)
    try mirror.commit([("b", .integer(2))], to: file)
    try file.flush(compacting: true)
    #expect(folder.read("other") == bytes)
  }

  @Test(
    "that is nothing costs one look in a moment: other commits are three calls and the unlocking")
  mutating func calls() throws {
    let counting = FaultyFileSystem(clock)
    let file = DurableFile(path: path, fileSystem: counting)
    for number in 0..<2 { try mirror.commit([("b", .integer(Int64(number)))], to: file) }
    let looks = clock.looks
    counting.replacePlan { _, _ in nil }
    try mirror.commit([("b", .integer(2))], to: file)
    #expect(counting.operations == [.flock, .pread, .pwrite])
    #expect(clock.looks == looks)
    counting.pause(.nanoseconds(WriterLock.trust))
    try mirror.commit([("b", .integer(3))], to: file)
    #expect(clock.looks > looks)
  }

  @Test("to the folder is noticed by the next one")
  mutating func folderMoved() throws {
    let moved = TemporaryFolder.Moved(folder.path)
    #expect(rename(folder.path, moved.path) == 0)
    clock.pass()
    try mirror.commit([("new", .integer(1))], to: file)
    #expect(try DurableFile.read(path) == .init(["new": .integer(1)]))
    #expect(
      try DurableFile.read(moved.path + "/store.plist")
        == .init(["a": .integer(2), "b": .integer(0), "c": .integer(0)]))
  }

  @Test(
    "to a folder further up is noticed by the next one; a commit in the same moment goes with it")
  mutating func upperFolderMoved() throws {
    let (upper, moved) = (folder.file("upper"), folder.file("moved"))
    let path = upper + "/inner/store.plist"
    let file = DurableFile(path: path, fileSystem: clock)
    var mirror = Mirror()
    try mirror.commit([("a", .integer(0))], to: file)
    try clock.stand(after: path)
    try mirror.commit([("a", .integer(2))], to: file)
    #expect(rename(upper, moved) == 0)
    try mirror.commit([("b", .integer(2))], to: file)
    clock.pass()
    try mirror.commit([("new", .integer(1))], to: file)
    #expect(try DurableFile.read(path) == .init(["new": .integer(1)]))
    #expect(
      try DurableFile.read(moved + "/inner/store.plist")
        == .init(["a": .integer(2), "b": .integer(2)]))
  }

  @Test("to the lock file is waited for by who makes it again: a commit may be under way")
  func lockMadeAgain() throws {
    #expect(unlink(path + ".lock") == 0)
    let start = clock.now()
    try DurableFile(path: path, fileSystem: clock).set(["theirs": .integer(1)])
    #expect(clock.now() - start >= .nanoseconds(5 * WriterLock.trust))
  }

  @Test("to the lock file lets nobody write beside another")
  mutating func lockRemoved() throws {
    #expect(unlink(path + ".lock") == 0)
    let other = DurableFile(path: path, fileSystem: clock)
    try other.set(["theirs": .integer(1)])
    _ = try file.beginWriting(timeout: .zero)
    #expect { try other.beginWriting(timeout: .zero) } throws: {
      ($0 as? StorageError)?.code == .busy
    }
    file.endWriting()
    try mirror.commit([("b", .integer(2))], to: file)
    #expect(
      try DurableFile.read(path) == .init(Self.merged.mapValues { .integer(Int64($0)) }))
  }
}

/// The real file system, with clocks that stand still, and a count of the looks along paths.
///
/// The monotonic clock can be moved on. The date stays, as that of a virtual machine may for any time: nothing that a
/// commit relies on may depend on it.
final class StandingClock: FileSystemWrapper, @unchecked Sendable {
  // `@unchecked`: the variables are read and written under `mutex` only.
  private let mutex = NSLock()
  private var stoppedAt: (now: Duration, date: Int64)?
  private var count = 0
  private var takesSeals = true

  /// How often a path was looked at.
  var looks: Int { mutex.withLock { count } }

  /// Stops the clocks when the date is later than a file's time of change; the next commit looks at all names.
  func stand(after path: String) throws {
    let changed = try real.status(of: path, in: real.workingFolder).changed
    while real.date() <= changed {}
    mutex.withLock { stoppedAt = (real.now() + .nanoseconds(WriterLock.trust), real.date()) }
  }

  func advance(_ duration: Duration) {
    mutex.withLock { stoppedAt?.now += duration }
  }

  /// Lets the moment pass for which a writer trusts the names that it has looked up.
  func pass() { advance(.nanoseconds(WriterLock.trust)) }

  /// From now on, is a disk that does not write the end of a journal.
  func refuseSeals() { mutex.withLock { takesSeals = false } }
  override func write(_ file: Int32, at offset: Int, _ bytes: UnsafeRawBufferPointer)
    throws(SystemError) -> Int
  {
    guard mutex.withLock({ takesSeals }) || !bytes.elementsEqual(JournalFormat.seal) else {
      throw SystemError(.pwrite, code: EIO)
    }
    return try real.write(file, at: offset, bytes)
  }

  override func now() -> Duration { mutex.withLock { stoppedAt?.now } ?? real.now() }
  override func date() -> Int64 { mutex.withLock { stoppedAt?.date } ?? real.date() }
  override func pause(_ duration: Duration) { advance(duration) }
  override func status(of name: String, in folder: Int32) throws(SystemError) -> FileStatus {
    if folder == workingFolder { mutex.withLock { count += 1 } }
    return try real.status(of: name, in: folder)
  }
}
