import Testing

@testable import Keywright

@Suite("A value in a box", .timeLimit(.minutes(20))) struct HazardPointerTests {
  private let table = ValueTable()
  private let key = Key<Root, String>(StorageString("k"), default: "")

  private func write(_ text: String) {
    table.publish("k", stored: StoredValue(stringLiteral: text), value: text)
  }

  private func read() -> String? {
    guard case .hit(let text) = table.lookup(key) else { return nil }
    return text
  }

  private func long(_ number: Int) -> String { "a string that takes memory of its own, \(number)" }

  @Test("is read while another thread holds the slot's lock")
  func noLock() throws {
    write(long(1))
    let slot = try #require(table.find("k"))
    table.slotLocks.lock(slot)
    defer { table.slotLocks.unlock(slot) }
    #expect(read() == long(1))
  }

  @Test("is not freed while a reader copies it, and a reader of another box holds up nobody")
  func protection() {
    let (object, other) = (Shared(0), Shared(0))
    guard let pointer = table.hazards.protect(address(of: object)) else {
      Issue.record("no pointer is free")
      return
    }
    table.hazards.waitForReaders(of: other)
    let isOver = Shared(false)
    nonisolated(unsafe) let protected = pointer
    onThreads(2) { number in
      if number == 0 {
        table.hazards.waitForReaders(of: object)
        isOver.change { $0 = true }
      } else {
        for _ in 0..<1_000 { #expect(!isOver.value) }
        table.hazards.release(protected)
      }
    }
    #expect(isOver.value)
  }

  @Test("is read under the slot's lock where more threads read than there are pointers")
  func manyReaders() {
    write(long(1))
    let object = Shared(0)
    let box = address(of: object)
    var pointers: [HazardPointers.Pointer] = []
    while let pointer = table.hazards.protect(box) { pointers.append(pointer) }
    #expect(pointers.count == HazardPointers.count)
    #expect(read() == long(1))
    for pointer in pointers { table.hazards.release(pointer) }
    let none = table.hazards.protect(0)
    #expect(none == nil)
  }

  @Test("is read whole by many threads while one replaces, removes and leaves it undecoded")
  func threads() {
    let isDone = Shared(false)
    let (wrong, hits) = (Shared(0), Shared(0))
    write(long(0))
    onThreads(4) { number in
      guard number > 0 else {
        var step = 0
        while step < 20_000 || hits.value < 20_000 {
          step += 1
          switch step % 5 {
          case 0: table.publish("k", stored: nil)
          case 1: table.publish("k", stored: StoredValue(stringLiteral: long(step)))
          default: write(step % 2 == 0 ? "short" : long(step))
          }
        }
        isDone.change { $0 = true }
        return
      }
      while !isDone.value {
        var found = 0
        for _ in 0..<200 {
          guard let text = read() else {
            _ = table.decode(key)
            continue
          }
          found += 1
          if text != "short", !text.hasPrefix(long(0).dropLast(1)) { wrong.change { $0 += 1 } }
        }
        hits.change { $0 += found }
      }
    }
    #expect(wrong.value == 0)
  }

  private func address(of object: AnyObject) -> UInt {
    UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
  }
}
