public import Synchronization

/// Where a table's slots are: an open-addressing table of pointers, at most half full.
///
/// A flat piece of memory that readers probe without a lock. It is never changed in place but for
/// a slot that is added, and is freed with its table.
///
/// Source: linear probing (Knuth, TAOCP 6.4, algorithm L), with the index taken by
/// multiply-shift hashing (Dietzfelbinger and others, 1997) under a random odd factor of the
/// process, so that nobody can foresee where storage strings of different hashes land.
@usableFromInline
struct SlotIndex {
  @usableFromInline typealias SlotPointer = UnsafeMutablePointer<TableSlot>
  @usableFromInline typealias Cell = Atomic<UInt>

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
    var position = (name.hash &* factor) &>> shift
    while true {
      let address = cells[Int(truncatingIfNeeded: position)].load(ordering: .acquiring)
      guard let slot = SlotPointer(bitPattern: address) else { return nil }
      if slot.pointee.hash == name.hash, slot.pointee.count == name.count {
        if SlotIndex.areEqual(slot.pointee.start, name.start, name.count) { return slot }
      }
      position = (position &+ 1) & mask
    }
  }

  /// Adds a slot that is not there yet. One thread at a time.
  func add(_ slot: SlotPointer) {
    var position = (slot.pointee.hash &* factor) >> shift
    while cells[Int(position)].load(ordering: .relaxed) != 0 { position = (position &+ 1) & mask }
    cells[Int(position)].store(UInt(bitPattern: slot), ordering: .releasing)
  }

  /// Compares bytes, eight at a time.
  @inlinable
  @inline(__always)
  static func areEqual(
    _ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int
  ) -> Bool {
    if left == right { return true }
    let (left, right) = (UnsafeRawPointer(left), UnsafeRawPointer(right))
    var offset = 0
    while count &- offset >= 8 {
      let a = left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let b = right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if a != b { return false }
      offset &+= 8
    }
    while offset < count {
      let a = left.load(fromByteOffset: offset, as: UInt8.self)
      let b = right.load(fromByteOffset: offset, as: UInt8.self)
      if a != b { return false }
      offset &+= 1
    }
    return true
  }
}
