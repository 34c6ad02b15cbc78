import Synchronization
import Testing

@testable import Keywright

/// Storage strings that were chosen to harm a table.
@Suite struct HostileTableTests {
  private let table = ValueTable()

  /// Different strings of one hash, as somebody who could invert the hash would write them.
  private func colliding(_ number: Int) -> StorageString {
    var text = "collision \(number)"
    return text.withUTF8 { StorageString(copying: $0, hash: 0x1234_5678_9abc_def0) }
  }

  @Test func aLookUpIsBoundedWhateverTheHashes() {
    let count = 20_000
    for number in 0..<count {
      table.publish(colliding(number), stored: .integer(Int64(number)), value: number)
    }
    #expect(
      table.overflow.count.load(ordering: .relaxed) == count - Int(SlotIndex.maximalProbeLength))
    // No more slots than a look-up passes: the index did not grow in vain.
    let indexes = table.directory.indexes.map(\.pointee.capacity)
    #expect(indexes.reduce(0, +) <= 4 * Int(SlotIndex.maximalProbeLength))
    for number in 0..<count {
      #expect(table.stored(colliding(number)) == .integer(Int64(number)))
    }
    #expect(table.stored(colliding(-1)) == nil)
    #expect(table.members().count == count)
    for number in 0..<count { table.publish(colliding(number), stored: nil) }
    #expect(table.members().isEmpty)
    #expect(table.overflow.isEmpty)
  }

  @Test func aTableIsFilledAtOnceWhateverTheHashes() {
    let plain = (0..<1_000).map { StorageString("plain \($0)") }
    let names = plain + (0..<1_000).map(colliding)
    table.load(names, values: { .integer(Int64($0)) })
    // Some of the places within reach are those of others.
    #expect(
      1_000 - Int(SlotIndex.maximalProbeLength)..<1_000
        ~= table.overflow.count.load(ordering: .relaxed))
    for (number, name) in names.enumerated() {
      #expect(table.stored(name) == .integer(Int64(number)))
    }
    #expect(Set(table.storageStrings()) == Set(names))
    for name in names { table.publish(name, stored: nil) }
    #expect(table.members().isEmpty)
    // Later values have slots of their own beside those that were made at once.
    for name in ["new", "plain 1"] as [StorageString] { table.publish(name, stored: true) }
    #expect(table.stored("plain 1") == true)
    #expect(table.members().count == 2)
  }

  @Test func aCommitFindsItsChangesWhateverTheHashes() {
    let names = (0..<500).flatMap { [StorageString("plain \($0)"), colliding($0)] }
    var index = PositionIndex()
    func position(of name: StorageString) -> Int? {
      index.position(of: name) { names[$0] == name }
    }
    for number in names.indices {
      #expect(position(of: names[number]) == nil)
      index.add(number) { names[$0] }
    }
    for (number, name) in names.enumerated() { #expect(position(of: name) == number) }
    #expect(position(of: "plain 500") == nil)
    #expect(position(of: colliding(500)) == nil)
  }

  /// A full probe sequence that goes on at the first bucket, and strings that it displaced: in the larger index those
  /// come first, and one of the sequence finds no bucket.
  @Test func aCommitFindsItsChangesAfterItsIndexGrew() {
    var inverse = SlotIndex.factor
    for _ in 0..<6 { inverse = inverse &* (2 &- SlotIndex.factor &* inverse) }
    let sequence = [UInt64](repeating: 0xfff << 52, count: Int(SlotIndex.maximalProbeLength))
    let displaced = (1...20).map { UInt64(4 * $0) << 52 }
    let others = (0..<400).map { UInt64(1_200 + 7 * $0) << 52 }
    let names = (sequence + displaced + others).enumerated().map { number, mixed in
      var text = "string \(number)"
      return text.withUTF8 { StorageString(copying: $0, hash: mixed &* inverse) }
    }
    var index = PositionIndex()
    for number in names.indices { index.add(number) { names[$0] } }
    for (number, name) in names.enumerated() {
      #expect(index.position(of: name) { names[$0] == name } == number)
    }
  }

  @Test func dictionariesDoNotTrustTheHash() {
    var names = Set<StorageString>()
    for number in 0..<20_000 { names.insert(colliding(number)) }
    #expect(names.count == 20_000)
  }

  @Test func aKeyInTheOverflowTableWorksAsAnyOther() throws {
    let store = MemoryStore()
    for number in 0..<200 {
      let key = Key<Root, Int>(
        colliding(number), default: -1, form: PlainForm<Int>.self, descriptor: nil)
      #expect(store.get(key) == -1)
      try store.set(key, to: number)
      #expect(store.get(key) == number)
      try store.update(key) { $0 += 1 }
      #expect(store[key] == number + 1)
      #expect(try store.contains(key))
    }
    #expect(store.storageStrings().count == 200)
    try store.removeEverything()
    #expect(store.storageStrings().isEmpty)
  }

  @Test func stringsThatComeAndGoCostBoundedMemory() {
    let limit = ValueTable.emptySlotLimit
    for number in 0..<limit + 5_000 {
      let name = StorageString("passing \(number)")
      table.publish(name, stored: .integer(1), value: 1)
      table.publish(name, stored: nil)
    }
    #expect(table.slotCount <= limit)
    let late: StorageString = "late"
    table.publish(late, stored: .integer(7), value: 7)
    #expect(table.slotCount <= limit)
    #expect(table.stored(late) == .integer(7))
    // A string that has a slot keeps it.
    table.publish("passing 0", stored: .integer(8), value: 8)
    guard case .hit(8) = table.lookup(Key<Root, Int>(StorageString("passing 0"), default: 0)) else {
      Issue.record("not at hand")
      return
    }
  }

  @Test func readersAndAWriterAgreeOnStringsOfOneHash() {
    let store = MemoryStore()
    let keys = (0..<300).map {
      Key<Root, Int>(colliding($0), default: 0, form: PlainForm<Int>.self, descriptor: nil)
    }
    let failures = Shared(0)
    onThreads(4) { thread in
      for round in 1...20 {
        for key in keys {
          if thread == 0 {
            try? store.set(key, to: round)
          } else if !(0...20).contains(store.get(key)) {
            failures.change { $0 += 1 }
          }
        }
      }
    }
    #expect(failures.value == 0)
    #expect(keys.allSatisfy { store.get($0) == 20 })
  }
}
