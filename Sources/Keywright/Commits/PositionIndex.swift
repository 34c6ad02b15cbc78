/// Where in a commit's list of changes each storage string is.
///
/// An open-addressing table by the hash that each string carries, so that nothing is hashed anew.
/// Strings that were made to collide go into a dictionary, which hashes the bytes under the process's
/// random seed: see ``SlotIndex``, whose limits these are.
///
/// Complexity: O(1) for one string, whatever the strings.
struct PositionIndex {
  /// One more than a position; 0 where there is none. At most half are taken.
  private var cells: [Int32] = []
  private var taken = 0
  private var others: [StorageString: Int] = [:]

  /// The position of a storage string, if there is one.
  func position(of name: StorageString, in changes: [PendingChange]) -> Int? {
    guard !cells.isEmpty else { return nil }
    var cell = home(of: name)
    for _ in 0..<SlotIndex.reach {
      let position = Int(cells[cell]) - 1
      if position < 0 { break }
      if changes[position].name == name { return position }
      cell = (cell + 1) & (cells.count - 1)
    }
    return others.isEmpty ? nil : others[name]
  }

  /// Adds the position of a change whose storage string is not there yet.
  mutating func add(_ position: Int, in changes: [PendingChange]) {
    if 2 * (taken + 1) > cells.count { grow(changes) }
    insert(position, changes[position].name)
  }

  private func home(of name: StorageString) -> Int {
    let shift = UInt64(64 - cells.count.trailingZeroBitCount)
    return Int((name.hash &* SlotIndex.factor) >> shift)
  }

  private mutating func insert(_ position: Int, _ name: StorageString) {
    var cell = home(of: name)
    for _ in 0..<SlotIndex.reach {
      if cells[cell] == 0 {
        cells[cell] = Int32(position + 1)
        taken += 1
        return
      }
      cell = (cell + 1) & (cells.count - 1)
    }
    others[name] = position
  }

  private mutating func grow(_ changes: [PendingChange]) {
    let positions = cells.filter { $0 > 0 }.map { Int($0) - 1 }
    cells = [Int32](repeating: 0, count: max(32, 2 * cells.count))
    taken = 0
    for position in positions { insert(position, changes[position].name) }
  }
}
