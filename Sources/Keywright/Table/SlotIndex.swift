public import Synchronization

/// A hash index of slot addresses: open addressing, probed by readers without a lock.
///
/// The index knows addresses and hashes; its table knows what a slot is, and whose. It holds the hashes
/// with some leading bits, see ``SlotDirectory``.
///
/// Source: linear probing (Knuth, TAOCP 6.4, algorithm L), with the home bucket chosen by
/// multiply-shift hashing (Dietzfelbinger and others, 1997) under a random odd factor of the
/// process, so that no adversary can foresee the home buckets of storage strings of different hashes. Strings of
/// one and the same hash share a home bucket under any factor. So a probe sequence ends after
/// ``maximalProbeLength`` buckets; the table stores an entry that finds no bucket there elsewhere, or not at all.
///
/// Slots begin at multiples of 16. The four low bits of an address, which carry no information,
/// hold four bits of the slot's hash (the tag): a probe skips fifteen of sixteen foreign slots
/// without touching them, each of which would first have to come from memory. A bucket whose slot
/// was removed in the middle of a probe sequence keeps a tombstone: a tag and no address.
///
/// Thread safety: any thread may probe while one changes the index.
@usableFromInline
struct SlotIndex {
  @usableFromInline typealias Bucket = Atomic<UInt>

  /// The length of the longest probe sequence. At half full, with a hash that spreads, the longest
  /// one in a table of a million is about 70 (Knuth, 6.4): only crafted strings exceed the limit.
  @usableFromInline static let maximalProbeLength: UInt64 = 128

  /// The alignment of slots.
  static let alignment = 16

  @usableFromInline static let tagMask: UInt = 15

  /// The random factor of this process.
  @usableFromInline static let factor = UInt64.random(in: .min ... .max) | 1

  @usableFromInline let buckets: UnsafeMutablePointer<Bucket>
  @usableFromInline let shift: UInt64
  @usableFromInline let mask: UInt64

  /// The number of leading bits that the mixed hashes of all entries share, and the first of the
  /// directory's entries for them.
  let depth: Int
  let first: Int

  /// Not a member: readers look at the index while it changes.
  let state: UnsafeMutablePointer<State>

  struct State {
    /// The number of buckets that are not empty.
    var used = 0
    /// In a bounded table, an index of the same size that is not in use.
    var spare: UnsafeMutablePointer<SlotIndex>?
  }

  var bits: Int { 64 - Int(shift) }
  var capacity: Int { 1 << bits }

  /// An index with 2^`bits` empty buckets.
  init(bits: Int, depth: Int = 0, first: Int = 0) {
    shift = UInt64(64 - bits)
    mask = (1 << UInt64(bits)) - 1
    self.depth = depth
    self.first = first
    state = .allocate(capacity: 1)
    state.initialize(to: State())
    buckets = .allocate(capacity: 1 << bits)
    for position in 0..<(1 << bits) { (buckets + position).initialize(to: Bucket(0)) }
  }

  func deallocate() {
    buckets.deinitialize(count: capacity)
    buckets.deallocate()
    state.deallocate()
  }

  /// The home bucket of a mixed hash, whose leading bits chose the index.
  @inlinable
  @inline(__always)
  func home(of mixed: UInt64) -> UInt64 { (mixed &<< SlotDirectory.bits) &>> shift }

  /// The tag of a slot with this hash.
  @inlinable
  @inline(__always)
  static func tag(of hash: UInt64) -> UInt { UInt(truncatingIfNeeded: hash) & tagMask }

  /// The content of a bucket: an address and a tag, a tombstone, or 0.
  @inlinable
  @inline(__always)
  func bucket(at position: UInt64) -> UInt {
    buckets[Int(truncatingIfNeeded: position)].load(ordering: .acquiring)
  }

  /// The address in a bucket; 0 if it has none.
  func address(at position: UInt64) -> UInt { bucket(at: position) & ~SlotIndex.tagMask }

  /// Whether a bucket is empty: it holds neither an address nor a tombstone.
  func isEmpty(at position: UInt64) -> Bool { bucket(at: position) == 0 }

  /// Returns the first match on the hash's probe sequence, or 0.
  @inlinable
  @inline(__always)
  func address(for hash: UInt64, _ mixed: UInt64, where isMatch: (UInt) -> Bool) -> UInt {
    let home = home(of: mixed)
    let tag = SlotIndex.tag(of: hash)
    var position = home
    while true {
      let bucket = bucket(at: position)
      if bucket == 0 { return 0 }
      if bucket & SlotIndex.tagMask == tag, bucket != tag, isMatch(bucket ^ tag) {
        return bucket ^ tag
      }
      position = (position &+ 1) & mask
      if (position &- home) & mask >= SlotIndex.maximalProbeLength { return 0 }
      // The probe sequence of a small, full index ends where it began.
      if position == home { return 0 }
    }
  }
}

// MARK: Changing. One thread at a time.

extension SlotIndex {
  /// The addresses in all buckets.
  var addresses: [UInt] {
    (0..<UInt64(capacity)).map(address(at:)).filter { $0 != 0 }
  }

  /// The first bucket without an address on a hash's probe sequence; nil if there is none.
  func freeBucket(for mixed: UInt64) -> UInt64? {
    let home = home(of: mixed)
    for distance in 0..<min(SlotIndex.maximalProbeLength, mask &+ 1) {
      let position = (home &+ distance) & mask
      if address(at: position) == 0 { return position }
    }
    return nil
  }

  /// The last bucket of a hash's probe sequence.
  func lastBucket(for mixed: UInt64) -> UInt64 {
    let length = min(SlotIndex.maximalProbeLength, mask &+ 1)
    return (home(of: mixed) &+ length &- 1) & mask
  }

  /// Puts the address of a slot with this hash into a bucket.
  func put(_ address: UInt, hash: UInt64, at position: UInt64) {
    buckets[Int(position)].store(address | SlotIndex.tag(of: hash), ordering: .releasing)
  }

  /// Removes the address from a bucket. Leaves a tombstone if the probe sequence goes on behind it;
  /// otherwise empties the bucket, and the tombstones right before it.
  ///
  /// - Returns: The number of buckets that became empty.
  func remove(at position: UInt64) -> Int {
    let next = bucket(at: (position &+ 1) & mask)
    // Chosen without a branch, which could not be predicted.
    buckets[Int(truncatingIfNeeded: position)]
      .store(next == 0 ? 0 : SlotIndex.tagMask, ordering: .releasing)
    var emptied = next == 0 ? 1 : 0
    var before = (position &- 1) & mask
    while next | (bucket(at: before) ^ SlotIndex.tagMask) == 0 {
      buckets[Int(truncatingIfNeeded: before)].store(0, ordering: .releasing)
      before = (before &- 1) & mask
      emptied &+= 1
    }
    return emptied
  }

  /// Empties the index; only readers that will notice may be probing it.
  func clear() {
    // Releasing: a reader that sees an emptied bucket also sees that the index was replaced.
    for position in 0..<capacity { buckets[position].store(0, ordering: .releasing) }
  }
}
