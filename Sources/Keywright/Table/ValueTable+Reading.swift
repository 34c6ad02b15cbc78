import KeywrightStorage
public import Synchronization

// MARK: Without decoding

extension ValueTable {
  /// The decoded value of a form, if it is in memory. In a bounded table a lookup is counted, and
  /// marks the entry as used.
  @inlinable
  @inline(__always)
  func lookup<Value: Sendable>(
    _ name: StorageString, _ form: FormID, as type: Value.Type, isBounded: Bool
  ) -> Lookup<Value> {
    let address = address(for: name.hash) { address in
      ValueSlot.at(address).pointee.hash.load(ordering: .relaxed) == name.hash
    }
    if address == 0 {
      if !isBounded, overflow.isEmpty { return .absent }
    } else {
      let found = value(in: ValueSlot.at(address), name, form, as: Value.self, isBounded: isBounded)
      guard case .miss = found else { return found }
    }
    let held = heldValue(of: name, form)
    if let value = held.value(as: Value.self, form: form) { return .hit(value) }
    return held.form == .absent ? .absent : .miss
  }

  /// The value in a slot, read under the sequence lock; a miss if it is not there.
  @inlinable
  @inline(__always)
  func value<Value: Sendable>(
    in slot: ValueSlot.Pointer, _ name: StorageString, _ form: FormID, as type: Value.Type,
    isBounded: Bool
  ) -> Lookup<Value> {
    let version = slot.pointee.version.load(ordering: .acquiring)
    let start = slot.pointee.start.load(ordering: .relaxed)
    let isSameSize =
      slot.pointee.count.load(ordering: .relaxed) == name.count
      && slot.pointee.hash.load(ordering: .relaxed) == name.hash
    let found = slot.pointee.form.load(ordering: .relaxed)
    var words = (
      slot.pointee.word0.load(ordering: .relaxed), slot.pointee.word1.load(ordering: .relaxed)
    )
    var hazard: HazardPointers.Pointer?
    let isShortText = ShortText.isText(Value.self) && words.1 != ShortText.boxed
    if !HeldValue.isInline(Value.self), !isShortText, found == form.rawValue {
      hazard = hazards.protect(UInt(words.0))
      if hazard == nil { return .miss }
    }
    defer { if let hazard { hazards.release(hazard) } }
    atomicMemoryFence(ordering: .acquiring)
    // Sequentially consistent because of `hazard`.
    guard version & 1 == 0, slot.pointee.version.load(ordering: .sequentiallyConsistent) == version,
      isSameSize
    else { return .miss }
    if start != UInt(bitPattern: name.start) {
      // A bounded table may free the bytes of its names at any time.
      guard !isBounded, let own = UnsafePointer<UInt8>(bitPattern: start),
        StorageString.areEqual(own, name.start, name.count)
      else { return .miss }
    }
    if found == form.rawValue {
      if isBounded { slot.pointee.uses.wrappingAdd(1, ordering: .relaxed) }
      if hazard != nil { return .hit(ValueBox<Value>.value(at: UInt(words.0))) }
      if isShortText { return .hit(ShortText(words.0, words.1).value(as: Value.self)) }
      return .hit(withUnsafeBytes(of: &words) { $0.load(as: Value.self) })
    }
    return !isBounded && found == FormID.absent.rawValue ? .absent : .miss
  }

  /// The decoded value of a form. Its form is ``FormID/absent`` if nothing is stored, and
  /// ``FormID/encoded`` if the value is there in another form, or not decoded.
  @usableFromInline
  func heldValue(of name: StorageString, _ form: FormID) -> HeldValue {
    guard let slot = lockSlot(of: name) else {
      guard let eviction else {
        return overflow[name] == nil ? .absent : HeldValue(form: .encoded)
      }
      eviction.countMiss()
      return .absent
    }
    defer { slotLocks.unlock(slot) }
    let held = slot.held
    if held.form == form {
      if isBounded { slot.pointee.uses.wrappingAdd(1, ordering: .relaxed) }
      return held
    }
    return slot.isOccupied ? HeldValue(form: .encoded) : .absent
  }

  /// Everything known of a key; nil if nothing is stored. Not a counted lookup.
  func cell(of name: StorageString) -> Cell? {
    let (cell, isStored) = cellBefore(name)
    return isStored ? cell : nil
  }

  /// The cell that a commit finds before it writes a key, and whether something is stored.
  func cellBefore(_ name: StorageString) -> (cell: Cell, isStored: Bool) {
    guard let slot = lockSlot(of: name) else {
      let stored = overflow[name]
      return (Cell(stored: stored), stored != nil)
    }
    defer { slotLocks.unlock(slot) }
    return (slot.cell, slot.isOccupied)
  }

  /// The stored form; nil if nothing is stored, or in a table without stored forms.
  func stored(_ name: StorageString) -> StoredValue? {
    guard let slot = lockSlot(of: name) else { return overflow[name] }
    defer { slotLocks.unlock(slot) }
    return slot.content.pointee.stored
  }

  /// Whether anything is stored under a string. Not a counted lookup.
  func contains(_ name: StorageString) -> Bool {
    guard let slot = lockSlot(of: name) else { return overflow[name] != nil }
    defer { slotLocks.unlock(slot) }
    return slot.isOccupied
  }

  /// Finds the slot of a key and takes its lock; nil if the key has none, or has expired.
  private func lockSlot(of name: StorageString) -> ValueSlot.Pointer? {
    var now: Int64?
    while true {
      let generation = generation.load(ordering: .acquiring)
      let address = address(for: name.hash) { address in
        lockIfOwned(ValueSlot.at(address), by: name)
      }
      guard let slot = ValueSlot.Pointer(bitPattern: address) else {
        // Believed unless the index was replaced during the search.
        if self.generation.load(ordering: .acquiring) == generation { return nil }
        continue
      }
      let deadline = slot.content.pointee.deadline
      if deadline == EvictionClock.never { return slot }
      if let now, now < deadline { return slot }
      slotLocks.unlock(slot)
      guard let eviction else { return nil }
      if let now {
        expire(name, at: now)
        return nil
      }
      // The program's clock is asked with no lock held.
      now = eviction.clock.now
    }
  }

  /// Takes a slot's lock if the slot belongs to a key; returns whether it does.
  private func lockIfOwned(_ slot: ValueSlot.Pointer, by name: StorageString) -> Bool {
    guard slot.pointee.hash.load(ordering: .relaxed) == name.hash else { return false }
    slotLocks.lock(slot)
    if slot.pointee.belongs(to: name) { return true }
    slotLocks.unlock(slot)
    return false
  }
}

// MARK: Decoding

/// The result of ``ValueTable/decode(_:)``.
enum Decoded<Value> {
  /// - isNew: Whether it was decoded now, for the first time since it was loaded.
  case value(Value, isNew: Bool)
  case absent
  /// Something is stored, and is not of the key's type.
  case unreadable(StoredValue?)
}

extension ValueTable {
  /// The value of a key, decoded now if no reader did before, and left there for the next one.
  func decode<Space, Value>(_ key: Key<Space, Value>) -> Decoded<Value> {
    guard let slot = lockSlot(of: key.storageString) else {
      guard let stored = overflow[key.storageString] else { return .absent }
      return key.value(from: stored).map { .value($0, isNew: true) } ?? .unreadable(stored)
    }
    let (isOccupied, cell, version) = (
      slot.isOccupied, slot.cell, slot.pointee.version.load(ordering: .relaxed)
    )
    slotLocks.unlock(slot)
    guard isOccupied else { return .absent }
    if let value = cell.held.value(as: Value.self, form: key.formID) {
      return .value(value, isNew: false)
    }
    // The type's own code runs here, so no lock is held.
    guard let stored = cell.stored, let value = key.value(from: stored) else {
      return .unreadable(cell.stored)
    }
    // Freed when no lock is held: a value's `deinit` may do anything.
    var replaced = HeldValue(value, form: key.formID)
    slotLocks.lock(slot)
    if slot.pointee.version.load(ordering: .relaxed) == version {
      replaced = slot.cache(replaced, of: key.storageString)
    }
    unlock(slot, replaced: replaced.box)
    withExtendedLifetime(replaced) {}
    return .value(value, isNew: true)
  }
}

// MARK: Listing

extension ValueTable {
  /// Every string under which something is stored, in no order.
  func storageStrings() -> [StorageString] {
    let now = eviction?.now ?? .min
    return lock.withLock {
      (0..<UInt32(slotCount)).compactMap { number in
        let slot = slot(number)
        guard slot.isOccupied, !slot.content.pointee.hasExpired(at: now) else { return nil }
        return slot.name
      }
    } + overflow.members.map(\.name)
  }

  /// Everything stored with its form, in the order in which the strings were first seen.
  func members() -> [(name: StorageString, stored: StoredValue)] {
    lock.withLock {
      (0..<UInt32(slotCount)).compactMap { number in
        let slot = slot(number)
        guard let name = slot.name, let stored = slot.content.pointee.stored else { return nil }
        return (name, stored)
      }
    } + overflow.members
  }
}
