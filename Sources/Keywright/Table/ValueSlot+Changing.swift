import Synchronization

// Changes of a slot, as methods of its pointer: a `mutating` method would count as an access to the whole slot,
// whose atomic words other threads read at the same time.
extension UnsafeMutablePointer<ValueSlot> {
  /// Gives the slot to a key, with a value. The slot's and the table's lock are held.
  ///
  /// - Returns: The cell that was there, to be freed when no lock is held.
  func assign(to name: StorageString, _ cell: consuming Cell, expires: Bool = false) -> Cell {
    let version = beginChange()
    pointee.hash.store(name.hash, ordering: .relaxed)
    pointee.start.store(UInt(bitPattern: name.start), ordering: .relaxed)
    pointee.count.store(name.count, ordering: .relaxed)
    let old = exchange(cell, expires: expires)
    endChange(version)
    content.pointee.owner = name.owner
    return old
  }

  /// Gives the slot's key another value. The slot's and the table's lock are held.
  ///
  /// - Parameter name: The key's name, where the slot belongs to the key for ever.
  /// - Returns: The cell that was there, to be freed when no lock is held.
  @inline(__always)
  func replace(_ cell: consuming Cell, of name: StorageString? = nil, expires: Bool = false) -> Cell
  {
    let version = beginChange()
    if let name { point(to: name) }
    let old = exchange(cell, expires: expires)
    endChange(version)
    return old
  }

  /// Caches a decoded value beside the stored form. The caller holds the slot's lock; the slot belongs
  /// to the key for ever.
  ///
  /// - Returns: The value cached before, which the caller frees when it holds no lock.
  func cache(_ held: consuming HeldValue, of name: StorageString) -> HeldValue {
    let old = self.held
    let version = beginChange()
    point(to: name)
    write(held, expires: false)
    endChange(version)
    return old
  }

  /// Names the slot by the program's own literal, once a key that has one is used: a lookup of that key then
  /// compares an address instead of bytes.
  ///
  /// The bytes that a file's reader made of the name stay allocated: a reader may be comparing them.
  private func point(to name: StorageString) {
    if name.owner == nil { pointee.start.store(UInt(bitPattern: name.start), ordering: .relaxed) }
  }

  @inline(__always)
  private func exchange(_ cell: consuming Cell, expires: Bool) -> Cell {
    let old = held
    if cell.held.form == .absent, cell.stored != nil { cell.held.form = .encoded }
    write(cell.held, expires: expires)
    cell.held = old
    swap(&content.pointee.stored, &cell.stored)
    return cell
  }

  private func write(_ held: consuming HeldValue, expires: Bool) {
    pointee.form.store(
      held.form.rawValue | (expires ? FormID.expires : 0), ordering: .relaxed)
    let box = held.box
    let address = box.map { UInt64(UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque())) }
    pointee.word0.store(address ?? held.word0, ordering: .relaxed)
    pointee.word1.store(held.word1, ordering: .relaxed)
    content.pointee.box = box
  }

  /// Takes the slot from its key. The slot's and the table's lock are held.
  ///
  /// - Returns: The cell that was there, to be freed when no lock is held.
  func clear() -> Cell {
    let version = beginChange()
    pointee.hash.store(0, ordering: .relaxed)
    pointee.start.store(0, ordering: .relaxed)
    let old = exchange(.absent, expires: false)
    endChange(version)
    content.pointee.owner = nil
    content.pointee.deadline = EvictionClock.never
    content.pointee.cost = 0
    content.pointee.position = .max
    return old
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
