import KeywrightStorage
public import Synchronization

/// Values by storage string, which readers look up without the writer's lock.
///
/// The memory of every store that keeps its values in memory: of ``DefaultsStore`` and
/// ``MemoryStore``, where each entry has a stored form and the value as the last reader decoded it, and
/// of ``CacheStore``, where it has the value alone. A cache adds a policy, ``Eviction``.
///
/// A small value without references is read from two words under the slot's sequence lock. Any other
/// value is read from a box, which ``HazardPointers`` keep until the value is copied. A reader that meets a
/// change, or a value that expires, or one that is not decoded, takes the slot's lock, which is one of a few
/// that all slots share, and is never held for longer than it takes to copy a reference. No code of the
/// program, a clock included, runs under any lock of the table.
///
/// - *Unbounded*, a slot belongs to one storage string for ever, because a reader may be looking at
///   it: a string that was removed keeps its slot (128 bytes), up to ``emptySlotLimit``. New strings
///   beyond that, and strings that were made to collide, go to ``OverflowTable``.
/// - *Bounded*, a slot belongs to one string after another. The index is rewritten when tombstones fill
///   it, into a second piece of memory of the same size, and both take turns. Where all buckets of a
///   probe sequence are taken, which takes strings that were made to collide, the last of them goes: a
///   cache may lose any entry.
///
/// Locks, in the order in which they are taken: the writer's lock of the store, `lock`, one of
/// `slotLocks`.
///
/// Thread safety: reading from any thread at any time; writing by the holder of the writer's lock.
///
/// Complexity: O(1) for one string, whatever the strings; amortised for writing.
@usableFromInline
final class ValueTable: @unchecked Sendable {
  // `@unchecked`: `index`, `generation` and a slot's words are atomic; a slot's content is guarded as
  // `SlotContent` says; all else that changes is guarded by `lock`.
  @usableFromInline let index: Atomic<UInt>
  @usableFromInline let overflow = OverflowTable()

  /// Whether entries are evicted.
  @usableFromInline let isBounded: Bool

  /// The policy of a bounded table.
  let eviction: Eviction?

  /// Counts the rewrites of a bounded table's index.
  let generation = Atomic<UInt64>(0)

  let lock = SystemMutex()
  let slotLocks = SlotLocks()
  @usableFromInline let hazards = HazardPointers()

  // The slots, in pages of doubling size. Not arrays, which each look would retain.
  private let pages = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(
    capacity: UInt32.bitWidth)
  private var pageCount = 0
  @exclusivity(unchecked) private(set) var slotCount = 0

  /// The slots of an unbounded table whose string was removed; limited, see ``emptySlotLimit``.
  @exclusivity(unchecked) var emptySlots = 0
  static let emptySlotLimit = 65_536

  /// Every index that was ever in use: a reader may be probing any of them.
  private var indexes: [UnsafeMutablePointer<SlotIndex>] = []

  /// Makes an empty table.
  ///
  /// - Parameter eviction: The policy of a bounded table; nil makes an unbounded one.
  init(eviction: Eviction? = nil) {
    self.eviction = eviction
    isBounded = eviction != nil
    let first = UnsafeMutablePointer<SlotIndex>.allocate(capacity: 1)
    first.initialize(to: SlotIndex(bits: 4))
    index = Atomic(UInt(bitPattern: first))
    indexes = [first]
  }

  deinit {
    for index in indexes {
      index.pointee.deallocate()
      index.deallocate()
    }
    for number in 0..<UInt32(slotCount) { slot(number).destroy() }
    for page in 0..<pageCount { pages[page].deallocate() }
    pages.deallocate()
  }

  /// The index in use.
  @inlinable
  @inline(__always)
  var currentIndex: UnsafeMutablePointer<SlotIndex> {
    // The address of an object that lives as long as the table.
    UnsafeMutablePointer(bitPattern: index.load(ordering: .acquiring)).unsafelyUnwrapped
  }
}

extension ValueTable {
  /// Releases the lock of a slot that was changed; then no reader looks at the value that was there.
  ///
  /// - Parameter old: That value, to be freed when no lock is held: its `deinit` may do anything.
  func unlock(_ slot: ValueSlot.Pointer, replaced old: HeldValue) {
    slotLocks.unlock(slot)
    if let box = old.box { hazards.waitForReaders(of: box) }
  }
}

// MARK: Slots and index. `lock` is held.

extension ValueTable {
  /// Pages double in size, so that a number tells its page: 16 slots, 16, 32, 64, …
  private static func page(of number: UInt32) -> (page: Int, first: UInt32) {
    let page = 32 - (number >> 4).leadingZeroBitCount
    return (page, page == 0 ? 0 : UInt32(8) << UInt32(page))
  }

  private func memory(of number: UInt32) -> UnsafeMutableRawPointer {
    let (page, first) = ValueTable.page(of: number)
    return pages[page] + Int(number &- first) &* ValueSlot.Pointer.stride
  }

  func slot(_ number: UInt32) -> ValueSlot.Pointer {
    memory(of: number).assumingMemoryBound(to: ValueSlot.self)
  }

  /// Makes a slot that belongs to nobody.
  func makeSlot() -> ValueSlot.Pointer {
    let number = UInt32(slotCount)
    let page = ValueTable.page(of: number).page
    if page == pageCount {
      let size = (page == 0 ? 16 : 8 << page) * ValueSlot.Pointer.stride
      pages[page] = .allocate(byteCount: size, alignment: 64)
      pageCount += 1
    }
    slotCount += 1
    return .make(at: memory(of: number), number: number)
  }

  /// The slot of a key, also one whose value was removed.
  func find(_ name: StorageString) -> ValueSlot.Pointer? {
    let address = currentIndex.pointee.address(for: name.hash) { address in
      ValueSlot.at(address).pointee.belongs(to: name)
    }
    return ValueSlot.Pointer(bitPattern: address)
  }

  /// Makes an index that stays allocated for as long as the table.
  func makeIndex(bits: Int) -> UnsafeMutablePointer<SlotIndex> { keep(SlotIndex(bits: bits)) }

  private func keep(_ index: SlotIndex) -> UnsafeMutablePointer<SlotIndex> {
    let pointer = UnsafeMutablePointer<SlotIndex>.allocate(capacity: 1)
    pointer.initialize(to: index)
    indexes.append(pointer)
    return pointer
  }

  /// Makes readers probe a new index, which stays allocated for as long as the table.
  func adopt(_ new: SlotIndex) { use(keep(new)) }

  /// Makes readers probe another index.
  func use(_ new: UnsafeMutablePointer<SlotIndex>) {
    index.store(UInt(bitPattern: new), ordering: .releasing)
    generation.store(generation.load(ordering: .relaxed) &+ 1, ordering: .releasing)
  }
}
