import KeywrightStorage
import Synchronization

// Writing to a bounded table: `eviction` is its policy.

extension ValueTable {
  /// Stores a value, which in a bounded table costs 1 and never expires. The writer's lock is held.
  ///
  /// - Returns: Values to free when no lock is held.
  func replace(_ name: StorageString, _ cell: Cell) -> Evicted {
    if let eviction { return put(name, Entry(held: cell.held), eviction) }
    var evicted = Evicted()
    evicted.replaced = write(name, cell)
    return evicted
  }

  /// Stores a value, or nothing if it exceeds the bounds or expires at once; evicts to make room.
  ///
  /// The writer's lock is held.
  ///
  /// - Returns: Values that are not stored any more, to be freed when no lock is held: a value's
  ///   `deinit` may do anything.
  func put(_ name: StorageString, _ entry: Entry, _ eviction: Eviction) -> Evicted {
    lock.lock()
    defer { lock.unlock() }
    var evicted = Evicted()
    if entry.expires { eviction.noteDeadline() }
    let (bounds, known) = (eviction.bounds, find(name))
    guard bounds.count > 0, entry.cost <= bounds.cost, entry.deadline != .min else {
      if let known { discard(known, eviction, &evicted) }
      return evicted
    }
    guard let known else {
      insert(name, entry, eviction, &evicted)
      return evicted
    }
    if eviction.totalCost - known.content.pointee.cost > bounds.cost - entry.cost {
      guard makeRoom(for: entry.cost, replacing: known, eviction, &evicted) else {
        insert(name, entry, eviction, &evicted)
        return evicted
      }
    }
    replace(known, entry, eviction, &evicted)
    return evicted
  }

  /// Removes a key's value. The writer's lock is held.
  func remove(_ name: StorageString, _ eviction: Eviction) -> Evicted {
    lock.lock()
    defer { lock.unlock() }
    var evicted = Evicted()
    if let slot = find(name) { discard(slot, eviction, &evicted) }
    return evicted
  }

  /// Removes an entry that was found to have expired, if it still has.
  func expire(_ name: StorageString, at now: Int64) {
    guard let eviction else { return }
    var evicted = Evicted()
    lock.withLock {
      guard let slot = find(name), slot.content.pointee.hasExpired(at: now) else { return }
      discard(slot, eviction, &evicted)
      eviction.expirations += 1
    }
    withExtendedLifetime(evicted) {}
  }

  /// Removes everything that expired, then evicts until the given bounds hold.
  ///
  /// In steps, between which the lock is released and the values of the step are freed: a commit waits
  /// for one step at most. It evicts no more entries than there are at first, or it might never end.
  func trim(count: Int, cost: Int) {
    guard let eviction else { return }
    var evicted = Evicted()
    let now = eviction.now
    var remaining = lock.withLock {
      removeExpired(at: now, eviction, &evicted)
      return eviction.count
    }
    var isOver = false
    while !isOver {
      let step = min(remaining, ValueTable.trimStep)
      lock.withLock {
        isOver = !evict(step, to: max(count, 0), max(cost, 0), eviction, &evicted)
      }
      remaining -= step
      evicted = Evicted()
    }
  }

  /// The number of entries that a trim evicts before it releases the lock.
  private static let trimStep = 1024

  /// Evicts up to `most` entries; false if there is no more to do.
  private func evict(
    _ most: Int, to count: Int, _ cost: Int, _ eviction: Eviction, _ evicted: inout Evicted
  ) -> Bool {
    for _ in 0..<most {
      guard eviction.count > count || eviction.totalCost > cost, let slot = evict(eviction) else {
        return false
      }
      release(slot, eviction, &evicted)
    }
    return most > 0
  }

  private func removeExpired(at now: Int64, _ eviction: Eviction, _ evicted: inout Evicted) {
    guard eviction.expiringCount > 0 else { return }
    for number in 0..<UInt32(slotCount) {
      let slot = self.slot(number)
      guard slot.pointee.isTaken, slot.content.pointee.hasExpired(at: now) else { continue }
      discard(slot, eviction, &evicted)
      eviction.expirations += 1
    }
  }

  /// The counters of a bounded table.
  var statistics: CacheStatistics {
    guard let eviction else { return CacheStatistics() }
    return lock.withLock {
      var hits: UInt64 = 0
      for number in 0..<UInt32(slotCount) {
        hits &+= slot(number).pointee.uses.load(ordering: .relaxed)
      }
      return CacheStatistics(
        hits: Int(truncatingIfNeeded: hits & UInt64(Int.max)), misses: eviction.missCount,
        evictions: eviction.evictions, expirations: eviction.expirations, count: eviction.count,
        cost: eviction.totalCost)
    }
  }
}

// MARK: Parts of a change. `lock` is held.

extension ValueTable {
  /// Gives another value to a slot whose key stays.
  private func replace(
    _ slot: ValueSlot.Pointer, _ entry: Entry, _ eviction: Eviction,
    _ evicted: inout Evicted
  ) {
    eviction.totalCost += entry.cost - slot.content.pointee.cost
    eviction.expiringCount += entry.expires ? 1 : 0
    eviction.expiringCount -= slot.content.pointee.deadline == EvictionClock.never ? 0 : 1
    evicted.replaced = write(entry, to: slot) { $0.replace($1, expires: $2) }
  }

  private func insert(
    _ name: StorageString, _ entry: Entry, _ eviction: Eviction,
    _ evicted: inout Evicted
  ) {
    // Accesses to memory that may be far away come together, with no lock taken in between, which would
    // wait for each: the ghost of this entry, then that of an evicted one, and its bucket.
    let arrival = eviction.queues.meet(name.hash)
    let slot = room(for: entry.cost, eviction, &evicted)
    eviction.count += 1
    eviction.totalCost += entry.cost
    eviction.expiringCount += entry.expires ? 1 : 0
    let uses = UInt32(truncatingIfNeeded: slot.pointee.uses.load(ordering: .relaxed))
    eviction.queues.insert(slot.content.pointee.number, arrival, uses: uses)
    evicted.add(write(entry, to: slot) { $0.assign(to: name, $1, expires: $2) }.held.box)
    enter(slot, eviction, &evicted)
  }

  /// Writes an entry to a slot; gives the value that was there.
  @inline(__always)
  private func write(
    _ entry: Entry, to slot: ValueSlot.Pointer,
    _ body: (ValueSlot.Pointer, consuming Cell, Bool) -> Cell
  ) -> Cell {
    let expires = entry.expires
    slotLocks.lock(slot)
    slot.content.pointee.deadline = entry.deadline
    slot.content.pointee.cost = entry.cost
    let old = body(slot, Cell(stored: nil, held: entry.held), expires)
    unlock(slot, replaced: old.held.box)
    return old
  }

  /// A slot for a new entry, once there is room for it.
  private func room(
    for cost: Int, _ eviction: Eviction, _ evicted: inout Evicted
  ) -> ValueSlot.Pointer {
    var last: ValueSlot.Pointer?
    while eviction.count >= eviction.bounds.count
      || eviction.totalCost > eviction.bounds.cost - cost
    {
      guard let slot = evict(eviction) else { break }
      if let last { release(last, eviction, &evicted) }
      last = slot
    }
    // The last one evicted is overwritten in place.
    return last ?? eviction.freeSlots.popLast().map(slot) ?? makeSlot()
  }

  /// Evicts until there is room for an entry's new cost; false if the entry itself had to go.
  private func makeRoom(
    for cost: Int, replacing slot: ValueSlot.Pointer, _ eviction: Eviction,
    _ evicted: inout Evicted
  ) -> Bool {
    while eviction.totalCost - slot.content.pointee.cost > eviction.bounds.cost - cost {
      guard let victim = evict(eviction) else { return true }
      release(victim, eviction, &evicted)
      if victim == slot { return false }
    }
    return true
  }

  /// Takes the next entry to go out of the queues; its slot still holds its value.
  private func evict(_ eviction: Eviction) -> ValueSlot.Pointer? {
    let victim = eviction.queues.evict { number in
      UInt32(truncatingIfNeeded: slot(number).pointee.uses.load(ordering: .relaxed))
    }
    guard let victim else { return nil }
    uncount(slot(victim), eviction)
    eviction.evictions += 1
    return slot(victim)
  }

  /// Removes an entry that is not the queues' choice.
  private func discard(
    _ slot: ValueSlot.Pointer, _ eviction: Eviction, _ evicted: inout Evicted
  ) {
    eviction.queues.remove(slot.content.pointee.number)
    uncount(slot, eviction)
    release(slot, eviction, &evicted)
  }

  private func uncount(_ slot: ValueSlot.Pointer, _ eviction: Eviction) {
    leaveIndex(slot, eviction)
    eviction.count -= 1
    eviction.totalCost -= slot.content.pointee.cost
    if slot.content.pointee.deadline != EvictionClock.never { eviction.expiringCount -= 1 }
  }

  /// Empties a slot that is in no queue any more.
  private func release(
    _ slot: ValueSlot.Pointer, _ eviction: Eviction, _ evicted: inout Evicted
  ) {
    slotLocks.lock(slot)
    let box = slot.clear().held.box
    unlock(slot, replaced: box)
    evicted.add(box)
    eviction.freeSlots.append(slot.content.pointee.number)
  }
}

// MARK: The index of a bounded table. `lock` is held.

extension ValueTable {
  /// Lets readers find a slot that was just given to a key.
  private func enter(
    _ slot: ValueSlot.Pointer, _ eviction: Eviction, _ evicted: inout Evicted
  ) {
    let mixed = directory.mix(slot.pointee.hash.load(ordering: .relaxed))
    let index = directory.index(of: mixed)
    if index.pointee.state.pointee.used * 2 >= index.pointee.capacity {
      rewrite(index, eviction, &evicted)
    }
    place(slot, in: directory.index(of: mixed).pointee, eviction, &evicted)
  }

  /// Takes a slot out of the index.
  private func leaveIndex(_ slot: ValueSlot.Pointer, _ eviction: Eviction) {
    let position = slot.content.pointee.position
    slot.content.pointee.position = .max
    if position == .max { return }
    let index = directory.index(of: directory.mix(slot.pointee.hash.load(ordering: .relaxed)))
    index.pointee.state.pointee.used -= index.pointee.remove(at: UInt64(position))
  }

  /// Puts a slot into the first free bucket of its probe sequence; where none is free, into the last
  /// one, whose entry is evicted.
  private func place(
    _ slot: ValueSlot.Pointer, in index: SlotIndex, _ eviction: Eviction,
    _ evicted: inout Evicted
  ) {
    let hash = slot.pointee.hash.load(ordering: .relaxed)
    let mixed = directory.mix(hash)
    let free = index.freeBucket(for: mixed)
    let position = free ?? index.lastBucket(for: mixed)
    if free == nil {
      let victim = ValueSlot.at(index.address(at: position))
      // The bucket is taken over at once: it must not be emptied before.
      victim.content.pointee.position = .max
      discard(victim, eviction, &evicted)
      eviction.evictions += 1
    } else if index.isEmpty(at: position) {
      index.state.pointee.used += 1
    }
    slot.content.pointee.position = UInt32(position)
    index.put(UInt(bitPattern: slot), hash: hash, at: position)
  }

  /// Rewrites an index without tombstones; into a larger one or two where that is too small.
  private func rewrite(
    _ index: UnsafeMutablePointer<SlotIndex>, _ eviction: Eviction, _ evicted: inout Evicted
  ) {
    let old = index.pointee
    let slots = old.addresses.map(ValueSlot.at)
    for slot in slots { slot.content.pointee.position = .max }
    let fresh: [UnsafeMutablePointer<SlotIndex>]
    if slots.count * 3 > old.capacity {
      // The old ones stay allocated: a reader may be probing them.
      fresh = successors(of: old).map(allocate)
    } else {
      old.state.pointee.spare?.pointee.clear()
      let spare =
        old.state.pointee.spare
        ?? allocate(SlotIndex(bits: old.bits, depth: old.depth, first: old.first))
      spare.pointee.state.pointee = SlotIndex.State(used: 0, spare: index)
      fresh = [spare]
    }
    for slot in slots {
      let mixed = directory.mix(slot.pointee.hash.load(ordering: .relaxed))
      let target = fresh.count == 1 ? fresh[0] : fresh[successor(for: mixed, of: old)]
      place(slot, in: target.pointee, eviction, &evicted)
    }
    for index in fresh { use(index) }
  }
}

/// Values that a table dropped, to be freed when no lock is held.
struct Evicted: ~Copyable {
  /// The value that another one of its key replaced.
  var replaced = Cell.absent
  private var first: AnyObject?
  private var others: [AnyObject]?

  /// All values to free.
  var objects: [AnyObject] { (others ?? []) + [first, replaced.held.box].compactMap(\.self) }

  var isEmpty: Bool { first == nil && replaced.held.box == nil }

  mutating func add(_ box: consuming AnyObject?) {
    guard let box else { return }
    if first == nil {
      first = box
    } else if others == nil {
      others = [box]
    } else {
      others?.append(box)
    }
  }
}
