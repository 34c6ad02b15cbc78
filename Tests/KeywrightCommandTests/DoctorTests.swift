import Foundation
import KeywrightStorage
import KeywrightTestSupport
import KeywrightVerbs
import Testing

@testable import keywright_cli

@Suite("doctor")
struct DoctorTests {
  /// Makes a store with one compacted and one later commit.
  private func makeStore(in folder: TemporaryFolder) throws -> String {
    let path = folder.path + "/s.plist"
    // No maintenance brings the later commit into the list.
    let file = DurableFile(path: path, fileSystem: FaultyFileSystem())
    var mirror = Mirror()
    try mirror.commit([("a", .integer(1))], to: file)
    // A new store has a list once it was idle.
    try file.flush(compacting: true)
    try mirror.commit([("b", .integer(2))], to: file)
    return path
  }

  private func damage(_ path: String) throws {
    var bytes = try #require(FileManager.default.contents(atPath: path))
    bytes[12] ^= 1
    try bytes.write(to: URL(fileURLWithPath: path))
    try TemporaryFolder.backdate(path)
  }

  @Test("says that a store is healthy, and what is in it")
  func healthy() throws {
    let folder = TemporaryFolder()
    let path = try makeStore(in: folder)
    let names = folder.names
    let outcome = Command.run(["doctor", "--store", path])
    #expect(outcome.code == .success)
    #expect(outcome.complaints.isEmpty)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines[0] == "\(path): healthy")
    #expect(lines.contains { $0.hasPrefix("  s.plist.journal") && $0.hasSuffix("2 commits") })
    #expect(lines.contains("Opening it gives 2 values."))
    #expect(lines.last == "  2  sets b")
    #expect(folder.names == names)
  }

  @Test("mends what is damaged, and says what it kept aside")
  func mending() throws {
    let folder = TemporaryFolder()
    let path = try makeStore(in: folder)
    try damage(path)
    let broken = try #require(FileManager.default.contents(atPath: path))

    let outcome = Command.run(["doctor", "--store", path])
    #expect(outcome.code == .problems)
    #expect(outcome.output.hasPrefix("\(path): in need of mending\n"))
    #expect(outcome.output.contains("[corrupt, reading]"))
    #expect(FileManager.default.contents(atPath: path) == broken)

    let mended = Command.run(["doctor", "--mend", "--store", path])
    #expect(mended.code == .success)
    #expect(mended.output.hasPrefix("\(path): mended, now healthy\n"))
    #expect(mended.output.hasSuffix("Quarantined, not deleted: s.plist.damaged-1\n"))
    #expect(FileManager.default.contents(atPath: path + ".damaged-1") == broken)
    #expect(try DurableFile(path: path).open().members.map(\.key) == ["a", "b"])
    #expect(
      Command.run(["doctor", "--mend", "--store", path]).output.hasPrefix("\(path): healthy\n"))
  }

  @Test("tells of damage at each opening until it is acknowledged")
  func acknowledged() throws {
    let folder = TemporaryFolder()
    let path = try makeStore(in: folder)
    try damage(path)
    #expect(Command.run(["doctor", "--mend", "--store", path]).code == .success)
    let broken = FileManager.default.contents(atPath: path + ".damaged-1")
    for _ in 1...2 {
      let issues = try DurableFile(path: path).open().issues
      #expect(issues.map(\.code) == [.unacknowledged])
      #expect(issues.first?.found?.hasPrefix("s.plist.damaged-1 beside the file") == true)
    }
    let list = Command.run(["list", "--store", path])
    #expect(list.complaints.contains("s.plist.damaged-1 beside the file"))

    // What is there is sound, so the command may write.
    #expect(try DurableFile(path: path).inspect().opening.get().damage == nil)

    let acknowledged = Command.run(["doctor", "--acknowledge", "--store", path])
    #expect(acknowledged.code == .success)
    #expect(acknowledged.output.contains("s.plist.acknowledged-1"))
    #expect(FileManager.default.contents(atPath: path + ".acknowledged-1") == broken)
    #expect(try DurableFile(path: path).open().issues.isEmpty)
    #expect(Command.run(["doctor", "--acknowledge", "--store", path]).code == .success)
    #expect(folder.names.filter { $0.contains("acknowledged") } == ["s.plist.acknowledged-1"])
  }

  @Test("does not take files of other names for damaged ones of the store")
  func otherNames() throws {
    let folder = TemporaryFolder()
    let path = try makeStore(in: folder)
    for name in [
      "t.plist.damaged-1", "s.plist.damaged-", "s.plist.damaged-1.bak", "s.plist.edited-1",
    ] {
      try Data().write(to: URL(fileURLWithPath: folder.path + "/" + name))
    }
    #expect(try DurableFile(path: path, compactsByItself: false).open().issues.isEmpty)
    let before = folder.names.sorted()
    #expect(Command.run(["doctor", "--acknowledge", "--store", path]).code == .success)
    #expect(folder.names.sorted() == before)
  }

  @Test("prints JSON that programs read")
  func json() throws {
    let folder = TemporaryFolder()
    let path = try makeStore(in: folder)
    try damage(path)
    let text = Command.run(["doctor", "--json", "--store", path]).output
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(object["state"] as? String == "mendable")
    #expect((object["issues"] as? [[String: Any]])?.first?["code"] as? String == "corrupt")
    let files = try #require(object["files"] as? [[String: Any]])
    #expect(files.compactMap { $0["role"] as? String } == ["list", "journal", "lock"])
    let mended = Command.run(["doctor", "--json", "--mend", "--store", path]).output
    #expect(mended.contains(#""quarantined": ["s.plist.damaged-1"]"#))
  }

  @Test("distinguishes a missing file and an unreadable one from an empty one")
  func unreadable() throws {
    let folder = TemporaryFolder()
    let missing = Command.run(["doctor", "--mend", "--store", folder.path + "/none.plist"])
    #expect(missing.code == .failed)
    #expect(missing.output.contains("there is no store here"))
    #expect(folder.names.isEmpty)

    let path = try makeStore(in: folder)
    let journal = path + ".journal"
    var bytes = try #require(FileManager.default.contents(atPath: journal))
    bytes.replaceSubrange(8..<12, with: [9, 0, 0, 0])
    let crc = bytes.prefix(32).withUnsafeBytes { CRC32C.checksum(of: $0) }
    withUnsafeBytes(of: crc.littleEndian) { bytes.replaceSubrange(32..<36, with: Array($0)) }
    try bytes.write(to: URL(fileURLWithPath: journal))
    let newer = Command.run(["doctor", "--mend", "--store", path])
    #expect(newer.code == .failed)
    #expect(newer.output.contains("4096 bytes, cannot be read: a journal of version 9"))
    #expect(newer.output.contains("Opening it fails: \(journal): a journal of version 9"))
    #expect(!newer.output.contains("damaged"))
    #expect(FileManager.default.contents(atPath: journal) == bytes)
  }

  @Test(
    "refuses the journal and the lock of a store, and says whose they are",
    arguments: [".journal", ".lock"], [[], ["--mend"]])
  func filesOfAStore(ending: String, options: [String]) throws {
    let folder = TemporaryFolder()
    let path = try makeStore(in: folder)
    let bytes = FileManager.default.contents(atPath: path + ending)
    let names = folder.names
    let outcome = Command.run(["doctor"] + options + ["--store", path + ending])
    #expect(outcome.code == .failed)
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaints.contains("Use s.plist instead"))
    #expect(folder.names == names)
    #expect(FileManager.default.contents(atPath: path + ending) == bytes)
  }

  @Test("shows names that would disturb a terminal by their escapes")
  func hostileNames() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/s.plist"
    let file = DurableFile(path: path, fileSystem: FaultyFileSystem())
    var mirror = Mirror()
    for _ in 0..<2 { try mirror.commit([("\u{1B}[31m\n", .boolean(true))], to: file) }
    let output = Command.run(["doctor", "--store", path]).output
    #expect(!output.unicodeScalars.contains("\u{1B}"))
    #expect(output.contains(#"sets \u001B[31m"#))
  }

  @Test("prints no name or path on a line of its own, however it is called")
  func forgedLines() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/s\n/etc/store: healthy\u{2028}x.plist"
    let key = "k\n  9  at byte 999: sets password"
    let directory = folder.path + "/s\n/etc"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    let file = DurableFile(path: path, fileSystem: FaultyFileSystem())
    var mirror = Mirror()
    for number in 1...2 {
      try mirror.commit([(key, .integer(Int64(number)))], to: file)
      if number == 1 { try file.flush(compacting: true) }
    }
    let healthy = Command.run(["doctor", "--store", path]).output
    try damage(path)
    let reports = [
      healthy, Command.run(["doctor", "--store", path]).output,
      Command.run(["doctor", "--mend", "--store", path]).output,
      Command.run(["doctor", "--store", folder.path + "/none\n/etc/store: healthy"]).output,
    ]
    for report in reports {
      let lines = report.split(separator: "\n")
      #expect(!lines.contains { $0.hasPrefix("/etc/store") || $0.hasPrefix("  9  at byte") })
      #expect(!report.unicodeScalars.contains("\u{2028}"))
    }
    #expect(healthy.contains(#"sets k\n  9  at byte 999: sets password"#))
    #expect(healthy.hasPrefix(folder.path + #"/s\n/etc/store: healthy\u2028x.plist: healthy"#))
  }

  @Test("tells of an earlier list that cannot be read, and changes nothing of it")
  func earlierList() throws {
    let folder = TemporaryFolder()
    let path = try makeStore(in: folder)
    try FileManager.default.copyItem(atPath: path, toPath: path + ".earlier-1")
    #expect(Command.run(["doctor", "--store", path]).code == .success)
    _ = try folder.write("junk", to: "s.plist.earlier-2")
    for words in [[], ["--mend"]] {
      let outcome = Command.run(["doctor", "--store", path] + words)
      #expect(outcome.code == .problems, "\(outcome)")
      #expect(outcome.output.contains("s.plist.earlier-2  4 bytes, cannot be read: "))
      #expect(
        outcome.output.hasSuffix(
          "\nNothing can be restored from s.plist.earlier-2: remove what cannot be read.\n"))
      #expect(folder.read("s.plist.earlier-2") == Array("junk".utf8))
    }
  }
}
