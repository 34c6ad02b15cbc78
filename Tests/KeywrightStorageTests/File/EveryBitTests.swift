import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// Every flipped bit and every truncation of five checkpoints and five journals; a part of it is one bit of each
/// byte.
@Suite("Any damage to checkpoint or journal")
struct EveryBitTests {
  private static let path = MemoryFileSystem.folderPath + "/s"

  /// How many commits a file has seen; `KEYWRIGHT_DAMAGED_COMMITS` sets it.
  private static let commits =
    ProcessInfo.processInfo.environment["KEYWRIGHT_DAMAGED_COMMITS"].flatMap { Int($0) } ?? 6

  /// A checkpoint and a journal, and all that the file held on the way.
  private struct Fixture {
    var checkpoint: [UInt8] = []
    var journal: [UInt8] = []
    var states: [PropertyListDictionary] = []

    init(seed: UInt64) throws {
      let disk = MemoryFileSystem()
      let file = DurableFile(path: path, fileSystem: disk)
      var random = RandomTree(seed: seed)
      var mirror = Mirror()
      for number in 0..<commits {
        let value = random.value(depth: 1)
        // The last byte is not zero, as the space is that follows.
        let end = PropertyList.data([UInt8(number + 1)])
        try mirror.commit([("k\(number % 4)", value), ("n", end)], to: file)
        states.append(mirror.values)
        if number == commits / 2 { try file.flush(compacting: true) }
      }
      checkpoint = try #require(disk.files["s"])
      journal = try #require(disk.files["s.journal"])
      journal = Array(journal[...(try #require(journal.lastIndex { $0 != 0 }))])
    }
  }

  private static func open(checkpoint: [UInt8], journal: [UInt8]) throws -> (
    members: PropertyListDictionary, codes: [StorageError.Code], files: [String: [UInt8]]
  ) {
    let disk = MemoryFileSystem(files: ["s": checkpoint, "s.journal": journal])
    let contents = try DurableFile(path: path, fileSystem: disk).open()
    return (
      PropertyListDictionary(sortedMembers: contents.members), contents.issues.map(\.code),
      disk.files
    )
  }

  @Test("of the journal leaves a prefix of the commits", arguments: 0..<5 as Range<UInt64>)
  func journals(seed: UInt64) throws {
    let fixture = try Fixture(seed: seed)
    let whole = try Self.open(checkpoint: fixture.checkpoint, journal: fixture.journal)
    #expect(whole.members == fixture.states.last)
    #expect(whole.codes.isEmpty)
    // The last bytes of the header mean nothing.
    let bytes = Search.part(of: fixture.journal.indices, each: 7, from: Int(seed))
    for index in bytes where !(36..<40).contains(index) {
      for bit in Search.part(of: 0..<8, each: 8, from: index) {
        var damaged = fixture.journal
        damaged[index] ^= 1 << bit
        let (members, codes, files) = try Self.open(
          checkpoint: fixture.checkpoint, journal: damaged)
        #expect(fixture.states.contains(members), "bit \(bit) of byte \(index)")
        #expect(codes == [.corrupt])
        #expect(files["s.journal.damaged-1"] == damaged)
      }
      let (members, _, _) = try Self.open(
        checkpoint: fixture.checkpoint, journal: Array(fixture.journal[..<index]))
      #expect(fixture.states.contains(members), "\(index) bytes")
    }
    print("damages: \((Search.isWhole ? 9 : 2) * bytes.count)")
  }

  @Test(
    "of the checkpoint is found, and what the journal names survives",
    arguments: 0..<5 as Range<UInt64>)
  func checkpoints(seed: UInt64) throws {
    let fixture = try Fixture(seed: seed)
    let committed = try #require(fixture.states.last).members.filter { $0.key != "k0" }
    let bytes = Search.part(of: fixture.checkpoint.indices, each: 3, from: Int(seed))
    for index in bytes {
      for bit in Search.part(of: 0..<9, each: 9, from: index) {
        var damaged = fixture.checkpoint
        if bit < 8 { damaged[index] ^= 1 << bit } else { damaged.removeSubrange(index...) }
        let (members, codes, files) = try Self.open(checkpoint: damaged, journal: fixture.journal)
        #expect(codes == [.corrupt], "bit \(bit) of byte \(index)")
        #expect(files["s.damaged-1"] == damaged)
        #expect(members.members.filter { $0.key != "k0" } == committed)
      }
    }
    print("damages: \((Search.isWhole ? 9 : 1) * bytes.count)")
  }
}
