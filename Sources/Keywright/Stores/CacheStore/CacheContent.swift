/// What a slot's words hold: the identity of the value's type, and two bits.
@usableFromInline
enum CacheType {
  /// The slot holds no value.
  @usableFromInline static let nothing: UInt = 0
  /// The value is in the slot's box. Identities are addresses of aligned data, so the bit is free.
  @usableFromInline static let boxed: UInt = 1
  /// The value expires, so that a reader has to look at the clock.
  @usableFromInline static let expiring: UInt = 2

  @inlinable
  static func identity(of type: UInt) -> UInt { type & ~(boxed | expiring) }
}

/// A value on its way into a cache, or out of it.
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
      box = CacheBox(value)
      return
    }
    var words: (UInt64, UInt64) = (0, 0)
    withUnsafeMutableBytes(of: &words) { $0.storeBytes(of: value, as: Value.self) }
    (word0, word1) = words
  }

  init(type: UInt, word0: UInt64, word1: UInt64) {
    self.type = type
    self.word0 = word0
    self.word1 = word1
  }

  /// Makes the value expire.
  mutating func expire(at deadline: Int64) {
    self.deadline = deadline
    if isExpiring { type |= CacheType.expiring }
  }

  /// The value, if it is of this type.
  @inlinable
  func value<Value: Sendable>(as wanted: Value.Type) -> Value? {
    guard CacheType.identity(of: type) == SlotType.decoded(wanted) else { return nil }
    guard let box else {
      return withUnsafeBytes(of: (word0, word1)) { $0.loadUnaligned(as: Value.self) }
    }
    return unsafeDowncast(box, to: CacheBox<Value>.self).value
  }

  /// Whether the value expires.
  var isExpiring: Bool { deadline != CacheClock.never }
}

/// A value of a cache as an object, which is given one value after another.
@usableFromInline
final class CacheBox<Value: Sendable>: @unchecked Sendable {
  // `@unchecked`: `value` is read and written under the lock of the slot that holds the box, or by
  // the only owner of the box; nobody who looks at a slot takes the box out of it.
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable
  init(_ value: Value) { self.value = value }
}
