extension Layers {
  /// Makes a stack of an administrator's values, over the user's, over those that the program shipped with.
  ///
  /// Commits write the user's store alone.
  ///
  /// ```swift
  /// let store = Layers(
  ///   managed: policy, user: DefaultsStore(suite: "org.example.app", keys: AppKeys.self),
  ///   defaults: shipped)
  /// if store.isForced(Player.volume) { slider.isEnabled = false }
  /// ```
  ///
  /// - Parameters:
  ///   - managed: Values that no user changes.
  ///   - user: The store that is written.
  ///   - defaults: Values for keys that the user left alone.
  public init(
    managed: some ReadableStore, user: some Store, defaults: some ReadableStore
  ) {
    self.init([
      .reading(managed, name: "managed"), .readingAndWriting(user, name: "user"),
      .reading(defaults, name: "defaults"),
    ])
  }

  /// The layer that a value comes from; printed as `layer 2, 'user'`.
  public struct Source: Sendable, Hashable, CustomStringConvertible {
    /// The layer's number, from 1, as in ``ReadableStore/explain(_:declared:)``.
    public let number: Int
    /// The layer's name.
    public let name: String

    /// The layer's number and name.
    public var description: String { "layer \(number), '\(name)'" }
  }

  /// The layer whose value `get` gives now; nil if it gives the key's default.
  ///
  /// - Parameter key: The key.
  ///
  /// Complexity: O(*n*) in the number of layers. Nothing is reported and nothing filled.
  public func source<K: KeyType>(of key: K) -> Source? {
    let finding = stack.finding(of: key.key, isCounted: false)
    guard case .hit = finding.value else { return nil }
    return Source(number: finding.index + 1, name: layers[finding.index].name)
  }

  /// Whether no commit can change what shows: a value of a layer above all that are written, or any value of a key
  /// that no layer takes, as one whose group has a value above (``init(_:together:name:)``).
  ///
  /// - Parameter key: The key.
  public func isForced<K: KeyType>(_ key: K) -> Bool {
    // One that is written and never read shows nothing.
    let route = stack.route(of: key.key.storageString)
    guard let firstWriting = route.first(where: { layers[$0].reader != nil }) else { return true }
    return source(of: key).map { $0.number <= firstWriting } ?? false
  }
}
