import Synchronization

// Changes of a slot; of its pointer, because a `mutating` method would count as an access to the
// whole slot, whose atomic words others read meanwhile.
extension UnsafeMutablePointer<CacheSlot> {
  /// Gives the slot to a key, with a value. The slot's and the table's lock are held.
  ///
  /// - Returns: What was there, to be freed when no lock is held.
  func give(
    to name: StorageString, _ content: consuming CacheContent
  ) -> CacheContent {
    let version = beginChange()
    pointee.hash.store(name.hash, ordering: .relaxed)
    pointee.start.store(UInt(bitPattern: name.start), ordering: .relaxed)
    pointee.count.store(name.count, ordering: .relaxed)
    let old = exchange(content)
    endChange(version)
    entry.pointee.owner = name.owner
    return old
  }

  /// Gives the slot's key another value. The slot's and the table's lock are held.
  ///
  /// - Returns: What was there, to be freed when no lock is held.
  func replace(_ content: consuming CacheContent) -> CacheContent {
    let version = beginChange()
    let old = exchange(content)
    endChange(version)
    return old
  }

  private func exchange(_ content: consuming CacheContent) -> CacheContent {
    let (newType, newWord0, newWord1) = (content.type, content.word0, content.word1)
    content.type = pointee.type.load(ordering: .relaxed)
    content.word0 = pointee.word0.load(ordering: .relaxed)
    content.word1 = pointee.word1.load(ordering: .relaxed)
    pointee.type.store(newType, ordering: .relaxed)
    pointee.word0.store(newWord0, ordering: .relaxed)
    pointee.word1.store(newWord1, ordering: .relaxed)
    swap(&entry.pointee.deadline, &content.deadline)
    swap(&entry.pointee.cost, &content.cost)
    swap(&entry.pointee.box, &content.box)
    return content
  }

  /// Takes the slot from its key. The slot's and the table's lock are held.
  ///
  /// - Returns: The box of the value that was there, to be freed when no lock is held.
  func clear() -> AnyObject? {
    let version = beginChange()
    pointee.hash.store(0, ordering: .relaxed)
    pointee.start.store(0, ordering: .relaxed)
    pointee.type.store(CacheType.nothing, ordering: .relaxed)
    endChange(version)
    entry.pointee.owner = nil
    entry.pointee.deadline = CacheClock.never
    entry.pointee.cost = 0
    entry.pointee.position = .max
    return entry.pointee.box.take()
  }

  private func beginChange() -> UInt64 {
    let version = pointee.version.load(ordering: .relaxed)
    pointee.version.store(version &+ 1, ordering: .relaxed)
    atomicMemoryFence(ordering: .releasing)
    return version
  }

  private func endChange(_ version: UInt64) {
    pointee.version.store(version &+ 2, ordering: .releasing)
  }
}
