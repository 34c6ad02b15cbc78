/// A member of a file of values, and its meaning to a program: what a layer and `keywright import` read.
package struct JSONEntry {
  /// The meaning of a member.
  package enum Meaning {
    /// The value of a key; null is nothing.
    case value(AnyKey)
    /// A name that the key had in an earlier version.
    case renamed(AnyKey)
    /// A second value of a key, with the place of the first.
    case second(AnyKey, first: Span)
    /// Something else than an object, where keys are; null is nothing to a layer.
    case notAnObject
    /// A name that no key has.
    case unknown
  }

  package let meaning: Meaning
  /// The names of the objects around the member and its own, joined by `:`.
  package let name: StorageString
  package let member: JSONMember
}

extension JSONValuesFile {
  /// The members that are values, in order; after them the values under former names, where no present or
  /// newer name has one. Names that no key has, and that begin with `x-` or are `$schema` at the top, are of
  /// other tools.
  ///
  /// Complexity: O(*n*) in the size of the file.
  package func entries(of keys: JSONKeys) -> [JSONEntry] {
    var reader = JSONEntryReader(keys: keys)
    reader.add(root.members ?? [], below: nil)
    reader.addFormer()
    return reader.entries
  }
}

/// Finds the meanings of members.
private struct JSONEntryReader {
  let keys: JSONKeys
  var entries: [JSONEntry] = []
  /// The places of the keys that were met.
  var seen: [StorageString: Span] = [:]
  /// The values under former names, with the number of names that are newer.
  var former: [(key: AnyKey, age: Int, name: StorageString, member: JSONMember)] = []

  mutating func add(_ members: [JSONMember], below path: StorageString?) {
    for member in members {
      let (name, meaning) = meaning(of: member.name.text, below: path)
      switch meaning {
      case .key(let key) where key.storageString == name:
        if let first = seen.updateValue(member.name.span, forKey: name) {
          add(.second(key, first: first), name, member)
        } else {
          add(.value(key), name, member)
        }
      case .key(let key):
        add(.renamed(key), name, member)
        let age = key.formerStrings.firstIndex(of: name) ?? 0
        former.append((key, age, name, member))
      case .inner:
        if let inner = member.value.members {
          add(inner, below: name)
        } else {
          add(.notAnObject, name, member)
        }
      case .nothing:
        let isOfTools = path == nil && member.name.text == "$schema"
        if !isOfTools, !member.name.text.hasPrefix("x-") { add(.unknown, name, member) }
      }
    }
  }

  mutating func addFormer() {
    // Swift's sort is stable: of two of one age, which are of two keys, the first comes first.
    for (key, _, name, member) in former.sorted(by: { $0.age < $1.age })
    where seen.updateValue(member.name.span, forKey: key.storageString) == nil {
      add(.value(key), name, member)
    }
  }

  /// The name of a member with those around it, and what it means.
  ///
  /// A person may also write an id that holds `:` or `%` unescaped.
  private func meaning(
    of text: String, below path: StorageString?
  ) -> (StorageString, JSONKeys.Meaning) {
    func name(_ component: String) -> StorageString {
      StorageString((path.map { $0.string + ":" } ?? "") + component)
    }
    let written = name(text)
    let meaning = keys.meaning(of: written)
    if case .nothing = meaning {
      let escaped = name(text.escapedAsComponent)
      if escaped != written {
        let other = keys.meaning(of: escaped)
        if case .nothing = other { return (written, meaning) }
        return (escaped, other)
      }
    }
    return (written, meaning)
  }

  private mutating func add(
    _ meaning: JSONEntry.Meaning, _ name: StorageString, _ member: JSONMember
  ) {
    entries.append(JSONEntry(meaning: meaning, name: name, member: member))
  }
}
