public import Synchronization

/// One storage string of a table: its stored form, and its value as the last reader decoded it.
///
/// A slot stays at its address until its table goes, so that a reader may hold it without a lock.
///
/// - `hash`, `start`, `count`, `owner` never change.
/// - `version` is a sequence lock: odd while a writer changes the words below it.
/// - `type` says what the words hold: ``SlotType``.
/// - `word0`, `word1` hold a decoded value of up to 16 trivial bytes.
/// - `box` and `stored` are guarded by the slot's lock, one of a few that all slots share.
@usableFromInline
struct TableSlot: ~Copyable {
  @usableFromInline let hash: UInt64
  @usableFromInline let start: UnsafePointer<UInt8>
  @usableFromInline let count: Int
  @usableFromInline let version = Atomic<UInt64>(0)
  @usableFromInline let type = Atomic<UInt>(SlotType.nothing)
  @usableFromInline let word0 = Atomic<UInt64>(0)
  @usableFromInline let word1 = Atomic<UInt64>(0)
  @usableFromInline var box: AnyObject?
  let name: StorageString
  var stored: StoredValue?

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
