import KeywrightStorage

/// The identity of a coding's stored form: a type made of its parts, and the identities that the
/// authors of its parts gave.
///
/// A value leaves its slot as the type that its ``FormID`` says, unchecked. So the type of an identity names
/// everything that decides a value's type: a coding's value type, a transformer, the base form.
struct FormIdentity: @unchecked Sendable {
  // `@unchecked`: immutable; an `AnyHashable` in it is made of a `Sendable` identity alone.
  private let type: any Any.Type
  private let ids: [AnyHashable]

  init(_ type: any Any.Type) { (self.type, ids) = (type, []) }

  private init(_ type: any Any.Type, ids: [AnyHashable]) { (self.type, self.ids) = (type, ids) }

  /// The identity of a coding that its author named.
  init<Value>(codingOf value: Value.Type, id: some Hashable & Sendable) {
    self.init(NamedCoding<Value>.self, ids: [AnyHashable(id)])
  }

  /// The identity of the same form for optional values.
  var ofOptional: FormIdentity {
    func wrapping<Form>(_ form: Form.Type) -> any Any.Type { OfOptional<Form>.self }
    return FormIdentity(_openExistential(type, do: wrapping), ids: ids)
  }

  /// The identity of what a transformer makes of the base form; nil for a transformer with a state that
  /// has no identity.
  func transformed<T: Transformer>(by transformer: T) -> FormIdentity? {
    func over<Form>(_ form: Form.Type) -> any Any.Type { Transformed<T, Form>.self }
    let type = _openExistential(type, do: over)
    // A type without storage has one value.
    if MemoryLayout<T>.size == 0 { return FormIdentity(type, ids: ids) }
    return transformer.id.map { FormIdentity(type, ids: ids + [AnyHashable($0)]) }
  }

  /// The same for each form with the same identity, until the process ends.
  var form: FormID {
    if ids.isEmpty { return FormID(rawValue: UInt(bitPattern: ObjectIdentifier(type))) }
    return FormIdentity.named.withLock { named in
      if let known = named[self] { return known }
      let new = FormID.unique()
      named[self] = new
      return new
    }
  }

  private static let named = Protected<[FormIdentity: FormID]>([:])

  private enum NamedCoding<Value> {}
  private enum OfOptional<Form> {}
  private enum Transformed<Transformer, Form> {}
}

extension FormIdentity: Hashable {
  static func == (one: FormIdentity, other: FormIdentity) -> Bool {
    one.type == other.type && one.ids == other.ids
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type))
    hasher.combine(ids)
  }
}
