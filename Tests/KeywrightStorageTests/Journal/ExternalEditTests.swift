import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("Another program's edit of the property list")
struct ExternalEditTests {
  let folder: TemporaryFolder
  let path: String
  let file: DurableFile
  var mirror = Mirror()

  /// A base with a=0 b=0 c=0, and a journal that sets a=1.
  init() throws {
    folder = TemporaryFolder()
    path = folder.file("store.plist")
    file = DurableFile(path: path)
    try mirror.commit([("a", .integer(0)), ("b", .integer(0)), ("c", .integer(0))], to: file)
    try mirror.commit([("a", .integer(1))], to: file)
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
    #expect(folder.names.allSatisfy { !$0.contains("edited") })
  }

  @Test("wins over an older commit, which the editor could not see")
  func wins() throws {
    try edit { $0["a"] = 7 }
    let contents = try #require(try file.refresh())
    #expect(contents.issues.isEmpty)
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

  @Test("in place, which destroys the old file, keeps what the journal names, and says so")
  func inPlace() throws {
    try edit(inPlace: true) {
      $0["a"] = 7
      $0["b"] = 7
    }
    let edited = folder.read("store.plist")
    let contents = try #require(try file.refresh())
    let members = PropertyListDictionary(sortedMembers: contents.members)
    #expect(members == .init(["a": .integer(1), "b": .integer(7), "c": .integer(0)]))
    #expect(contents.issues.map(\.code) == [.overridden])
    #expect(contents.issues[0].found?.contains("\"a\"") == true)
    #expect(folder.read("store.plist.edited-1") == edited)
    #expect(try DurableFile.read(path) == members)
  }

  @Test("while the file is closed keeps what the journal names, and says so")
  func closed() throws {
    try edit { $0["a"] = 7 }
    let contents = try DurableFile(path: path).open()
    #expect(contents.issues.map(\.code) == [.overridden])
    #expect(
      PropertyListDictionary(sortedMembers: contents.members)
        == .init(["a": .integer(1), "b": .integer(0), "c": .integer(0)]))
  }

  @Test("that is broken leaves the contents as they are and is kept aside")
  mutating func broken() throws {
    try Data("broken".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    let contents = try #require(try file.refresh())
    #expect(contents.issues.map(\.code) == [.corrupt])
    #expect(PropertyListDictionary(sortedMembers: contents.members) == mirror.values)
    #expect(try DurableFile.read(path) == mirror.values)
    #expect(folder.read("store.plist.damaged-1") == Array("broken".utf8))
    try mirror.commit([("d", .integer(1))], to: file)
    #expect(try DurableFile.read(path) == mirror.values)
  }

  @Test("that is broken in place leaves the contents to the next write")
  mutating func brokenInPlace() throws {
    try Data("broken".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try file.refresh()?.members == nil)
    #expect(file.takeIssues().map(\.code) == [.corrupt])
    #expect(try file.refresh()?.members == nil)
    try mirror.commit([("d", .integer(1))], to: file)
    #expect(try DurableFile.read(path) == mirror.values)
    #expect(folder.read("store.plist.damaged-1") == Array("broken".utf8))
  }

  @Test("that removes the file removes all but what was committed since")
  mutating func deleted() throws {
    try mirror.commit([("new", .integer(1))], to: file)
    try FileManager.default.removeItem(atPath: path)
    let contents = try #require(try file.refresh())
    #expect(contents.members.map(\.key) == ["new"])
    #expect(try DurableFile.read(path).members.map(\.key) == ["new"])
  }

  @Test("in the same instant and of the same size is not missed")
  func sameInode() throws {
    for number in 1...50 {
      try edit { $0["b"] = number % 10 }
      #expect(
        try file.refresh()?.members.first { $0.key == "b" }?.value == .integer(Int64(number % 10)))
    }
  }
}
