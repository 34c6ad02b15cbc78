extension Layers {
  /// What an administrator forces, over what the user chose, over what the program came with.
  ///
  /// Commits write the user's store alone.
  ///
  /// ```swift
  /// let store = Layers(managed: policy, user: DefaultsStore(suite: "org.example.app"),
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

  /// Where a value comes from.
  public struct Source: Sendable, Hashable {
    /// The position among ``Layers/layers``, from 0.
    public let position: Int
    /// The layer's name.
    public let name: String
  }

  /// The layer whose value `get` gives now; nil if it gives the key's default.
  ///
  /// - Parameter key: The key.
  ///
  /// Complexity: O(*n*) in the number of layers. Nothing is reported and nothing filled.
  public func source<K: KeyType>(of key: K) -> Source? {
    let key = key.key
    for (index, reader) in stack.readers(of: key.storageString) {
      if case .hit = stack.find(key, in: index, reader) {
        return Source(position: index, name: layers[index].name)
      }
    }
    return nil
  }

  /// Whether a value shows that no commit can change: one of a layer above all that are written.
  ///
  /// - Parameter key: The key.
  public func isForced<K: KeyType>(_ key: K) -> Bool {
    guard let source = source(of: key) else { return false }
    let firstWriting = stack.route(of: key.key.storageString).first
    return firstWriting.map { source.position < $0 } ?? true
  }
}
