import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// Every row of four calls of two objects on one new store: each call ends, and both have what was committed.
@Suite("Two objects on one new store")
struct TwoObjectsTests {
  enum Call: CaseIterable {
    case commit, durableCommit, flush, compact, refresh
  }

  /// More synchronizations than the calls of a row need: what asks for so many has no end.
  private static let most = 400

  @Test("end all their calls, in any order", arguments: Call.allCases)
  func rows(first: Call) throws {
    let calls = Call.allCases.flatMap { [($0, true), ($0, false)] }
    var count = 0
    for second in calls {
      for third in calls {
        for fourth in Search.part(of: calls, each: 7, from: count) {
          try run([(first, true), second, third, fourth])
          count += 1
        }
      }
    }
    #expect(count >= (Search.isWhole ? 1_000 : 100))
  }

  private func run(_ row: [(call: Call, isOurs: Bool)]) throws {
    let disk = FaultyFileSystem(MemoryFileSystem())
    let synchronizations = Protected(0)
    disk.replacePlan { _, operation in
      guard operation == .fdatasync || operation == .fsync else { return nil }
      return synchronizations.withLock { count in
        count += 1
        return count > Self.most ? EIO : nil
      }
    }
    let path = MemoryFileSystem.folderPath + "/s"
    let (ours, theirs) = (
      DurableFile(path: path, fileSystem: disk), DurableFile(path: path, fileSystem: disk)
    )
    var mirrors = [Mirror(), Mirror()]
    var expected = PropertyListDictionary()
    for (number, step) in row.enumerated() {
      let file = step.isOurs ? ours : theirs
      let index = step.isOurs ? 0 : 1
      let value = PropertyList.integer(Int64(number))
      switch step.call {
      case .commit, .durableCommit:
        try mirrors[index].commit(
          [("k\(index)", value)], to: file,
          durability: step.call == .commit ? .process : .durable)
        expected["k\(index)"] = value
      case .flush: try file.flush()
      case .compact: try file.flush(compacting: true)
      case .refresh: mirrors[index].adopt(try file.refreshUpdate())
      }
    }
    #expect(synchronizations.withLock(\.self) <= Self.most, "\(row)")
    #expect(
      PropertyListDictionary(
        sortedMembers: try DurableFile(path: path, fileSystem: disk).open().members) == expected,
      "\(row)")
    for (file, index) in [(ours, 0), (theirs, 1)] {
      mirrors[index].adopt(try file.refreshUpdate())
      #expect(mirrors[index].values == expected, "\(row)")
    }
  }
}
