public import Synchronization

/// One entry of a ``ValueTable``: a key's name and its decoded value, readable without a lock.
///
/// A slot stays at its address until its table goes. In a bounded table it belongs to one key after
/// another. A lock-free reader reads `version`, then the words that it needs, and believes them only
/// if `version` is unchanged: then the slot belonged to one key, with one value, all along.
///
/// - `version` is a sequence lock: odd while a writer changes the words.
/// - `hash`, `start`, `count` name the key; `start` is 0 while the slot is free.
/// - `form` is a ``FormID``; `word0`, `word1` hold a value of up to 16 trivial bytes or a ``ShortText``,
///   and `word0` the address of the box of any other value, which ``HazardPointers`` protect while it is
///   read.
/// - `uses` counts the hits of readers in a bounded table, for ever, also for earlier keys.
///
/// The rest of a slot takes a lock to look at, see ``SlotContent``.
@usableFromInline
struct ValueSlot: ~Copyable {
  @usableFromInline typealias Pointer = UnsafeMutablePointer<ValueSlot>

  // One cache line, where that has 64 bytes: all that most readers look at.
  @usableFromInline let version = Atomic<UInt64>(0)
  @usableFromInline let hash = Atomic<UInt64>(0)
  @usableFromInline let start = Atomic<UInt>(0)
  @usableFromInline let count = Atomic<Int>(0)
  @usableFromInline let form = Atomic<UInt>(0)
  @usableFromInline let word0 = Atomic<UInt64>(0)
  @usableFromInline let word1 = Atomic<UInt64>(0)
  @usableFromInline let uses = Atomic<UInt64>(0)

  init() {}

  /// Whether the slot belongs to a key. The slot's or the table's lock is held.
  var isTaken: Bool { start.load(ordering: .relaxed) != 0 }

  /// Whether the slot belongs to this key. The slot's or the table's lock is held, or the table never
  /// gives a slot to another key.
  @inlinable
  func belongs(to name: StorageString) -> Bool {
    guard hash.load(ordering: .relaxed) == name.hash,
      count.load(ordering: .relaxed) == name.count,
      let own = UnsafePointer<UInt8>(bitPattern: start.load(ordering: .relaxed))
    else { return false }
    return StorageString.areEqual(own, name.start, name.count)
  }

  /// The slot at an address that an index gave, which is never 0.
  @inlinable
  @inline(__always)
  static func at(_ address: UInt) -> Pointer { Pointer(bitPattern: address).unsafelyUnwrapped }
}

/// The part of a slot that takes a lock to look at.
///
/// Not a member of the slot: to change one member through a pointer is, by Swift's rules, to
/// access the whole structure, which readers look at without a lock.
///
/// - `owner`, `stored`, `box`, `deadline` are written under both locks, the slot's (one of a few that
///   all slots share) and the table's, and read under either; a reader that decoded a value leaves it
///   in `box` under the slot's lock alone, which in such a table is the only reader's lock.
/// - `cost`, `position`, `number` are guarded by the table's lock.
@usableFromInline
struct SlotContent {
  /// The owner of the bytes of the key's storage string.
  var owner: StorageBytes?
  var stored: StoredValue?
  @usableFromInline var box: AnyObject?
  var deadline = EvictionClock.never
  var cost = 0
  /// The bucket in the index.
  var position = UInt32.max
  /// The slot's own number in its table.
  let number: UInt32

  init(number: UInt32) { self.number = number }

  /// Whether the entry has a deadline that has passed.
  func hasExpired(at now: Int64) -> Bool { deadline != EvictionClock.never && deadline <= now }
}

extension UnsafeMutablePointer<ValueSlot> {
  /// The distance of two slots. Slots begin at cache lines, so that each lies in as few as possible.
  static var stride: Int { (Self.contentOffset + MemoryLayout<SlotContent>.size + 63) & ~63 }

  @inlinable static var contentOffset: Int {
    let alignment = MemoryLayout<SlotContent>.alignment
    return (MemoryLayout<ValueSlot>.size + alignment - 1) & ~(alignment - 1)
  }

  /// Makes a free slot in uninitialised memory.
  static func make(at memory: UnsafeMutableRawPointer, number: UInt32) -> Self {
    let slot = memory.bindMemory(to: ValueSlot.self, capacity: 1)
    slot.initialize(to: ValueSlot())
    (memory + Self.contentOffset)
      .initializeMemory(as: SlotContent.self, to: SlotContent(number: number))
    return slot
  }

  func destroy() {
    content.deinitialize(count: 1)
    deinitialize(count: 1)
  }

  /// The part that takes a lock to look at.
  @inlinable var content: UnsafeMutablePointer<SlotContent> {
    (UnsafeMutableRawPointer(self) + Self.contentOffset).assumingMemoryBound(to: SlotContent.self)
  }

  /// The key that the slot belongs to. The slot's or the table's lock is held.
  var name: StorageString? {
    guard let start = UnsafePointer<UInt8>(bitPattern: pointee.start.load(ordering: .relaxed))
    else { return nil }
    return StorageString(
      start, pointee.count.load(ordering: .relaxed), of: content.pointee.owner,
      hash: pointee.hash.load(ordering: .relaxed))
  }

  /// Whether something is stored under the slot's key. The slot's or the table's lock is held.
  var isOccupied: Bool { pointee.form.load(ordering: .relaxed) != FormID.absent.rawValue }

  /// The decoded value. The slot's or the table's lock is held.
  var held: HeldValue {
    let form = pointee.form.load(ordering: .relaxed) & ~FormID.expires
    guard form != FormID.encoded.rawValue else { return .absent }
    return HeldValue(
      form: FormID(rawValue: form), word0: pointee.word0.load(ordering: .relaxed),
      word1: pointee.word1.load(ordering: .relaxed), box: content.pointee.box)
  }

  /// The stored form and the decoded value. The slot's or the table's lock is held.
  var cell: Cell { Cell(stored: content.pointee.stored, held: held) }
}
