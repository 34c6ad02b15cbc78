import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// A list that is gone while its journal is there, for a program that never saw it: it may come back, so the
/// journal is all that there is.
@Suite("A list that is gone beside its journal")
struct GoneListTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("s") }

  /// A file system on which nobody waits in earnest for the list to come back.
  private final class Hurried: FileSystemWrapper, @unchecked Sendable {
    override func pause(_ duration: Duration) {}
  }

  /// A program that opened the store when the list, with `a`, was gone and a journal of a later list was
  /// there, and committed `b`.
  private func program() throws -> FollowingProgram {
    let first = try FollowingProgram(path)
    try first.commitCompacting("a", 1)
    try first.commitCompacting("a", 2)
    first.file.close()
    #expect(rename(path, path + "~") == 0)
    let program = try FollowingProgram(path, Hurried())
    try program.commit("b", 1)
    return program
  }

  private enum End: CaseIterable { case flush, close, exit }

  @Test("keeps that journal whatever ends the program", arguments: End.allCases)
  private func journal(end: End) throws {
    let program = try program()
    let names = folder.names
    switch end {
    case .flush: try program.file.flush(compacting: true)
    case .close: program.file.close()
    case .exit: program.file.compactAtExit(within: .seconds(10))
    }
    #expect(folder.names == names)
    #expect(rename(path + "~", path) == 0)
    let next = try FollowingProgram(path)
    #expect(RecoveryTests.text(next.values) == "a=2 b=1")
    #expect(next.file.takeIssues().isEmpty)
  }

  @Test("is written again on request, and what the journal held is kept aside")
  func mended() throws {
    let program = try program()
    let journal = try #require(folder.names.first { $0.contains(".journal.") })
    let records = try #require(folder.read(journal)?.trailingZerosRemoved)
    try DurableFile(path: path, fileSystem: Hurried()).mend(timeout: .seconds(10))
    #expect(try RecoveryTests.text(DurableFile.read(path)) == "b=1")
    let aside = folder.names.filter { $0.hasPrefix(journal + ".damaged") }
    // A seal may follow the records.
    #expect(aside.count == 1 && folder.read(aside.first ?? "")?.starts(with: records) == true)
    program.file.close()
  }
}

extension [UInt8] {
  fileprivate var trailingZerosRemoved: [UInt8] {
    Array(self[..<((lastIndex { $0 != 0 } ?? -1) + 1)])
  }
}
