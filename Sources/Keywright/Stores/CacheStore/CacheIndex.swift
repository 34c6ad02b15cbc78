public import Synchronization

/// Where a cache's entries are: an open-addressing table of pointers that readers probe without a
/// lock.
///
/// A removed entry leaves its pointer behind (its slot is not freed, and says itself that it is
/// another entry now), and a later one may take the place. When too few places are empty, the table
/// is written anew into a second piece of memory of the same size, and both take turns.
///
/// Source: linear probing (Knuth, TAOCP 6.4, algorithm L); the position as in ``SlotIndex``.
@usableFromInline
struct CacheIndex {
  @usableFromInline typealias SlotPointer = UnsafeMutablePointer<CacheSlot>
  @usableFromInline typealias Cell = Atomic<UInt>

  @usableFromInline let cells: UnsafeMutablePointer<Cell>
  @usableFromInline let shift: UInt64
  @usableFromInline let mask: UInt64
  @usableFromInline let factor: UInt64

  var bits: Int { 64 - Int(shift) }
  var capacity: Int { 1 << bits }

  /// An index with 2^`bits` empty places.
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

  /// Where the probing for a hash begins.
  @inlinable
  @inline(__always)
  func home(of hash: UInt64) -> UInt64 { (hash &* factor) &>> shift }

  /// The slot at a position; nil if none was ever put there.
  @inlinable
  @inline(__always)
  func slot(at position: UInt64) -> SlotPointer? {
    SlotPointer(bitPattern: cells[Int(truncatingIfNeeded: position)].load(ordering: .acquiring))
  }

  /// Empties the index; only readers that will notice may be probing it.
  func clear() {
    // Releasing, so that who sees an emptied cell also sees that the index was replaced.
    for position in 0..<capacity { cells[position].store(0, ordering: .releasing) }
  }

  /// Puts a slot in the first place that is empty or whose slot has gone elsewhere.
  ///
  /// - Returns: Whether the place was empty.
  func add(_ slot: SlotPointer) -> Bool {
    var position = home(of: slot.pointee.hash.load(ordering: .relaxed))
    while true {
      let there = self.slot(at: position)
      if there.map({ $0.pointee.position != position }) ?? true {
        slot.pointee.position = position
        cells[Int(position)].store(UInt(bitPattern: slot), ordering: .releasing)
        return there == nil
      }
      position = (position &+ 1) & mask
    }
  }
}
