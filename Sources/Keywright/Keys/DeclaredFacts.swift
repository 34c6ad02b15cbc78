/// What keys say of themselves, found by a storage string alone, also by that of a family's key: the one answer to whose
/// string it is.
struct DeclaredFacts<Fact: Sendable>: Sendable {
  private var single: [StorageString: Fact] = [:]
  private var families: [StorageString: Fact] = [:]

  init() {}

  /// The facts of keys by the strings under which they are stored; of two with one string those of the first.
  init(_ keys: some Sequence<KeyDescription>, _ fact: (KeyDescription) -> Fact) {
    for key in keys {
      note(fact(key), of: key.storedNames, isFamily: key.isFamily) { first, _ in first }
    }
  }

  var isEmpty: Bool { single.isEmpty && families.isEmpty }

  @Sendable func contains(_ name: StorageString) -> Bool { self[name] != nil }

  /// Notes what a key says of itself.
  ///
  /// - Parameter joined: The fact that counts where two keys have one string, from the first and the second.
  mutating func note(
    _ fact: Fact, of names: [StorageString], isFamily: Bool, joined: (Fact, Fact) -> Fact
  ) {
    for name in names {
      if isFamily {
        families[name] = families[name].map { joined($0, fact) } ?? fact
      } else {
        single[name] = single[name].map { joined($0, fact) } ?? fact
      }
    }
  }

  /// What the key of a storage string says; nil if no key is known.
  subscript(name: StorageString) -> Fact? {
    if let known = single[name] { return known }
    return families.isEmpty ? nil : name.ancestors.lazy.compactMap { families[$0] }.first
  }
}

extension KeyDescription {
  /// The strings under which the key is stored; a value that moves later is still written under former ones.
  var storedNames: [StorageString] {
    ([storageString] + (movesLater ? formerKeys : [])).map { StorageString($0) }
  }
}

extension KeyType {
  /// The description that the key's namespace lists.
  var declaration: KeyDescription? { DeclaredFacts(Space.allKeys) { $0 }[key.storageString] }
}
