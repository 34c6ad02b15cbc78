import Testing

@testable import Keywright

@Suite struct SlotIndexTests {
  private let index = SlotIndex(bits: 4)

  /// The places that are not empty.
  private var used: [UInt64] { (0..<16).filter { !index.isEmpty(at: $0) } }

  private func put(_ positions: UInt64...) {
    for position in positions { index.put(UInt(position + 1) * 16, hash: 7, at: position) }
  }

  @Test("A place that ways lead on from keeps its mark until the places after it are empty")
  func marksGoWithTheirReason() {
    defer { index.deallocate() }
    put(3, 4, 5, 6)
    #expect(index.remove(at: 4) == 0)
    #expect(index.remove(at: 5) == 0)
    #expect(used == [3, 4, 5, 6])
    #expect(index.remove(at: 6) == 3)
    #expect(used == [3])
    #expect(index.address(at: 3) == 64)
  }

  @Test("Marks at the end of the index go with what lay at its beginning")
  func marksGoRoundTheEnd() {
    defer { index.deallocate() }
    put(14, 15, 0)
    #expect(index.remove(at: 15) == 0)
    #expect(index.remove(at: 0) == 2)
    #expect(used == [14])
  }

  @Test("An index of nothing but tombstones stays as it is, to be rewritten")
  func onlyMarks() {
    defer { index.deallocate() }
    for position in 0..<16 as Range<UInt64> { put(position) }
    let emptied = (0..<15).map { index.remove(at: $0) }
    #expect(emptied.allSatisfy { $0 == 0 })
    #expect(index.remove(at: 15) == 0)
    index.clear()
    #expect(used.isEmpty)
  }
}
