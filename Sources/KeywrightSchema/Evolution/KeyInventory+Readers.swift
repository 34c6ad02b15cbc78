// The readers of a storage string: the key that has it, the key that had it, and families, which read all strings
// below their own that have a component for each parameter.

extension KeyInventory {
  /// The reservation that covers a stored string: one of the string itself, or of the family that it belonged to.
  func reservation(of storageString: String) -> Reservation? {
    reserved[ExactString(storageString)]
      ?? StorageString.ancestors(of: storageString).lazy
      .compactMap { reserved[ExactString($0)] }.first(where: \.isFamily)
  }

  /// The family that reads what another key stored, and the string by which it does: its own or a former one,
  /// with which the other key's string begins.
  func family(around key: LockedKey) -> (entry: Entry, string: String)? {
    StorageString.ancestors(of: key.storageString).reversed().lazy
      .compactMap { string in
        (self[string] ?? successors[ExactString(string)]).map { (entry: $0, string: string) }
      }
      .first { $0.entry.key.reads(key, below: $0.string) }
  }

  /// The keys that read values which a family stored.
  ///
  /// - Complexity: O(log *n*) in the number of keys, and linear in those below the family.
  func keys(inside family: LockedKey) -> [Entry] {
    let prefix = family.storageString + StorageString.separator
    return keys[index(ofFirstFrom: prefix)...]
      .prefix { $0.key.storageString.utf8.starts(with: prefix.utf8) }
      .filter { family.reads($0.key, below: family.storageString) }
  }
}

extension LockedKey {
  /// Whether this family has the storage strings of another key among its own.
  ///
  /// - Parameter string: The beginning of this family's storage strings, now or formerly.
  func reads(_ other: LockedKey, below string: String) -> Bool {
    if self[.parameters] == nil { return false }
    let parameters = parameters
    let components = other.storageString.dropFirst(string.count + 1).split(
      separator: ":", omittingEmptySubsequences: false)
    if components.count + other.parameters.count != parameters.count { return false }
    let types = LockedTypes(text: self[.types])
    return zip(components, parameters).allSatisfy { component, parameter in
      let text = StorageString.id(ofComponent: component)
      switch LockedType(text: parameter.type) {
      case .scalar(let scalar) where scalar.integerBounds != nil: return Int(text) != nil
      case .named(let name):
        guard case .enumeration(let cases) = types[name], !cases.keepsUnknown else { return true }
        return cases.cases.contains { $0.rawValue == text || $0.rawValue == JSONText.quoted(text) }
      default: return true
      }
    }
  }
}
