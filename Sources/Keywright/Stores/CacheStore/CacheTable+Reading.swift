public import Synchronization

/// What a cache knows of a key, in a form that does not depend on the value's type.
@usableFromInline
struct CacheFinding {
  @usableFromInline
  enum Kind {
    case nothing
    /// The words hold the value.
    case words
    /// The box of `slot` holds the value, and the slot's lock is held until it is taken out.
    case box
    /// A value of another type.
    case otherType
  }

  @usableFromInline var kind: Kind
  @usableFromInline var word0: UInt64 = 0
  @usableFromInline var word1: UInt64 = 0
  @usableFromInline var slot: CacheSlot.Pointer?

  /// Takes the value out; to be called once.
  @inlinable
  func peek<Value: Sendable>(_ type: Value.Type, in table: CacheTable) -> Peek<Value> {
    switch kind {
    case .nothing: return .nothing
    case .otherType: return .unknown
    case .words:
      var words = (word0, word1)
      return .value(withUnsafeBytes(of: &words) { $0.loadUnaligned(as: Value.self) })
    case .box:
      guard let slot else { return .unknown }
      // A copy of a reference, or of a few: no code of the program runs under the lock.
      defer { table.unlock(slot) }
      // The slot named the type of the value beside the box.
      guard let box = slot.entry.pointee.box else { return .unknown }
      return .value(unsafeDowncast(box, to: CacheBox<Value>.self).value)
    }
  }
}

extension CacheTable {
  /// Looks a key up for the program: counts it, and marks the entry as used.
  @inlinable
  @inline(__always)
  func lookUp<Value: Sendable>(_ name: StorageString, as type: Value.Type) -> Peek<Value> {
    if SlotType.isInline(Value.self), let value = inlineValue(name, Value.self) {
      return .value(value)
    }
    return find(name, SlotType.decoded(Value.self), isLookup: true)
      .peek(Value.self, in: self)
  }

  /// The value, if it is read without a lock; nil says nothing.
  @inlinable
  @inline(__always)
  func inlineValue<Value: Sendable>(_ name: StorageString, _ type: Value.Type) -> Value? {
    let address = currentIndex.pointee.address(for: name.hash) { address in
      CacheSlot.at(address).pointee.hash.load(ordering: .relaxed) == name.hash
    }
    return address == 0 ? nil : inlineValue(in: CacheSlot.at(address), name, Value.self)
  }

  @inlinable
  @inline(__always)
  func inlineValue<Value: Sendable>(
    in slot: CacheSlot.Pointer, _ name: StorageString, _ type: Value.Type
  ) -> Value? {
    let version = slot.pointee.version.load(ordering: .acquiring)
    // The very bytes that the slot's key had when it was written: they need no comparing.
    let isSameKey =
      slot.pointee.start.load(ordering: .relaxed) == UInt(bitPattern: name.start)
      && slot.pointee.count.load(ordering: .relaxed) == name.count
      && slot.pointee.hash.load(ordering: .relaxed) == name.hash
    let found = slot.pointee.type.load(ordering: .relaxed)
    var words = (
      slot.pointee.word0.load(ordering: .relaxed), slot.pointee.word1.load(ordering: .relaxed)
    )
    atomicMemoryFence(ordering: .acquiring)
    guard version & 1 == 0, slot.pointee.version.load(ordering: .relaxed) == version else {
      return nil
    }
    guard isSameKey, found == SlotType.decoded(Value.self) else { return nil }
    slot.pointee.uses.wrappingAdd(1, ordering: .relaxed)
    return withUnsafeBytes(of: &words) { $0.loadUnaligned(as: Value.self) }
  }

  /// Finds a key's value.
  ///
  /// - Parameters:
  ///   - type: The identity of the type wanted.
  ///   - isLookup: Whether it is counted and marks the entry as used; a value of another type is
  ///     neither, because the caller looks again.
  @usableFromInline
  func find(_ name: StorageString, _ type: UInt, isLookup: Bool) -> CacheFinding {
    while true {
      let generation = generation.load(ordering: .acquiring)
      if let found = probe(name, type, isLookup) {
        if found.kind == .nothing, isLookup { countMiss() }
        return found
      }
      // Nothing was found; believe it unless the index was replaced meanwhile.
      if self.generation.load(ordering: .acquiring) == generation {
        if isLookup { countMiss() }
        return CacheFinding(kind: .nothing)
      }
    }
  }

  func countMiss() { missCount.wrappingAdd(1, ordering: .relaxed) }

  /// The finding in the first slot that belongs to the key; nil if no slot does.
  ///
  /// - Parameter now: The time, once it is known that it matters.
  private func probe(
    _ name: StorageString, _ type: UInt, _ isLookup: Bool, now: Int64? = nil
  ) -> CacheFinding? {
    let address = currentIndex.pointee.address(for: name.hash) { address in
      lockIfOwned(CacheSlot.at(address), by: name)
    }
    guard let slot = CacheSlot.Pointer(bitPattern: address) else { return nil }
    let deadline = slot.entry.pointee.deadline
    if deadline != CacheClock.never, deadline <= now ?? .max {
      slotLocks.unlock(slot)
      // The program's clock must be asked with no lock held.
      guard let now else { return probe(name, type, isLookup, now: clock.now) }
      expire(name, at: now)
      return CacheFinding(kind: .nothing)
    }
    return finding(in: slot, type, isLookup)
  }

  /// Takes a slot's lock if the slot belongs to a key; tells whether it does.
  private func lockIfOwned(_ slot: CacheSlot.Pointer, by name: StorageString) -> Bool {
    guard slot.pointee.hash.load(ordering: .relaxed) == name.hash else { return false }
    slotLocks.lock(slot)
    if slot.pointee.belongs(to: name) { return true }
    slotLocks.unlock(slot)
    return false
  }

  /// What a slot holds. The slot's lock is held; it is let go unless the value is in the box.
  private func finding(
    in slot: CacheSlot.Pointer, _ type: UInt, _ isLookup: Bool
  ) -> CacheFinding {
    let found = slot.pointee.type.load(ordering: .relaxed)
    guard CacheType.identity(of: found) == type else {
      slotLocks.unlock(slot)
      return CacheFinding(kind: .otherType)
    }
    if isLookup { slot.pointee.uses.wrappingAdd(1, ordering: .relaxed) }
    if found & CacheType.boxed != 0 { return CacheFinding(kind: .box, slot: slot) }
    defer { slotLocks.unlock(slot) }
    return CacheFinding(
      kind: .words, word0: slot.pointee.word0.load(ordering: .relaxed),
      word1: slot.pointee.word1.load(ordering: .relaxed))
  }

  @usableFromInline
  func unlock(_ slot: CacheSlot.Pointer) { slotLocks.unlock(slot) }

  /// Whether a value of any type is kept for a key.
  func contains(_ name: StorageString) -> Bool {
    find(name, CacheType.nothing, isLookup: false).kind != .nothing
  }

  /// Every string under which something is kept that has not expired, in no order.
  func storageStrings() -> [StorageString] {
    let now = hasDeadlines.load(ordering: .relaxed) ? clock.now : .min
    return lock.withLock {
      (0..<UInt32(state.pointee.slotCount)).compactMap { number in
        let slot = self.slot(number)
        return slot.entry.pointee.hasExpired(at: now) ? nil : slot.name
      }
    }
  }

  var statistics: CacheStatistics {
    lock.withLock {
      var hits: UInt64 = 0
      for number in 0..<UInt32(state.pointee.slotCount) {
        hits &+= slot(number).pointee.uses.load(ordering: .relaxed)
      }
      return CacheStatistics(
        hits: Int(truncatingIfNeeded: hits & UInt64(Int.max)),
        misses: missCount.load(ordering: .relaxed), evictions: state.pointee.evictions,
        expirations: state.pointee.expirations, count: state.pointee.count,
        cost: state.pointee.cost)
    }
  }
}
