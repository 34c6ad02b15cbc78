import Foundation
import KeywrightTestSupport
import Synchronization
import Testing

@testable import Keywright

@Suite("The table of stored values") struct ValueTableTests {
  let table = ValueTable()

  private func key<Value: Convertible>(_ id: String, _ value: Value) -> Key<Root, Value> {
    Key(StorageString(id), default: value)
  }

  @Test(
    "agrees with a dictionary through 20,000 random operations", arguments: [SeededGenerator.seed])
  func model(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var model: [String: StoredValue] = [:]
    for step in 0..<20_000 {
      let id = "k\(Int.random(in: 0..<400, using: &generator))"
      let name = StorageString(id)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0:
        let value = Int.random(in: 0..<9, using: &generator)
        table.publish(name, stored: .integer(Int64(value)), value: value)
        model[id] = .integer(Int64(value))
      case 1:
        table.publish(name, stored: .string("s\(step)"), value: "s\(step)")
        model[id] = .string("s\(step)")
      case 2:
        table.publish(name, stored: .real(Double(step)))
        model[id] = .real(Double(step))
      case 3:
        table.publish(name, stored: nil)
        model[id] = nil
      default: break
      }
      #expect(table.stored(name) == model[id])
      #expect(read(key(id, 0)) == model[id].flatMap(Int.value(from:)))
      #expect(read(key(id, "")) == model[id].flatMap(String.value(from:)))
      #expect(read(key(id, 0.0)) == model[id].flatMap(Double.value(from:)))
    }
    let members = table.members().map { ($0.name.string, $0.stored) }
    #expect(Dictionary(uniqueKeysWithValues: members) == model)
  }

  /// The value as a reader finds it: at hand, or decoded and then at hand.
  private func read<Value: Convertible & Equatable>(_ key: Key<Root, Value>) -> Value? {
    switch table.lookup(key) {
    case .hit(let value): return value
    case .absent: return nil
    case .miss: break
    }
    guard case .value(let value, _) = table.decode(key) else { return nil }
    if case .hit(let again) = table.lookup(key) {
      #expect(again == value)
    } else {
      Issue.record("not at hand after decoding")
    }
    return value
  }

  @Test("finds every name after growing, and none that is not there")
  func growth() {
    for number in 0..<5_000 {
      table.publish(StorageString("n\(number)"), stored: .integer(Int64(number)), value: number)
    }
    for number in 0..<5_000 {
      #expect(table.stored(StorageString("n\(number)")) == .integer(Int64(number)))
      #expect(table.stored(StorageString("m\(number)")) == nil)
    }
    #expect(table.storageStrings().count == 5_000)
  }

  @Test(
    "names a slot by a declared key's literal once that key is read or written",
    arguments: [true, false])
  func literals(isRead: Bool) {
    let found = StorageString("player:volume")
    let literal = StorageString(literal: "player:volume", hash: found.hash)
    let other = StorageString("player:volume")
    var start: UnsafePointer<UInt8>? {
      table.find(found).flatMap {
        UnsafePointer(bitPattern: $0.pointee.start.load(ordering: .relaxed))
      }
    }
    table.publish(found, stored: .integer(1))
    #expect(start == found.start)
    // Bytes that a caller owns are not those of the program.
    table.publish(other, stored: .integer(2))
    #expect(start == found.start)
    if isRead {
      let key = Key<Root, Int>(literal, default: 0, form: PlainForm<Int>.self, descriptor: nil)
      #expect(read(key) == 2)
    } else {
      table.publish(literal, stored: .integer(2))
    }
    #expect(start == literal.start)
    #expect(table.stored(other) == .integer(2))
    #expect(table.members().map(\.name.string) == ["player:volume"])
  }

  @Test("distinguishes names that share a hash, a length or a beginning")
  func collisions() {
    // One hash for all: a table must not trust it.
    let names = [
      StorageString(literal: "aaaaaaaab", hash: 1), StorageString(literal: "aaaaaaaac", hash: 1),
      StorageString(literal: "aaaaaaaa", hash: 1), StorageString(literal: "", hash: 1),
      StorageString(literal: "baaaaaaab", hash: 1), StorageString(literal: "b", hash: 1),
    ]
    for (number, name) in names.enumerated() {
      table.publish(name, stored: .integer(Int64(number)), value: number)
    }
    for (number, name) in names.enumerated() {
      #expect(table.stored(name) == .integer(Int64(number)))
    }
    #expect(table.stored(StorageString(literal: "c", hash: 1)) == nil)
  }

  @Test("keeps the name alive that it was given")
  func ownsNames() {
    for number in 0..<100 {
      table.publish(StorageString(String(repeating: "x", count: number)), stored: true)
    }
    #expect(Set(table.storageStrings().map(\.string.utf8.count)) == Set(0..<100))
  }

  @Test("gives values of every size and kind back as they were")
  func kinds() throws {
    try expectKept(true)
    try expectKept(Int8.min)
    try expectKept(UInt64.max)
    try expectKept(1.5)
    try expectKept(Duration(secondsComponent: -3, attosecondsComponent: -5))
    try expectKept(UUID())
    try expectKept("a longer string that no small-string form holds")
    try expectKept([1, 2, 3])
    try expectKept(Data([1, 2]))
    try expectKept(Date(timeIntervalSinceReferenceDate: 1.25))
    try expectKept(["a": [1.5]])
    try expectKept(Set([3, 1]))
  }

  private func expectKept<Value: Convertible & Equatable>(_ value: Value) throws {
    let key = self.key("value", value)
    table.publish(key.storageString, stored: try value.storedValue(), value: value)
    guard case .hit(let found) = table.lookup(key) else {
      Issue.record("\(Value.self) is not at hand")
      return
    }
    #expect(found == value)
  }

  @Test("a value that does not decode is given back as stored, and stays")
  func unreadable() {
    table.publish("k", stored: "text")
    guard case .unreadable("text") = table.decode(key("k", 0)) else {
      Issue.record("decoded")
      return
    }
    #expect(read(key("k", "")) == "text")
  }

  @Test("a value's destruction runs with no lock held")
  func destruction() {
    let table = self.table
    final class Witness: Sendable {
      let onDeinit: @Sendable () -> Void
      init(onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }
      deinit { onDeinit() }
    }
    let count = Shared(0)
    for _ in 0..<3 {
      let witness = Witness { [weak table] in
        _ = table?.stored("k")
        count.change { $0 += 1 }
      }
      table.publish("k", stored: true, value: witness)
    }
    table.publish("k", stored: nil)
    #expect(count.value == 3)
  }

  @Test("readers see only values that were written, never halves of two")
  func concurrentReaders() {
    let table = self.table
    let isDone = Shared(false)
    let torn = Shared(0)
    let reads = Shared(0)
    let names = (0..<4).map { StorageString("k\($0)") }
    onThreads(3) { number in
      if number == 0 {
        // The writer grows the table at first, removes, and leaves forms undecoded; it goes on
        // until enough was written and read for both to have met.
        var step = 0
        while step < 4_000 || reads.value < 100_000 {
          step += 1
          let name = names[step % names.count]
          let pair = Twins(Int64(step))
          switch step % 7 {
          case 0: table.publish(name, stored: nil)
          case 1: table.publish(name, stored: pair.form)
          default: table.publish(name, stored: pair.form, value: pair)
          }
          if step < 4_000, step % 2 == 0 {
            table.publish(StorageString("new\(step)"), stored: true)
          }
        }
        isDone.change { $0 = true }
      } else {
        while !isDone.value {
          for step in 0..<400 {
            let key = Key<Root, Twins>(
              names[step % names.count], default: Twins(0), form: PlainForm<Twins>.self,
              descriptor: nil)
            var found: Twins?
            switch table.lookup(key) {
            case .hit(let value): found = value
            case .absent: break
            case .miss: if case .value(let value, _) = table.decode(key) { found = value }
            }
            if let found, !found.match { torn.change { $0 += 1 } }
          }
          reads.change { $0 += 400 }
        }
      }
    }
    #expect(torn.value == 0)
    #expect(table.storageStrings().count > 1_999)
  }

  @Test("two words that are written together are read together")
  func sequenceLock() {
    let table = self.table
    table.publish("k", stored: 1, value: Twins(1))
    let isDone = Shared(false)
    let torn = Shared(0)
    onThreads(3) { number in
      if number == 0 {
        let name: StorageString = "k"
        guard let slot = table.find(name) else { return }
        for step in 0..<(Search.isWhole ? 3_000_000 : 1_000_000) {
          let twins = Twins(Int64(step))
          table.slotLocks.lock(slot)
          _ = slot.cache(HeldValue(twins, form: FormID(Twins.self)), of: name)
          table.slotLocks.unlock(slot)
        }
        isDone.change { $0 = true }
      } else {
        let key = Key<Root, Twins>(StorageString("k"), default: Twins(0))
        while !isDone.value {
          for _ in 0..<200 {
            guard case .hit(let value) = table.lookup(key) else { continue }
            if !value.match { torn.change { $0 += 1 } }
          }
        }
      }
    }
    #expect(torn.value == 0)
  }
}

extension ValueTable {
  func publish(_ name: StorageString, stored: StoredValue?) { write(name, stored: stored) }

  func publish<Value: Sendable>(_ name: StorageString, stored: StoredValue, value: Value) {
    write(name, Cell(stored: stored, held: HeldValue(value, form: FormID(Value.self))))
  }

  func lookup<Space, Value>(_ key: Key<Space, Value>) -> Lookup<Value> {
    lookup(key.storageString, key.formID, as: Value.self, isBounded: false)
  }
}

/// Sixteen bytes whose halves belong together.
private struct Twins: Convertible, Equatable {
  var left: Int64
  var right: Int64

  init(_ value: Int64) { (left, right) = (value, ~value) }

  var match: Bool { left == ~right }
  var form: StoredValue { .integer(left) }

  func encode() -> Int64 { left }
  static func decode(_ stored: Int64) -> Twins? { Twins(stored) }
}
