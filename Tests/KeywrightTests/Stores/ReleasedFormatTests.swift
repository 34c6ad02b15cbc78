import Foundation
import KeywrightTestSupport
import Testing

@testable import Keywright
@testable import KeywrightStorage

/// Files of a store as a released version of the format wrote them, each as its name and its bytes in
/// Base64.
private struct ReleasedFiles {
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../Fixtures").standardizedFileURL
  let version: Int
  let files: [(name: String, bytes: Data)]

  static var versions: [Int] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.compactMap { $0.wholeMatch(of: /journal-([0-9]+)\.txt/).flatMap { Int($0.1) } }
  }

  static func url(_ version: Int) -> URL { folder.appending(path: "journal-\(version).txt") }

  init(version: Int) throws {
    self.version = version
    let text = try String(contentsOf: Self.url(version), encoding: .utf8)
    files = try text.split(separator: "\n").map { line in
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      return (String(words[0]), try #require(Data(base64Encoded: String(words[1]))))
    }
  }

  /// Writes the files of the version of today, from a folder that a store is using.
  static func record(_ folder: TemporaryFolder, version: Int) throws {
    let lines = try folder.names.filter { !$0.hasSuffix(".lock") }.map { name in
      "\(name) \(try Data(contentsOf: folder.url.appending(path: name)).base64EncodedString())\n"
    }
    try Data(lines.joined().utf8).write(to: url(version))
  }

  func restore(to folder: TemporaryFolder) throws -> URL {
    for (name, bytes) in files { try folder.write(Array(bytes), to: name) }
    return folder.url.appending(path: "defaults.plist")
  }
}

/// Files that every version of the library reads for ever. When the journal gets a new version, run this suite
/// with `KEYWRIGHT_RECORD_FORMAT=1` once, commit the new file, and never change an old one.
@Suite("Files of every released format")
struct ReleasedFormatTests {
  /// In the list.
  private static let list: [String: StoredValue] = [
    "app:boolean": true, "app:integer": -7, "app:large": StoredValue(.unsigned(.max)),
    "app:real": 0.1, "app:text": "plain", "app:unicode": "Größe 日本 🐈",
    "app:date": StoredValue(.date(700_000_000.25)), "app:data": StoredValue(.data([0, 255, 10])),
    "app:array": [1, "two", [3.5, false]], "app:tree": ["b": 1, "a": ["deep": "er"]],
    "app:removed": "gone later", "app:replaced": 1, "app:percent%3Aescaped": "one component",
  ]
  /// In the journal; nil for what it removes.
  private static let journal: [(String, StoredValue?)] = [
    ("app:replaced", 2), ("app:removed", nil), ("app:new", ["x": [true, -1.5]]),
    ("app:replaced", "three"),
    ("app:long", StoredValue(.string(String(repeating: "k", count: 900)))),
  ]
  private static var expected: [String: StoredValue] {
    journal.reduce(into: list) { $0[$1.0] = $1.1 }
  }

  private func values(_ store: some ReadableStore) throws -> [String: StoredValue] {
    var values: [String: StoredValue] = [:]
    for name in try store.storageStrings() { values[name.string] = try store.stored(name) }
    return values
  }

  private func key(_ name: String) -> Key<Root, StoredValue?> { Key(StorageString(name)) }

  @Test(
    "the version of today is among them",
    .enabled(if: !isRecording, "KEYWRIGHT_RECORD_FORMAT is set"))
  func present() {
    #expect(ReleasedFiles.versions.max() == Int(JournalFormat.version))
    #expect(ReleasedFiles.versions.contains(1))
  }

  @Test("are read, written, compacted and read again", arguments: ReleasedFiles.versions)
  func read(version: Int) throws {
    let folder = TemporaryFolder()
    let url = try ReleasedFiles(version: version).restore(to: folder)
    let store = DefaultsStore(url: url)
    #expect(try values(store) == Self.expected)
    #expect(store.issues.isEmpty)
    #expect(!store.hasDroppedInterruptedCommit)
    try store.set(key("app:later"), to: 9)
    try store.flush(compacting: true)
    store.close()
    var later = Self.expected
    later["app:later"] = 9
    let again = DefaultsStore(url: url)
    #expect(try values(again) == later)
    #expect(again.issues.isEmpty)
  }

  @Test("lose only the commit that was cut short", arguments: ReleasedFiles.versions)
  func cutShort(version: Int) throws {
    let files = try ReleasedFiles(version: version)
    let journal = try #require(files.files.first { $0.name.hasSuffix(".journal") })
    let end = try #require(journal.bytes.lastIndex { $0 != 0 })
    let folder = TemporaryFolder()
    let url = try files.restore(to: folder)
    try folder.write(Array(journal.bytes[..<(end - 40)]), to: journal.name)
    let store = DefaultsStore(url: url)
    var before = Self.expected
    before["app:long"] = nil
    #expect(try values(store) == before)
    #expect(store.hasDroppedInterruptedCommit)
  }

  @Test("are recorded", .enabled(if: isRecording, "KEYWRIGHT_RECORD_FORMAT is not set"))
  func record() throws {
    let folder = TemporaryFolder()
    let store = DefaultsStore(url: folder.url.appending(path: "defaults.plist"))
    try store.transaction { change in
      for (name, value) in Self.list { try change.set(key(name), to: value) }
    }
    try store.flush(compacting: true)
    for (name, value) in Self.journal { try store.set(key(name), to: value) }
    try ReleasedFiles.record(folder, version: Int(JournalFormat.version))
  }
}

private let isRecording = ProcessInfo.processInfo.environment["KEYWRIGHT_RECORD_FORMAT"] == "1"
