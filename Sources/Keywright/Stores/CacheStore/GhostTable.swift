/// The fingerprints of what was evicted lately, in the order of eviction.
///
/// A fingerprint is 32 bits of a hash, so that a key may, once in many million, be taken for
/// another one; the cost is one entry in the wrong queue. Each bucket of the table holds four, each
/// with the number of its eviction; one that lies further back than the limit is forgotten without
/// being touched. So the queue of ghosts costs no links and no clearing.
///
/// Source: the ghost queue of S3-FIFO (SOSP 2023, section 4.2), held in a hash table of buckets.
///
/// Complexity: O(1).
struct GhostTable: ~Copyable {
  private struct Ghost {
    var fingerprint: UInt32 = 0
    /// The number of the eviction, which wraps; 0 for an empty place.
    var number: UInt32 = 0
  }

  private static let bucketSize = 4

  private var places = GhostTable.allocate(GhostTable.bucketSize)
  private var bucketBits = 0
  private var lastNumber: UInt32 = 0
  private var limit = 1

  init() {}

  deinit { UnsafeMutableRawPointer(places).deallocate() }

  /// Makes empty places, so that no bucket lies across two lines of memory.
  private static func allocate(_ count: Int) -> UnsafeMutablePointer<Ghost> {
    let size = count * MemoryLayout<Ghost>.stride
    let places = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
      .bindMemory(to: Ghost.self, capacity: count)
    places.initialize(repeating: Ghost(), count: count)
    return places
  }

  private var capacity: Int { GhostTable.bucketSize << bucketBits }

  /// The bits of a hash by which its key is known.
  static func fingerprint(of hash: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: (hash &* SlotIndex.factor) >> 32)
  }

  private func bucket(of fingerprint: UInt32) -> UnsafeMutablePointer<Ghost> {
    places + GhostTable.bucketSize * Int(UInt64(fingerprint) >> UInt64(32 - bucketBits))
  }

  /// How many evictions ago a ghost was evicted; an empty place is the oldest.
  private func age(_ ghost: Ghost) -> UInt32 {
    ghost.number == 0 ? .max : lastNumber &- ghost.number
  }

  private func isRemembered(_ ghost: Ghost) -> Bool { Int(age(ghost)) < limit }

  /// Remembers an evicted entry.
  ///
  /// - Parameter limit: How many evictions are remembered from now on, this one included.
  mutating func insert(_ fingerprint: UInt32, limit: Int) {
    self.limit = limit
    if limit * 2 > capacity, bucketBits < 28 { grow() }
    lastNumber &+= 1
    put(Ghost(fingerprint: fingerprint, number: lastNumber))
  }

  /// Forgets an entry that came back; true if it was remembered.
  mutating func remove(_ fingerprint: UInt32) -> Bool {
    let bucket = bucket(of: fingerprint)
    for place in 0..<GhostTable.bucketSize where bucket[place].fingerprint == fingerprint {
      guard isRemembered(bucket[place]) else { continue }
      bucket[place] = Ghost()
      return true
    }
    return false
  }

  /// Puts a ghost in the place of the oldest of its bucket.
  private func put(_ ghost: Ghost) {
    let bucket = bucket(of: ghost.fingerprint)
    var oldest = (place: 0, age: age(bucket[0]))
    for place in 1..<GhostTable.bucketSize {
      // Chosen without a branch, which could not be predicted.
      let age = age(bucket[place])
      oldest = (age > oldest.age ? place : oldest.place, max(age, oldest.age))
    }
    bucket[oldest.place] = ghost
  }

  private mutating func grow() {
    let (old, count) = (places, capacity)
    while limit * 2 > capacity, bucketBits < 28 { bucketBits += 1 }
    places = GhostTable.allocate(capacity)
    for place in 0..<count where isRemembered(old[place]) { put(old[place]) }
    UnsafeMutableRawPointer(old).deallocate()
  }
}
