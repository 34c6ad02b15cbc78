import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("Looking at the folder, and mending it")
struct InspectionTests {
  @Test("counts no link, pipe or folder among the lists that were kept")
  func foreignLists() throws {
    let folder = TemporaryFolder()
    let file = DurableFile(path: folder.file("s"))
    file.keepHistory { .init(.kept) }
    for number in 1...2 {
      try file.set(["a": .integer(Int64(number))])
      try file.flush(compacting: true)
    }
    try #require(symlink("/etc/hostname", folder.file("s.earlier-8")) == 0)
    try #require(mkfifo(folder.file("s.earlier-9"), 0o600) == 0)
    try #require(mkdir(folder.file("s.earlier-7-update"), 0o700) == 0)
    let kept = try DurableFile(path: folder.file("s")).inspect().files
      .filter { $0.role == .earlier }.map(\.name)
    #expect(kept == ["s.earlier-1"])
    #expect(try file.earlierLists().map(\.name) == kept)
    try file.removeEarlierLists(timeout: .seconds(1))
    #expect(folder.names.filter { $0.contains("earlier") }.count == 3)
  }

  @Test("lists the commits of a journal in order")
  func commits() throws {
    let folder = TemporaryFolder()
    let file = DurableFile(path: folder.file("s"))
    try file.set(["a": .integer(2)])
    try file.set(["b": .boolean(true)])
    let inspection = try DurableFile(path: folder.file("s")).inspect()
    let journal = try #require(inspection.files.first { $0.role == .journal })
    #expect(journal.commits.map(\.number) == [1, 2])
    #expect(
      journal.commits.map(\.changes) == [
        [.init(name: "a", value: .integer(2))], [.init(name: "b", value: .boolean(true))],
      ])
  }

  @Test("distinguishes a file of the store from others by its name")
  func roles() {
    let roles: [(String, Inspection.Role?)] = [
      ("s", .list), ("s.lock", .lock), ("s.journal", .journal),
      ("s.temporary-1x", .temporary),
      ("s.earlier-1", .earlier), ("s.earlier-20-update", .earlier),
      ("s.damaged-1", .quarantined), ("s.edited-22", .quarantined),
      ("s.journal.damaged-1", .quarantined), ("s.unfinished-1", .quarantined),
      ("s.journal.1", nil), ("s.earlier-2-edit", nil),
      ("s.damaged-", nil), ("s.damaged-x", nil), ("t.damaged-1", nil), ("s.other-1", nil),
      ("s2", nil), ("S", nil), ("-1", nil),
    ]
    for (name, role) in roles {
      #expect(Inspection.Role(of: name, in: "s") == role, "\(name)")
    }
  }

  @Test("distinguishes the files of another store by their names alone")
  func owners() {
    let owners: [(String, String?)] = [
      ("s.lock", "s"), ("s.journal", "s"), ("s.temporary-1x", "s"), ("s.plist.lock", "s.plist"),
      ("s.journal.3.journal", "s.journal.3"), ("s.temporary-1.journal", "s"),
      ("s.lock.lock", "s.lock"), ("e\u{301}.lock", "e\u{301}"), ("s", nil), ("s.plist", nil),
      ("s.journal.03", nil), ("s.journal.", nil), (".lock", nil), (".journal", nil),
      (".temporary-1", nil), ("s.lock.plist", nil), ("s.LOCK", nil), ("s.damaged-1", nil),
      ("s.journal.damaged-1", nil), ("s.temporary", nil),
    ]
    for (name, owner) in owners {
      #expect(Inspection.Role.owner(of: name)?.name == owner, "\(name)")
    }
  }

  @Test("says that another holds the lock, and then does not mend")
  func held() throws {
    let folder = TemporaryFolder()
    let writer = DurableFile(path: folder.file("s"))
    try writer.set(["a": .integer(1)])
    _ = try writer.beginWriting(timeout: .seconds(10))
    defer { writer.endWriting() }

    let inspection = try DurableFile(path: folder.file("s")).inspect()
    #expect(inspection.isBeingWritten)
    #expect(inspection.files.first { $0.role == .lock }?.condition == .held)
    let error = #expect(throws: StorageError.self) {
      try DurableFile(path: folder.file("s")).mend(timeout: .zero)
    }
    #expect(error?.code == .busy)
  }

  @Test("finds a folder that does not exist, and a file that cannot be one")
  func missing() throws {
    let folder = TemporaryFolder()
    #expect(try DurableFile(path: folder.file("none/s")).inspect().isMissing)
    try folder.write([], to: "target")
    #expect(symlink("target", folder.file("s")) == 0)
    let opening = try DurableFile(path: folder.file("s")).inspect().opening
    #expect(throws: StorageError.self) { try opening.get() }
  }
}

extension TemporaryFolder {
  /// The bytes of all files, by name.
  var contents: [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: names.map { ($0, read($0) ?? []) })
  }
}
