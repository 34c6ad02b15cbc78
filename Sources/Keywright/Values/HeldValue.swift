import Synchronization

/// The identity of a stored form: which bytes stand for which value of which type.
///
/// For most keys the Swift type determines the form. A key that chooses its own coding has an
/// identity of its own, so that two keys of one storage string and one type never see each other's
/// decoded value.
@frozen
@usableFromInline
struct FormID: Hashable, Sendable {
  @usableFromInline let rawValue: UInt

  @inlinable
  init(rawValue: UInt) { self.rawValue = rawValue }

  /// The form of a type that has only one.
  @inlinable
  init<Value>(_ type: Value.Type) { rawValue = UInt(bitPattern: ObjectIdentifier(type)) }

  /// Nothing is stored.
  @inlinable static var absent: FormID { FormID(rawValue: 0) }

  /// Something is stored that has not been decoded yet.
  @inlinable static var encoded: FormID { FormID(rawValue: 1) }

  /// Set in a slot's word for a value that expires: a lock-free reader then misses it, and the slow
  /// path asks the clock.
  static let expires: UInt = 2

  private static let counter = Atomic<UInt>(0)

  /// A new identity, never used again in this process.
  ///
  /// Identities of types are addresses of aligned data, whose three lowest bits are zero.
  static func unique() -> FormID {
    FormID(rawValue: counter.add(1, ordering: .relaxed).newValue << 3 | 4)
  }
}

/// A value of any type in memory, with the form that it belongs to: in two words, or in a box.
///
/// Two words hold a value of up to 16 trivial bytes, and a short string, see ``ShortText``.
@frozen
@usableFromInline
struct HeldValue: @unchecked Sendable {
  // `@unchecked`: the box is a `ValueBox` of a `Sendable` value, which never changes.
  @usableFromInline var form: FormID
  @usableFromInline var word0: UInt64
  @usableFromInline var word1: UInt64
  @usableFromInline var box: AnyObject?

  @inlinable
  init(form: FormID, word0: UInt64 = 0, word1: UInt64 = 0, box: AnyObject? = nil) {
    self.form = form
    self.word0 = word0
    self.word1 = word1
    self.box = box
  }

  /// No value.
  @inlinable static var absent: HeldValue { HeldValue(form: .absent) }

  @inlinable
  init<Value: Sendable>(_ value: Value, form: FormID) {
    var words: (UInt64, UInt64) = (0, 0)
    guard HeldValue.isInline(Value.self) else {
      if let text = ShortText(value) {
        self.init(form: form, word0: text.word0, word1: text.word1)
      } else {
        self.init(form: form, word1: ShortText.boxed, box: ValueBox(value))
      }
      return
    }
    withUnsafeMutableBytes(of: &words) { $0.storeBytes(of: value, as: Value.self) }
    self.init(form: form, word0: words.0, word1: words.1)
  }

  /// The value, if it belongs to this form.
  ///
  /// - Parameters:
  ///   - type: The type of the form's values.
  ///   - form: The form.
  @inlinable
  func value<Value: Sendable>(as type: Value.Type, form: FormID) -> Value? {
    guard self.form == form else { return nil }
    guard let box else {
      if ShortText.isText(Value.self) { return ShortText(word0, word1).value(as: Value.self) }
      return withUnsafeBytes(of: (word0, word1)) { $0.load(as: Value.self) }
    }
    return unsafeDowncast(box, to: ValueBox<Value>.self).value
  }

  /// Whether values of a type lie in the two words themselves.
  ///
  /// Such a type has no references, so that a copy of its bytes is a copy of the value.
  @inlinable
  static func isInline<Value>(_ type: Value.Type) -> Bool {
    _isPOD(type) && MemoryLayout<Value>.size <= 16
      && MemoryLayout<Value>.alignment <= MemoryLayout<UInt64>.alignment
  }
}

/// A string of up to fifteen bytes as two words: its UTF-8 bytes, and their number in the highest byte.
///
/// A reader that builds the string of these writes to no memory that others read, as it would with a
/// reference count. The words are not those of `String` itself, whose layout is private.
@frozen
@usableFromInline
struct ShortText {
  @usableFromInline let word0: UInt64
  @usableFromInline let word1: UInt64

  /// The second word of a value in a box.
  @inlinable static var boxed: UInt64 { UInt64.max }

  /// The second word of a nil.
  @inlinable static var none: UInt64 { 0xfe << 56 }

  @inlinable
  init(_ word0: UInt64, _ word1: UInt64) {
    self.word0 = word0
    self.word1 = word1
  }

  /// A short string, or an optional one; nil for any other value.
  @inlinable
  init?<Value>(_ value: Value) {
    // Each is a cast of a type to itself.
    if Value.self == String.self {
      self.init(text: unsafeBitCast(value, to: String.self))
    } else if Value.self == String?.self {
      self.init(text: unsafeBitCast(value, to: String?.self))
    } else {
      return nil
    }
  }

  @usableFromInline
  init?(text: String?) {
    guard let text else {
      self.init(0, ShortText.none)
      return
    }
    let utf8 = text.utf8
    guard utf8.count <= 15 else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    withUnsafeMutableBytes(of: &words) { bytes in
      for (position, byte) in utf8.enumerated() { bytes[position] = byte }
    }
    self.init(
      UInt64(littleEndian: words.0), UInt64(littleEndian: words.1) | UInt64(utf8.count) << 56)
  }

  /// Whether values of a type are strings, or optional ones.
  @inlinable
  static func isText<Value>(_ type: Value.Type) -> Bool {
    type == String.self || type == String?.self
  }

  /// The string as a value of one of these types.
  @inlinable
  func value<Value>(as type: Value.Type) -> Value {
    if type == String.self { return unsafeBitCast(text, to: Value.self) }
    let text: String? = word1 == ShortText.none ? nil : text
    return unsafeBitCast(text, to: Value.self)
  }

  @usableFromInline var text: String {
    withUnsafeBytes(of: (word0.littleEndian, word1.littleEndian)) { bytes in
      String(
        decoding: UnsafeRawBufferPointer(rebasing: bytes[..<Int(word1 >> 56)]), as: UTF8.self)
    }
  }
}

/// A value of any type as an object.
@usableFromInline
final class ValueBox<Value: Sendable>: Sendable {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value) { self.value = value }

  /// The value of the box at an address, which a hazard pointer protects.
  @inlinable
  @inline(__always)
  static func value(at address: UInt) -> Value {
    // `HazardPointers.protect` gave a pointer, so the address is not 0.
    let box = UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped
    return Unmanaged<ValueBox>.fromOpaque(box)._withUnsafeGuaranteedRef { $0.value }
  }
}

/// A key's value at one moment: its stored form and the decoded value, each as far as it is known.
@usableFromInline
struct Cell: Sendable {
  /// The stored form; nil if nothing is stored, or in a store that does not encode values.
  @usableFromInline var stored: StoredValue?

  /// The decoded value of some form.
  @usableFromInline var held = HeldValue.absent

  @inlinable
  init(stored: StoredValue?, held: HeldValue = .absent) {
    self.stored = stored
    self.held = held
  }

  /// Nothing.
  @inlinable static var absent: Cell { Cell(stored: nil) }

  /// Whether neither a form nor a value is known.
  var isAbsent: Bool { stored == nil && held.form == .absent }
}

/// The result of a lookup that neither waits nor decodes.
@frozen
@usableFromInline
enum Lookup<Value> {
  /// This value is stored.
  case hit(Value)
  /// Nothing is stored.
  case absent
  /// The store has to look further, or to decode.
  case miss
}
