/// Keys that are found by their names: for a settings screen, `myapp config set`, a support engineer.
///
/// A generated registry has the set of all its keys:
///
/// ```swift
/// for key in AppKeys.keySet.all { print(key, key.shownText(in: store) ?? "nothing") }
/// try AppKeys.keySet.key(named: "player:volume").set(text: "0.8", in: store)
/// ```
///
/// The set is made when it is first asked for, in a few microseconds a key, and held from then on. A program
/// that never asks pays nothing: an optimised build leaves out the whole list, unless the registry is
/// public.
///
/// Thread safety: an immutable value.
public struct KeySet: Sendable {
  /// Keys and families, each storage string once, in the order in which they were added.
  private(set) var declared: [AnyKey] = []
  /// The positions by the fixed hash. Declared names are not made to collide; if two do, the second is found by a
  /// search.
  private var positions: [UInt64: Int] = [:]
  /// The keys by the names that they had in earlier versions; nil for a name that two keys had, which leads to
  /// neither.
  private var formers: [StorageString: AnyKey?] = [:]

  /// Makes a set of a list; of several keys with one storage string the first counts.
  ///
  /// ```swift
  /// let keys = KeySet([AnyKey(Player.volume), AnyKey(Player.theme)])
  /// ```
  ///
  /// - Parameter keys: The keys; see `AnyKey.init(_family:_:)` for families.
  public init(_ keys: [AnyKey]) {
    for key in keys { add(key) }
  }

  /// Makes the set of several modules; of several keys with one storage string the first counts.
  ///
  /// ```swift
  /// let keys = KeySet(joining: [AppKeys.keySet, PlayerKeys.keySet])
  /// ```
  ///
  /// - Parameter sets: The sets.
  public init(joining sets: [KeySet]) { self.init(sets.flatMap(\.declared)) }

  fileprivate mutating func add(_ key: AnyKey) {
    let name = key.storageString
    guard declared(name) == nil else { return }
    positions[name.hash] = positions[name.hash] ?? declared.count
    declared.append(key)
    for former in key.formerStrings {
      formers[former] = formers[former] == nil ? .some(key) : .some(nil)
    }
  }

  /// The key of a storage string, of a family's key too: `player:equaliser:band:3`.
  ///
  /// - Parameter name: The whole storage string.
  /// - Throws: If there is none; the error suggests the key that was probably meant.
  ///
  /// Complexity: O(1).
  public func key(named name: String) throws(UnknownKey) -> AnyKey {
    var bytes = name
    let single = bytes.withUTF8 { bytes -> AnyKey? in
      guard let start = bytes.baseAddress else { return nil }
      // Borrowed for the comparison alone: an allocation would double the time.
      return declared(
        StorageString(start, bytes.count, of: nil, hash: KeyHash.hash(bytes)))
    }
    if let single, !single.isFamily { return single }
    if let key = key(named: StorageString(name)) { return key }
    throw UnknownKey(name: name, keys: self)
  }

  func key(named name: StorageString) -> AnyKey? {
    if let key = declared(name) { return key.isFamily ? nil : key }
    if let family = name.ancestors.lazy.compactMap({ declared($0) }).first(where: \.isFamily) {
      return family.member(named: name)
    }
    guard !formers.isEmpty, let key = successor(of: name) else { return nil }
    // A value for it would be of another type.
    return key.convertsFormer ? nil : key
  }

  /// The key that had a name in an earlier version, perhaps with another type.
  func successor(of name: StorageString) -> AnyKey? {
    if let key = formers[name] ?? nil { return key.isFamily ? nil : key }
    for shorter in name.ancestors {
      guard let family = formers[shorter] ?? nil, family.isFamily,
        let components = name.dropping(shorter.string)
      else { continue }
      return family.member(named: StorageString("\(family.storageString)\(components)"))
    }
    return nil
  }

  private func declared(_ name: StorageString) -> AnyKey? {
    guard let position = positions[name.hash] else { return nil }
    let key = declared[position]
    return key.storageString == name ? key : declared.first { $0.storageString == name }
  }

  /// All single keys, in the order of their declarations; a family has too many.
  ///
  /// Complexity: O(*n*).
  public var all: [AnyKey] { declared.filter { !$0.isFamily } }

  /// The families.
  public var families: [AnyKey] { declared.filter(\.isFamily) }

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

  /// The name that was probably meant, of a family with the types of its parameters; nil if none is near.
  ///
  /// - Parameter others: Further names that may have been meant.
  func suggestion(for name: String, or others: [String] = []) -> String? {
    let asked = StorageString(name)
    for outer in [asked] + asked.ancestors {
      if let key = declared(outer), key.isFamily { return key.pattern }
    }
    let names = declared.map(\.description)
    let meant =
      SpellingSuggestion.nearest(to: name, among: names + others)
      ?? SpellingSuggestion.completion(of: name, among: names)
    return meant.map { declared(StorageString($0))?.pattern ?? $0 }
  }
}

extension KeySet {
  /// Makes the set of a registry; generated code calls this.
  @_documentation(visibility: internal)
  public init(_from addKeys: (inout KeySet) -> Void) {
    self.init([])
    addKeys(&self)
  }
}

extension Key {
  /// Adds the key to a set; generated code calls this.
  ///
  /// A function of the key, so that a key whose type is missing gives one error, and no error of type inference;
  /// not inlined, since a call is the least code for a key.
  @_documentation(visibility: internal)
  public func _add(to keys: inout KeySet) { keys.add(AnyKey(self)) }

  /// Adds the family to a set; generated code calls this.
  @_documentation(visibility: internal)
  public func _add(to keys: inout KeySet, parameters: [KeyParameterForm]) {
    keys.add(AnyKey(_family: self, parameters))
  }
}
