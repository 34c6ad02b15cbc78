/// A key without its types: for programs that know it by its name alone.
///
/// A settings screen, a debug menu or `myapp config set` finds one in a ``KeySet``, reads it as text or
/// JSON, and sets it from such: with the processing, constraints, hooks and redaction of a typed `set`.
///
/// ```swift
/// let key = AnyKey(Player.volume)
/// print(key.text(in: store) ?? "nothing")           // 0.5
/// try key.set(text: "0.8", in: store)
/// print(key.explain(in: store))
/// try key.reset(in: store)
/// ```
///
/// Two are equal if they have one storage string.
///
/// Thread safety: an immutable value.
public struct AnyKey: Sendable {
  /// The string under which a store keeps the value; what a family's strings begin with.
  public let storageString: StorageString

  /// The key with its types.
  public let base: any KeyType

  /// The parameters after the storage string, in a key that stands for a family; empty for a single
  /// key.
  let parameters: [KeyParameterForm]

  /// Makes one of a key.
  ///
  /// - Parameter key: The key.
  public init(_ key: some KeyType) { self.init(_family: key, []) }

  /// Makes one of a plain key, without a detour by way of its protocol.
  ///
  /// - Parameter key: The key.
  public init<Space: Namespace, Value>(_ key: Key<Space, Value>) {
    storageString = key.storageString
    base = key
    parameters = []
  }

  /// Makes one that stands for a family; generated code and tools call this.
  public init(_family key: some KeyType, _ parameters: [KeyParameterForm]) {
    storageString = key.key.storageString
    base = key
    self.parameters = parameters
  }

  /// The type of the value.
  public var valueType: Any.Type { base.valueType }

  /// Whether it stands for a family: with parameters it makes keys, see ``KeySet/key(named:)``; itself
  /// it has no value.
  public var isFamily: Bool { !parameters.isEmpty }

  /// The sensitivity of the values: messages and reports leave out that of a private or secret key.
  public var sensitivity: KeyDescription.Sensitivity { base.sensitivity }

  /// The greatest age of a value while a store cannot confirm it; nil for any age.
  package var maxAge: Duration? { base.maxAge }

  /// The text form of its values.
  package var textForm: TextForm { base.textForm }

  /// The declaration of the key, if its namespace lists it.
  ///
  /// Complexity: O(*n*) in the number of keys of the namespace.
  public var declaration: KeyDescription? { base.declaration }

  /// The storage string, of a family with the types of its parameters: `player:equaliser:band:<Int>`.
  var pattern: String {
    ([storageString.string] + parameters.map { "<\($0.name)>" }).joined(separator: ":")
  }

  /// The key of the family whose storage string this is; nil if its components are no values of the
  /// parameters.
  package func member(named name: StorageString) -> AnyKey? {
    let components = name.components(after: storageString)
    guard components.count == parameters.count,
      zip(parameters, components).allSatisfy({ $0.isValid($1) })
    else { return nil }
    let member: any KeyType = base.member(named: name)
    return AnyKey(member)
  }
}

extension AnyKey: Hashable, Identifiable, CustomStringConvertible {
  /// The storage string, for lists of a user interface.
  public var id: StorageString { storageString }

  /// The storage string.
  public var description: String { storageString.string }

  /// Whether both have one storage string.
  public static func == (left: AnyKey, right: AnyKey) -> Bool {
    left.storageString == right.storageString
  }

  /// Feeds the storage string.
  public func hash(into hasher: inout Hasher) { hasher.combine(storageString) }
}

extension KeyType {
  fileprivate var valueType: Any.Type { Value.self }
  fileprivate var sensitivity: KeyDescription.Sensitivity { key.sensitivity }
  fileprivate var maxAge: Duration? { key.descriptor?.traits.maxAge }

  /// The key of the family that this one stands for.
  func member(named name: StorageString) -> any KeyType {
    key.stored(under: name)
  }
}
