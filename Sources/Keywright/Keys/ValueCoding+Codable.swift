extension ValueCoding where Value: Codable {
  /// A property-list tree, which any tool that reads the file can look into.
  ///
  /// ```swift
  /// static let frame = Key<Window, Frame>("frame", default: Frame(), coding: .propertyList)
  /// ```
  public static var propertyList: ValueCoding {
    ValueCoding(
      form: FormID(PropertyListForm<Value>.self),
      textForm: .codable(Value.self) {
        (try? TreeCoding.decode(Value.self, from: $0.tree)) != nil
      } encode: {
        StoredValue(try TreeCoding.encode($0))
      },
      encode: { value in
        if isNil(value) { return nil }
        return StoredValue(try TreeCoding.encode(value))
      },
      decode: { try? TreeCoding.decode(Value.self, from: $0.tree) })
  }

  /// JSON in data, for values that are exchanged with others as JSON.
  ///
  /// ```swift
  /// static let reply = Key<Server, Reply?>("reply", coding: .json)
  /// ```
  public static var json: ValueCoding {
    ValueCoding(
      form: FormID(JSONForm<Value>.self),
      textForm: TextForm(.embedded).checked(expected: "a \(Value.self)") { stored in
        (CodableJSON.value(from: stored) as Value?) != nil
      },
      encode: { value in
        if isNil(value) { return nil }
        return try CodableJSON.storedValue(of: value)
      },
      decode: { CodableJSON.value(from: $0) })
  }

  private static func isNil(_ value: Value) -> Bool {
    (value as? any NilValue)?.isNil ?? false
  }
}

/// The identity of ``ValueCoding/propertyList`` for a type.
private enum PropertyListForm<Value> {}

/// The identity of ``ValueCoding/json`` for a type.
private enum JSONForm<Value> {}

extension Key {
  /// Makes a key of this namespace that chooses its stored form, of any type.
  ///
  /// - Parameters:
  ///   - id: The key's own component; `:` and `%` are escaped.
  ///   - value: What `get` gives when nothing is stored.
  ///   - coding: The stored form, such as ``ValueCoding/json``.
  ///   - descriptor: Processing, constraints and functions, if there are any.
  public init(
    _ id: String, default value: Value, coding: ValueCoding<Value>,
    descriptor: KeyDescriptor<Value>? = nil
  ) {
    self.init(
      StorageString(id, in: Space.self), default: value, form: CodedForm<Value>.self,
      descriptor: KeyDescriptor(descriptor, coding: coding))
  }

  /// Makes a key of this namespace that chooses its stored form and computes its default.
  ///
  /// ```swift
  /// static let frame = Key<Window, Frame>(
  ///   "frame", default: .lazy { Frame() }, coding: .propertyList)
  /// ```
  ///
  /// - Parameters:
  ///   - id: The key's own component; `:` and `%` are escaped.
  ///   - value: What `get` gives when nothing is stored, computed once; in place of one that the
  ///     descriptor has.
  ///   - coding: The stored form, such as ``ValueCoding/json``.
  ///   - descriptor: Processing, constraints and functions, if there are any.
  public init(
    _ id: String, default value: DefaultValue<Value>, coding: ValueCoding<Value>,
    descriptor: KeyDescriptor<Value>? = nil
  ) {
    self.init(
      StorageString(id, in: Space.self), default: nil, form: CodedForm<Value>.self,
      descriptor: KeyDescriptor(descriptor, default: value, coding: coding))
  }

  /// Makes a key of this namespace that chooses its stored form and whose value may be absent.
  ///
  /// - Parameters:
  ///   - id: The key's own component; `:` and `%` are escaped.
  ///   - coding: The stored form, such as ``ValueCoding/json``.
  ///   - descriptor: Processing, constraints and functions, if there are any.
  public init<Wrapped: Sendable>(
    _ id: String, coding: ValueCoding<Value>, descriptor: KeyDescriptor<Value>? = nil
  ) where Value == Wrapped? {
    self.init(
      StorageString(id, in: Space.self), default: descriptor.literalNil(),
      form: NilCodedForm<Value>.self,
      descriptor: KeyDescriptor(descriptor, coding: coding))
  }
}

extension KeyDescriptor {
  /// The same descriptor with another stored form, and another default if one is given.
  convenience init(
    _ other: KeyDescriptor?, default value: DefaultValue<Value>? = nil,
    coding: ValueCoding<Value>
  ) {
    self.init(
      default: value ?? other?.defaultValue, coding: coding, processing: other?.processing ?? [],
      constraints: other?.constraints ?? [], willChange: other?.willChange,
      didChange: other?.didChange, ttl: other?.ttl, cost: other?.cost,
      sensitivity: other?.sensitivity ?? .public)
  }
}
