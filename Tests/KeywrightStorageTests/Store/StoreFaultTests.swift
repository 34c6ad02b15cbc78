import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// A store of which any call of the system fails, once or from then on.
@Suite("A store whose calls fail") struct StoreFaultTests {
  private static let commits = 4

  /// Commits, publishes and shortens; tells which commits returned.
  private static func play(_ fileSystem: any FileSystem, on disk: MemoryFileSystem, waits: Bool)
    -> [Int]
  {
    guard let folder = try? Folder(existingAt: MemoryFileSystem.folderPath, fileSystem) else {
      return []
    }
    var number: UInt64 = 100
    guard
      let store = try? StoreProgram(
        "x.plist", in: folder,
        numbers: {
          number += 1
          return number
        })
    else { return [] }
    var committed: [Int] = []
    for index in 0..<commits {
      let change = MemberChange(name: "\(index)", value: .integer(Int64(index)))
      if (try? store.commit([change])) != nil { committed.append(index) }
      _ = try? store.publish()
      if waits { disk.pause(.seconds(2)) }
      _ = try? store.tidy()
      if index == 2 { _ = try? store.shorten() }
    }
    return committed
  }

  private static func wrong(
    _ code: Int32, _ call: Int, _ effect: FaultyFileSystem.Effect, isLasting: Bool, waits: Bool
  ) throws
    -> String?
  {
    let disk = MemoryFileSystem()
    disk.standClock()
    let faulty = FaultyFileSystem(disk, effect: effect) { number, operation in
      // A lock that cannot be taken is tried again until a time that no clock of a test comes to.
      guard operation != .flock else { return nil }
      return number == call || isLasting && number > call ? code : nil
    }
    let committed = play(faulty, on: disk, waits: waits)
    guard faulty.failures > 0 else { return "no failure" }
    let folder = try #require(try Folder(existingAt: MemoryFileSystem.folderPath, disk))
    let store = try StoreProgram("x.plist", in: folder)
    disk.pause(.seconds(5))
    try store.takeInEdits()
    try store.tidy()
    let members = try StoreProgram("x.plist", in: folder).open()
    let lost = committed.filter { members["\($0)"] != .integer(Int64($0)) }
    let isReported = store.reports.contains { if case .edit = $0 { true } else { false } }
    return lost.isEmpty && !isReported ? nil : "\(lost) of \(committed) lost, \(store.reports)"
  }

  @Test(
    "What was committed is there, whether a call that failed was made or not",
    arguments: [(ENOSPC, false), (ENOSPC, true), (EIO, false)], [true, false])
  func everyCall(_ fault: (code: Int32, isLasting: Bool), waits: Bool) throws {
    let disk = MemoryFileSystem()
    let counting = FaultyFileSystem(disk)
    #expect(Self.play(counting, on: disk, waits: waits).count == Self.commits)
    for call in Search.part(
      of: 1...counting.operations.count, each: fault.isLasting ? 17 : 7)
    {
      for effect in [FaultyFileSystem.Effect.none, .done] {
        let wrong = try Self.wrong(
          fault.code, call, effect, isLasting: fault.isLasting, waits: waits)
        #expect(wrong == nil || wrong == "no failure", "call \(call), \(effect): \(wrong ?? "")")
      }
    }
  }
}
