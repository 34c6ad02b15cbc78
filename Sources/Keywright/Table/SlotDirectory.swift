public import Synchronization

/// The indexes of a ``ValueTable``, of which each holds the hashes with some leading bits.
///
/// A table begins with one index. An index that has ``splitBits`` is split in two when it is full, until
/// each is chosen by ``bits`` bits, and grows alone after that. So no change moves more than some thousand
/// entries, whatever the size of the table.
///
/// Source: extendible hashing (Fagin, Nievergelt, Pippenger and Strong, 1979), with a directory of a fixed
/// size.
///
/// Thread safety: any thread may look up an index while one replaces indexes.
@usableFromInline
struct SlotDirectory: ~Copyable, @unchecked Sendable {
  // `@unchecked`: the pointer never changes, and points to atomics.

  /// The leading bits of a mixed hash that choose an entry.
  @usableFromInline static let bits: UInt64 = 8
  static let count = 1 << Int(bits)

  /// The size, as a power of two, from which on an index is split rather than doubled.
  static let splitBits = 13

  // The addresses of indexes; those of one that was not split stand several times.
  @usableFromInline let entries: UnsafeMutablePointer<Atomic<UInt>>
  @usableFromInline let factor = SlotIndex.factor

  /// A directory with one index.
  init(_ index: UnsafeMutablePointer<SlotIndex>) {
    entries = .allocate(capacity: SlotDirectory.count)
    for number in 0..<SlotDirectory.count {
      (entries + number).initialize(to: Atomic(UInt(bitPattern: index)))
    }
  }

  deinit { entries.deallocate() }

  /// A hash, multiplied by the random factor of the process.
  @inlinable
  @inline(__always)
  func mix(_ hash: UInt64) -> UInt64 { hash &* factor }

  /// The index of a mixed hash.
  @inlinable
  @inline(__always)
  func index(of mixed: UInt64) -> UnsafeMutablePointer<SlotIndex> {
    let entry = entries + Int(truncatingIfNeeded: mixed &>> (64 &- SlotDirectory.bits))
    let address = entry.pointee.load(ordering: .acquiring)
    // The address of an object that lives as long as the table.
    return UnsafeMutablePointer(bitPattern: address).unsafelyUnwrapped
  }

  /// Makes readers probe another index for its hashes.
  func use(_ index: UnsafeMutablePointer<SlotIndex>) {
    let (first, depth) = (index.pointee.first, index.pointee.depth)
    for entry in first..<first + SlotDirectory.count >> depth {
      entries[entry].store(UInt(bitPattern: index), ordering: .releasing)
    }
  }

  /// The indexes in use, each once.
  var indexes: [UnsafeMutablePointer<SlotIndex>] {
    (0..<SlotDirectory.count).compactMap { entry in
      let index = index(of: UInt64(entry) << (64 - SlotDirectory.bits))
      return index.pointee.first == entry ? index : nil
    }
  }
}
