/// The name under which a store keeps a value, with the value's type and default.
///
/// A key is data: it knows no store, and making one that was generated costs nothing. The parts that only some keys
/// need (a lazy default, processing, constraints, functions) are in a ``KeyDescriptor``.
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

// A literal default is disfavoured beside the initialisers of optional keys, whose messages help.
extension Key where Value: Convertible {
  /// Makes a key.
  ///
  /// - Parameters:
  ///   - name: What the key is called: a string, which is its own component in its namespace, a
  ///     ``StorageString``, which is the whole, or a ``FamilyMember``.
  ///   - value: The value that `get` gives when nothing is stored.
  ///   - descriptor: Processing, constraints and functions, if there are any.
  public init(
    _ name: some KeyName, default value: Value, descriptor: KeyDescriptor<Value>? = nil
  ) {
    self.init(
      name.storageString(in: Space.self), default: value, form: PlainForm<Value>.self,
      descriptor: descriptor)
  }

  /// Makes a key whose default is computed once, when it is first needed.
  ///
  /// ```swift
  /// static let install = Key<App, UUID>("install", default: .lazy(persist: .whenMissing) { UUID() })
  /// ```
  ///
  /// - Parameters:
  ///   - name: What the key is called, as for a key with a value as its default.
  ///   - value: The default, in place of one that the descriptor has; of a family, once for each key that is
  ///     made.
  ///   - descriptor: Processing, constraints and functions, if there are any.
  public init(
    _ name: some KeyName, default value: DefaultValue<Value>,
    descriptor: KeyDescriptor<Value>? = nil
  ) {
    self.init(name, descriptor: KeyDescriptor(descriptor, default: value))
  }

  /// Makes a key whose default is in its descriptor.
  ///
  /// - Parameters:
  ///   - name: What the key is called, as for a key with a value as its default.
  ///   - descriptor: A descriptor with a default; one without is a programming error.
  public init(_ name: some KeyName, descriptor: KeyDescriptor<Value>) {
    self.init(
      name.storageString(in: Space.self), default: nil, form: PlainForm<Value>.self,
      descriptor: descriptor)
  }

  /// Refuses a key that has neither a default nor an optional type, and says what it lacks.
  @available(*, unavailable, message: "give the key a 'default:', or an optional type")
  public init(_ name: some KeyName) { self.init(name, descriptor: KeyDescriptor()) }
}

extension Key {
  /// Makes a key whose value may be absent.
  ///
  /// - Parameters:
  ///   - name: What the key is called, as for a key with a default.
  ///   - descriptor: Processing, constraints and functions, if there are any.
  public init<Wrapped: Convertible>(_ name: some KeyName, descriptor: KeyDescriptor<Value>? = nil)
  where Value == Wrapped? {
    self.init(
      name.storageString(in: Space.self), default: descriptor.literalNil(),
      form: OptionalForm<Wrapped>.self, descriptor: descriptor)
  }

  /// Makes a key whose value may be absent; nil is its default in any case.
  ///
  /// - Parameters:
  ///   - name: What the key is called, as for a key with a default.
  ///   - value: Nil.
  ///   - descriptor: Processing, constraints and functions, if there are any.
  public init<Wrapped: Convertible>(
    _ name: some KeyName, default value: Never?, descriptor: KeyDescriptor<Value>? = nil
  ) where Value == Wrapped? {
    self.init(name, descriptor: descriptor)
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
