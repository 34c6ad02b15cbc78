/// What keys say of themselves, found by a storage string alone: also by those of a family's keys, and former ones.
struct DeclaredFacts<Fact> {
  private var single: [StorageString: Fact] = [:]
  private var families: [StorageString: Fact] = [:]

  var isEmpty: Bool { single.isEmpty && families.isEmpty }

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
    if families.isEmpty { return nil }
    // The components of a family's key follow those of the family.
    var rest = name
    while let shorter = rest.parent {
      if let known = families[shorter] { return known }
      rest = shorter
    }
    return nil
  }
}

extension DeclaredFacts: Sendable where Fact: Sendable {}
