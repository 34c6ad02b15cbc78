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
      (".temporary-1", nil), ("s.lock.plist", nil), ("s.LOCK", nil), ("s.damaged-1", "s"),
      ("s.journal.damaged-1", "s.journal"), ("s.temporary", nil), ("s.plist.earlier-3", "s.plist"),
      ("s.earlier-3-update", "s"), ("s.earlier-03", nil), ("s.earlier-3.plist", nil),
      ("s.other-1", nil),
    ]
    for (name, owner) in owners {
      #expect(Inspection.Role.owner(of: name)?.name == owner, "\(name)")
    }
  }

  @Test(
    "says of a list that was damaged a moment ago that it is, and keeps it aside when it is asked to mend"
  )
  func damagedJustNow() throws {
    let folder = TemporaryFolder()
    let disk = FaultyFileSystem()
    let path = folder.file("s")
    let file = DurableFile(path: path, fileSystem: disk)
    try file.set(["a": .integer(1)])
    try file.flush(compacting: true)
    _ = try folder.write("{}", to: "s")
    let found = try DurableFile(path: path, fileSystem: disk).inspect()
    #expect(found.needsMending)
    #expect(found.files.first { $0.role == .list }?.condition != .inUse)
    try DurableFile(path: path, fileSystem: disk).mend(timeout: .seconds(1))
    #expect(folder.read("s.damaged-1") == Array("{}".utf8))
    let mended = try DurableFile(path: path, fileSystem: disk).inspect()
    #expect(!mended.needsMending)
    #expect(try mended.opening.get().members.map(\.value) == [.integer(1)])
  }

  @Test(
    "says of a journal that was emptied that it is damaged, unless no list can be of a store with one"
  )
  func emptied() throws {
    for bytes in [[UInt8](), [UInt8](repeating: 0, count: 4_096)] {
      let folder = TemporaryFolder()
      let file = DurableFile(path: folder.file("s"))
      try file.set(["a": .integer(1)])
      file.close()
      _ = try folder.write(bytes, to: "s.journal")
      let found = try DurableFile(path: folder.file("s")).inspect()
      #expect(found.needsMending)
      #expect(try found.opening.get().damage?.code == .corrupt)
      let next = DurableFile(path: folder.file("s"))
      let contents = try next.open()
      #expect(contents.members.map(\.value) == [.integer(1)])
      #expect(contents.issues.contains { $0.code == .corrupt })
      try next.set(["a": .integer(2)])
      #expect(folder.read("s.journal.damaged-1") == bytes)
      // What a power cut leaves of a store whose first commit had not reached the disk.
      let new = TemporaryFolder()
      _ = try new.write(bytes, to: "s.journal")
      #expect(try !DurableFile(path: new.file("s")).inspect().needsMending)
    }
  }

  /// A device is the superuser's to make.
  @Test(
    "does not take a pipe or a device for a journal",
    arguments: getuid() == 0 ? [true, false] : [true])
  func foreignJournal(isPipe: Bool) throws {
    let folder = TemporaryFolder()
    try DurableFile(path: folder.file("s")).set(["a": .integer(1)])
    try FileManager.default.removeItem(atPath: folder.file("s.journal"))
    let path = folder.file("s.journal")
    try #require((isPipe ? mkfifo(path, 0o600) : mknod(path, S_IFCHR | 0o600, 0x103)) == 0)
    let file = DurableFile(path: folder.file("s"))
    #expect(throws: StorageError.self) { try file.inspect().opening.get() }
    #expect(throws: StorageError.self) { try file.set(["a": .integer(2)]) }
    #expect(folder.read("s.journal.damaged-1") == nil)
  }

  @Test("does not take a folder that nobody can look into for one without a store")
  func unreachable() {
    let folder = TemporaryFolder()
    let locked = FaultyFileSystem { _, operation in operation == .open ? EACCES : nil }
    #expect(!DurableFile(path: folder.file("s"), fileSystem: locked).isMissing)
    #expect(DurableFile(path: folder.file("s")).isMissing)
    #expect(DurableFile(path: folder.file("none/s")).isMissing)
  }

  @Test(
    "says that a store can only be read where its lock or its journal cannot be opened for writing")
  func readOnly() throws {
    let folder = TemporaryFolder()
    let path = folder.file("s")
    try DurableFile(path: path).set(["a": .integer(1)])
    #expect(try !DurableFile(path: path).inspect().opening.get().isReadOnly)
    try FileManager.default.removeItem(atPath: folder.file("s.lock"))
    try FileManager.default.createDirectory(
      atPath: folder.file("s.lock"), withIntermediateDirectories: false)
    #expect(try DurableFile(path: path).inspect().opening.get().isReadOnly)
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
