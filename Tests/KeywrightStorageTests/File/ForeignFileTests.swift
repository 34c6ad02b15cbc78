import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// What lies in a list's place and is none: the damaged list of the store, or another program's file.
///
/// A search over kinds of bytes, what lies beside them, and who opens the store.
@Suite("What lies in the place of a list")
struct ForeignFileTests {
  let folder = TemporaryFolder()

  private static let list: [UInt8] =
    (try? BinaryPropertyList.encode(
      .dictionary(PropertyListDictionary(["a": .integer(1), "b": .string("two")])))) ?? []

  private static let xml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict><key>a</key><integer>1</integer></dict></plist>
    """

  /// What lies in the list's place.
  struct Content: CustomTestStringConvertible {
    let kind: String
    let bytes: [UInt8]
    var testDescription: String { kind }

    init(_ kind: String, _ bytes: [UInt8]) { (self.kind, self.bytes) = (kind, bytes) }
  }

  /// Files of other programs.
  static let foreign: [Content] = [
    Content("a picture", [0x89] + Array("PNG\r\n\u{1a}\n\0\0\0\rIHDR".utf8) + Array(0...200)),
    Content("a photo", [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8) + Array(0...99)),
    Content("a text", Array("Dear store,\nthis is no list.\n".utf8)),
    Content("a word", Array("junk".utf8)), Content("a letter", Array("x".utf8)),
    Content("a text that was cut off", Array("{ a = 1;".utf8)),
    Content("an old list", Array("{ a = 1; }\n".utf8)),
    Content("JSON", Array(#"  [{"a": "é"}]"#.utf8)),
    Content("settings", Array("[window]\r\nwidth = 800\r\n".utf8)),
    Content("an archive", Array("PK\u{3}\u{4}".utf8) + [20, 0, 0, 0, 8, 0] + Array(0...99)),
    Content("a compressed file", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + Array(0...99)),
    Content(
      "a program", [0x7F] + Array("ELF".utf8) + [2, 1, 1, 0] + [UInt8](repeating: 0, count: 56)),
    Content("a document", Array("%PDF-1.7\n%âãÏÓ\n1 0 obj\n".utf8)),
    Content("a database", Array("SQLite format 3\u{0}, and pages".utf8)),
    Content("a page", Array("<!DOCTYPE html><html><title>settings</title></html>".utf8)),
    Content("a drawing", Array("<?xml version=\"1.0\"?>\n<svg width=\"1\"></svg>\n".utf8)),
    Content("a text in UTF-16", [0xFF, 0xFE] + Array("settings".utf8.flatMap { [$0, 0] })),
    Content("zeros and a number", [UInt8](repeating: 0, count: 60) + [1, 2, 3, 4]),
    Content("a list of values", (try? BinaryPropertyList.encode(.array([.integer(1)]))) ?? []),
    Content("a text in XML", Array("<plist><string>one</string></plist>".utf8)),
  ]

  /// Lists that were damaged.
  static let damaged: [Content] =
    [
      Content("nothing", []), Content("a zero", [0]),
      Content("zeros", [UInt8](repeating: 0, count: 4_096)),
      Content("a header", Array("bplist00".utf8)), Content("half of a header", Array("bpli".utf8)),
      Content("a part of a header", Array("bp".utf8)), Content("XML", Array("<plist>".utf8)),
      Content("XML that was cut off", Array(xml.utf8.dropLast(20))),
      Content("XML in UTF-16", [0xFF, 0xFE] + xml.utf8.dropLast(20).flatMap { [$0, 0] }),
      Content("a list without its end", Array(list.dropLast())),
      Content(
        "a list with a flipped bit", list.dropLast(9) + [list[list.count - 9] ^ 1] + list.suffix(8)),
      Content("a list with half a header", Array("????".utf8) + list.dropFirst(4).dropLast()),
    ]

  enum Beside: CaseIterable {
    case nothing, filesOfOthers, lock, journal, blankJournal, earlierList, damagedList

    /// Whether it belongs to a store of the list.
    var isOfStore: Bool { self != .nothing && self != .filesOfOthers }
  }

  enum Opener: CaseIterable {
    case open, openTwice, refresh, commit, flush, mend, inspect, backUp, acknowledge

    /// Whether it brings a damaged list out of its place.
    var repairs: Bool { ![.inspect, .backUp, .acknowledge, .flush].contains(self) }
  }

  private var path: String { folder.file("s.plist") }

  /// Puts files into the folder, a journal with two commits.
  private func make(_ bytes: [UInt8], _ beside: Beside) throws {
    if beside == .journal {
      for name in ["b", "a"] {
        try DurableFile(path: path, compactsByItself: false, maintenance: .resting)
          .set([name: .integer(1)])
      }
    }
    try folder.write(bytes, to: "s.plist")
    switch beside {
    case .nothing, .journal: break
    case .filesOfOthers:
      for name in [
        "t.plist", "t.plist.lock", "s.plist.bak", "s.plist.lock.txt", "s.plist.earlier-x",
      ] {
        try folder.write(Self.list, to: name)
      }
    case .lock: try folder.write([], to: "s.plist.lock")
    case .blankJournal: try folder.write([UInt8](repeating: 0, count: 64), to: "s.plist.journal")
    case .earlierList: try folder.write(Self.list, to: "s.plist.earlier-1")
    case .damagedList: try folder.write(Self.list, to: "s.plist.damaged-1")
    }
  }

  /// Does what an opener does.
  /// - Returns: What was read, if anything was.
  private func run(_ opener: Opener) throws(StorageError) -> DurableFile.Contents? {
    // Later, when nobody is changing files any more.
    let file = DurableFile(path: path, fileSystem: ShiftedClock(by: .seconds(2)))
    switch opener {
    case .open: return try file.open()
    case .openTwice:
      _ = try? DurableFile(path: path, fileSystem: ShiftedClock(by: .seconds(2))).open()
      return try file.open()
    case .refresh: return try file.refresh()
    case .commit: try file.set(["z": .integer(9)])
    case .flush: try file.flush(compacting: true)
    case .mend: try file.mend(timeout: .seconds(1))
    case .inspect: return try file.inspect().opening.get()
    case .backUp:
      defer { try? FileManager.default.removeItem(atPath: folder.path + "-copy") }
      return try file.backUp(to: folder.path + "-copy")
    case .acknowledge: _ = try file.acknowledgeDamage()
    }
    return nil
  }

  private static let openedForeign = foreign.flatMap { file in Opener.allCases.map { (file, $0) } }

  @Test(
    "stays as it is where it is another program's, whoever opens it",
    arguments: Search.part(of: openedForeign, each: 13))
  func foreignFile(_ file: Content, _ opener: Opener) throws {
    for beside in [Beside.nothing, .filesOfOthers] {
      try make(file.bytes, beside)
      let before = FolderContent(of: folder.path)
      var code: StorageError.Code?
      do { _ = try run(opener) } catch { code = error.code }
      // That reads no list.
      #expect(code == (opener == .acknowledge ? nil : .unavailable), "\(file.kind), \(beside)")
      #expect(FolderContent(of: folder.path) == before, "\(file.kind), \(beside)")
    }
    // A store can begin once the file has gone.
    try FileManager.default.removeItem(atPath: path)
    try DurableFile(path: path).set(["a": .integer(1)])
    #expect(try DurableFile.read(path)["a"] == .integer(1))
  }

  /// Files that look like a list, and any others beside which files of the store lie.
  private static let damagedLists = (foreign + damaged).flatMap { file in
    let looksLikeList = damaged.contains { $0.kind == file.kind }
    return Beside.allCases.filter { looksLikeList || $0.isOfStore }.map { (file, $0) }
  }

  @Test(
    "is the store's damaged list where it looks like one, or files of the store lie beside it",
    arguments: Search.part(of: damagedLists, each: 127))
  func damagedList(_ file: Content, _ beside: Beside) throws {
    for opener in Opener.allCases {
      for name in folder.names { try FileManager.default.removeItem(atPath: folder.file(name)) }
      try make(file.bytes, beside)
      let before = FolderContent(of: folder.path)
      let contents = try run(opener)
      let title = Comment(rawValue: "\(file.kind), \(beside), \(opener)")
      if let contents {
        #expect(contents.issues.contains { $0.code == .corrupt } || opener == .openTwice, title)
        #expect(contents.members.map(\.key) == (beside == .journal ? ["a", "b"] : []), title)
      }
      guard opener.repairs else { continue }
      // The control: the comparison sees what moved.
      #expect(FolderContent(of: folder.path) != before, title)
      let number = beside == .damagedList ? 2 : 1
      #expect(folder.read("s.plist.damaged-\(number)") == file.bytes, title)
    }
  }

  @Test("is another program's where it is larger than any list", arguments: [Opener.open, .commit])
  func large(_ opener: Opener) throws {
    try folder.write(Self.list, to: "s.plist")
    try #require(truncate(path, off_t(PropertyListLimits.bytes) + 1) == 0)
    let before = folder.names
    var code: StorageError.Code?
    do { _ = try run(opener) } catch { code = error.code }
    #expect(code == .unavailable)
    #expect(folder.names == before)
  }

  @Test("is another program's for a store that was opened before it came", arguments: foreign)
  func later(_ content: Content) throws {
    let file = DurableFile(path: path)
    #expect(try file.open().members.isEmpty)
    try folder.write(content.bytes, to: "s.plist")
    let before = FolderContent(of: folder.path)
    for _ in 1...2 {
      let error = #expect(throws: StorageError.self) { try file.refresh() }
      #expect(error?.code == .unavailable)
    }
    #expect(throws: StorageError.self) { try file.set(["a": .integer(1)]) }
    #expect(FolderContent(of: folder.path) == before)
    try FileManager.default.removeItem(atPath: path)
    try file.set(["a": .integer(1)])
    #expect(try DurableFile.read(path)["a"] == .integer(1))
  }
}
