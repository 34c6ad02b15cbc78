/// A decoded value as a slot keeps it: in two words, or in a box.
@usableFromInline
struct HeldValue {
  @usableFromInline let type: UInt
  @usableFromInline let words: (UInt64, UInt64)
  @usableFromInline let box: AnyObject?

  @usableFromInline
  init(type: UInt, words: (UInt64, UInt64), box: AnyObject?) {
    self.type = type
    self.words = words
    self.box = box
  }

  /// No value.
  static var nothing: HeldValue { HeldValue(type: SlotType.nothing, words: (0, 0), box: nil) }

  /// Makes what a slot keeps of a value.
  @inlinable
  init<Value: Sendable>(_ value: Value) {
    var words: (UInt64, UInt64) = (0, 0)
    let isInline = SlotType.isInline(Value.self)
    if isInline {
      withUnsafeMutableBytes(of: &words) { $0.storeBytes(of: value, as: Value.self) }
    }
    self.init(
      type: SlotType.decoded(Value.self), words: words, box: isInline ? nil : ValueBox(value))
  }

  /// The value, if it is of this type.
  @inlinable
  func value<Value: Sendable>(as wanted: Value.Type) -> Value? {
    guard type == SlotType.decoded(wanted) else { return nil }
    guard let box else {
      return withUnsafeBytes(of: words) { $0.loadUnaligned(as: Value.self) }
    }
    return unsafeDowncast(box, to: ValueBox<Value>.self).value
  }
}
