import KeywrightStorage
import Synchronization

// Writing to an unbounded table. The writer's lock is held.

extension ValueTable {
  /// Stores a form with its decoded value, or removes both.
  ///
  /// - Returns: The cell that was replaced, to be freed when no lock is held: a value's `deinit` may
  ///   do anything.
  @discardableResult
  func write(_ name: StorageString, _ cell: consuming Cell) -> Cell {
    lock.lock()
    defer { lock.unlock() }
    let isRemoval = cell.isAbsent
    guard let slot = isRemoval ? find(name) : findOrAdd(name) else {
      if !isRemoval || !overflow.isEmpty { overflow.write(name, cell.stored) }
      return .absent
    }
    emptySlots += (isRemoval ? 1 : 0) - (slot.isOccupied ? 0 : 1)
    slotLocks.lock(slot)
    let old = slot.replace(cell)
    unlock(slot, replaced: old.held)
    return old
  }

  /// Stores a form that nobody has decoded yet, or removes it.
  func write(_ name: StorageString, stored: StoredValue?) { write(name, Cell(stored: stored)) }

  private func findOrAdd(_ name: StorageString) -> ValueSlot.Pointer? {
    if let slot = find(name) { return slot }
    // A string in the overflow table stays there: readers look there last.
    return overflow[name] == nil ? add(name) : nil
  }

  /// Makes a slot; nil if the index has no bucket for one, or too many slots are empty.
  private func add(_ name: StorageString) -> ValueSlot.Pointer? {
    guard emptySlots < ValueTable.emptySlotLimit else { return nil }
    if (slotCount + 1) * 2 > currentIndex.pointee.capacity, !grow() { return nil }
    guard let position = currentIndex.pointee.freeBucket(for: name.hash) else { return nil }
    let slot = makeSlot()
    _ = slot.assign(to: name, .absent)
    emptySlots += 1
    currentIndex.pointee.put(UInt(bitPattern: slot), hash: name.hash, at: position)
    return slot
  }

  /// Replaces the index by one of twice the size, or more where a slot would find no bucket.
  private func grow() -> Bool {
    let bits = currentIndex.pointee.bits
    for bits in bits + 1...bits + 3 {
      let larger = SlotIndex(bits: bits)
      guard (0..<UInt32(slotCount)).allSatisfy({ enter(slot($0), into: larger) }) else {
        larger.deallocate()
        continue
      }
      adopt(larger)
      return true
    }
    return false
  }

  /// Puts a slot into an index; false if its probe sequence has no free bucket.
  private func enter(_ slot: ValueSlot.Pointer, into index: SlotIndex) -> Bool {
    let hash = slot.pointee.hash.load(ordering: .relaxed)
    guard let position = index.freeBucket(for: hash) else { return false }
    index.put(UInt(bitPattern: slot), hash: hash, at: position)
    return true
  }
}

// MARK: Loading

extension ValueTable {
  /// Fills a new table with everything that a file holds.
  ///
  /// All names lie in one piece of memory, and the index has its final size from the start: with an
  /// allocation and a lookup for each, opening a large file would take several times as long.
  ///
  /// Complexity: O(*n*) in the number of names and their bytes.
  ///
  /// - Parameters:
  ///   - names: The names, no two of which are the same. Nobody else knows the table yet.
  ///   - value: The stored form at a position.
  func load(_ names: [StorageString], values value: (Int) -> StoredValue) {
    guard !names.isEmpty else { return }
    lock.withLock {
      // At most half full.
      adopt(SlotIndex(bits: max(4, Int.bitWidth - (2 * names.count + 1).leadingZeroBitCount)))
      for (position, name) in names.enumerated() {
        let stored = value(position)
        guard let bucket = currentIndex.pointee.freeBucket(for: name.hash) else {
          // Made to collide with too many others.
          overflow.write(name, stored)
          continue
        }
        let slot = makeSlot()
        _ = slot.assign(to: name, Cell(stored: stored))
        currentIndex.pointee.put(UInt(bitPattern: slot), hash: name.hash, at: bucket)
      }
    }
  }
}

extension ValueTable {
  /// Fills a new table with the members of a file.
  ///
  /// - Parameter members: The members, no two of one name. Nobody else knows the table yet.
  func load(_ members: [PropertyListDictionary.Member]) {
    load(ValueTable.names(of: members)) { StoredValue(members[$0].value) }
  }

  /// The names as storage strings, all of their bytes in one piece of memory.
  private static func names(of members: [PropertyListDictionary.Member]) -> [StorageString] {
    var ends: [Int] = []
    ends.reserveCapacity(members.count)
    var count = 0
    for index in members.indices {
      count += members[index].key.utf8.count
      ends.append(count)
    }
    let bytes = StorageBytes.filled(count) { bytes in
      var start = 0
      for index in members.indices {
        var key = members[index].key
        key.withUTF8 { key in
          _ = UnsafeMutableBufferPointer(rebasing: bytes[start...]).update(fromContentsOf: key)
        }
        start = ends[index]
      }
    }
    var start = 0
    return ends.map { end in
      defer { start = end }
      return StorageString(
        UnsafeBufferPointer(start: bytes.start + start, count: end - start), of: bytes)
    }
  }
}
