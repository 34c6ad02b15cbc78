import KeywrightStorage
import Synchronization

extension StoredTable {
  /// Fills a new table with all that a file holds.
  ///
  /// Names and slots are made in two pieces of memory, and the index in its final size: with a piece
  /// for each and a look-up before each, opening a large file would take several times as long.
  ///
  /// Complexity: O(*n*) in the number of members and the bytes of their names.
  ///
  /// - Parameter members: The members, no two of one name. Nobody else knows the table yet.
  func load(_ members: [PropertyListDictionary.Member]) {
    load(StoredTable.names(of: members)) { StoredValue(members[$0].value) }
  }

  /// Fills a new table with values under names, no two of which are the same.
  func load(_ names: [StorageString], values value: (Int) -> StoredValue) {
    guard !names.isEmpty else { return }
    let memory = TableSlot.Pointer.room(for: names.count)
    // At most half full, as ``SlotIndex`` wants it.
    let index = SlotIndex(bits: max(4, Int.bitWidth - (2 * names.count + 1).leadingZeroBitCount))
    growth.withLock {
      slots.reserveCapacity(names.count)
      var place = memory
      for (position, name) in names.enumerated() {
        let stored = value(position)
        let slot = TableSlot.Pointer.make(name: name, in: place, stored: stored)
        guard StoredTable.add(slot, to: index) else {
          // Made to collide with too many others.
          slot.empty()
          side.keep(name, stored)
          continue
        }
        slots.append(slot)
        place += TableSlot.Pointer.stride
      }
      loaded = (memory, slots.count)
      retired.append(currentIndex)
      self.index.store(StoredTable.address(of: index), ordering: .releasing)
    }
  }

  /// The names as storage strings, all of their bytes in one piece of memory.
  private static func names(of members: [PropertyListDictionary.Member]) -> [StorageString] {
    var ends: [Int] = []
    ends.reserveCapacity(members.count)
    var count = 0
    for index in members.indices {
      count += members[index].key.utf8.count
      ends.append(count)
    }
    let bytes = StorageBytes.filled(count) { bytes in
      var start = 0
      for index in members.indices {
        var key = members[index].key
        key.withUTF8 { key in
          _ = UnsafeMutableBufferPointer(rebasing: bytes[start...]).update(fromContentsOf: key)
        }
        start = ends[index]
      }
    }
    var start = 0
    return ends.map { end in
      defer { start = end }
      return StorageString(
        UnsafeBufferPointer(start: bytes.start + start, count: end - start), of: bytes)
    }
  }
}
