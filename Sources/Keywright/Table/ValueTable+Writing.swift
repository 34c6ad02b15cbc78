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
      return Cell(stored: isRemoval && overflow.isEmpty ? nil : overflow.write(name, cell.stored))
    }
    emptySlots += (isRemoval ? 1 : 0) - (slot.isOccupied ? 0 : 1)
    slotLocks.lock(slot)
    let old = slot.replace(cell, of: name)
    unlock(slot, replaced: old.held.box)
    return old
  }

  /// Stores a form that is not decoded yet, or removes it.
  func write(_ name: StorageString, stored: StoredValue?) { write(name, Cell(stored: stored)) }

  private func findOrAdd(_ name: StorageString) -> ValueSlot.Pointer? {
    if let slot = find(name) { return slot }
    // A string in the overflow table stays there: readers look there last.
    return overflow[name] == nil ? add(name) : nil
  }

  /// Makes a slot; nil if the index has no bucket for one, or too many slots are empty.
  private func add(_ name: StorageString) -> ValueSlot.Pointer? {
    guard emptySlots < ValueTable.emptySlotLimit else { return nil }
    guard let (index, position) = bucket(for: name.hash) else { return nil }
    let slot = makeSlot()
    _ = slot.assign(to: name, .absent)
    emptySlots += 1
    put(slot, in: index.pointee, at: position)
    return slot
  }

  /// A free bucket for a new slot, after its index has grown if it is half full; nil if there is none.
  private func bucket(
    for hash: UInt64
  ) -> (index: UnsafeMutablePointer<SlotIndex>, position: UInt64)? {
    let mixed = directory.mix(hash)
    let index = directory.index(of: mixed)
    if (index.pointee.state.pointee.used + 1) * 2 > index.pointee.capacity {
      guard grow(index.pointee) else { return nil }
    }
    let current = directory.index(of: mixed)
    return current.pointee.freeBucket(for: mixed).map { (current, $0) }
  }

  /// Replaces an index by a larger one or by two, or by still larger ones where a slot would find no
  /// bucket.
  private func grow(_ index: SlotIndex) -> Bool {
    let addresses = index.addresses
    for more in 0...2 {
      let new = successors(of: index, larger: more)
      let isFilled = addresses.allSatisfy { address in
        let slot = ValueSlot.at(address)
        let mixed = directory.mix(slot.pointee.hash.load(ordering: .relaxed))
        let target = new.count == 1 ? new[0] : new[successor(for: mixed, of: index)]
        guard let position = target.freeBucket(for: mixed) else { return false }
        put(slot, in: target, at: position)
        return true
      }
      if isFilled {
        for index in new { use(allocate(index)) }
        return true
      }
      for index in new { index.deallocate() }
    }
    return false
  }

  private func put(_ slot: ValueSlot.Pointer, in index: SlotIndex, at position: UInt64) {
    let hash = slot.pointee.hash.load(ordering: .relaxed)
    index.state.pointee.used += 1
    index.put(UInt(bitPattern: slot), hash: hash, at: position)
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
  ///   - names: The names, no two of which are the same. No other thread knows the table yet.
  ///   - value: The stored form at a position.
  func load(_ names: [StorageString], values value: (Int) -> StoredValue) {
    guard !names.isEmpty else { return }
    lock.withLock {
      reserve(names.count)
      for (position, name) in names.enumerated() {
        let stored = value(position)
        guard let (index, bucket) = bucket(for: name.hash) else {
          // Too many names have this hash: they were made to collide.
          _ = overflow.write(name, stored)
          continue
        }
        let slot = makeSlot()
        _ = slot.assign(to: name, Cell(stored: stored))
        put(slot, in: index.pointee, at: bucket)
      }
    }
  }

  /// Makes indexes that are at most half full with this number of entries.
  private func reserve(_ count: Int) {
    var (depth, each) = (0, count)
    // A part of the hashes is larger than another one.
    while each > 7 << (SlotDirectory.splitBits - 4), depth < Int(SlotDirectory.bits) {
      depth += 1
      each = count >> depth
    }
    if depth > 0 { each += each / 8 }
    let bits = max(4, Int.bitWidth - (2 * each + 1).leadingZeroBitCount)
    for first in stride(from: 0, to: SlotDirectory.count, by: SlotDirectory.count >> depth) {
      use(allocate(SlotIndex(bits: bits, depth: depth, first: first)))
    }
  }

  /// Fills a new table with the members of a file.
  ///
  /// - Parameter members: The members, no two of one name. No other thread knows the table yet.
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
