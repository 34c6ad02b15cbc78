public import Synchronization

/// Where a table's slots are: an open-addressing table of pointers, at most half full.
///
/// A flat piece of memory that readers probe without a lock. It is never changed in place but for
/// a slot that is added, and is freed with its table.
///
/// Source: linear probing (Knuth, TAOCP 6.4, algorithm L), with the index taken by
/// multiply-shift hashing (Dietzfelbinger and others, 1997) under a random odd factor of the
/// process, so that nobody can foresee where storage strings of different hashes land. Strings of
/// one and the same hash share a place under any factor: so probing ends after ``reach`` places, and
/// what finds none is kept elsewhere (``SideTable``).
@usableFromInline
struct SlotIndex {
  @usableFromInline typealias SlotPointer = UnsafeMutablePointer<TableSlot>
  @usableFromInline typealias Cell = Atomic<UInt>

  /// How far from its place a slot may be. At half full, with a hash that spreads, the longest way in
  /// a table of a million is about 70 (Knuth, 6.4): none is sent away but by design.
  @usableFromInline static let reach: UInt64 = 128

  /// The random factor of this process.
  @usableFromInline static let factor = UInt64.random(in: .min ... .max) | 1

  @usableFromInline let cells: UnsafeMutablePointer<Cell>
  @usableFromInline let shift: UInt64
  @usableFromInline let mask: UInt64
  @usableFromInline let factor: UInt64

  var bits: Int { 64 - Int(shift) }
  var capacity: Int { 1 << bits }

  /// An index with room for 2^`bits` pointers.
  init(bits: Int) {
    shift = UInt64(64 - bits)
    mask = (1 << UInt64(bits)) - 1
    factor = SlotIndex.factor
    cells = .allocate(capacity: 1 << bits)
    for position in 0..<(1 << bits) { (cells + position).initialize(to: Cell(0)) }
  }

  func deallocate() {
    cells.deinitialize(count: capacity)
    cells.deallocate()
  }

  /// The slot of a storage string, if there is one.
  @inlinable
  @inline(__always)
  func find(_ name: StorageString) -> SlotPointer? {
    let home = (name.hash &* factor) &>> shift
    var position = home
    while true {
      let address = cells[Int(truncatingIfNeeded: position)].load(ordering: .acquiring)
      guard let slot = SlotPointer(bitPattern: address) else { return nil }
      if slot.pointee.hash == name.hash, slot.pointee.count == name.count {
        if StorageString.areEqual(slot.pointee.start, name.start, name.count) { return slot }
      }
      position = (position &+ 1) & mask
      if (position &- home) & mask >= SlotIndex.reach { return nil }
    }
  }

  /// Adds a slot that is not there yet, if there is a place within reach. One thread at a time.
  func add(_ slot: SlotPointer) -> Bool {
    let home = (slot.pointee.hash &* factor) >> shift
    for distance in 0..<min(SlotIndex.reach, mask &+ 1) {
      let cell = cells + Int((home &+ distance) & mask)
      guard cell.pointee.load(ordering: .relaxed) == 0 else { continue }
      cell.pointee.store(UInt(bitPattern: slot), ordering: .releasing)
      return true
    }
    return false
  }
}
