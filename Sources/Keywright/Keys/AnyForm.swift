/// A key's stored form and descriptor without their types, for a commit once it is staged.
///
/// Thread safety: an immutable value.
@usableFromInline
struct AnyForm: Sendable {
  @usableFromInline let type: any KeyForm.Type

  /// A ``KeyDescriptor`` of the form's value type.
  @usableFromInline let descriptor: (any AnyObject & Sendable)?

  /// The declarations of the key beside the type of its values; nil for a key that declares nothing.
  @usableFromInline let traits: KeyTraits?

  @inlinable
  init<Value>(_ type: any KeyForm.Type, _ descriptor: KeyDescriptor<Value>?) {
    self.type = type
    self.descriptor = descriptor
    traits = descriptor?.traits
  }

  /// The stored form of a value of this form; nil for a nil, and for a value of another form.
  func encode(_ held: HeldValue) throws -> StoredValue? { try type.encode(held, descriptor) }

  /// The value of a stored form; nil if it is not of this form.
  func decode(_ stored: StoredValue) -> HeldValue? { type.decode(stored, descriptor) }

  /// Whether two values of this form are equal: by their stored forms, or by `Equatable` where they have
  /// none.
  func areEqual(_ value: HeldValue, _ other: HeldValue) -> Bool {
    type.areEqual(value, other, descriptor)
  }

  /// The identity of the form.
  var id: FormID { type.id(descriptor) }

  /// The cost that a function computes of a value.
  func cost(of held: HeldValue, by cost: @Sendable (any Sendable) -> Int) -> Int? {
    type.cost(of: held, descriptor, by: cost)
  }

  /// The sensitivity of the values, as the key itself declares it.
  var sensitivity: KeyDescription.Sensitivity { traits?.sensitivity ?? .public }

  /// The text that people write for the values.
  var textForm: TextForm { type.textForm(descriptor) }
}

extension KeyForm {
  /// A key of this form.
  static func key<Space: Namespace>(
    _ name: StorageString, in space: Space.Type, _ descriptor: (any AnyObject & Sendable)?
  ) -> Key<Space, Value> {
    Key(name, default: nil, form: self, descriptor: typed(descriptor))
  }

  /// A descriptor with its type.
  private static func typed(_ descriptor: (any AnyObject & Sendable)?) -> KeyDescriptor<Value>? {
    // `AnyForm` was made of one key's form and descriptor.
    descriptor.map { unsafeDowncast($0, to: KeyDescriptor<Value>.self) }
  }

  fileprivate static func encode(
    _ held: HeldValue, _ descriptor: (any AnyObject & Sendable)?
  ) throws -> StoredValue? {
    let descriptor = typed(descriptor)
    return try held.value(as: Value.self, form: FormID(descriptor)).flatMap {
      try stored($0, descriptor)
    }
  }

  fileprivate static func decode(
    _ stored: StoredValue, _ descriptor: (any AnyObject & Sendable)?
  ) -> HeldValue? {
    let descriptor = typed(descriptor)
    guard var value = value(from: stored, descriptor) else { return nil }
    if let descriptor, descriptor.onRead != nil {
      guard
        let corrected = descriptor.corrected(
          value,
          default: descriptor.defaultValue?.written { self.value(from: $0, descriptor) })
      else { return nil }
      value = corrected
    }
    return HeldValue(value, form: FormID(descriptor))
  }

  fileprivate static func areEqual(
    _ value: HeldValue, _ other: HeldValue, _ descriptor: (any AnyObject & Sendable)?
  ) -> Bool {
    let descriptor = typed(descriptor)
    guard let value = value.value(as: Value.self, form: FormID(descriptor)),
      let other = other.value(as: Value.self, form: FormID(descriptor))
    else { return false }
    // Most values differ, and are then not encoded.
    let areEqual = equality(value, other)
    if areEqual == false { return false }
    if let form = try? stored(value, descriptor), let otherForm = try? stored(other, descriptor) {
      return form == otherForm
    }
    return areEqual ?? false
  }

  /// Whether two values are equal by the `==` of their type; nil if it has none, and for a value that
  /// differs from itself, as NaN does.
  ///
  /// By that of the key's type, since two objects of a class and a subclass may be equal.
  private static func equality(_ value: Value, _ other: Value) -> Bool? {
    func compare<Type: Equatable>(as type: Type.Type) -> Bool? {
      // `Type` is `Value`.
      let (value, other) = (unsafeBitCast(value, to: type), unsafeBitCast(other, to: type))
      if value == other { return true }
      return value == value ? false : nil
    }
    guard let type = Value.self as? any Equatable.Type else { return nil }
    return compare(as: type)
  }

  fileprivate static func id(_ descriptor: (any AnyObject & Sendable)?) -> FormID {
    FormID(typed(descriptor))
  }

  fileprivate static func cost(
    of held: HeldValue, _ descriptor: (any AnyObject & Sendable)?,
    by cost: @Sendable (any Sendable) -> Int
  ) -> Int? {
    held.value(as: Value.self, form: FormID(typed(descriptor))).map { cost($0) }
  }

  fileprivate static func textForm(_ descriptor: (any AnyObject & Sendable)?) -> TextForm {
    typed(descriptor)?.coding?.textForm ?? textForm
  }
}

extension Key {
  /// The form and the descriptor without their types.
  var anyForm: AnyForm { AnyForm(form, descriptor) }
}
