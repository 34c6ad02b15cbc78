import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// What is found in a folder while the disk refuses to have it repaired.
@Suite("What is found in the folder, where no new list can be written")
struct RepairFaultTests {
  private static let refusals = RecoveryTests.cells.flatMap { cell in
    [FileOperation.rename, .create, .fsync].map { (cell, $0) }
  }

  @Test(
    "keeps its meaning: a commit is made or refused, and never counts for less than it said",
    arguments: Search.part(of: refusals, each: 5))
  func refused(cell: RecoveryTests.Cell, operation: FileOperation) throws {
    let files = try RecoveryTests.Files.made.get()
    let folder = TemporaryFolder()
    try files.place(cell.checkpoint, cell.journals, in: folder)
    let path = folder.file("s")
    _ = try folder.write([UInt8](), to: "s.lock")
    let faulty = FaultyFileSystem { _, called in called == operation ? ENOSPC : nil }
    let file = DurableFile(path: path, fileSystem: faulty)
    var mirror = Mirror()
    do throws(StorageError) {
      mirror.adopt(try file.open())
      #expect(RecoveryTests.text(mirror.values) == cell.contents)
      try mirror.commit([("n", .integer(1))], to: file)
      #expect(try DurableFile.read(path) == mirror.values)
    } catch {
      guard error.code != .uncertain else { return }
      let stored = try RecoveryTests.text(DurableFile.read(path))
      #expect(stored == cell.contents, "\(operation): \(error)")
    }
    // The disk has room again.
    faulty.replacePlan { _, _ in nil }
    mirror.adopt(try file.refresh())
    try mirror.commit([("n", .integer(2))], to: file)
    #expect(try DurableFile.read(path) == mirror.values)
    mirror.values["n"] = nil
    #expect(RecoveryTests.text(mirror.values) == cell.contents)
  }
}
