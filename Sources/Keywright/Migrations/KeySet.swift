/// Keys that are found by their names.
///
/// ```swift
/// let keys = KeySet([AnyKey(Player.volume), AnyKey(Player.theme)])
/// for key in keys.all { print(key, key.shownText(in: store) ?? "nothing") }
/// try keys.key(named: "player:volume").set(text: "0.8", in: store)
/// ```
///
/// Thread safety: an immutable value.
public struct KeySet: Sendable {
  private enum Origin: Sendable {
    case registry(any KeyRegistry.Type)
    case list([StorageString: AnyKey], order: [AnyKey])
  }

  private let origin: Origin

  /// The keys that a registry declares.
  ///
  /// - Parameter registry: The registry, such as `AppKeys.self`.
  package init(_ registry: any KeyRegistry.Type) { origin = .registry(registry) }

  /// Keys of a list; of several with one storage string the first counts.
  ///
  /// - Parameter keys: The keys; see `AnyKey.init(_family:_:)` for families.
  public init(_ keys: [AnyKey]) {
    origin = .list(
      Dictionary(keys.map { ($0.storageString, $0) }, uniquingKeysWith: { first, _ in first }),
      order: keys)
  }

  /// The key of a storage string, of a family's key too: `player:equaliser:band:3`.
  ///
  /// - Parameter name: The whole storage string.
  /// - Throws: If there is none; the error suggests the key that was probably meant.
  ///
  /// Complexity: O(log *n*) in the number of declared keys; of a list O(1).
  public func key(named name: String) throws(UnknownKey) -> AnyKey {
    if let key = key(named: StorageString(name)) { return key }
    throw UnknownKey(name: name, keys: self)
  }

  func key(named name: StorageString) -> AnyKey? {
    if let key = declared(name) { return key.isFamily ? nil : key }
    // The components of a family's key follow those of the family.
    var rest = name
    while let shorter = rest.parent {
      if let key = declared(shorter), key.isFamily { return key.member(named: name) }
      rest = shorter
    }
    return nil
  }

  private func declared(_ name: StorageString) -> AnyKey? {
    switch origin {
    case .list(let keys, _): return keys[name]
    case .registry(let registry):
      guard let key = registry._key(hash: name.hash), key.storageString == name else { return nil }
      return key
    }
  }

  /// All single keys, in the order of their declarations; a family has too many.
  ///
  /// Complexity: O(*n*); of a registry its list of descriptions is read.
  public var all: [AnyKey] { declared.filter { !$0.isFamily } }

  /// The families.
  public var families: [AnyKey] { declared.filter(\.isFamily) }

  private var declared: [AnyKey] {
    switch origin {
    case .list(_, let order): order
    case .registry(let registry):
      registry.allKeys.compactMap { declared(StorageString($0.storageString)) }
    }
  }

  /// The single keys of a namespace and of those below it.
  ///
  /// - Parameter space: The namespace.
  public func keys(in space: any Namespace.Type) -> [AnyKey] {
    if space.isRoot { return all }
    let tree = NamespaceTree(space)
    return all.filter { tree.contains($0.storageString) }
  }

  /// The single keys, and those keys of families that a store holds values of.
  ///
  /// - Parameters:
  ///   - space: The namespace.
  ///   - store: The store.
  /// - Throws: Any error of a store that cannot be read.
  public func keys(
    in space: any Namespace.Type = Root.self, storedIn store: some ReadableStore
  ) throws(StoreError) -> [AnyKey] {
    let families = KeySet(families)
    let tree = NamespaceTree(space)
    let members = try store.storedKeys().map { StorageString($0) }.filter(tree.contains)
      .compactMap { families.key(named: $0) }
    return keys(in: space) + members
  }

  /// The storage strings of all keys and families.
  var names: [String] {
    switch origin {
    case .list(_, let order): order.map(\.description)
    case .registry(let registry): registry.allKeys.map(\.storageString)
    }
  }
}

extension KeyRegistry {
  /// The key of a storage string, of a family's key too; see ``KeySet/key(named:)``.
  ///
  /// - Parameter name: The whole storage string.
  /// - Throws: If there is none; the error suggests the key that was probably meant.
  package static func key(named name: String) throws(UnknownKey) -> AnyKey {
    try KeySet(self).key(named: name)
  }

  /// The single keys of a namespace and of those below it; see ``KeySet/keys(in:)``.
  ///
  /// - Parameter space: The namespace; ``Root`` is all.
  package static func keys(in space: any Namespace.Type = Root.self) -> [AnyKey] {
    KeySet(self).keys(in: space)
  }
}

extension StorageString {
  /// Without the last component; nil for the only one.
  fileprivate var parent: StorageString? {
    withBytes { bytes in
      bytes.lastIndex(of: UInt8(ascii: ":")).map {
        StorageString(copying: UnsafeBufferPointer(rebasing: bytes[..<$0]))
      }
    }
  }
}
