import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// An editor that reads a list once, and saves its buffer again and again while programs commit.
@Suite("A buffer that is saved more than once")
struct SavingTwiceTests {
  /// How the buffer gets into the list's place.
  enum Way: CaseIterable, Sendable {
    case inPlace, renamed
    /// The list is moved away first, for so long that a program writes it again.
    case movedAway
  }

  private static let members = ["a", "b", "c", "x", "y", "z"]

  @Test(
    "changes what its user changed, and nothing else",
    arguments: Way.allCases, Search.seeds(8, of: 60))
  func search(way: Way, seed: UInt64) throws {
    let folder = TemporaryFolder()
    let path = folder.file("s")
    var random = SeededGenerator(seed: seed)
    let file = DurableFile(path: path)
    file.keepHistory { .init(.kept) }
    let program = try FollowingProgram(file)
    for name in Self.members { try program.commit(name, 0) }
    try file.flush(compacting: true)
    // The user changes x, y and z, the program a, b and c.
    let list = try #require(folder.read("s"))
    var buffer = try #require(
      try PropertyListSerialization.propertyList(from: Data(list), format: nil) as? [String: Any])
    var expected = Dictionary(uniqueKeysWithValues: Self.members.map { ($0, 0) })
    var number = 0
    for _ in 0..<Int.random(in: 2...6, using: &random) {
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        number += 1
        let name = Self.members.prefix(3).randomElement(using: &random)!
        try program.commit(name, number)
        expected[name] = number
        if Bool.random(using: &random) { try file.flush(compacting: true) }
      }
      number += 1
      let name = Self.members.suffix(3).randomElement(using: &random)!
      buffer[name] = number
      expected[name] = number
      let bytes = try PropertyListSerialization.data(
        fromPropertyList: buffer, format: .xml, options: 0)
      switch way {
      case .inPlace: try bytes.write(to: URL(filePath: path))
      case .renamed: try bytes.write(to: URL(filePath: path), options: .atomic)
      case .movedAway:
        #expect(rename(path, path + "~") == 0)
        program.take(try file.refreshUpdate())
        try file.flush(compacting: true)
        try bytes.write(to: URL(filePath: path), options: .atomic)
      }
      program.take(try file.refreshUpdate())
      let all = PropertyListDictionary(expected.mapValues { .integer(Int64($0)) })
      #expect(program.values == all)
    }
    file.close()
    #expect(
      try DurableFile.read(path)
        == PropertyListDictionary(expected.mapValues { .integer(Int64($0)) }))
  }

  @Test("of a list of which nothing was kept changes the values that are named")
  func unknown() throws {
    let folder = TemporaryFolder()
    let path = folder.file("s")
    let file = DurableFile(path: path)
    file.keepHistory { .init(.off) }
    var program = Mirror()
    try program.commit([("a", .integer(0)), ("x", .integer(0))], to: file)
    try file.flush(compacting: true)
    let list = try #require(folder.read("s"))
    // Long enough for a new journal, which does not tell of that list.
    for byte in 1...2 as ClosedRange<UInt8> {
      let bytes = [UInt8](repeating: byte, count: 1 << 16)
      try program.commit([("a", .integer(Int64(byte))), ("long", .data(bytes))], to: file)
      try file.flush(compacting: true)
    }
    var buffer = try #require(
      try PropertyListSerialization.propertyList(from: Data(list), format: nil) as? [String: Any])
    buffer["x"] = 1
    try PropertyListSerialization.data(fromPropertyList: buffer, format: .xml, options: 0)
      .write(to: URL(filePath: path), options: .atomic)
    let contents = try #require(try file.refresh())
    #expect(contents.members.map(\.value) == [.integer(0), .integer(1)])
    #expect(contents.issues.map(\.code) == [.overridden])
    #expect(contents.issues.first?.found?.contains(#"which changes "a", "x", "long""#) == true)
  }
}
