/// A choice of stored form that one key makes for itself.
///
/// Thread safety: immutable; both functions may be called from any thread.
public struct ValueCoding<Value: Sendable>: Sendable {
  /// The stored form, or nil for a nil, which is stored as absence.
  public let encode: @Sendable (Value) throws -> StoredValue?

  /// The value, or nil if the stored form is of another type.
  public let decode: @Sendable (StoredValue) -> Value?

  /// The reason why a stored form is of another type, if the coding gives one.
  let failure: @Sendable (StoredValue) -> (any Error)?

  /// The identity of the form, which two codings share only if they store the same bytes; nil for one that
  /// is like no other.
  let identity: FormIdentity?

  /// The form, by its identity.
  let form: FormID

  /// The form in which people write a value.
  let textForm: TextForm

  /// Makes a coding of two functions that undo each other.
  ///
  /// Keep it, or the key that has it, in a `static let`: a store takes each new one for a different form, and
  /// decodes the value again. See ``init(id:encode:decode:)`` for one that is made by a function.
  ///
  /// - Parameters:
  ///   - encode: The stored form, or nil for a nil.
  ///   - decode: The value, or nil if the stored form is of another type.
  public init(
    encode: @escaping @Sendable (Value) throws -> StoredValue?,
    decode: @escaping @Sendable (StoredValue) -> Value?
  ) {
    self.init(identity: nil, textForm: TextForm(.any), encode: encode, decode: decode)
  }

  /// Makes a coding of two functions that undo each other, with an identity: codings of one value type with
  /// the same one are the same form.
  ///
  /// ```swift
  /// func hex(width: Int) -> ValueCoding<Int> {
  ///   ValueCoding(
  ///     id: "hex \(width)", encode: { .string(String($0, radix: 16)) },
  ///     decode: { if case .string(let text) = $0.content { Int(text, radix: 16) } else { nil } })
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - id: What the functions depend on. It is kept until the process ends.
  ///   - encode: The stored form, or nil for a nil.
  ///   - decode: The value, or nil if the stored form is of another type.
  public init(
    id: some Hashable & Sendable, encode: @escaping @Sendable (Value) throws -> StoredValue?,
    decode: @escaping @Sendable (StoredValue) -> Value?
  ) {
    self.init(
      identity: FormIdentity(codingOf: Value.self, id: id), textForm: TextForm(.any),
      encode: encode, decode: decode)
  }

  init(
    identity: FormIdentity?, textForm: TextForm,
    encode: @escaping @Sendable (Value) throws -> StoredValue?,
    decode: @escaping @Sendable (StoredValue) -> Value?,
    failure: @escaping @Sendable (StoredValue) -> (any Error)? = { _ in nil }
  ) {
    self.identity = identity
    form = identity?.form ?? .unique()
    self.textForm = textForm
    self.encode = encode
    self.decode = decode
    self.failure = failure
  }
}

extension ValueCoding where Value: Codable {
  /// A property-list tree, which any tool that reads the file can look into.
  ///
  /// ```swift
  /// static let frame = Key<Window, Frame>("frame", default: Frame(), coding: .propertyList)
  /// ```
  public static var propertyList: ValueCoding {
    ValueCoding(
      identity: FormIdentity(PropertyListForm<Value>.self),
      textForm: .codable {
        try TreeCoding.decode(Value.self, from: $0, naming: $1)
      } isStored: {
        (try? TreeCoding.decode(Value.self, from: $0.tree)) != nil
      } encode: {
        StoredValue(try TreeCoding.encode($0))
      },
      encode: { value in
        if isNil(value) { return nil }
        return StoredValue(try TreeCoding.encode(value))
      },
      decode: { try? TreeCoding.decode(Value.self, from: $0.tree) },
      failure: { TreeCoding.failure(decoding: Value.self, from: $0.tree) })
  }

  /// JSON in data, for values that are exchanged with others as JSON.
  ///
  /// ```swift
  /// static let reply = Key<Server, Reply?>("reply", coding: .json)
  /// ```
  public static var json: ValueCoding {
    ValueCoding(
      identity: FormIdentity(JSONForm<Value>.self),
      textForm: TextForm(.embedded).checked(expected: withArticle(Value.self)) { stored in
        (CodableJSON.value(from: stored) as Value?) != nil
      },
      encode: { value in
        if isNil(value) { return nil }
        return try CodableJSON.storedValue(of: value)
      },
      decode: { CodableJSON.value(from: $0) },
      failure: { CodableJSON.failure(decoding: Value.self, from: $0) })
  }
}

extension ValueCoding {
  /// The coding of an optional, by that of the wrapped type; nil is absence.
  ///
  /// ```swift
  /// static let mode = Key<Player, Mode?>("mode", coding: .optional(.rawValue))
  /// ```
  ///
  /// - Parameter coding: The stored form of a value that is there.
  public static func optional<Wrapped>(_ coding: ValueCoding<Wrapped>) -> ValueCoding
  where Value == Wrapped? {
    ValueCoding(
      identity: coding.identity?.ofOptional, textForm: coding.textForm,
      encode: { try $0.flatMap(coding.encode) },
      decode: { coding.decode($0).map(Optional.some) }, failure: coding.failure)
  }
}

extension ValueCoding where Value: RawRepresentable, Value.RawValue: Convertible {
  /// The stored form of the raw value, for a type that is not ``Convertible`` itself.
  ///
  /// ```swift
  /// static let mode = Key<Player, Mode>("mode", default: .loud, coding: .rawValue)
  /// ```
  public static var rawValue: ValueCoding {
    ValueCoding(
      identity: FormIdentity(RawValueForm<Value>.self),
      textForm: .ofRawValues(of: Value.self, raw: Value.RawValue.textForm) {
        try? $0.rawValue.storedValue()
      } read: {
        Value.RawValue.value(from: $0).flatMap(Value.init(rawValue:))
      },
      encode: { try $0.rawValue.storedValue() },
      decode: { Value.RawValue.value(from: $0).flatMap(Value.init(rawValue:)) })
  }
}

extension ValueCoding {
  /// No stored form, for values that live in memory alone, of any type.
  ///
  /// ```swift
  /// static let cover = Key<Album, Image?>("cover", coding: .memory)
  /// ```
  ///
  /// ```swift
  /// try cache.set(Album.cover, to: image)
  /// ```
  ///
  /// A ``CacheStore`` keeps such a value as it is. A store that encodes values refuses it with
  /// ``StoreError/Code/unsupported``.
  public static var memory: ValueCoding {
    ValueCoding(
      identity: FormIdentity(MemoryForm<Value>.self), textForm: MemoryForm<Value>.textForm,
      encode: MemoryForm.encode, decode: MemoryForm.decode)
  }
}

// The identities of the library's codings for a type.
private enum PropertyListForm<Value> {}
private enum JSONForm<Value> {}
private enum RawValueForm<Value> {}
