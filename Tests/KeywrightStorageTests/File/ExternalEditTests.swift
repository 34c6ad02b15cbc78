import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("Another program's edit of the property list")
struct ExternalEditTests {
  let folder: TemporaryFolder
  let path: String
  let file: DurableFile
  let clock = ShiftedClock(by: .seconds(-60))
  var mirror = Mirror()

  /// A list with a=0 b=0 c=0, and a journal that sets a=1 since.
  init() throws {
    folder = TemporaryFolder()
    path = folder.file("store.plist")
    // The commits are older than any edit, which would otherwise come in the same tick of the clock.
    file = DurableFile(path: path, fileSystem: clock)
    try mirror.commit([("a", .integer(0)), ("b", .integer(0)), ("c", .integer(0))], to: file)
    try file.flush(compacting: true)
    try mirror.commit([("a", .integer(1))], to: file)
    clock.set(.zero)
  }

  /// A property list as another program writes it, without the mark of this library.
  private static func foreign(_ values: [String: PropertyList]) throws -> [UInt8] {
    var bytes = try BinaryPropertyList.encode(.dictionary(.init(values)))
    let mark = bytes.count - BinaryPropertyList.trailerLength
    bytes.replaceSubrange(mark..<mark + BinaryPropertyList.Mark.length, with: [0, 0, 0, 0, 0])
    return bytes
  }

  /// Rewrites the file as editors do, to a new file that takes the old one's place, or in place.
  private func edit(inPlace: Bool = false, _ change: (inout [String: Any]) -> Void) throws {
    let data = Data(try #require(folder.read("store.plist")))
    var tree = try #require(
      try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    change(&tree)
    let edited = try PropertyListSerialization.data(
      fromPropertyList: tree, format: .xml, options: 0)
    if inPlace {
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: edited)
      try handle.close()
    } else {
      try edited.write(to: URL(fileURLWithPath: path), options: .atomic)
    }
  }

  @Test("while the file is open is merged: both changes stand")
  func merged() throws {
    try edit { $0["b"] = 7 }
    let members = PropertyListDictionary(sortedMembers: try #require(try file.refresh()).members)
    #expect(members == .init(["a": .integer(1), "b": .integer(7), "c": .integer(0)]))
    #expect(try DurableFile.read(path) == members)
    #expect(folder.names == ["store.plist", "store.plist.journal", "store.plist.lock"])
  }

  @Test("wins over an older commit, which the editor could not see")
  func wins() throws {
    try edit { $0["a"] = 7 }
    let contents = try #require(try file.refresh())
    #expect(contents.issues.map(\.code) == [.overridden])
    #expect(contents.issues[0].member == "a")
    #expect(try folder.members("store.plist.earlier-1") == mirror.values)
    let members = PropertyListDictionary(sortedMembers: contents.members)
    #expect(members == .init(["a": .integer(7), "b": .integer(0), "c": .integer(0)]))
    #expect(try DurableFile.read(path) == members)
  }

  @Test("that removes members removes them")
  func removal() throws {
    try edit { $0["c"] = nil }
    #expect(try file.refresh()?.members.map(\.key) == ["a", "b"])
  }

  @Test("is seen by the next writer, and its members are kept")
  mutating func writing() throws {
    try edit { $0["theirs"] = 1 }
    try mirror.commit([("b", .integer(2))], to: file)
    #expect(
      try DurableFile.read(path)
        == .init([
          "a": .integer(1), "b": .integer(2), "c": .integer(0), "theirs": .integer(1),
        ]))
  }

  @Test("in place, which destroys the old file, wins over an older commit, and says so")
  func inPlace() throws {
    try edit(inPlace: true) {
      $0["a"] = 7
      $0["b"] = 7
    }
    let contents = try #require(try file.refresh())
    let members = PropertyListDictionary(sortedMembers: contents.members)
    #expect(members == .init(["a": .integer(7), "b": .integer(7), "c": .integer(0)]))
    #expect(contents.issues.map(\.code) == [.overridden])
    #expect(contents.issues[0].member == "a")
    #expect(try folder.members("store.plist.earlier-1") == mirror.values)
    #expect(try DurableFile.read(path) == members)
  }

  @Test("while the file is closed wins over an older commit, and says so")
  func closed() throws {
    try edit { $0["a"] = 7 }
    let contents = try DurableFile(path: path).open()
    #expect(contents.issues.map(\.code) == [.overridden])
    #expect(
      PropertyListDictionary(sortedMembers: contents.members)
        == .init(["a": .integer(7), "b": .integer(0), "c": .integer(0)]))
  }

  @Test("while the file is closed leaves commits to other members alone")
  func closedElsewhere() throws {
    try edit { $0["b"] = 7 }
    let contents = try DurableFile(path: path).open()
    #expect(contents.issues.isEmpty)
    #expect(
      PropertyListDictionary(sortedMembers: contents.members)
        == .init(["a": .integer(1), "b": .integer(7), "c": .integer(0)]))
  }

  @Test("wins over a commit whatever a clock says", arguments: [-3_600, 3_600])
  func clockJumps(seconds: Int) throws {
    let clock = ShiftedClock(by: .seconds(seconds))
    try DurableFile(path: path, fileSystem: clock).set(["a": .integer(2)])
    try edit { $0["a"] = 7 }
    #expect(
      try DurableFile(path: path, fileSystem: clock).open().members.first?.value == .integer(7))
  }

  @Test("that puts a backup of the file back counts wholly, however old its date")
  func restored() throws {
    let backup = try #require(folder.read("store.plist"))
    try file.flush(compacting: true)
    let clock = ShiftedClock(by: .seconds(-60))
    try DurableFile(path: path, fileSystem: clock).set(["c": .integer(3), "d": .integer(4)])
    // `cp -p` keeps the time of modification.
    try folder.write(backup, to: "backup")
    var times = [timespec(), timespec()]
    for index in times.indices { times[index].tv_sec = 1 }
    try #require(utimensat(AT_FDCWD, folder.file("backup"), times, 0) == 0)
    try #require(rename(folder.file("backup"), path) == 0)
    let contents = try DurableFile(path: path).open()
    #expect(
      PropertyListDictionary(sortedMembers: contents.members)
        == .init(["a": .integer(0), "b": .integer(0), "c": .integer(0)]))
    #expect(contents.issues.map(\.code) == [.overridden])
    #expect(contents.issues[0].found?.contains(#""a", "c", "d""#) == true)
    #expect(try DurableFile.read(path).members == contents.members)
  }

  @Test("that puts the list before the last back while the file is open counts wholly")
  func restoredWhileOpen() throws {
    let backup = try #require(folder.read("store.plist"))
    try file.flush(compacting: true)
    let copy = try folder.write(backup, to: "backup")
    try #require(rename(copy, path) == 0)
    let contents = try #require(try file.refresh())
    #expect(
      PropertyListDictionary(sortedMembers: contents.members)
        == .init(["a": .integer(0), "b": .integer(0), "c": .integer(0)]))
  }

  @Test("that is broken leaves the contents as they are and is kept aside")
  mutating func broken() throws {
    try Data("broken".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    // It has been still since.
    clock.set(.seconds(2))
    #expect(try file.refresh() == nil)
    #expect(file.takeIssues().map(\.code) == [.corrupt])
    #expect(try DurableFile.read(path) == mirror.values)
    try mirror.commit([("d", .integer(1))], to: file)
    #expect(folder.read("store.plist.damaged-1") == Array("broken".utf8))
    #expect(try DurableFile.read(path) == mirror.values)
    try file.flush(compacting: true)
    #expect(try folder.members("store.plist") == mirror.values)
  }

  @Test("that is broken in place leaves the contents to the next write")
  mutating func brokenInPlace() throws {
    try Data("broken".utf8).write(to: URL(fileURLWithPath: path))
    // It has been still since.
    clock.set(.seconds(2))
    #expect(try file.refresh() == nil)
    #expect(file.takeIssues().map(\.code) == [.corrupt])
    #expect(try file.refresh() == nil)
    try mirror.commit([("d", .integer(1))], to: file)
    #expect(try DurableFile.read(path) == mirror.values)
    #expect(folder.read("store.plist.damaged-1") == Array("broken".utf8))
  }

  @Test("that puts the file aside and then back changes nothing")
  mutating func asideAndBack() throws {
    let bytes = try #require(folder.read("store.plist"))
    try moveAside()
    #expect(try file.refresh() == nil)
    try mirror.commit([("b", .integer(2))], to: file)
    #expect(!folder.names.contains("store.plist"))
    try #require(rename(folder.file("aside"), path) == 0)
    #expect(try file.refresh() == nil)
    try mirror.commit([("a", .integer(3))], to: file)
    #expect(folder.read("store.plist") == bytes)
    #expect(try DurableFile.read(path) == mirror.values)
    #expect(file.takeIssues().isEmpty)
  }

  @Test("is merged when the file was put aside before the new one is there")
  mutating func asideAndReplaced() throws {
    let data = Data(try #require(folder.read("store.plist")))
    try moveAside()
    try mirror.commit([("c", .integer(3))], to: file)
    try data.write(to: URL(fileURLWithPath: path))
    try edit(inPlace: true) {
      $0["b"] = 7
      $0["theirs"] = 1
    }
    let expected = PropertyListDictionary([
      "a": .integer(1), "b": .integer(7), "c": .integer(3), "theirs": .integer(1),
    ])
    let contents = try #require(try file.refresh())
    #expect(contents.issues.isEmpty)
    #expect(PropertyListDictionary(sortedMembers: contents.members) == expected)
    #expect(try DurableFile.read(path) == expected)
  }

  @Test(
    "that removes the file removes nothing from a store that has it open, which writes it again",
    arguments: [true, false])
  mutating func removed(isJournalEmpty: Bool) throws {
    if isJournalEmpty { try file.flush(compacting: true) }
    try FileManager.default.removeItem(atPath: path)
    #expect(try file.refresh() == nil)
    try file.flush(compacting: true)
    #expect(try DurableFile.read(path) == mirror.values)
    #expect(try folder.members("store.plist") == mirror.values)
    try mirror.commit([("d", .integer(1))], to: file)
    #expect(file.takeIssues().map(\.operation) == ["looking for the property list"])
    #expect(try DurableFile.read(path) == mirror.values)
  }

  @Test("that removes the file leaves its mode and owner to the new one")
  mutating func removedWithMode() throws {
    #expect(chmod(path, 0o640) == 0)
    if geteuid() == 0 { #expect(chown(path, 1_234, 2_345) == 0) }
    file.passMoment()
    try mirror.commit([("b", .integer(2))], to: file)
    let old = try SystemFileSystem().status(of: path, in: AT_FDCWD)
    try FileManager.default.removeItem(atPath: path)
    try file.flush(compacting: true)
    for name in ["store.plist", "store.plist.journal"] {
      let new = try SystemFileSystem().status(of: folder.file(name), in: AT_FDCWD)
      #expect(new.permissions == 0o640)
      #expect(new.owner == old.owner && new.group == old.group)
    }
  }

  @Test("that gives the file another mode while no program runs gives it to the journal, too")
  mutating func modeBetweenPrograms() throws {
    try file.flush(compacting: true)
    file.close()
    #expect(chmod(path, 0o640) == 0)
    let later = DurableFile(path: path, maintenance: .resting)
    mirror.adopt(try later.open())
    try mirror.commit([("b", .integer(2))], to: later)
    for name in ["store.plist", "store.plist.journal"] {
      let status = try SystemFileSystem().status(of: folder.file(name), in: AT_FDCWD)
      #expect(status.permissions == 0o640)
    }
  }

  @Test("that removes the file is undone when the store is closed, though nobody has looked since")
  mutating func removedBeforeClosing() throws {
    try file.flush(compacting: true)
    try FileManager.default.removeItem(atPath: path)
    file.close()
    #expect(try DurableFile.read(path) == mirror.values)
  }

  @Test("that removes the file is undone when the store has been idle")
  mutating func removedBeforeIdling() throws {
    let maintenance = Maintenance { _ in true }
    let file = DurableFile(path: path, maintenance: maintenance)
    _ = try file.open()
    try file.flush(compacting: true)
    try FileManager.default.removeItem(atPath: path)
    #expect(try file.refresh() == nil)
    while maintenance.round() {}
    #expect(folder.read("store.plist") != nil)
    #expect(try DurableFile.read(path) == mirror.values)
  }

  @Test("that removes the file and the journal removes everything")
  mutating func removedWithJournal() throws {
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.removeItem(atPath: path + ".journal")
    #expect(try file.refresh()?.members.isEmpty == true)
    #expect(try DurableFile.read(path).members.isEmpty)
  }

  @Test("that comes during a compaction is not written over", arguments: [true, false])
  mutating func replacedMeanwhile(isRemovedFirst: Bool) throws {
    let editing = EditingFileSystem()
    let file = DurableFile(path: path, fileSystem: editing)
    _ = try file.open()
    try mirror.commit([("d", .integer(2))], to: file)
    if isRemovedFirst { try moveAside() }
    let edited = try Self.foreign(["a": .integer(1), "b": .integer(0), "theirs": .integer(1)])
    let temporary = try folder.write(edited, to: "theirs")
    editing.beforeRename { [path] in #expect(rename(temporary, path) == 0) }
    try file.flush(compacting: true)
    #expect(try file.refresh()?.members.map(\.key) == ["a", "b", "d", "theirs"])
    #expect(try DurableFile.read(path).members.map(\.key) == ["a", "b", "d", "theirs"])
  }

  private func moveAside() throws { try #require(rename(path, folder.file("aside")) == 0) }

  @Test("in the same instant and of the same size is not missed")
  func sameInode() throws {
    for number in 1...50 {
      try edit { $0["b"] = number % 10 }
      #expect(
        try file.refresh()?.members.first { $0.key == "b" }?.value == .integer(Int64(number % 10)))
    }
  }
}

/// A file system on which another program does something just before a new list gets its name.
private final class EditingFileSystem: FileSystemWrapper, @unchecked Sendable {
  // `@unchecked`: the variable has a lock of its own.
  private let edit = Protected<(@Sendable () -> Void)?>(nil)

  func beforeRename(_ edit: @escaping @Sendable () -> Void) { self.edit.withLock { $0 = edit } }

  /// The first synchronization is that of the new list.
  override func synchronize(_ file: Int32) throws(SystemError) {
    edit.withLock { $0.take() }?()
  }
}
