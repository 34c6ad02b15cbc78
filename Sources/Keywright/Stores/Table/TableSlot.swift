public import Synchronization

/// One storage string of a table: its stored form, and its value as the last reader decoded it.
///
/// A slot stays at its address until its table goes, so that a reader may hold it without a lock.
///
/// - `hash`, `start`, `count`, `owner` never change.
/// - `version` is a sequence lock: odd while a writer changes the words below it.
/// - `type` says what the words hold: ``SlotType``.
/// - `word0`, `word1` hold a decoded value of up to 16 trivial bytes.
///
/// What only the holder of the slot's lock may touch lies behind it, see ``SlotContent``.
@usableFromInline
struct TableSlot: ~Copyable {
  @usableFromInline typealias Pointer = UnsafeMutablePointer<TableSlot>

  @usableFromInline let hash: UInt64
  @usableFromInline let start: UnsafePointer<UInt8>
  @usableFromInline let count: Int
  @usableFromInline let version = Atomic<UInt64>(0)
  @usableFromInline let type = Atomic<UInt>(SlotType.nothing)
  @usableFromInline let word0 = Atomic<UInt64>(0)
  @usableFromInline let word1 = Atomic<UInt64>(0)
  let name: StorageString

  init(name: StorageString) {
    // A name that belongs to somebody else's object is held through `name`.
    self.name = name
    hash = name.hash
    start = name.start
    count = name.count
  }

  /// Changes the decoded value as one step for readers. The slot's lock is held.
  func write(type newType: UInt, _ newWord0: UInt64 = 0, _ newWord1: UInt64 = 0) {
    let version = version.load(ordering: .relaxed)
    self.version.store(version &+ 1, ordering: .relaxed)
    atomicMemoryFence(ordering: .releasing)
    type.store(newType, ordering: .relaxed)
    word0.store(newWord0, ordering: .relaxed)
    word1.store(newWord1, ordering: .relaxed)
    self.version.store(version &+ 2, ordering: .releasing)
  }
}

/// What a slot holds that takes a lock to read: one of a few locks that all slots share.
///
/// Not a member of the slot: to change one member through a pointer is, by Swift's rules, to
/// access the whole structure, which readers look at without a lock.
struct SlotContent {
  var stored: StoredValue?
  /// The decoded value, where the slot's words cannot hold it.
  var box: AnyObject?
}

extension UnsafeMutablePointer<TableSlot> {
  private static var contentOffset: Int {
    let alignment = MemoryLayout<SlotContent>.alignment
    return (MemoryLayout<TableSlot>.size + alignment - 1) / alignment * alignment
  }

  private static var alignment: Int {
    max(
      MemoryLayout<TableSlot>.alignment, MemoryLayout<SlotContent>.alignment, SlotIndex.alignment)
  }

  /// The distance of two slots that lie side by side.
  static var stride: Int {
    (contentOffset + MemoryLayout<SlotContent>.size + alignment - 1) / alignment * alignment
  }

  /// Memory for some slots side by side.
  static func room(for count: Int) -> UnsafeMutableRawPointer {
    .allocate(byteCount: count * stride, alignment: alignment)
  }

  /// Makes an empty slot with its content in one piece of memory.
  static func make(name: StorageString) -> Self { make(name: name, in: room(for: 1)) }

  /// Makes a slot in memory that is there.
  static func make(
    name: StorageString, in memory: UnsafeMutableRawPointer, stored: StoredValue? = nil
  ) -> Self {
    (memory + contentOffset).initializeMemory(
      as: SlotContent.self, to: SlotContent(stored: stored))
    let slot = memory.bindMemory(to: TableSlot.self, capacity: 1)
    slot.initialize(to: TableSlot(name: name))
    if stored != nil { slot.pointee.write(type: SlotType.encoded) }
    return slot
  }

  /// Ends what a slot holds; its memory stays.
  func empty() {
    content.deinitialize(count: 1)
    deinitialize(count: 1)
  }

  func destroy() {
    empty()
    UnsafeMutableRawPointer(self).deallocate()
  }

  /// The slot's content. The slot's lock is held.
  var content: UnsafeMutablePointer<SlotContent> {
    (UnsafeMutableRawPointer(self) + Self.contentOffset).assumingMemoryBound(to: SlotContent.self)
  }
}

/// What the words of a slot hold; anything else is the identity of a decoded value's type.
@usableFromInline
enum SlotType {
  /// Nothing is stored.
  @usableFromInline static let nothing: UInt = 0
  /// Something is stored that nobody has decoded yet.
  @usableFromInline static let encoded: UInt = 1

  /// The identity of a decoded value's type.
  @inlinable
  static func decoded<Value>(_ type: Value.Type) -> UInt {
    UInt(bitPattern: ObjectIdentifier(type))
  }

  /// Whether values of a type fit a slot's two words as they are.
  ///
  /// Such a type has no references, so that a copy of its bytes is a copy of the value.
  @inlinable
  static func isInline<Value>(_ type: Value.Type) -> Bool {
    _isPOD(type) && MemoryLayout<Value>.size <= 16
  }
}
