/// The keys of a program as the paths of a JSON file: objects for namespaces, members for keys.
package struct JSONKeys: Sendable {
  let keys: KeySet
  /// The paths that lead to keys.
  private let inner: Set<StorageString>

  package init(_ keys: KeySet) {
    self.keys = keys
    var inner = Set<StorageString>()
    for key in keys.all + keys.families {
      for name in [key.storageString] + key.formerStrings {
        if key.isFamily { inner.insert(name) }
        for shorter in name.ancestors { if !inner.insert(shorter).inserted { break } }
      }
    }
    self.inner = inner
  }

  /// The meaning of a path.
  enum Meaning {
    case key(AnyKey)
    /// A namespace, or the first components of a family's keys.
    case inner
    case nothing
  }

  func meaning(of path: StorageString) -> Meaning {
    if let key = keys.key(named: path) ?? keys.successor(of: path) { return .key(key) }
    let isInner =
      inner.contains(path)
      || keys.families.contains { family in
        ([family.storageString] + family.formerStrings).contains { name in
          let count = path.components(after: name).count
          return count > 0 && count < family.parameters.count
        }
      }
    return isInner ? .inner : .nothing
  }

  /// The path that was probably meant.
  func suggestion(for path: StorageString) -> String? {
    keys.suggestion(for: path.string, or: inner.map(\.string).sorted())
  }
}
