/// All keys that a target declares; generated code makes one, named `<Module>Keys`.
///
/// A store that is opened with it brings values of earlier versions under today's keys. It also
/// clears the declared keys and no others, and lists them for tools:
///
/// ```swift
/// let store = DefaultsStore(suite: "org.example.tour", keys: TourKeys.self)
/// for key in TourKeys.allKeys { print(key.storageString, key.summary) }
/// try store.clear(TourKeys.self)
/// ```
public protocol KeyRegistry: Sendable {
  /// The declared keys, in the order of their schema files.
  static var allKeys: [KeyDescription] { get }

  /// The declared namespaces at the top.
  static var namespaces: [any Namespace.Type] { get }

  /// Declared keys without a namespace that have callbacks, see ``Namespace/observedKeys``.
  /// Default: none.
  static var observedKeys: [any KeyType] { get }

  /// The migrations that bring the values of earlier versions under the declared keys. Default:
  /// none.
  static var migrations: [Migration] { get }

  /// The names of the keys in the program's environment and among its arguments. Default: without a prefix,
  /// with all namespaces.
  static var textNames: TextNames { get }
}

extension KeyRegistry {
  /// Empty: no declared key outside of a namespace has callbacks.
  public static var observedKeys: [any KeyType] { [] }

  /// Empty: no value of an earlier version has another name or type.
  public static var migrations: [Migration] { [] }

  /// No prefix, and no flat namespace.
  public static var textNames: TextNames { TextNames() }
}

extension Store {
  /// Removes every key that a target declares, as one commit where the store can; values of other keys stay. See
  /// `clear` of a namespace.
  ///
  /// ```swift
  /// try store.clear(TourKeys.self)
  /// ```
  ///
  /// - Parameter registry: The generated registry of a target.
  /// - Throws: If a hook or the write refuses; then nothing changed, but for what other commits
  ///   cleared.
  ///
  /// Complexity: O(*n*) in the number of stored values.
  public func clear<Registry: KeyRegistry>(_ registry: Registry.Type) throws(StoreError) {
    let declared = DeclaredFacts(registry.allKeys, \.isFamily)
    let owners = Owners([], [registry])
    try removeAll { declared.contains($0) ? owners.owner(of: $0) : nil }
  }
}

extension StoreCore {
  /// Notes the registries with which a store was opened: what they say of values that come without their keys, and
  /// of keys that are other stores'.
  package func note(_ registries: [any KeyRegistry.Type]) {
    for registry in registries {
      KnownSensitivities.note(registry: registry) { registry.allKeys }
      keysElsewhere.note(registry: registry) { registry.allKeys }
    }
  }
}
