public import Synchronization

/// The entries of a cache: found without a lock, changed under one.
///
/// Readers probe ``CacheIndex`` and read a small value from the slot's words. What has a reference,
/// or expires, or whose key is another copy of the same string, is read under the slot's lock, which
/// is never held for longer than it takes to copy a reference. Nothing that a program wrote,
/// the clock included, runs under any lock of the table.
///
/// Locks, in the order in which they are taken: the writer's lock of the store, `lock`, one of
/// `slotLocks`.
///
/// Thread safety: every method may be called from any thread.
///
/// Complexity: O(1) for one key, amortised for writing. A slot takes some 150 bytes; as many are
/// kept as there were entries at one time.
@usableFromInline
final class CacheTable: @unchecked Sendable {
  // `@unchecked`: `index`, `generation`, the counters and a slot's words are atomic; a slot's other
  // members are guarded as it says; what `state` points to is guarded by `lock`.
  @usableFromInline let index: Atomic<UInt>
  @usableFromInline let generation = Atomic<UInt64>(0)
  let missCount = Atomic<Int>(0)
  /// Whether an entry ever had a deadline; to tell whether one is over takes the program's clock.
  let hasDeadlines = Atomic(false)
  let bounds: Bounds
  let clock: CacheClock
  let lock = Lock()
  let slotLocks = SlotLocks()
  let state: UnsafeMutablePointer<State>

  /// How much a cache may hold.
  struct Bounds: Sendable {
    let count: Int
    let cost: Int

    init(count: Int, cost: Int) {
      // Entries have numbers of 32 bits.
      self.count = min(max(count, 0), Int(clamping: UInt32.max - 1))
      self.cost = max(cost, 0)
    }
  }

  /// What `lock` guards.
  struct State: ~Copyable {
    var queues = EvictionQueues()
    var pages: [CacheIndex.SlotPointer] = []
    var slotCount = 0
    /// Slots that belong to nobody.
    var free: [CacheIndex.SlotPointer] = []
    var count = 0
    var cost = 0
    /// How many entries have a deadline.
    var expiringCount = 0
    var evictions = 0
    var expirations = 0
    /// How many places of the index are not empty.
    var usedPlaces = 0
    var indexes: [UnsafeMutablePointer<CacheIndex>] = []
    /// The index that is not in use, of the same size as the one in use.
    var spare: UnsafeMutablePointer<CacheIndex>?
  }

  init(bounds: Bounds, clock: CacheClock) {
    self.bounds = bounds
    self.clock = clock
    state = .allocate(capacity: 1)
    state.initialize(to: State())
    let first = CacheTable.makeIndex(bits: 4, state)
    index = Atomic(UInt(bitPattern: first))
  }

  deinit {
    for index in state.pointee.indexes {
      index.pointee.deallocate()
      index.deallocate()
    }
    for number in 0..<state.pointee.slotCount {
      slot(UInt32(number)).deinitialize(count: 1)
    }
    for page in state.pointee.pages { page.deallocate() }
    state.deinitialize(count: 1)
    state.deallocate()
  }

  private static func makeIndex(
    bits: Int, _ state: UnsafeMutablePointer<State>
  ) -> UnsafeMutablePointer<CacheIndex> {
    let pointer = UnsafeMutablePointer<CacheIndex>.allocate(capacity: 1)
    pointer.initialize(to: CacheIndex(bits: bits))
    state.pointee.indexes.append(pointer)
    return pointer
  }

  /// The index in use.
  @inlinable
  @inline(__always)
  var currentIndex: UnsafeMutablePointer<CacheIndex> {
    // The address of an object that lives as long as the table.
    UnsafeMutablePointer(bitPattern: index.load(ordering: .acquiring)).unsafelyUnwrapped
  }
}

// MARK: Slots and index. `lock` is held.

extension CacheTable {
  /// Pages double in size, so that a number tells its page: 16 slots, 16, 32, 64, …
  func slot(_ number: UInt32) -> CacheIndex.SlotPointer {
    let page = 32 - (number >> 4).leadingZeroBitCount
    let first = page == 0 ? 0 : UInt32(8) << UInt32(page)
    return state.pointee.pages[page] + Int(number - first)
  }

  /// A slot that belongs to nobody.
  func takeSlot() -> CacheIndex.SlotPointer {
    if let slot = state.pointee.free.popLast() { return slot }
    let number = UInt32(state.pointee.slotCount)
    let page = 32 - (number >> 4).leadingZeroBitCount
    if page == state.pointee.pages.count {
      state.pointee.pages.append(.allocate(capacity: page == 0 ? 16 : 8 << page))
    }
    state.pointee.slotCount += 1
    let slot = self.slot(number)
    slot.initialize(to: CacheSlot(number: number))
    return slot
  }

  /// The slot of a key.
  func find(_ name: StorageString) -> CacheIndex.SlotPointer? {
    let index = currentIndex.pointee
    var position = index.home(of: name.hash)
    while let slot = index.slot(at: position) {
      if slot.pointee.belongs(to: name) { return slot }
      position = (position &+ 1) & index.mask
    }
    return nil
  }

  /// Lets readers find a slot that was just given to a key.
  func enter(_ slot: CacheIndex.SlotPointer) {
    if currentIndex.pointee.add(slot) { state.pointee.usedPlaces += 1 }
    let capacity = currentIndex.pointee.capacity
    if state.pointee.usedPlaces * 8 > capacity * 5 { rewriteIndex() }
  }

  /// Writes the index anew, without the places that removed entries left behind.
  private func rewriteIndex() {
    let old = currentIndex
    let count = state.pointee.count
    var fresh = state.pointee.spare
    if count * 8 > old.pointee.capacity * 3 {
      // Both old ones stay allocated: somebody may be probing them.
      fresh = CacheTable.makeIndex(bits: old.pointee.bits + 1, state)
      state.pointee.spare = nil
    } else {
      fresh?.pointee.clear()
      state.pointee.spare = old
    }
    let new = fresh ?? CacheTable.makeIndex(bits: old.pointee.bits, state)
    for number in 0..<UInt32(state.pointee.slotCount) {
      let slot = self.slot(number)
      if slot.pointee.name != nil { _ = new.pointee.add(slot) }
    }
    state.pointee.usedPlaces = count
    index.store(UInt(bitPattern: new), ordering: .releasing)
    generation.store(generation.load(ordering: .relaxed) &+ 1, ordering: .releasing)
  }
}
