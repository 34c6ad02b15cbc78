import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("A file that another program is writing")
struct StillnessTests {
  private let folder = TemporaryFolder()

  /// The statuses of a file that gets longer with each look.
  private func statuses(_ count: Int) throws -> [FileStatus] {
    let folder = try #require(try Folder(existingAt: folder.path, SystemFileSystem()))
    return try (1...count).map { length in
      try self.folder.write([UInt8](repeating: 1, count: length), to: "s")
      return try #require(try folder.status(of: "s"))
    }
  }

  @Test("is waited for until it was still for a second, however long its pieces took to come")
  func pieces() throws {
    let statuses = try statuses(40)
    var stillness = Stillness()
    for status in statuses { #expect(stillness.nextPause(for: status) != nil) }
    let last = try #require(statuses.last)
    var waited = Duration.zero
    while let pause = stillness.nextPause(for: last) { waited += pause }
    // The pause before the last piece was noticed counts no more.
    #expect(waited >= .milliseconds(850) && waited < .milliseconds(1_200))
  }
}
