import KeywrightStorage

// A bounded table keeps its slots, because a reader may be looking at any of them; and readers may
// look at memory that reads as zeros. So the memory of free slots can go back to the system.

extension ValueTable {
  /// The number of free slots from which on their memory is given back.
  static let releaseMinimum = 1024

  /// The number of slots that are looked at before the lock is released.
  private static let releaseStep: UInt32 = 1024

  /// Gives the memory of free slots, and memory that values have freed, back to the system.
  ///
  /// In steps, between which the lock is released: a commit waits for one step at most.
  func releaseMemory() {
    guard let eviction else { return }
    let count = lock.withLock {
      eviction.releases += 1
      return eviction.freeSlots.count < ValueTable.releaseMinimum ? 0 : UInt32(slotCount)
    }
    if count == 0 { return }
    for first in stride(from: 0, to: count, by: Int(ValueTable.releaseStep)) {
      lock.withLock {
        release(first..<min(first + ValueTable.releaseStep, count), eviction)
      }
    }
    for number in lock.withLock({ indexes.indices }) {
      lock.withLock { releaseIndex(number, eviction) }
    }
    ReleasedMemory.releaseFreed()
  }

  /// Gives back the memory of each run of free slots.
  private func release(_ numbers: Range<UInt32>, _ eviction: Eviction) {
    var first = numbers.lowerBound
    while first < numbers.upperBound {
      // No run crosses from one piece of memory to another one.
      let page = NumberedPage(of: first)
      let limit = min(numbers.upperBound, page.first + UInt32(page.count))
      var end = first
      while end < limit, !slot(end).pointee.isTaken { end += 1 }
      if end > first {
        for number in first..<end { eviction.releasedUses &+= slot(number).prepareForRelease() }
        ReleasedMemory.release(slot(first), count: Int(end - first) * ValueSlot.Pointer.stride)
        eviction.queues.releaseMemory(of: first..<end)
      }
      first = max(end, first + 1)
    }
  }

  /// Gives back the memory of an index that is not in use any more, or that is empty as all are.
  private func releaseIndex(_ number: Int, _ eviction: Eviction) {
    let index = indexes[number]
    let prefix = UInt64(index.pointee.first) << (64 - SlotDirectory.bits)
    if directory.index(of: prefix) == index {
      if eviction.count > 0 { return }
      index.pointee.clear()
      index.pointee.state.pointee.used = 0
    }
    ReleasedMemory.release(
      index.pointee.buckets, count: index.pointee.capacity * MemoryLayout<SlotIndex.Bucket>.stride)
  }

  /// A free slot, made usable again.
  func freeSlot(_ eviction: Eviction) -> ValueSlot.Pointer? {
    guard let number = eviction.freeSlots.popLast() else { return nil }
    let slot = slot(number)
    if slot.isReleased { slot.revive(number: number, version: eviction.releases << 32) }
    return slot
  }
}
