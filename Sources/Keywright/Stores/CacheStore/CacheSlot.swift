public import Synchronization

/// One entry of a cache, or a place for one.
///
/// A slot stays at its address until its table goes, but belongs to one key after another. So a
/// reader without a lock reads `version`, then the words that it needs, and believes them only if
/// `version` is still the same: then the slot belonged to one key, with one value, all along.
///
/// - `version` is a sequence lock: odd while a writer changes the words.
/// - `hash`, `start`, `count` name the key; `start` is 0 while the slot belongs to nobody. A reader
///   without a lock only compares these; the bytes themselves may be gone.
/// - `type` is ``CacheType``; `word0`, `word1` hold a value of up to 16 trivial bytes.
/// - `uses` counts what readers found, for ever, also for earlier keys.
/// - `number` never changes.
///
/// What only the holder of a lock may touch lies behind it, see ``CacheEntry``.
@usableFromInline
struct CacheSlot: ~Copyable {
  @usableFromInline typealias Pointer = UnsafeMutablePointer<CacheSlot>

  // A line of memory, on machines where that has 64 bytes: all that most readers look at.
  @usableFromInline let version = Atomic<UInt64>(0)
  @usableFromInline let hash = Atomic<UInt64>(0)
  @usableFromInline let start = Atomic<UInt>(0)
  @usableFromInline let count = Atomic<Int>(0)
  @usableFromInline let type = Atomic<UInt>(CacheType.nothing)
  @usableFromInline let word0 = Atomic<UInt64>(0)
  @usableFromInline let word1 = Atomic<UInt64>(0)
  @usableFromInline let uses = Atomic<UInt64>(0)
  let number: UInt32

  init(number: UInt32) { self.number = number }

  /// Whether the slot belongs to a key. The slot's or the table's lock is held.
  var isTaken: Bool { start.load(ordering: .relaxed) != 0 }

  /// Whether the slot holds a value of this key. The slot's or the table's lock is held.
  func belongs(to name: StorageString) -> Bool {
    guard hash.load(ordering: .relaxed) == name.hash,
      count.load(ordering: .relaxed) == name.count,
      let own = UnsafePointer<UInt8>(bitPattern: start.load(ordering: .relaxed))
    else { return false }
    return StorageString.areEqual(own, name.start, name.count)
  }
}

/// What a slot holds that takes a lock to look at.
///
/// Not a member of the slot: to change one member through a pointer is, by Swift's rules, to
/// access the whole structure, which readers look at without a lock.
///
/// - `owner`, `box`, `deadline` are written under both locks, the slot's (one of a few that all slots
///   share) and the table's, and read under either.
/// - `cost`, `position` are guarded by the table's lock.
@usableFromInline
struct CacheEntry {
  /// What the bytes of the key's storage string belong to.
  var owner: StorageBytes?
  @usableFromInline var box: AnyObject?
  var deadline = CacheClock.never
  var cost = 0
  /// The place in the index.
  var position = UInt64.max

  /// Whether the entry has a deadline that has passed.
  func hasExpired(at now: Int64) -> Bool { deadline != CacheClock.never && deadline <= now }
}

extension UnsafeMutablePointer<CacheSlot> {
  /// The distance of two slots: slots begin at lines of memory, so that one is in as few as can be.
  static var stride: Int { (Self.entryOffset + MemoryLayout<CacheEntry>.size + 63) & ~63 }

  @inlinable static var entryOffset: Int {
    let alignment = MemoryLayout<CacheEntry>.alignment
    return (MemoryLayout<CacheSlot>.size + alignment - 1) & ~(alignment - 1)
  }

  /// Makes a free slot at a place in memory.
  static func make(at memory: UnsafeMutableRawPointer, number: UInt32) -> Self {
    (memory + entryOffset).initializeMemory(as: CacheEntry.self, to: CacheEntry())
    let slot = memory.bindMemory(to: CacheSlot.self, capacity: 1)
    slot.initialize(to: CacheSlot(number: number))
    return slot
  }

  func destroy() {
    entry.deinitialize(count: 1)
    deinitialize(count: 1)
  }

  /// What the slot holds beside its words.
  @inlinable var entry: UnsafeMutablePointer<CacheEntry> {
    (UnsafeMutableRawPointer(self) + Self.entryOffset).assumingMemoryBound(to: CacheEntry.self)
  }

  /// The key that the slot belongs to. The slot's or the table's lock is held.
  var name: StorageString? {
    guard let start = UnsafePointer<UInt8>(bitPattern: pointee.start.load(ordering: .relaxed))
    else { return nil }
    return StorageString(
      start, pointee.count.load(ordering: .relaxed), of: entry.pointee.owner,
      hash: pointee.hash.load(ordering: .relaxed))
  }

  /// What the slot holds. The table's lock is held.
  var content: CacheContent {
    var content = CacheContent(
      type: pointee.type.load(ordering: .relaxed), word0: pointee.word0.load(ordering: .relaxed),
      word1: pointee.word1.load(ordering: .relaxed))
    content.box = entry.pointee.box
    return content
  }
}
