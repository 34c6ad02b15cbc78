/// The parts that only some keys need: a default that is computed, processing, constraints, functions.
///
/// Generated code writes one, as a `static let`, for each key that declares any of these.
///
/// ```swift
/// static let volume = Key<Player, Double>(
///   "volume", default: 0.5,
///   descriptor: KeyDescriptor(processing: [.clamp(0...1)], constraints: [.range(0...1)]))
/// ```
///
/// Thread safety: immutable.
public final class KeyDescriptor<Value: Sendable>: Sendable {
  @usableFromInline let defaultValue: DefaultValue<Value>?
  @usableFromInline let coding: ValueCoding<Value>?

  /// The form that the key chose; ``FormID/absent`` if it is that of the value's type.
  @usableFromInline let form: FormID

  @usableFromInline let processing: [Step<Value>]
  @usableFromInline let constraints: [Constraint<Value>]
  @usableFromInline let onRead: OnRead<Value>?
  @usableFromInline let willChange: (@Sendable (Value, Value) -> Void)?
  @usableFromInline let didChange: (@Sendable (Value, Value) -> Void)?

  /// The traits that do not depend on the type of the values.
  @usableFromInline let traits: KeyTraits

  /// The form of values under a former name, if it was another; nil for a key whose type did not change.
  let former: _FormerForm<Value>?

  /// Makes a descriptor.
  ///
  /// - Parameters:
  ///   - value: The default, for a key made without a literal one.
  ///   - coding: The stored form, if it is not that of the value's type.
  ///   - processing: Steps that a new value goes through, in order.
  ///   - constraints: The conditions for a new value, checked after processing.
  ///   - onRead: The value that counts for a stored one which a constraint refuses; nil for that one itself.
  ///   - willChange: Receives the old and the new value before the write, under the lock.
  ///   - didChange: Receives the old and the new value after the write.
  ///   - ttl: How long a cache keeps a value, if not as long as others.
  ///   - maxAge: How long a store that a service feeds shows a value which the service does not confirm; nil
  ///     for as long as there is one.
  ///   - sensitivity: The sensitivity of the values: errors, issues and reports leave out that of a private or
  ///     secret key.
  ///   - keychain: The rules that Apple's keychain follows for the values, in a store of secrets.
  ///   - registry: The registry that has the key's migrations; generated code gives it, with the default,
  ///     so that a store which was opened without the registry says so.
  ///   - names: The storage string and former ones; generated code gives them, so that values which people
  ///     write under a former name are found.
  ///   - movesLater: Whether stored values stay under a former name for now.
  ///   - former: The form of values under a former name, and the function that converts them.
  public convenience init(
    default value: DefaultValue<Value>? = nil,
    coding: ValueCoding<Value>? = nil,
    processing: [Step<Value>] = [],
    constraints: [Constraint<Value>] = [],
    onRead: OnRead<Value>? = nil,
    willChange: (@Sendable (Value, Value) -> Void)? = nil,
    didChange: (@Sendable (Value, Value) -> Void)? = nil,
    ttl: Duration? = nil,
    maxAge: Duration? = nil,
    sensitivity: KeyDescription.Sensitivity = .public,
    keychain: KeychainRules? = nil,
    _migratedBy registry: String? = nil,
    _names names: [String] = [],
    _movesLater movesLater: Bool = false,
    _former former: _FormerForm<Value>? = nil
  ) {
    self.init(
      default: value, coding: coding, processing: processing, constraints: constraints,
      onRead: onRead, willChange: willChange, didChange: didChange,
      traits: KeyTraits(
        ttl: ttl, maxAge: maxAge, sensitivity: sensitivity, keychain: keychain, registry: registry,
        names: names, movesLater: movesLater),
      former: former)
  }

  /// Makes a descriptor with the traits of another key.
  init(
    default value: DefaultValue<Value>?, coding: ValueCoding<Value>?, processing: [Step<Value>],
    constraints: [Constraint<Value>], onRead: OnRead<Value>?,
    willChange: (@Sendable (Value, Value) -> Void)?,
    didChange: (@Sendable (Value, Value) -> Void)?,
    traits: KeyTraits, former: _FormerForm<Value>?
  ) {
    defaultValue = value
    self.coding = coding
    // Two keys of one string may correct differently, and none decodes what another has corrected.
    form = onRead == nil ? coding?.form ?? .absent : .unique()
    self.processing = processing
    self.constraints = constraints
    self.onRead = onRead
    self.willChange = willChange
    self.didChange = didChange
    self.traits = traits
    self.former = former
  }
}

/// The declarations of a key that do not depend on the type of its values.
///
/// A class, since each staged write has those of its key.
@usableFromInline
final class KeyTraits: Sendable {
  let ttl: Duration?
  let maxAge: Duration?

  /// The sensitivity travels with the key, since no list leads to a key without a namespace.
  let sensitivity: KeyDescription.Sensitivity

  let keychain: KeychainRules?

  /// The registry that has the key's migrations; nil for a key without any.
  @usableFromInline let registry: String?

  /// The storage string, or of a family the beginning of its strings, and then those of earlier versions, the
  /// newest first; empty for a key that had no other.
  let names: [String]

  /// Whether a value stays under a former name for now, where older programs that still run find it.
  @usableFromInline let movesLater: Bool

  init(
    ttl: Duration? = nil, maxAge: Duration? = nil,
    sensitivity: KeyDescription.Sensitivity = .public, keychain: KeychainRules? = nil,
    registry: String? = nil, names: [String] = [], movesLater: Bool = false
  ) {
    self.ttl = ttl
    self.maxAge = maxAge
    self.sensitivity = sensitivity
    self.keychain = keychain
    self.registry = registry
    self.names = names
    self.movesLater = movesLater
  }

  /// The storage strings that the key of one had in earlier versions, the newest first: of a family's key with its
  /// parameters.
  func formerStrings(of name: StorageString) -> [StorageString] {
    guard let own = names.first else { return [] }
    let string = name.string
    guard string.utf8.starts(with: own.utf8) else { return [] }
    let parameters = String(decoding: string.utf8.dropFirst(own.utf8.count), as: UTF8.self)
    return names.dropFirst().map { StorageString($0 + parameters) }
  }

  /// The former storage strings under which a value stays for now, where older programs that still run find it;
  /// empty for most keys.
  func standbyStrings(of name: StorageString) -> [StorageString] {
    movesLater ? formerStrings(of: name) : []
  }
}

extension KeyDescriptor {
  /// Whether processing calls functions of the program, which run under the writer's lock.
  @inlinable
  var callsProgram: Bool { processing.contains { !$0.isDeclared } }

  /// Whether a value has to be processed or checked.
  @inlinable
  var needsPreparation: Bool { !processing.isEmpty || !constraints.isEmpty }

  /// Whether the program wants to know of changes of the key.
  @inlinable
  var hasCallbacks: Bool { willChange != nil || didChange != nil }
}

extension Optional {
  /// The literal default of a key whose value may be absent: nil, unless its descriptor has a default.
  @inlinable
  func literalNil<Value>() -> Value?? where Wrapped == KeyDescriptor<Value?> {
    self?.defaultValue == nil ? .some(nil) : nil
  }
}

/// The time for which a bounded table keeps a value, and at what cost.
@usableFromInline
struct Retention: Sendable {
  var cost: Int?
  var ttl: Duration?
}
