/// Where in a commit's list of changes each storage string is.
///
/// An open-addressing table by the hash that each string carries, so that nothing is hashed anew.
/// Strings that were made to collide go into a dictionary, which hashes the bytes under the process's
/// random seed: see ``SlotIndex``, whose limits these are.
///
/// Complexity: O(1) for one string, whatever the strings.
struct PositionIndex {
  /// The upper half of a mixed hash, and below it one more than a position; 0 where there is none.
  /// At most half are taken.
  private var cells: [UInt64] = []
  private var taken = 0
  private var others: [StorageString: Int] = [:]

  private static let positionBits: UInt64 = 32
  private static let positionMask: UInt64 = (1 << positionBits) - 1

  /// The position of a storage string, if there is one.
  func position(of name: StorageString, in changes: [some NamedChange]) -> Int? {
    guard !cells.isEmpty else { return nil }
    let mixed = name.hash &* SlotIndex.factor
    var place = home(of: mixed)
    for _ in 0..<SlotIndex.reach {
      let cell = cells[place]
      if cell == 0 { break }
      if (cell ^ mixed) & ~PositionIndex.positionMask == 0 {
        let position = Int(cell & PositionIndex.positionMask) - 1
        if changes[position].name == name { return position }
      }
      place = (place + 1) & (cells.count - 1)
    }
    return others.isEmpty ? nil : others[name]
  }

  /// Adds the position of a storage string that is not there yet.
  mutating func add(_ name: StorageString, at position: Int) {
    if 2 * (taken + 1) > cells.count { grow() }
    let mixed = name.hash &* SlotIndex.factor
    let isAdded = insert(mixed & ~PositionIndex.positionMask | UInt64(position + 1))
    if !isAdded { others[name] = position }
  }

  /// The place of a mixed hash, of which only the upper half counts.
  private func home(of mixed: UInt64) -> Int {
    Int(truncatingIfNeeded: mixed >> UInt64(64 - cells.count.trailingZeroBitCount))
  }

  /// Puts a cell where it belongs; false if there is no place within reach.
  private mutating func insert(_ cell: UInt64) -> Bool {
    var place = home(of: cell)
    for _ in 0..<SlotIndex.reach {
      if cells[place] == 0 {
        cells[place] = cell
        taken += 1
        return true
      }
      place = (place + 1) & (cells.count - 1)
    }
    return false
  }

  private mutating func grow() {
    let old = cells
    cells = [UInt64](repeating: 0, count: max(256, 4 * old.count))
    taken = 0
    // Further apart than before: what was within reach is so again.
    for cell in old where cell != 0 { _ = insert(cell) }
  }
}

/// What a commit does to one storage string.
protocol NamedChange {
  var name: StorageString { get }
}

extension PendingChange: NamedChange {}
extension KeptChange: NamedChange {}

/// The changes of a commit, in the order in which they were entered, each storage string once.
struct ChangeList<Change: NamedChange> {
  private(set) var all: [Change] = []

  /// Where each is, once there are too many to look at each.
  private var positions = PositionIndex()
  private static var few: Int { 8 }

  /// The change of a storage string.
  func change(of name: StorageString) -> Change? {
    position(of: name).map { all[$0] }
  }

  private func position(of name: StorageString) -> Int? {
    if all.count <= ChangeList.few { return all.indices.first { all[$0].name == name } }
    return positions.position(of: name, in: all)
  }

  /// Enters a change, in the place of the one of its storage string if there is one.
  mutating func enter(_ change: consuming Change) {
    if let position = position(of: change.name) {
      all[position] = change
      return
    }
    // Each time of four times the size, since to move changes takes longer than to make room.
    if all.count == all.capacity { all.reserveCapacity(4 * all.count) }
    all.append(change)
    guard all.count > ChangeList.few else { return }
    notePositions(from: all.count == ChangeList.few + 1 ? 0 : all.count - 1)
  }

  private mutating func notePositions(from first: Int) {
    for position in first..<all.count { positions.add(all[position].name, at: position) }
  }

  /// Leaves changes out.
  ///
  /// - Parameter isSuperfluous: Tells it of the change at a position in a list, since to take each out
  ///   would be to copy it.
  mutating func leaveOut(_ isSuperfluous: ([Change], Int) -> Bool) {
    let all = all
    guard all.indices.contains(where: { isSuperfluous(all, $0) }) else { return }
    self.all = all.indices.filter { !isSuperfluous(all, $0) }.map { all[$0] }
    positions = PositionIndex()
    if self.all.count > ChangeList.few { notePositions(from: 0) }
  }
}
