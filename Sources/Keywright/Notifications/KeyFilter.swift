import Synchronization

/// A counting Bloom filter of observed keys, read without a lock: no false negatives.
///
/// A table of counters, of which each key has one that it may share with others: with a thousand
/// observed keys, one in eight. It is allocated when a key is first observed, and takes 32 KB.
///
/// Source: a counting Bloom filter with one hash (Fan and others, 2000).
///
/// Thread safety: asking from any thread; adding by the holder of the registry's lock.
struct KeyFilter: ~Copyable, @unchecked Sendable {
  // `@unchecked`: `address` and what it points to are atomic; it changes once.
  private typealias Counter = Atomic<UInt32>

  private static let bits: UInt64 = 13
  private let address = Atomic<UInt>(0)
  private let factor = SlotIndex.factor

  private var counters: UnsafeMutablePointer<Counter>? {
    UnsafeMutablePointer(bitPattern: address.load(ordering: .acquiring))
  }

  deinit {
    counters?.deinitialize(count: 1 << Int(KeyFilter.bits))
    counters?.deallocate()
  }

  /// Whether a key may have an observer; false means that it has none. Sequentially consistent, see
  /// `StoreCore`.
  func mayHold(_ name: StorageString) -> Bool {
    guard let counters else { return false }
    return counters[bucket(of: name)].load(ordering: .sequentiallyConsistent) > 0
  }

  /// Adds an observer of a key to the count, or takes one from it.
  func count(_ difference: Int, _ name: StorageString) {
    let counters = counters ?? makeCounters()
    let counter = counters + bucket(of: name)
    let count = Int(counter.pointee.load(ordering: .relaxed)) + difference
    counter.pointee.store(UInt32(clamping: count), ordering: .sequentiallyConsistent)
  }

  private func bucket(of name: StorageString) -> Int {
    Int((name.hash &* factor) >> (64 - KeyFilter.bits))
  }

  private func makeCounters() -> UnsafeMutablePointer<Counter> {
    let count = 1 << Int(KeyFilter.bits)
    let counters = UnsafeMutablePointer<Counter>.allocate(capacity: count)
    for bucket in 0..<count { (counters + bucket).initialize(to: Counter(0)) }
    address.store(UInt(bitPattern: counters), ordering: .releasing)
    return counters
  }
}
