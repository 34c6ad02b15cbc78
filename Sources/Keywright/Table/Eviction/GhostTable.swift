/// The fingerprints of entries that were evicted lately, in the order of eviction.
///
/// Each bucket of the table holds four, each with the time of its eviction; one that lies further back
/// than the limit is forgotten without being touched. So the queue of ghosts costs no links and no
/// clearing.
///
/// A ghost is small, because each is somewhere else in memory. Of the fingerprint it has sixteen bits
/// beside those that choose the bucket, so that a key may, once in some ten thousand, be taken for
/// another one; the cost is one entry in the wrong queue. Of the time it has sixteen bits, which wrap
/// long after the ghost was replaced.
///
/// Source: the ghost queue of S3-FIFO (SOSP 2023, section 4.2), held in a hash table of buckets.
///
/// Complexity: O(1).
struct GhostTable: ~Copyable {
  private struct Ghost {
    var mark: UInt16 = 0
    var time: UInt16 = 0

    /// Whether the cell is empty; one in four thousand million ghosts is taken for that.
    var isEmpty: Bool { mark == 0 && time == 0 }
  }

  private static let bucketSize = 4

  /// The table's size is at most two to this power units of time: times wrap after eight of its sizes, when not one
  /// ghost in a thousand million is left.
  private static let timeBits = 13

  private var cells = GhostTable.allocate(GhostTable.bucketSize)
  private var bucketBits = 0
  private var evictions: UInt64 = 0
  private var limit = 1
  private let factor: UInt64

  /// - Parameter factor: What spreads the hashes; by default a random number of the process.
  init(factor: UInt64 = SlotIndex.factor) {
    self.factor = factor
  }

  deinit { UnsafeMutableRawPointer(cells).deallocate() }

  /// Makes empty cells, so that no bucket lies across two cache lines.
  private static func allocate(_ count: Int) -> UnsafeMutablePointer<Ghost> {
    let size = count * MemoryLayout<Ghost>.stride
    let cells = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
      .bindMemory(to: Ghost.self, capacity: count)
    cells.initialize(repeating: Ghost(), count: count)
    return cells
  }

  private var capacity: Int { GhostTable.bucketSize << bucketBits }

  /// The evictions in a unit of time, as a power of two.
  private var unitBits: Int { max(bucketBits + 2 - GhostTable.timeBits, 0) }

  private var now: UInt16 { UInt16(truncatingIfNeeded: evictions >> UInt64(unitBits)) }

  /// The bits of a hash by which its key is known.
  func fingerprint(of hash: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: (hash &* factor) >> 32)
  }

  private func bucket(of fingerprint: UInt32) -> UnsafeMutablePointer<Ghost> {
    cells + GhostTable.bucketSize * Int(UInt64(fingerprint) >> UInt64(32 - bucketBits))
  }

  /// The units of time since a ghost was evicted; an empty cell is the oldest.
  private func age(_ ghost: Ghost, _ now: UInt16) -> UInt32 {
    ghost.isEmpty ? .max : UInt32(now &- ghost.time)
  }

  private func isRemembered(_ ghost: Ghost) -> Bool { age(ghost, now) < max(limit >> unitBits, 1) }

  /// Remembers an evicted entry.
  ///
  /// - Parameter limit: How many evictions are remembered from now on, this one included.
  mutating func insert(_ fingerprint: UInt32, limit: Int) {
    self.limit = limit
    if limit * 2 > capacity, bucketBits < 28 { grow() }
    evictions &+= 1
    put(fingerprint)
  }

  /// Forgets an entry that came back; true if it was remembered.
  mutating func remove(_ fingerprint: UInt32) -> Bool {
    let bucket = bucket(of: fingerprint)
    let mark = UInt16(truncatingIfNeeded: fingerprint)
    for cell in 0..<GhostTable.bucketSize where bucket[cell].mark == mark {
      guard isRemembered(bucket[cell]) else { continue }
      bucket[cell] = Ghost()
      return true
    }
    return false
  }

  /// Replaces the oldest ghost of a bucket by one of now.
  private func put(_ fingerprint: UInt32) {
    let now = now
    let bucket = bucket(of: fingerprint)
    var oldest = (cell: 0, age: age(bucket[0], now))
    for cell in 1..<GhostTable.bucketSize {
      // Chosen without a branch, which could not be predicted.
      let age = age(bucket[cell], now)
      oldest = (age > oldest.age ? cell : oldest.cell, max(age, oldest.age))
    }
    bucket[oldest.cell] = Ghost(mark: UInt16(truncatingIfNeeded: fingerprint), time: now)
  }

  /// Replaces the table by an empty larger one: a ghost does not have its whole fingerprint, so that it
  /// cannot move.
  private mutating func grow() {
    UnsafeMutableRawPointer(cells).deallocate()
    while limit * 2 > capacity, bucketBits < 28 { bucketBits += 1 }
    cells = GhostTable.allocate(capacity)
  }
}
