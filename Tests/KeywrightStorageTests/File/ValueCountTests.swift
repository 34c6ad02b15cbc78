import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// The count that tells when a store nears the bounds of a file, beside its members.
@Suite("The number of values that a store holds")
struct ValueCountTests {
  private let folder = TemporaryFolder()

  private var path: String { folder.url.appending(path: "store.plist").path }

  @Test(
    "is that of its members after any commits, compactions and openings",
    arguments: (0..<6).map { SeededGenerator.seed &+ $0 })
  func search(seed: UInt64) throws {
    var random = RandomTree(seed: seed)
    var file = DurableFile(path: path)
    _ = try file.open()
    var members = PropertyListDictionary()
    // The control: a count of everything that was ever committed.
    var committed = 0
    for step in 0..<80 {
      switch Int.random(in: 0..<12, using: &random.generator) {
      case 0: try file.flush(compacting: true)
      case 1:
        file.close()
        file = DurableFile(path: path)
        _ = try file.open()
      case 2:
        // What a commit of others replaced is not in their journal, so the count is a bound until it is opened again.
        let other = DurableFile(path: path)
        committed += try commit(&random, to: other, &members)
        other.close()
        _ = try file.refresh()
        #expect(count(file) >= count(members), "seed \(seed), step \(step)")
        file = DurableFile(path: path)
        _ = try file.open()
      default: committed += try commit(&random, to: file, &members)
      }
      #expect(count(file) == count(members), "seed \(seed), step \(step)")
    }
    #expect(committed > count(members), "the control was not found")
  }

  /// Sets or removes one of few members, as a store does that knows what it replaces.
  ///
  /// - Returns: The number of values of the record.
  private func commit(
    _ random: inout RandomTree, to file: DurableFile, _ members: inout PropertyListDictionary
  ) throws -> Int {
    let name = "k\(Int.random(in: 0..<5, using: &random.generator))"
    let new = Int.random(in: 0..<4, using: &random.generator) == 0 ? nil : random.value()
    let old = members[name]
    members[name] = new
    let after = members
    _ = try file.beginWriting(timeout: .seconds(5))
    try file.write(
      recording: { record throws(PropertyListError) in
        let replaced = old?.valueCount ?? 0
        let bytes = Array(name.utf8)
        try bytes.reading { bytes throws(PropertyListError) in
          try record.appendChange(of: bytes, to: new, replacing: replaced)
        }
      }, everything: { after.members })
    file.endWriting()
    return new?.valueCount ?? 1
  }

  private func count(_ file: DurableFile) -> Int { file.state.withLock(\.values) }

  private func count(_ members: PropertyListDictionary) -> Int {
    members.members.reduce(0) { $0 + $1.value.valueCount }
  }
}
