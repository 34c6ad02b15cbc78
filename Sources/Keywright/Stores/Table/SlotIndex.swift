public import Synchronization

/// Where slots are: an open-addressing table of their addresses, that readers probe without a lock.
///
/// The index of every table in memory, that of a store's stored forms and that of a cache. It knows
/// addresses and hashes; what a slot is, and whose, its table knows.
///
/// Source: linear probing (Knuth, TAOCP 6.4, algorithm L), with the place taken by multiply-shift
/// hashing (Dietzfelbinger and others, 1997) under a random odd factor of the process, so that nobody
/// can foresee where storage strings of different hashes land. Strings of one and the same hash share
/// a place under any factor: so probing ends after ``reach`` places, and what finds none there is the
/// table's to keep elsewhere, or not at all.
///
/// Slots begin at multiples of 16, and in the four bits of an address that say nothing its place keeps
/// as many of the slot's hash (the tag): a way passes fifteen of sixteen slots of others without
/// looking at them, each of which would have to come from memory first. A place whose slot has gone,
/// and that ways lead on from, keeps a tag and no address.
///
/// Thread safety: any thread may probe while one changes it.
@usableFromInline
struct SlotIndex {
  @usableFromInline typealias Cell = Atomic<UInt>

  /// How far from its place a slot may be. At half full, with a hash that spreads, the longest way in
  /// a table of a million is about 70 (Knuth, 6.4): none is sent away but by design.
  @usableFromInline static let reach: UInt64 = 128

  /// What slots are aligned to.
  static let alignment = 16

  @usableFromInline static let tagMask: UInt = 15

  /// The random factor of this process.
  @usableFromInline static let factor = UInt64.random(in: .min ... .max) | 1

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

  /// The tag of a slot with this hash.
  @inlinable
  @inline(__always)
  static func tag(of hash: UInt64) -> UInt { UInt(truncatingIfNeeded: hash) & tagMask }

  /// What is at a place: an address and a tag, a tag alone, or 0.
  @inlinable
  @inline(__always)
  func cell(at position: UInt64) -> UInt {
    cells[Int(truncatingIfNeeded: position)].load(ordering: .acquiring)
  }

  /// The address at a place; 0 if none is there.
  func address(at position: UInt64) -> UInt { cell(at: position) & ~SlotIndex.tagMask }

  /// Whether nothing is, or was, at a place.
  func isEmpty(at position: UInt64) -> Bool { cell(at: position) == 0 }

  /// The first address on the way of a hash that is the wanted one; 0 if none is.
  @inlinable
  @inline(__always)
  func address(for hash: UInt64, where isWanted: (UInt) -> Bool) -> UInt {
    let home = (hash &* factor) &>> shift
    let tag = SlotIndex.tag(of: hash)
    var position = home
    while true {
      let cell = cell(at: position)
      if cell == 0 { return 0 }
      if cell & SlotIndex.tagMask == tag, cell != tag, isWanted(cell ^ tag) { return cell ^ tag }
      position = (position &+ 1) & mask
      if (position &- home) & mask >= SlotIndex.reach { return 0 }
      // A way round a small index that is full ends where it began.
      if position == home { return 0 }
    }
  }
}

// MARK: Changing. One thread at a time.

extension SlotIndex {
  /// The first place on the way of a hash that has no address; nil if there is none within reach.
  func place(for hash: UInt64) -> UInt64? {
    let home = (hash &* factor) >> shift
    for distance in 0..<min(SlotIndex.reach, mask &+ 1) {
      let position = (home &+ distance) & mask
      if address(at: position) == 0 { return position }
    }
    return nil
  }

  /// The last place within reach of a hash.
  func lastPlace(for hash: UInt64) -> UInt64 {
    ((hash &* factor) >> shift &+ min(SlotIndex.reach, mask &+ 1) &- 1) & mask
  }

  /// Puts the address of a slot with this hash in a place.
  func put(_ address: UInt, hash: UInt64, at position: UInt64) {
    cells[Int(position)].store(address | SlotIndex.tag(of: hash), ordering: .releasing)
  }

  /// Takes the address from a place, and empties it if no way leads on from there; and those before
  /// it that were only kept because ways led here.
  ///
  /// - Returns: How many places are empty now that were not.
  func vacate(_ position: UInt64) -> Int {
    let next = cell(at: (position &+ 1) & mask)
    // Chosen without a branch, which could not be predicted.
    cells[Int(truncatingIfNeeded: position)]
      .store(next == 0 ? 0 : SlotIndex.tagMask, ordering: .releasing)
    var emptied = next == 0 ? 1 : 0
    var before = (position &- 1) & mask
    while next | (cell(at: before) ^ SlotIndex.tagMask) == 0 {
      cells[Int(truncatingIfNeeded: before)].store(0, ordering: .releasing)
      before = (before &- 1) & mask
      emptied &+= 1
    }
    return emptied
  }

  /// Empties the index; only readers that will notice may be probing it.
  func clear() {
    // Releasing, so that who sees an emptied cell also sees that the index was replaced.
    for position in 0..<capacity { cells[position].store(0, ordering: .releasing) }
  }
}
