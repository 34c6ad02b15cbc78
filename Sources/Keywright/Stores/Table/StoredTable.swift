public import Synchronization

/// Stored forms by storage string, with decoded values that readers take without a lock.
///
/// The memory of a durable store and of ``MemoryStore``. A scalar is read from two words under a
/// sequence lock; any other value from a box under one of a few short locks, never the writer's.
///
/// Thread safety: reading from any thread at any time; writing by the holder of the writer's lock.
///
/// Complexity: O(1) for one string, whatever the strings. A string that was removed keeps its slot
/// (some 150 bytes) until the table goes, because a reader may be looking at it: up to
/// ``emptySlotLimit``. New strings beyond that have no slot; reading them takes a lock, decodes each
/// time, and their memory is given back (``SideTable``).
@usableFromInline
final class StoredTable: @unchecked Sendable {
  // `@unchecked`: `index` and a slot's words are atomic; a slot's content is guarded by `locks`,
  // `slots`, `loaded` and `retired` by `growth`.
  @usableFromInline let index: Atomic<UInt>
  @usableFromInline let side = SideTable()

  /// How many slots may be left behind by strings that were removed: some 10 MB.
  static let emptySlotLimit = 65_536

  /// How many slots there are, for tests.
  var slotCount: Int { growth.withLock { slots.count } }

  // How many slots hold nothing, guarded by `growth`; it may be more than that for a moment.
  private var emptySlots = 0
  let growth = Lock()
  private let locks = SlotLocks()
  var slots: [TableSlot.Pointer] = []
  // The first of the slots, which lie side by side in one piece of memory.
  var loaded: (memory: UnsafeMutableRawPointer, count: Int)?
  var retired: [UnsafeMutablePointer<SlotIndex>] = []

  init() {
    index = Atomic(StoredTable.address(of: SlotIndex(bits: 4)))
  }

  deinit {
    let loadedCount = loaded?.count ?? 0
    for slot in slots[..<loadedCount] { slot.empty() }
    for slot in slots[loadedCount...] { slot.destroy() }
    loaded?.memory.deallocate()
    for index in retired + [currentIndex] {
      index.pointee.deallocate()
      index.deallocate()
    }
  }

  static func address(of index: SlotIndex) -> UInt {
    let pointer = UnsafeMutablePointer<SlotIndex>.allocate(capacity: 1)
    pointer.initialize(to: index)
    return UInt(bitPattern: pointer)
  }

  var currentIndex: UnsafeMutablePointer<SlotIndex> {
    // The address comes from `address(of:)` and is never zero.
    UnsafeMutablePointer(bitPattern: index.load(ordering: .acquiring)).unsafelyUnwrapped
  }

  @inlinable
  @inline(__always)
  func find(_ name: StorageString) -> TableSlot.Pointer? {
    let address = index.load(ordering: .acquiring)
    let index = UnsafePointer<SlotIndex>(bitPattern: address).unsafelyUnwrapped
    return TableSlot.Pointer(
      bitPattern: index.pointee.address(for: name.hash) { address in
        let slot = TableSlot.Pointer(bitPattern: address).unsafelyUnwrapped
        return slot.pointee.hash == name.hash && slot.pointee.count == name.count
          && StorageString.areEqual(slot.pointee.start, name.start, name.count)
      })
  }
}

// MARK: Reading

extension StoredTable {
  /// The decoded value, if a reader or writer left it there.
  @inlinable
  @inline(__always)
  func peek<Value: Sendable>(_ name: StorageString, as type: Value.Type) -> Peek<Value> {
    guard let slot = find(name) else { return side.isEmpty ? .nothing : .unknown }
    guard SlotType.isInline(Value.self) else { return peekBox(slot, Value.self) }
    let version = slot.pointee.version.load(ordering: .acquiring)
    let found = slot.pointee.type.load(ordering: .relaxed)
    var words = (
      slot.pointee.word0.load(ordering: .relaxed), slot.pointee.word1.load(ordering: .relaxed)
    )
    atomicMemoryFence(ordering: .acquiring)
    guard version & 1 == 0, slot.pointee.version.load(ordering: .relaxed) == version else {
      return .unknown
    }
    if found == SlotType.nothing { return .nothing }
    guard found == SlotType.decoded(Value.self) else { return .unknown }
    return .value(withUnsafeBytes(of: &words) { $0.loadUnaligned(as: Value.self) })
  }

  @usableFromInline
  func peekBox<Value: Sendable>(_ slot: TableSlot.Pointer, _ type: Value.Type) -> Peek<Value> {
    locks.withLock(slot) {
      let found = slot.pointee.type.load(ordering: .relaxed)
      if found == SlotType.nothing { return .nothing }
      guard found == SlotType.decoded(type), let box = slot.content.pointee.box else {
        return .unknown
      }
      return .value(unsafeDowncast(box, to: ValueBox<Value>.self).value)
    }
  }

  /// The stored form.
  func stored(_ name: StorageString) -> StoredValue? {
    guard let slot = find(name) else { return side[name] }
    return locks.withLock(slot) { slot.content.pointee.stored }
  }

  /// The value, decoded now if nobody did before, and left there for the next reader.
  ///
  /// - Returns: The value, nothing, or, where it is not of the key's type, the stored form.
  func decode<Space, Value>(_ key: Key<Space, Value>) -> Decoded<Value> {
    guard let slot = find(key.storageString) else {
      guard let stored = side[key.storageString] else { return .nothing }
      return key.value(from: stored).map(Decoded.value) ?? .unreadable(stored)
    }
    let coding = key.isCoded ? key.descriptor : nil
    if let coding, case .value(let found) = peekBox(slot, CodedValue<Value>.self),
      found.descriptor === coding
    {
      return .value(found.value)
    }
    let (stored, version) = locks.withLock(slot) {
      (slot.content.pointee.stored, slot.pointee.version.load(ordering: .relaxed))
    }
    guard let stored else { return .nothing }
    // The type's own code runs here, so no lock is held.
    guard let value = key.value(from: stored) else { return .unreadable(stored) }
    if let coding {
      leave(CodedValue(value, by: coding), in: slot, ifStill: version)
    } else {
      leave(value, in: slot, ifStill: version)
    }
    return .value(value)
  }

  /// Leaves a decoded value for the next reader, unless something else was stored meanwhile.
  private func leave<Value: Sendable>(
    _ value: Value, in slot: TableSlot.Pointer, ifStill version: UInt64
  ) {
    let held = HeldValue(value)
    let replaced = locks.withLock(slot) { () -> HeldValue? in
      guard slot.pointee.version.load(ordering: .relaxed) == version else { return held }
      return slot.hold(held)
    }
    // Whatever was replaced is freed after the lock is let go: a value's `deinit` may do anything.
    withExtendedLifetime(replaced) {}
  }

  /// Every storage string under which something is stored, in no order.
  func storageStrings() -> [StorageString] { members().map(\.name) }

  /// Everything stored, in the order in which the strings were first seen.
  func members() -> [(name: StorageString, stored: StoredValue)] {
    growth.withLock { slots }.compactMap { slot in
      let stored = locks.withLock(slot) { slot.content.pointee.stored }
      return stored.map { (slot.pointee.name, $0) }
    } + side.members
  }
}

/// What ``StoredTable/decode(_:)`` finds.
enum Decoded<Value> {
  case value(Value)
  case nothing
  case unreadable(StoredValue)
}

// MARK: Writing

extension StoredTable {
  /// Replaces a stored form and forgets the decoded value.
  func publish(_ name: StorageString, stored: StoredValue?) {
    guard let slot = stored == nil ? find(name) : findOrAdd(name) else {
      if stored != nil || !side.isEmpty { side.keep(name, stored) }
      return
    }
    let (replaced, wasStored) = locks.withLock(slot) {
      let wasStored = slot.content.pointee.stored != nil
      slot.content.pointee.stored = stored
      slot.pointee.write(type: stored == nil ? SlotType.nothing : SlotType.encoded)
      return (slot.content.pointee.box.take(), wasStored)
    }
    note(wasStored: wasStored, isStored: stored != nil)
    withExtendedLifetime(replaced) {}
  }

  /// Replaces a stored form and its decoded value.
  func publish<Value: Sendable>(_ name: StorageString, stored: StoredValue, value: Value) {
    publish(name, stored: stored, held: HeldValue(value))
  }

  /// Replaces a stored form and its decoded value, as it is kept.
  ///
  /// - Returns: The decoded value that gave way, if there was one.
  @discardableResult
  func publish(_ name: StorageString, stored: StoredValue, held: HeldValue) -> HeldValue? {
    guard let slot = findOrAdd(name) else {
      side.keep(name, stored)
      return nil
    }
    // Freed by the caller, with no lock of the table held: a value's `deinit` may do anything.
    let (replaced, wasStored) = locks.withLock(slot) {
      let wasStored = slot.content.pointee.stored != nil
      slot.content.pointee.stored = stored
      return (slot.hold(held), wasStored)
    }
    note(wasStored: wasStored, isStored: true)
    return replaced
  }

  /// Counts the slots that hold nothing; a new one counts as such until it is written to.
  private func note(wasStored: Bool, isStored: Bool) {
    guard wasStored != isStored else { return }
    growth.withLock { emptySlots += isStored ? -1 : 1 }
  }

  private func findOrAdd(_ name: StorageString) -> TableSlot.Pointer? {
    if let slot = find(name) { return slot }
    // A string that the side table holds stays there: readers look there last.
    return side[name] == nil ? add(name) : nil
  }

  /// Makes a slot; nil if there is no place for one, or too many hold nothing.
  private func add(_ name: StorageString) -> TableSlot.Pointer? {
    growth.withLock {
      guard emptySlots < StoredTable.emptySlotLimit else { return nil }
      if (slots.count + 1) * 2 > currentIndex.pointee.capacity, !grow() { return nil }
      let slot = TableSlot.Pointer.make(name: name)
      guard StoredTable.add(slot, to: currentIndex.pointee) else {
        slot.destroy()
        return nil
      }
      slots.append(slot)
      emptySlots += 1
      return slot
    }
  }

  /// Adds a slot that is not there yet, if there is a place within reach.
  static func add(_ slot: TableSlot.Pointer, to index: SlotIndex) -> Bool {
    let hash = slot.pointee.hash
    guard let place = index.place(for: hash) else { return false }
    index.put(UInt(bitPattern: slot), hash: hash, at: place)
    return true
  }

  /// Replaces the index by one of twice the size, or more where a slot would be out of reach.
  private func grow() -> Bool {
    let current = currentIndex
    for bits in current.pointee.bits + 1...current.pointee.bits + 3 {
      let larger = SlotIndex(bits: bits)
      guard slots.allSatisfy({ StoredTable.add($0, to: larger) }) else {
        larger.deallocate()
        continue
      }
      retired.append(current)
      index.store(StoredTable.address(of: larger), ordering: .releasing)
      return true
    }
    return false
  }
}

extension UnsafeMutablePointer<TableSlot> {
  /// Puts a decoded value into a slot; gives the one replaced, if there was one.
  fileprivate func hold(_ value: HeldValue) -> HeldValue? {
    let replaced = HeldValue(
      type: pointee.type.load(ordering: .relaxed),
      words: (pointee.word0.load(ordering: .relaxed), pointee.word1.load(ordering: .relaxed)),
      box: content.pointee.box)
    content.pointee.box = value.box
    pointee.write(type: value.type, value.words.0, value.words.1)
    return replaced.type == SlotType.nothing || replaced.type == SlotType.encoded ? nil : replaced
  }
}
