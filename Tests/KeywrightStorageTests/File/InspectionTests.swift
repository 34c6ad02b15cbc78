import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("Looking at the folder, and mending it")
struct InspectionTests {
  typealias Cell = RecoveryTests.Cell

  @Test("says what opening does, and changes nothing", arguments: RecoveryTests.cells)
  func agreement(cell: Cell) throws {
    let folder = TemporaryFolder()
    try RecoveryTests.Files.made.get().place(cell.checkpoint, cell.journals, in: folder)
    let before = folder.contents

    let inspection = try DurableFile(path: folder.file("s")).inspect()

    #expect(folder.contents == before)
    let contents = try inspection.opening.get()
    let found = RecoveryTests.text(PropertyListDictionary(sortedMembers: contents.members))
    #expect(found == cell.contents)
    #expect(contents.issues.map(\.code.rawValue).joined(separator: " ") == cell.issues)
    #expect(inspection.needsMending || cell.issues.isEmpty)
    #expect(Set(inspection.files.map(\.name)) == Set(before.keys))
    #expect(inspection.isMissing == before.isEmpty)
  }

  @Test("mends what opening would, and loses no byte", arguments: RecoveryTests.cells)
  func mending(cell: Cell) throws {
    let folder = TemporaryFolder()
    try RecoveryTests.Files.made.get().place(cell.checkpoint, cell.journals, in: folder)
    try folder.write([1, 2, 3], to: "s.temporary-x")
    try folder.write([], to: "s.temporary-y")
    let before = folder.contents
    let understood = try understood(of: DurableFile(path: folder.file("s")).inspect())

    // Later, when nobody is changing files any more.
    let late = ShiftedClock(by: .seconds(2))
    try DurableFile(path: folder.file("s"), fileSystem: late).mend(timeout: .seconds(10))

    let after = folder.contents
    for (name, bytes) in before where !understood.contains(name) {
      #expect(after.values.contains(bytes), "\(name)")
    }
    let inspection = try DurableFile(path: folder.file("s")).inspect()
    #expect(!inspection.canBeTidied)
    let contents = try inspection.opening.get()
    let isKept = after.keys.contains { $0.contains(".damaged-") }
    #expect(contents.issues.map(\.code) == (isKept ? [.unacknowledged] : []))
    let found = RecoveryTests.text(PropertyListDictionary(sortedMembers: contents.members))
    #expect(found == cell.contents)
    #expect(try DurableFile(path: folder.file("s")).open().members == contents.members)
  }

  /// The files whose content is in the mended checkpoint, or that are empty.
  private func understood(of inspection: Inspection) throws -> Set<String> {
    let overridden = try inspection.opening.get().issues.contains { $0.code == .overridden }
    return Set(
      inspection.files.filter { file in
        switch file.role {
        case .checkpoint: file.condition == .inUse
        case .journal:
          file.condition == .inUse && !overridden || file.commits.isEmpty && isWhole(file)
        case .temporary: file.size == 0
        case .lock, .quarantined, .earlier: false
        }
      }.map(\.name))
  }

  private func isWhole(_ file: Inspection.StoreFile) -> Bool {
    if case .damaged = file.condition { false } else { true }
  }

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
    try RecoveryTests.Files.made.get().place("second", "2", in: folder)
    let inspection = try DurableFile(path: folder.file("s")).inspect()
    let journal = try #require(inspection.files.first { $0.role == .journal })
    #expect(
      journal.commits == [
        .init(
          // The first record names the checkpoint.
          offset: JournalFormat.headerLength + 29,
          changes: [.init(name: "a", value: .integer(2)), .init(name: "z", value: nil)])
      ])
  }

  @Test("distinguishes a file of the store from others by its name")
  func roles() {
    let roles: [(String, Inspection.Role?)] = [
      ("s", .checkpoint), ("s.lock", .lock), ("s.journal.12", .journal),
      ("s.temporary-1x", .temporary),
      ("s.earlier-1", .earlier), ("s.earlier-20-update", .earlier),
      ("s.damaged-1", .quarantined), ("s.edited-22", .quarantined),
      ("s.journal.3.damaged-1", .quarantined), ("s.unfinished-1", .quarantined),
      ("s.journal.03", nil),
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
      ("s.lock", "s"), ("s.journal.12", "s"), ("s.temporary-1x", "s"), ("s.plist.lock", "s.plist"),
      ("s.journal.3.journal.4", "s.journal.3"), ("s.temporary-1.journal.1", "s"),
      ("s.lock.lock", "s.lock"), ("e\u{301}.lock", "e\u{301}"), ("s", nil), ("s.plist", nil),
      ("s.journal.03", nil), ("s.journal.", nil), (".lock", nil), (".journal.1", nil),
      (".temporary-1", nil), ("s.lock.plist", nil), ("s.LOCK", nil), ("s.damaged-1", nil),
      ("s.journal.3.damaged-1", nil), ("s.temporary", nil),
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
