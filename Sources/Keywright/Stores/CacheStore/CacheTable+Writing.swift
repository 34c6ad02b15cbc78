import Synchronization

extension CacheTable {
  /// Keeps a value that has no deadline; nil, and nothing is kept, if the clock would be needed.
  @usableFromInline
  func putPlainly(_ name: StorageString, _ content: consuming CacheContent) -> CacheDebris? {
    if hasDeadlines.load(ordering: .relaxed) { return nil }
    return put(name, content)
  }

  /// Takes the lock of the slot that holds a boxed value of a type, so that the value can be
  /// exchanged for another one that costs no more than 1 and never expires; nil if there is none.
  ///
  /// The writer's lock is held. ``unlock(_:)`` must follow.
  @usableFromInline
  func lockBox(_ name: StorageString, _ type: UInt) -> CacheSlot.Pointer? {
    lock.lock()
    defer { lock.unlock() }
    guard let slot = find(name), slot.entry.pointee.cost == 1, slot.entry.pointee.box != nil,
      slot.pointee.type.load(ordering: .relaxed) == type | CacheType.boxed
    else { return nil }
    slotLocks.lock(slot)
    return slot
  }

  /// Keeps a value, or nothing if it exceeds the bounds or expires at once; makes room for it.
  ///
  /// - Returns: Boxes of values that are not kept any more, to be freed when no lock is held: a
  ///   value's `deinit` may do anything.
  ///
  /// The writer's lock is held.
  func put(_ name: StorageString, _ content: consuming CacheContent) -> CacheDebris {
    lock.lock()
    defer { lock.unlock() }
    var debris = CacheDebris()
    if content.isExpiring { hasDeadlines.store(true, ordering: .relaxed) }
    guard bounds.count > 0, content.cost <= bounds.cost, content.deadline != .min else {
      if let slot = find(name) { discard(slot, &debris, isReplaced: true) }
      return debris
    }
    guard let slot = find(name) else {
      insert(name, content, &debris)
      return debris
    }
    if state.pointee.cost - slot.entry.pointee.cost > bounds.cost - content.cost {
      debris.replaced = slot.content
      guard makeRoom(for: content.cost, replacing: slot, &debris) else {
        insert(name, content, &debris)
        return debris
      }
    }
    replace(slot, content, &debris)
    return debris
  }

  /// Removes a key's value.
  func remove(_ name: StorageString) -> CacheDebris {
    lock.lock()
    defer { lock.unlock() }
    var debris = CacheDebris()
    if let slot = find(name) { discard(slot, &debris) }
    return debris
  }

  /// Removes an entry that was found to have expired, if it still has.
  func expire(_ name: StorageString, at now: Int64) {
    var debris = CacheDebris()
    lock.withLock {
      guard let slot = find(name), slot.entry.pointee.hasExpired(at: now) else { return }
      discard(slot, &debris)
      state.pointee.expirations += 1
    }
    _ = consume debris
  }

  /// Removes all that expired, then evicts until no more than so much is left.
  func trim(count: Int, cost: Int) {
    var debris = CacheDebris()
    let now = hasDeadlines.load(ordering: .relaxed) ? clock.now : .min
    lock.withLock {
      removeExpired(at: now, &debris)
      while state.pointee.count > max(count, 0) || state.pointee.cost > max(cost, 0) {
        guard let slot = evict() else { break }
        release(slot, &debris)
      }
    }
    _ = consume debris
  }

  private func removeExpired(at now: Int64, _ debris: inout CacheDebris) {
    guard state.pointee.expiringCount > 0 else { return }
    for number in 0..<UInt32(state.pointee.slotCount) {
      let slot = self.slot(number)
      guard slot.pointee.isTaken, slot.entry.pointee.hasExpired(at: now) else { continue }
      discard(slot, &debris)
      state.pointee.expirations += 1
    }
  }
}

// MARK: Parts of a change. `lock` is held.

extension CacheTable {
  /// Gives another value to a slot whose key stays.
  private func replace(
    _ slot: CacheSlot.Pointer, _ content: consuming CacheContent, _ debris: inout CacheDebris
  ) {
    state.pointee.cost += content.cost - slot.entry.pointee.cost
    state.pointee.expiringCount += content.isExpiring ? 1 : 0
    state.pointee.expiringCount -= slot.entry.pointee.deadline == CacheClock.never ? 0 : 1
    slotLocks.lock(slot)
    debris.replaced = slot.replace(content)
    slotLocks.unlock(slot)
  }

  private func insert(
    _ name: StorageString, _ content: consuming CacheContent, _ debris: inout CacheDebris
  ) {
    let (cost, isExpiring) = (content.cost, content.isExpiring)
    // What needs memory that may be far away comes in one go, with no lock taken in between, which
    // would wait for each: the ghost of this entry, then that of an evicted one, and its place.
    let arrival = state.pointee.queues.meet(name.hash)
    let slot = room(for: cost, &debris)
    state.pointee.count += 1
    state.pointee.cost += cost
    state.pointee.expiringCount += isExpiring ? 1 : 0
    let uses = UInt32(truncatingIfNeeded: slot.pointee.uses.load(ordering: .relaxed))
    state.pointee.queues.insert(slot.pointee.number, arrival, uses: uses)
    slotLocks.lock(slot)
    debris.add(slot.give(to: name, content).box)
    slotLocks.unlock(slot)
    enter(slot, &debris)
  }

  /// A slot for a new entry, once there is room for it.
  private func room(
    for cost: Int, _ debris: inout CacheDebris
  ) -> CacheSlot.Pointer {
    var last: CacheSlot.Pointer?
    while state.pointee.count >= bounds.count || state.pointee.cost > bounds.cost - cost {
      guard let slot = evict() else { break }
      if let last { release(last, &debris) }
      last = slot
    }
    // The last one evicted is written over as it is.
    return last ?? takeSlot()
  }

  /// Evicts until an entry may cost so much; false if the entry itself had to go.
  private func makeRoom(
    for cost: Int, replacing slot: CacheSlot.Pointer, _ debris: inout CacheDebris
  ) -> Bool {
    while state.pointee.cost - slot.entry.pointee.cost > bounds.cost - cost {
      guard let victim = evict() else { return true }
      release(victim, &debris)
      if victim == slot { return false }
    }
    return true
  }

  /// Takes the next entry to go out of the queues; its slot still holds what it held.
  private func evict() -> CacheSlot.Pointer? {
    let pages = state.pointee.pages
    let victim = state.pointee.queues.evict { number in
      let slot = CacheTable.slot(number, in: pages)
      return UInt32(truncatingIfNeeded: slot.pointee.uses.load(ordering: .relaxed))
    }
    guard let victim else { return nil }
    uncount(slot(victim))
    state.pointee.evictions += 1
    return slot(victim)
  }

  /// Removes an entry that is not the queues' choice.
  ///
  /// - Parameter isReplaced: Whether a value of its key takes its place, or would if it fitted.
  private func discard(
    _ slot: CacheSlot.Pointer, _ debris: inout CacheDebris, isReplaced: Bool = false
  ) {
    if isReplaced { debris.replaced = slot.content }
    state.pointee.queues.remove(slot.pointee.number)
    uncount(slot)
    release(slot, &debris)
  }

  /// Makes an entry go whose place in the index another one needs.
  func giveWay(_ slot: CacheSlot.Pointer, _ debris: inout CacheDebris) {
    // The place is taken at once: it must not be emptied before.
    slot.entry.pointee.position = .max
    discard(slot, &debris)
    state.pointee.evictions += 1
  }

  private func uncount(_ slot: CacheSlot.Pointer) {
    leave(slot)
    state.pointee.count -= 1
    state.pointee.cost -= slot.entry.pointee.cost
    if slot.entry.pointee.deadline != CacheClock.never { state.pointee.expiringCount -= 1 }
  }

  /// Empties a slot that is in no queue any more.
  private func release(_ slot: CacheSlot.Pointer, _ debris: inout CacheDebris) {
    slotLocks.lock(slot)
    debris.add(slot.clear())
    slotLocks.unlock(slot)
    state.pointee.free.append(slot)
  }
}

/// Values that a cache let go, to be freed when no lock is held.
@usableFromInline
struct CacheDebris: ~Copyable {
  /// What was kept for the same key.
  @usableFromInline var replaced: CacheContent?
  private var first: AnyObject?
  private var others: [AnyObject]?

  @usableFromInline
  init() {}

  /// All that is to be freed.
  var objects: [AnyObject] {
    (others ?? []) + [first, replaced?.box].compactMap(\.self)
  }

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
