import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("When a call of the system fails while a store is mended")
struct MendingFaultTests {
  static let cells = RecoveryTests.cells.filter { cell in
    ["damaged | 1 torn", "first | 1, 2", "missing | 1, 2", "second | 1 torn, 2", "edited | 1"]
      .contains("\(cell.checkpoint) | \(cell.journals)")
  }

  @Test(
    "no byte that was not understood is lost, and opening gives the same", arguments: cells,
    [FaultyFileSystem.Effect.none, .done])
  func everyCall(cell: RecoveryTests.Cell, effect: FaultyFileSystem.Effect) throws {
    let files = try RecoveryTests.Files.made.get()
    for isPersistent in effect == .none ? [false, true] : [false] {
      var number = 1
      while true {
        let folder = TemporaryFolder()
        try files.place(cell.checkpoint, cell.journals, in: folder)
        try folder.write([1, 2, 3], to: "s.temporary-x")
        let failing = number
        let faulty = FaultyFileSystem(effect: effect) { call, _ in
          call == failing || isPersistent && call > failing ? EIO : nil
        }

        try? DurableFile(path: folder.file("s"), fileSystem: faulty).mend(timeout: .zero)

        let after = folder.contents.values
        #expect(after.contains([1, 2, 3]), "call \(number)")
        for bytes in files.damaged(in: cell) {
          #expect(after.contains(bytes), "call \(number)")
        }
        if cell.checkpoint == "damaged", let checkpoint = files.checkpoints["damaged"] {
          #expect(after.contains(checkpoint), "call \(number)")
        }
        if cell.checkpoint == "edited" {
          // The edit counts, and its commits are kept.
          let journal = try #require(files.journals["1"]?["1"])
          #expect(after.contains(journal), "call \(number)")
        }
        // Later, when nobody is changing files any more.
        let late = ShiftedClock(by: .seconds(2))
        let found = try RecoveryTests.open(DurableFile(path: folder.file("s"), fileSystem: late))
        #expect(found.contents == cell.contents, "call \(number)")
        if faulty.failures == 0 { break }
        number += Search.isWhole ? 1 : 19
      }
      #expect(number > 10)
    }
  }

  @Test("has cells to try")
  func cellsExist() { #expect(Self.cells.count == 5) }
}
