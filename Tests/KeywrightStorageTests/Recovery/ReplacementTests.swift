import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// Between two commits of a store that looks along its path no more than it must.
@Suite("What another program does to an open file between two commits")
struct ReplacementTests {
  let folder: TemporaryFolder
  let path: String
  let clock = StandingClock()
  let file: DurableFile
  var mirror = Mirror()

  /// A checkpoint with a=0 b=0 c=0 and a journal that sets a=2, by a store that trusts its open
  /// checkpoint.
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

  @Test("is noticed by the next one, which loses nothing of it", arguments: Way.allCases)
  mutating func noticed(way: Way) throws {
    try make(way)
    let looks = clock.looks
    try mirror.commit([("b", .integer(2))], to: file)
    #expect(clock.looks > looks)
    let expected =
      switch way {
      case .replaced, .edited, .asideAndReplaced: Self.merged
      case .editedToTheSameSize: Self.ofOneSize
      case .removed, .aside, .asideForAFolder, .asideAndBack, .linked, .linkedAndBack, .otherMode:
        Self.ours
      }
    let members = PropertyListDictionary(expected.mapValues { .integer(Int64($0)) })
    #expect(mirror.values == members)
    // The next program to open the files must find the property list.
    try file.flush(compacting: true)
    #expect(try DurableFile.read(path) == members)
  }

  @Test("leaves the file that was moved aside as it was", arguments: [Way.aside, .linked])
  mutating func aside(way: Way) throws {
    let bytes = folder.read("store.plist")
    try make(way)
    try mirror.commit([("b", .integer(2))], to: file)
    try file.flush(compacting: true)
    #expect(folder.read("other") == bytes)
  }

  @Test("that is nothing costs no look along the path: a commit is five calls and the unlocking")
  mutating func calls() throws {
    let counting = FaultyFileSystem(clock)
    let file = DurableFile(path: path, fileSystem: counting)
    for number in 0..<2 { try mirror.commit([("b", .integer(Int64(number)))], to: file) }
    let looks = clock.looks
    counting.replacePlan { _, _ in nil }
    try mirror.commit([("b", .integer(2))], to: file)
    #expect(counting.operations == [.flock, .fstat, .fstat, .pread, .pwrite])
    #expect(clock.looks == looks)
  }

  /// Commits, and expects that each commit looks along the path.
  private mutating func expectLooks() throws {
    for number in 0..<3 {
      let looks = clock.looks
      try mirror.commit([("b", .integer(Int64(number)))], to: file)
      #expect(clock.looks > looks)
    }
  }

  @Test("is looked for along the path while a change could get the time that the file has")
  mutating func sameInstant() throws {
    try file.flush(compacting: true)
    try clock.turnBack(to: path)
    try expectLooks()
  }

  @Test("is looked for along the path while an edit in place could get the time that the file has")
  mutating func sameInstantOfTheFileAlone() throws {
    // Later than the folder's time, so that the folder is trusted.
    func time(of path: String) throws -> Int64 {
      try clock.status(of: path, in: clock.workingFolder).changed
    }
    repeat { #expect(chmod(path, 0o640) == 0) } while try time(of: path) <= time(of: folder.path)
    try clock.turnBack(to: path)
    try expectLooks()
  }

  @Test("is looked for along the path while a change of a name could get the folder's own time")
  mutating func sameInstantOfTheFolder() throws {
    try folder.write([1], to: "another")
    try clock.turnBack(to: folder.path)
    try expectLooks()
  }

  @Test(
    "is looked for along the path where times are whole seconds, those of folders or not",
    arguments: [true, false])
  mutating func wholeSeconds(ofFolders: Bool) throws {
    // A file that is mounted by itself lies on another file system than its folder.
    clock.giveWholeSeconds(toFolders: ofFolders)
    try expectLooks()
  }

  @Test("is looked for along the path where an open file may not show it, as on overlayfs")
  mutating func hidden() throws {
    clock.hideReplacements()
    try file.flush(compacting: true)
    try clock.stand(after: folder.path)
    try expectLooks()
  }

  @Test("to the folder is noticed by the next one")
  mutating func folderMoved() throws {
    let moved = TemporaryFolder.Moved(folder.path)
    #expect(rename(folder.path, moved.path) == 0)
    try mirror.commit([("new", .integer(1))], to: file)
    #expect(try DurableFile.read(path) == .init(["new": .integer(1)]))
    #expect(
      try DurableFile.read(moved.path + "/store.plist")
        == .init(["a": .integer(2), "b": .integer(0), "c": .integer(0)]))
  }

  @Test("to a folder further up is noticed ten milliseconds later")
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
    clock.advance(.milliseconds(10))
    try mirror.commit([("new", .integer(1))], to: file)
    #expect(try DurableFile.read(path) == .init(["new": .integer(1)]))
    #expect(
      try DurableFile.read(moved + "/inner/store.plist")
        == .init(["a": .integer(2), "b": .integer(2)]))
  }

  @Test("when the clock was set back is noticed")
  mutating func clockSetBack() throws {
    clock.advance(.seconds(-1))
    let looks = clock.looks
    try mirror.commit([("b", .integer(2))], to: file)
    #expect(clock.looks > looks)
  }

  @Test("to the lock file is waited for by who makes it again: a commit may be under way")
  func lockMadeAgain() throws {
    #expect(unlink(path + ".lock") == 0)
    let date = clock.date()
    try DurableFile(path: path, fileSystem: clock).set(["theirs": .integer(1)])
    #expect(clock.date() - date >= 2 * WriterLock.longestTrust)
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

/// The real file system, with a clock that stands still until it is moved, and a count of the looks
/// along paths.
final class StandingClock: FileSystemWrapper, @unchecked Sendable {
  // `@unchecked`: the variables are read and written under `mutex` only.
  private let mutex = NSLock()
  private var time: Int64?
  private var count = 0
  private var hasWholeSeconds = false
  private var hasWholeSecondsOfFolders = false
  private var hidesReplacements = false

  /// How often a path was looked at.
  var looks: Int { mutex.withLock { count } }

  /// Stops the clock as soon as it shows more than a file's time of change.
  func stand(after path: String) throws {
    let changed = try real.status(of: path, in: real.workingFolder).changed
    while real.date() <= changed {}
    turn(to: real.date())
  }

  /// Shows a file's time of change for ever.
  func turnBack(to path: String) throws {
    turn(to: try real.status(of: path, in: real.workingFolder).changed)
  }

  private func turn(to time: Int64) { mutex.withLock { self.time = time } }

  func advance(_ duration: Duration) {
    mutex.withLock { if let time { self.time = time + Int64(duration / .nanoseconds(1)) } }
  }

  /// Gives files, and folders if asked to, no other times from now on.
  func giveWholeSeconds(toFolders: Bool) {
    mutex.withLock { (hasWholeSeconds, hasWholeSecondsOfFolders) = (true, toFolders) }
  }

  /// From now on, is a file system on which open files may not show replacements.
  func hideReplacements() { mutex.withLock { hidesReplacements = true } }
  override func showsReplacement(of file: Int32) -> Bool {
    mutex.withLock { !hidesReplacements }
  }

  private func shown(_ status: FileStatus) -> FileStatus {
    let isFolder = status.kind == .folder
    guard mutex.withLock({ isFolder ? hasWholeSecondsOfFolders : hasWholeSeconds }) else {
      return status
    }
    var status = status
    status.modified -= status.modified % 1_000_000_000
    status.changed -= status.changed % 1_000_000_000
    return status
  }

  override func date() -> Int64 { mutex.withLock { time } ?? real.date() }
  override func pause(_ duration: Duration) { advance(duration) }
  override func status(of name: String, in folder: Int32) throws(SystemError) -> FileStatus {
    if folder == workingFolder { mutex.withLock { count += 1 } }
    return shown(try real.status(of: name, in: folder))
  }
  override func status(of file: Int32) throws(SystemError) -> FileStatus {
    shown(try real.status(of: file))
  }
}
