/// The positions of storage strings in a batch of writes.
///
/// Open addressing by the hash that each string carries, so that nothing is hashed again. Strings that
/// were made to collide go into a dictionary, which hashes the bytes under the process's random seed:
/// see ``SlotIndex``, whose limits these are.
///
/// Complexity: O(1) for one string, whatever the strings.
struct PositionIndex {
  /// A batch with no more writes than this is searched without an index.
  static let minimum = 8

  /// The upper half of a mixed hash, and below it one more than a position; 0 in an empty bucket. At
  /// most half are taken.
  private var cells: [UInt64] = []
  private var taken = 0
  private var others: [StorageString: Int] = [:]

  private static let positionBits: UInt64 = 32
  private static let positionMask: UInt64 = (1 << positionBits) - 1

  /// The position of a storage string, if there is one.
  ///
  /// - Parameter isMatch: Whether the write at a position is of this string.
  func position(of name: StorageString, where isMatch: (Int) -> Bool) -> Int? {
    guard !cells.isEmpty else { return nil }
    let mixed = name.hash &* SlotIndex.factor
    var bucket = homeBucket(of: mixed)
    for _ in 0..<SlotIndex.maximalProbeLength {
      let cell = cells[bucket]
      if cell == 0 { break }
      if (cell ^ mixed) & ~PositionIndex.positionMask == 0 {
        let position = Int(cell & PositionIndex.positionMask) - 1
        if isMatch(position) { return position }
      }
      bucket = (bucket + 1) & (cells.count - 1)
    }
    return others.isEmpty ? nil : others[name]
  }

  /// Adds a position whose storage string is not there yet.
  ///
  /// - Parameter name: The storage string at a position.
  mutating func add(_ position: Int, name: (Int) -> StorageString) {
    if 2 * (taken + 1) > cells.count { grow(name) }
    let mixed = name(position).hash &* SlotIndex.factor
    insert(mixed & ~PositionIndex.positionMask | UInt64(position + 1), name)
  }

  /// The home bucket of a mixed hash, of which only the upper half counts.
  private func homeBucket(of mixed: UInt64) -> Int {
    Int(truncatingIfNeeded: mixed >> UInt64(64 - cells.count.trailingZeroBitCount))
  }

  /// Puts a cell into the first free bucket of its probe sequence, or its position among the others if there is none.
  private mutating func insert(_ cell: UInt64, _ name: (Int) -> StorageString) {
    var bucket = homeBucket(of: cell)
    for _ in 0..<SlotIndex.maximalProbeLength {
      if cells[bucket] == 0 {
        cells[bucket] = cell
        taken += 1
        return
      }
      bucket = (bucket + 1) & (cells.count - 1)
    }
    let position = Int(cell & PositionIndex.positionMask) - 1
    others[name(position)] = position
  }

  private mutating func grow(_ name: (Int) -> StorageString) {
    let old = cells
    cells = [UInt64](repeating: 0, count: max(256, 4 * old.count))
    taken = 0
    // Homes are further apart than before, but those that come first may take what others had.
    for cell in old where cell != 0 { insert(cell, name) }
  }
}
