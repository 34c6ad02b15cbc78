extension Key where Value: Convertible {
  /// Makes a key of a family in this namespace.
  ///
  /// - Parameters:
  ///   - id: The family's own component; `:` and `%` are escaped.
  ///   - parameters: What tells this key from others of the family.
  ///   - value: What `get` gives when nothing is stored.
  ///   - descriptor: Processing, constraints and functions, if there are any.
  ///
  /// Complexity: O(*n*) in the length of the storage string, which is made and hashed each time.
  public init(
    _ id: String, parameters: [KeyParameter], default value: Value,
    descriptor: KeyDescriptor<Value>? = nil
  ) {
    self.init(
      StorageString(StorageString(id, in: Space.self).string, parameters), default: value,
      form: PlainForm<Value>.self, descriptor: descriptor)
  }

  /// Refuses a key that has neither a default nor an optional type, and says what it lacks.
  @available(*, unavailable, message: "give the key a 'default:', or an optional type")
  public init(_ id: String, parameters: [KeyParameter]) {
    self.init(
      StorageString(StorageString(id, in: Space.self).string, parameters), default: nil,
      form: PlainForm<Value>.self, descriptor: nil)
  }
}

extension Key {
  /// Makes a key of a family in this namespace whose value may be absent.
  ///
  /// - Parameters:
  ///   - id: The family's own component; `:` and `%` are escaped.
  ///   - parameters: What tells this key from others of the family.
  ///   - descriptor: Processing, constraints and functions, if there are any.
  public init<Wrapped: Convertible>(
    _ id: String, parameters: [KeyParameter], descriptor: KeyDescriptor<Value>? = nil
  ) where Value == Wrapped? {
    self.init(
      StorageString(StorageString(id, in: Space.self).string, parameters),
      default: descriptor.literalNil(),
      form: OptionalForm<Wrapped>.self, descriptor: descriptor)
  }
}
