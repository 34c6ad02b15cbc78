// The initializers of generated code. A label that begins with an underscore keeps them out of the
// documentation and of completion: a key made by hand has no use for them.

extension Key where Value: Convertible {
  /// Makes a declared key.
  ///
  /// - Parameters:
  ///   - literal: The storage string, or what those of a family begin with.
  ///   - hash: The hash of the storage string; a family's keys compute theirs.
  ///   - parameters: The components that distinguish a key of a family; nil for a single key.
  ///   - value: The default, if it is not in the descriptor.
  ///   - descriptor: Processing, constraints and functions, if there are any.
  @inlinable
  public init(
    _declared literal: StaticString, hash: UInt64 = 0, parameters: [KeyParameter]? = nil,
    default value: Value? = nil, descriptor: KeyDescriptor<Value>? = nil
  ) {
    let name = StorageString(literal, hash: hash, parameters)
    self.init(name, default: value, form: PlainForm<Value>.self, descriptor: descriptor)
  }
}

extension Key {
  /// Makes a declared key whose value may be absent.
  ///
  /// - Parameters:
  ///   - literal: The storage string, or what those of a family begin with.
  ///   - hash: The hash of the storage string; a family's keys compute theirs.
  ///   - parameters: The components that distinguish a key of a family; nil for a single key.
  ///   - descriptor: Processing, constraints and functions, if there are any.
  @inlinable
  public init<Wrapped: Convertible>(
    _declared literal: StaticString, hash: UInt64 = 0, parameters: [KeyParameter]? = nil,
    descriptor: KeyDescriptor<Value>? = nil
  ) where Value == Wrapped? {
    let name = StorageString(literal, hash: hash, parameters)
    self.init(
      name, default: descriptor.literalNil(), form: OptionalForm<Wrapped>.self,
      descriptor: descriptor)
  }

  /// Makes a declared key whose descriptor has its stored form.
  ///
  /// - Parameters:
  ///   - literal: The storage string, or what those of a family begin with.
  ///   - hash: The hash of the storage string; a family's keys compute theirs.
  ///   - parameters: The components that distinguish a key of a family; nil for a single key.
  ///   - value: The default, if it is not in the descriptor.
  ///   - descriptor: A descriptor with a coding; one without is a programming error.
  public init(
    _declared literal: StaticString, hash: UInt64 = 0, parameters: [KeyParameter]? = nil,
    default value: Value? = nil, coded descriptor: KeyDescriptor<Value>
  ) {
    let name = StorageString(literal, hash: hash, parameters)
    self.init(name, default: value, form: MemoryForm<Value>.self, descriptor: descriptor)
  }
}

extension Key where Value: ExpressibleByNilLiteral {
  /// Makes a declared key whose value may be absent and whose descriptor has its stored form.
  ///
  /// - Parameters:
  ///   - literal: The storage string, or what those of a family begin with.
  ///   - hash: The hash of the storage string; a family's keys compute theirs.
  ///   - parameters: The components that tell a key of a family from the others; nil for a single key.
  ///   - descriptor: A descriptor with a coding; one without is a programming error.
  public init(
    _declared literal: StaticString, hash: UInt64 = 0, parameters: [KeyParameter]? = nil,
    optional descriptor: KeyDescriptor<Value>
  ) {
    let value: Value? = descriptor.defaultValue == nil ? .some(nil) : nil
    self.init(
      _declared: literal, hash: hash, parameters: parameters, default: value, coded: descriptor)
  }
}

extension StorageString {
  @inlinable
  init(_ literal: StaticString, hash: UInt64, _ parameters: [KeyParameter]?) {
    if let parameters {
      self.init(literal.description, parameters)
    } else {
      self.init(literal: literal, hash: hash)
    }
  }
}
