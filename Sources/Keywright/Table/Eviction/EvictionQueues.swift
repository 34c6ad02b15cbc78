/// The choice of the entry that leaves a full cache next: S3-FIFO over numbered entries.
///
/// Three first-in-first-out queues. A new entry goes into the small one, a tenth of the cache; if
/// it was not used by the time it reaches the end, it is evicted and its fingerprint is remembered
/// among the ghosts. An entry that was used, or that comes back while its ghost is
/// remembered, goes into the main queue, where each use buys it another round, up to three. So an
/// entry that is read once passes through a tenth of the cache and leaves the rest alone.
///
/// It knows entries by number, and of their keys only a hash. How often an entry was used is
/// counted outside, by readers, in a counter that only grows; the queues remember how much of it
/// they have taken into account.
///
/// Source: J. Yang, Y. Zhang, Z. Qiu, Y. Yue, K. V. Rashmi, "FIFO queues are all you need for cache
/// eviction", SOSP 2023. As published, an entry needs two uses to leave the small queue for the main
/// one; one is enough here, which gave more hits in nearly every measurement (see ``CacheStore``).
///
/// Complexity: every operation is amortised O(1).
///
/// Thread safety: none; its owner locks.
struct EvictionQueues: ~Copyable {
  private var nodes = NodeArena()
  private var small = EntryQueue()
  private var main = EntryQueue()
  private var ghosts = GhostTable()

  /// Uses beyond this many are not counted.
  private static let maximalUses: UInt32 = 3

  /// The number of entries.
  var count: Int { small.count + main.count }

  /// An entry that comes in, by its fingerprint.
  struct Arrival {
    fileprivate let fingerprint: UInt32
    fileprivate let isBack: Bool
  }

  /// Returns whether an entry comes back, and forgets its ghost.
  ///
  /// - Parameter hash: A hash of the entry's key, by which it is known when it comes back.
  mutating func meet(_ hash: UInt64) -> Arrival {
    let fingerprint = ghosts.fingerprint(of: hash)
    return Arrival(fingerprint: fingerprint, isBack: ghosts.remove(fingerprint))
  }

  /// Takes in an entry that is in no queue.
  ///
  /// - Parameters:
  ///   - entry: A number that no entry in the queues has.
  ///   - arrival: The result of ``meet(_:)``.
  ///   - uses: The present value of its counter of uses.
  mutating func insert(_ entry: UInt32, _ arrival: Arrival, uses: UInt32) {
    nodes.reserve(entry)
    let node = nodes[entry]
    node.pointee.fingerprint = arrival.fingerprint
    node.pointee.seen = uses
    node.pointee.isMain = arrival.isBack
    if arrival.isBack { main.append(entry, nodes) } else { small.append(entry, nodes) }
  }

  /// Takes out an entry that was removed by name, or that expired; it leaves no ghost.
  mutating func remove(_ entry: UInt32) {
    if nodes[entry].pointee.isMain { main.remove(entry, nodes) } else { small.remove(entry, nodes) }
  }

  /// Chooses the entry to evict and takes it out; nil if there is none.
  ///
  /// - Parameter uses: The present value of an entry's counter of uses.
  mutating func evict(uses: (UInt32) -> UInt32) -> UInt32? {
    // Each round but the last spends a use. Readers may add uses without limit at the same time:
    // after a bounded number of rounds the oldest entry goes all the same, or this would never end.
    for _ in 0..<(count * Int(EvictionQueues.maximalUses + 1)) {
      if small.count > 0, small.count * 10 >= count {
        if let entry = evictFromSmall(uses) { return entry }
      } else if main.count > 0 {
        if let entry = evictFromMain(uses) { return entry }
      }
    }
    guard let entry = main.oldest ?? small.oldest else { return nil }
    remove(entry)
    return entry
  }

  /// Evicts the oldest new entry, or makes it a main one.
  private mutating func evictFromSmall(_ uses: (UInt32) -> UInt32) -> UInt32? {
    guard let entry = small.oldest else { return nil }
    let node = nodes[entry]
    let now = uses(entry)
    small.remove(entry, nodes)
    guard now != node.pointee.seen else {
      ghosts.insert(node.pointee.fingerprint, limit: max(count * 9 / 10, 1))
      return entry
    }
    node.pointee.seen = now
    node.pointee.isMain = true
    main.append(entry, nodes)
    return nil
  }

  /// Evicts the oldest main entry, or gives it another round for one of its uses.
  private mutating func evictFromMain(_ uses: (UInt32) -> UInt32) -> UInt32? {
    guard let entry = main.oldest else { return nil }
    let node = nodes[entry]
    let now = uses(entry)
    let unspent = min(now &- node.pointee.seen, EvictionQueues.maximalUses)
    main.remove(entry, nodes)
    guard unspent > 0 else { return entry }
    node.pointee.seen = now &- (unspent - 1)
    main.append(entry, nodes)
    return nil
  }
}
