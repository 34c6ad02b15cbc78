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
/// - `name`, `box`, `deadline` are guarded by the slot's lock, one of a few that all slots share.
/// - `cost`, `position` are guarded by the table's lock.
@usableFromInline
struct CacheSlot: ~Copyable {
  @usableFromInline let version = Atomic<UInt64>(0)
  @usableFromInline let hash = Atomic<UInt64>(0)
  @usableFromInline let start = Atomic<UInt>(0)
  @usableFromInline let count = Atomic<Int>(0)
  @usableFromInline let type = Atomic<UInt>(CacheType.nothing)
  @usableFromInline let word0 = Atomic<UInt64>(0)
  @usableFromInline let word1 = Atomic<UInt64>(0)
  @usableFromInline let uses = Atomic<UInt64>(0)
  let number: UInt32
  var name: StorageString?
  @usableFromInline var box: AnyObject?
  var deadline = CacheClock.never
  var cost = 0
  var position = UInt64.max

  init(number: UInt32) { self.number = number }

  /// Whether the slot holds a value of this key. The slot's or the table's lock is held.
  func belongs(to name: StorageString) -> Bool {
    guard hash.load(ordering: .relaxed) == name.hash,
      count.load(ordering: .relaxed) == name.count,
      let own = UnsafePointer<UInt8>(bitPattern: start.load(ordering: .relaxed))
    else { return false }
    return StorageString.areEqual(own, name.start, name.count)
  }

  /// Whether the slot's value has a deadline that has passed.
  func hasExpired(at now: Int64) -> Bool { deadline != CacheClock.never && deadline <= now }

  /// What the slot holds. The table's lock is held.
  var content: CacheContent { CacheContent(self) }
}

/// What a slot's words hold: the identity of the value's type, and two bits.
@usableFromInline
enum CacheType {
  /// The slot holds no value.
  @usableFromInline static let nothing: UInt = 0
  /// The value is in the slot's box. Identities are addresses of aligned data, so the bit is free.
  @usableFromInline static let boxed: UInt = 1
  /// The value expires, so that a reader has to look at the clock.
  @usableFromInline static let expiring: UInt = 2

  static func identity(of type: UInt) -> UInt { type & ~(boxed | expiring) }
}

/// A value on its way into a cache.
@usableFromInline
struct CacheContent {
  /// The identity of the value's type, and the bits of ``CacheType``.
  @usableFromInline var type: UInt
  @usableFromInline var word0: UInt64 = 0
  @usableFromInline var word1: UInt64 = 0
  @usableFromInline var box: AnyObject?
  var deadline = CacheClock.never
  var cost = 1

  @inlinable
  init<Value: Sendable>(_ value: Value) {
    type = SlotType.decoded(Value.self)
    guard SlotType.isInline(Value.self) else {
      type |= CacheType.boxed
      box = ValueBox(value)
      return
    }
    var words: (UInt64, UInt64) = (0, 0)
    withUnsafeMutableBytes(of: &words) { $0.storeBytes(of: value, as: Value.self) }
    (word0, word1) = words
  }

  /// Makes the value expire.
  mutating func expire(at deadline: Int64) {
    self.deadline = deadline
    if isExpiring { type |= CacheType.expiring }
  }
}

extension CacheContent {
  /// What a slot holds.
  fileprivate init(_ slot: borrowing CacheSlot) {
    type = slot.type.load(ordering: .relaxed)
    word0 = slot.word0.load(ordering: .relaxed)
    word1 = slot.word1.load(ordering: .relaxed)
    box = slot.box
  }

  /// The value, if it is of this type.
  func value<Value: Sendable>(as wanted: Value.Type) -> Value? {
    guard CacheType.identity(of: type) == SlotType.decoded(wanted) else { return nil }
    guard let box else {
      return withUnsafeBytes(of: (word0, word1)) { $0.loadUnaligned(as: Value.self) }
    }
    return unsafeDowncast(box, to: ValueBox<Value>.self).value
  }

  /// Whether the value expires.
  var isExpiring: Bool { deadline != CacheClock.never }
}
