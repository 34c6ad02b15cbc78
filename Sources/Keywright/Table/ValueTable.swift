import KeywrightStorage
import Synchronization

/// Values by storage string, which readers look up without the writer's lock.
///
/// The memory of every store that keeps its values in memory: of ``DefaultsStore`` and
/// ``MemoryStore``, where each entry has a stored form and the value as the last reader decoded it,
/// and of ``CacheStore``, where it has the value alone. A cache adds a policy, ``Eviction``.
///
/// A small value without references, or a short string, is read from two words under the slot's sequence lock. Any
/// other value is read from a box, which ``HazardPointers`` keep until the value is copied. A reader that meets a
/// change, or a value that expires, or one that is not decoded, takes the slot's lock, which is one of a few that
/// all slots share, and is never held for longer than it takes to copy a reference. No code of the program, a clock
/// included, runs under any lock of the table.
///
/// A full index is split, or replaced by a larger one, while readers go on with the old one, which stays
/// allocated: one of them may be probing it.
///
/// - *Unbounded*, a slot belongs to one storage string for ever, because a reader may be looking at
///   it: a string that was removed keeps its slot (128 bytes), up to ``emptySlotLimit``. New
///   strings beyond that, and strings that were made to collide, go to ``OverflowTable``.
/// - *Bounded*, a slot belongs to one string after another. The index is rewritten when tombstones
///   fill it, into a second piece of memory of the same size, and both take turns. Where all
///   buckets of a probe sequence are taken, which takes strings that were made to collide, the last
///   of them goes: a cache may lose any entry.
///
/// Locks, in the order in which they are taken: the writer's lock of the store, `lock`, one of
/// `slotLocks`.
///
/// Thread safety: reading from any thread at any time; writing by the holder of the writer's lock.
///
/// Complexity: O(1) for one string, whatever the strings; amortised for writing.
@usableFromInline
final class ValueTable: @unchecked Sendable {
  // `@unchecked`: `directory`, `generation` and a slot's words are atomic; a slot's content is guarded as
  // `SlotContent` says; all else that changes is guarded by `lock`.
  @usableFromInline let directory: SlotDirectory
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
  private(set) var indexes: [UnsafeMutablePointer<SlotIndex>] = []

  /// Makes an empty table.
  ///
  /// - Parameter eviction: The policy of a bounded table; nil makes an unbounded one.
  init(eviction: Eviction? = nil) {
    self.eviction = eviction
    isBounded = eviction != nil
    let first = UnsafeMutablePointer<SlotIndex>.allocate(capacity: 1)
    first.initialize(to: SlotIndex(bits: 4))
    directory = SlotDirectory(first)
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

  /// Returns the address of the first slot on a hash's probe sequence that matches, or 0.
  @inlinable
  @inline(__always)
  func address(for hash: UInt64, where isMatch: (UInt) -> Bool) -> UInt {
    let mixed = directory.mix(hash)
    return directory.index(of: mixed).pointee.address(for: hash, mixed, where: isMatch)
  }
}

extension ValueTable {
  /// Releases the lock of a slot that was changed; then no reader looks at the value that was there.
  ///
  /// - Parameter box: The box of that value, to be freed when no lock is held: its `deinit` may do anything.
  func unlock(_ slot: ValueSlot.Pointer, replaced box: AnyObject?) {
    slotLocks.unlock(slot)
    if let box { hazards.waitForReaders(of: box) }
  }
}

// MARK: Slots and index. `lock` is held.

extension ValueTable {
  private func memory(of number: UInt32) -> UnsafeMutableRawPointer {
    let page = NumberedPage(of: number)
    return pages[Int(page.number)] + Int(number &- page.first) &* ValueSlot.Pointer.stride
  }

  func slot(_ number: UInt32) -> ValueSlot.Pointer {
    memory(of: number).assumingMemoryBound(to: ValueSlot.self)
  }

  /// Makes a free slot.
  func makeSlot() -> ValueSlot.Pointer {
    let number = UInt32(slotCount)
    let page = NumberedPage(of: number)
    if Int(page.number) == pageCount {
      let size = page.count * ValueSlot.Pointer.stride
      pages[pageCount] = .allocate(byteCount: size, alignment: 64)
      pageCount += 1
    }
    slotCount += 1
    return .make(at: memory(of: number), number: number)
  }

  /// The slot of a key, also one whose value was removed.
  func find(_ name: StorageString) -> ValueSlot.Pointer? {
    let address = address(for: name.hash) { address in
      ValueSlot.at(address).pointee.belongs(to: name)
    }
    return ValueSlot.Pointer(bitPattern: address)
  }

  /// Empty indexes for the entries of a full one: one of a larger size, or two of the same.
  ///
  /// - Parameter more: How much larger, as a power of two, since crafted strings fill parts of an index.
  func successors(of index: SlotIndex, larger more: Int = 0) -> [SlotIndex] {
    let (bits, depth, first) = (index.bits + more, index.depth, index.first)
    guard index.bits >= SlotDirectory.splitBits, depth < Int(SlotDirectory.bits) else {
      return [SlotIndex(bits: bits + 1, depth: depth, first: first)]
    }
    let second = first + SlotDirectory.count >> (depth + 1)
    return [first, second].map { SlotIndex(bits: bits, depth: depth + 1, first: $0) }
  }

  /// The one of the successors for a mixed hash.
  func successor(for mixed: UInt64, of index: SlotIndex) -> Int {
    Int(mixed >> UInt64(63 - index.depth) & 1)
  }

  /// Makes an index that stays allocated for as long as the table.
  func allocate(_ index: SlotIndex) -> UnsafeMutablePointer<SlotIndex> {
    let pointer = UnsafeMutablePointer<SlotIndex>.allocate(capacity: 1)
    pointer.initialize(to: index)
    indexes.append(pointer)
    return pointer
  }

  /// Makes readers probe another index for its hashes.
  func use(_ new: UnsafeMutablePointer<SlotIndex>) {
    directory.use(new)
    generation.store(generation.load(ordering: .relaxed) &+ 1, ordering: .releasing)
  }
}
