/// The name under which a store keeps a value, with the value's type and default.
///
/// A key is data: it knows no store, and making one that was generated costs nothing. What only
/// some keys need (a lazy default, processing, constraints, functions) is in a ``KeyDescriptor``.
///
/// ```swift
/// extension Animals.Cats {
///   static let lion = Key<Animals.Cats, Int>("lion", default: 0)
///   static let name = Key<Animals.Cats, String?>("name")
/// }
/// try store.set(Animals.Cats.lion, to: 3)
/// let lions = store.get(Animals.Cats.lion)  // Int
/// ```
///
/// Declare a hand-made key as a `static let`: its storage string is computed once then. Everything
/// but the checks at build time works as for a generated key.
///
/// Thread safety: an immutable value.
@frozen
public struct Key<Space: Namespace, Value: Sendable>: Sendable {
  /// The string under which a store keeps the value.
  public let storageString: StorageString

  @usableFromInline let literalDefault: Value?
  @usableFromInline let form: any KeyForm<Value>.Type
  @usableFromInline let descriptor: KeyDescriptor<Value>?

  @inlinable
  init(
    _ storageString: StorageString, default value: Value?, form: any KeyForm<Value>.Type,
    descriptor: KeyDescriptor<Value>?
  ) {
    self.storageString = storageString
    self.literalDefault = value
    self.form = form
    self.descriptor = descriptor
  }
}

// Literal defaults are disfavoured beside the initialisers of optional keys, whose messages help.
extension Key where Value: Convertible {
  /// Makes a key of this namespace.
  ///
  /// - Parameters:
  ///   - id: The key's own component; `:` and `%` are escaped.
  ///   - value: The value that `get` gives when nothing is stored.
  ///   - descriptor: Processing, constraints and functions, if there are any.
  public init(_ id: String, default value: Value, descriptor: KeyDescriptor<Value>? = nil) {
    let name = StorageString(id, in: Space.self)
    self.init(name, default: value, form: PlainForm<Value>.self, descriptor: descriptor)
  }

  /// Makes a key of this namespace whose default is computed once, when it is first needed.
  ///
  /// ```swift
  /// static let install = Key<App, UUID>("install", default: .lazy(persist: .whenMissing) { UUID() })
  /// ```
  ///
  /// - Parameters:
  ///   - id: The key's own component; `:` and `%` are escaped.
  ///   - value: The default, in place of one that the descriptor has.
  ///   - descriptor: Processing, constraints and functions, if there are any.
  public init(
    _ id: String, default value: DefaultValue<Value>, descriptor: KeyDescriptor<Value>? = nil
  ) {
    self.init(
      StorageString(id, in: Space.self), default: nil, form: PlainForm<Value>.self,
      descriptor: KeyDescriptor(descriptor, default: value))
  }

  /// Makes a key of this namespace whose default is in its descriptor.
  ///
  /// - Parameters:
  ///   - id: The key's own component; `:` and `%` are escaped.
  ///   - descriptor: A descriptor with a default; one without is a programming error.
  public init(_ id: String, descriptor: KeyDescriptor<Value>) {
    let name = StorageString(id, in: Space.self)
    self.init(name, default: nil, form: PlainForm<Value>.self, descriptor: descriptor)
  }

  /// Refuses a key that has neither a default nor an optional type, and says what it lacks.
  @available(*, unavailable, message: "give the key a 'default:', or an optional type")
  public init(_ id: String) {
    let name = StorageString(id, in: Space.self)
    self.init(name, default: nil, form: PlainForm<Value>.self, descriptor: nil)
  }

  /// Makes a key for data that already exists under a string of its own.
  ///
  /// - Parameters:
  ///   - storageString: The whole string, taken verbatim.
  ///   - value: The value that `get` gives when nothing is stored.
  ///   - descriptor: Processing, constraints and functions, if there are any.
  public init(
    storageString: String, default value: Value, descriptor: KeyDescriptor<Value>? = nil
  ) {
    let name = StorageString(storageString)
    self.init(name, default: value, form: PlainForm<Value>.self, descriptor: descriptor)
  }

  /// Makes a key for data that already exists under a string of its own, with a default that is computed
  /// once, when it is first needed.
  ///
  /// - Parameters:
  ///   - storageString: The whole string, taken verbatim.
  ///   - value: The default, in place of one that the descriptor has.
  ///   - descriptor: Processing, constraints and functions, if there are any.
  public init(
    storageString: String, default value: DefaultValue<Value>,
    descriptor: KeyDescriptor<Value>? = nil
  ) {
    self.init(
      StorageString(storageString), default: nil, form: PlainForm<Value>.self,
      descriptor: KeyDescriptor(descriptor, default: value))
  }

  /// Refuses a key that has neither a default nor an optional type, and says what it lacks.
  @available(*, unavailable, message: "give the key a 'default:', or an optional type")
  public init(storageString: String) {
    let name = StorageString(storageString)
    self.init(name, default: nil, form: PlainForm<Value>.self, descriptor: nil)
  }
}

extension Key {
  /// Makes a key of this namespace whose value may be absent.
  ///
  /// - Parameters:
  ///   - id: The key's own component; `:` and `%` are escaped.
  ///   - descriptor: Processing, constraints and functions, if there are any.
  public init<Wrapped: Convertible>(_ id: String, descriptor: KeyDescriptor<Value>? = nil)
  where Value == Wrapped? {
    let name = StorageString(id, in: Space.self)
    self.init(
      name, default: descriptor.literalNil(), form: OptionalForm<Wrapped>.self,
      descriptor: descriptor)
  }

  /// Makes a key for an optional value that already exists under a string of its own.
  ///
  /// - Parameters:
  ///   - storageString: The whole string, taken verbatim.
  ///   - descriptor: Processing, constraints and functions, if there are any.
  public init<Wrapped: Convertible>(
    storageString: String, descriptor: KeyDescriptor<Value>? = nil
  ) where Value == Wrapped? {
    let name = StorageString(storageString)
    self.init(
      name, default: descriptor.literalNil(), form: OptionalForm<Wrapped>.self,
      descriptor: descriptor)
  }
}

extension Key {
  /// Makes a key of this namespace whose value may be absent; nil is its default in any case.
  ///
  /// - Parameters:
  ///   - id: The key's own component; `:` and `%` are escaped.
  ///   - value: Nil.
  ///   - descriptor: Processing, constraints and functions, if there are any.
  public init<Wrapped: Convertible>(
    _ id: String, default value: Never?, descriptor: KeyDescriptor<Value>? = nil
  ) where Value == Wrapped? {
    self.init(id, descriptor: descriptor)
  }

  /// Makes a key for an optional value that already exists under a string of its own; nil is its default
  /// in any case.
  ///
  /// - Parameters:
  ///   - storageString: The whole string, taken verbatim.
  ///   - value: Nil.
  ///   - descriptor: Processing, constraints and functions, if there are any.
  public init<Wrapped: Convertible>(
    storageString: String, default value: Never?, descriptor: KeyDescriptor<Value>? = nil
  ) where Value == Wrapped? {
    self.init(storageString: storageString, descriptor: descriptor)
  }
}

extension Key: Hashable {
  /// Whether two keys have the same storage string, value type and stored form.
  ///
  /// A coding that is made of two functions is a form of its own: keep the key that has it in a
  /// `static let`.
  public static func == (left: Key, right: Key) -> Bool {
    left.storageString == right.storageString && left.formID == right.formID
  }

  /// Feeds the storage string and the stored form to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(storageString)
    hasher.combine(formID)
  }
}

extension Key: CustomStringConvertible {
  /// The storage string.
  public var description: String { storageString.string }
}
