public import Synchronization

/// The entries of a cache: found without a lock, changed under one.
///
/// Readers probe ``SlotIndex`` and read a small value from the slot's words. What has a reference,
/// or expires, or whose key is another copy of the same string, is read under the slot's lock, which
/// is never held for longer than it takes to copy a reference. Nothing that a program wrote,
/// the clock included, runs under any lock of the table.
///
/// A removed entry may leave a mark in its place of the index, which a later one may take. When too few
/// places are empty, the index is written anew into a second piece of memory of the same size, and
/// both take turns. Readers that still probe the old one meet slots that say themselves whose they are
/// now.
/// Where all places that a string may have are taken, which takes strings that were made to collide,
/// the last of them goes: a cache may lose any entry.
///
/// Locks, in the order in which they are taken: the writer's lock of the store, `lock`, one of
/// `slotLocks`.
///
/// Thread safety: every method may be called from any thread.
///
/// Complexity: O(1) for one key, whatever the keys; amortised for writing. A slot takes 128 bytes; as
/// many are kept as there were entries at one time.
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

  typealias Pages = UnsafeMutablePointer<UnsafeMutableRawPointer>

  /// What `lock` guards.
  struct State: ~Copyable {
    var queues = EvictionQueues()
    /// The pages of slots; not an array, which each look would retain.
    let pages = Pages.allocate(capacity: CacheTable.maximalPages)
    var pageCount = 0
    var slotCount = 0
    /// Slots that belong to nobody.
    var free: [CacheSlot.Pointer] = []
    var count = 0
    var cost = 0
    /// How many entries have a deadline.
    var expiringCount = 0
    var evictions = 0
    var expirations = 0
    /// How many places of the index are not empty.
    var usedPlaces = 0
    var indexes: [UnsafeMutablePointer<SlotIndex>] = []
    /// The index that is not in use, of the same size as the one in use.
    var spare: UnsafeMutablePointer<SlotIndex>?
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
      slot(UInt32(number)).destroy()
    }
    for page in 0..<state.pointee.pageCount { state.pointee.pages[page].deallocate() }
    state.pointee.pages.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  private static func makeIndex(
    bits: Int, _ state: UnsafeMutablePointer<State>
  ) -> UnsafeMutablePointer<SlotIndex> {
    let pointer = UnsafeMutablePointer<SlotIndex>.allocate(capacity: 1)
    pointer.initialize(to: SlotIndex(bits: bits))
    state.pointee.indexes.append(pointer)
    return pointer
  }

  /// The index in use.
  @inlinable
  @inline(__always)
  var currentIndex: UnsafeMutablePointer<SlotIndex> {
    // The address of an object that lives as long as the table.
    UnsafeMutablePointer(bitPattern: index.load(ordering: .acquiring)).unsafelyUnwrapped
  }
}

// MARK: Slots and index. `lock` is held.

extension CacheTable {
  /// One for each bit of a slot's number, and no more than that.
  fileprivate static let maximalPages = UInt32.bitWidth

  /// Pages double in size, so that a number tells its page: 16 slots, 16, 32, 64, …
  private static func page(of number: UInt32) -> (page: Int, first: UInt32) {
    let page = 32 - (number >> 4).leadingZeroBitCount
    return (page, page == 0 ? 0 : UInt32(8) << UInt32(page))
  }

  private static func memory(of number: UInt32, in pages: Pages) -> UnsafeMutableRawPointer {
    let (page, first) = CacheTable.page(of: number)
    return pages[page] + Int(number &- first) &* CacheSlot.Pointer.stride
  }

  static func slot(_ number: UInt32, in pages: Pages) -> CacheSlot.Pointer {
    memory(of: number, in: pages).assumingMemoryBound(to: CacheSlot.self)
  }

  func slot(_ number: UInt32) -> CacheSlot.Pointer {
    CacheTable.slot(number, in: state.pointee.pages)
  }

  /// A slot that belongs to nobody.
  func takeSlot() -> CacheSlot.Pointer {
    if let slot = state.pointee.free.popLast() { return slot }
    let number = UInt32(state.pointee.slotCount)
    let page = CacheTable.page(of: number).page
    if page == state.pointee.pageCount {
      let size = (page == 0 ? 16 : 8 << page) * CacheSlot.Pointer.stride
      state.pointee.pages[page] = .allocate(byteCount: size, alignment: 64)
      state.pointee.pageCount += 1
    }
    state.pointee.slotCount += 1
    return .make(at: CacheTable.memory(of: number, in: state.pointee.pages), number: number)
  }

  /// The slot of a key.
  func find(_ name: StorageString) -> CacheSlot.Pointer? {
    let address = currentIndex.pointee.address(for: name.hash) { address in
      CacheSlot.at(address).pointee.belongs(to: name)
    }
    return CacheSlot.Pointer(bitPattern: address)
  }

  /// Lets readers find a slot that was just given to a key.
  func enter(_ slot: CacheSlot.Pointer, _ debris: inout CacheDebris) {
    if state.pointee.usedPlaces * 2 >= currentIndex.pointee.capacity {
      rewriteIndex(&debris)
    } else {
      place(slot, in: currentIndex.pointee, &debris)
    }
  }

  /// Takes a slot's place in the index from it, if that does no harm to other ways.
  func leave(_ slot: CacheSlot.Pointer) {
    let place = slot.entry.pointee.position
    slot.entry.pointee.position = .max
    if place != .max { state.pointee.usedPlaces -= currentIndex.pointee.vacate(place) }
  }

  /// Puts a slot in the first place that has none; where all have, in the last one, whose entry
  /// goes.
  private func place(_ slot: CacheSlot.Pointer, in index: SlotIndex, _ debris: inout CacheDebris) {
    let hash = slot.pointee.hash.load(ordering: .relaxed)
    let free = index.place(for: hash)
    let position = free ?? index.lastPlace(for: hash)
    if free == nil {
      giveWay(CacheSlot.at(index.address(at: position)), &debris)
    } else if index.isEmpty(at: position) {
      state.pointee.usedPlaces += 1
    }
    slot.entry.pointee.position = position
    index.put(UInt(bitPattern: slot), hash: hash, at: position)
  }

  /// Writes the index anew, without the places that removed entries left behind.
  private func rewriteIndex(_ debris: inout CacheDebris) {
    let old = currentIndex
    let count = state.pointee.count
    var fresh = state.pointee.spare
    if count * 3 > old.pointee.capacity {
      // Both old ones stay allocated: somebody may be probing them.
      fresh = CacheTable.makeIndex(bits: old.pointee.bits + 1, state)
      state.pointee.spare = nil
    } else {
      fresh?.pointee.clear()
      state.pointee.spare = old
    }
    let new = fresh ?? CacheTable.makeIndex(bits: old.pointee.bits, state)
    state.pointee.usedPlaces = 0
    for number in 0..<UInt32(state.pointee.slotCount) {
      slot(number).entry.pointee.position = .max
    }
    for number in 0..<UInt32(state.pointee.slotCount) where slot(number).pointee.isTaken {
      place(slot(number), in: new.pointee, &debris)
    }
    index.store(UInt(bitPattern: new), ordering: .releasing)
    generation.store(generation.load(ordering: .relaxed) &+ 1, ordering: .releasing)
  }
}

extension CacheSlot {
  /// The slot at an address that an index gave, which is never 0.
  @inlinable
  @inline(__always)
  static func at(_ address: UInt) -> Pointer { Pointer(bitPattern: address).unsafelyUnwrapped }
}
