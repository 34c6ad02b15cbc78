extension Snapshot {
  /// Settles what an edited base and a journal made for another base mean together.
  ///
  /// With the members of the base that the journal extends, the edit is known: a name that it
  /// changed has the edit's value, every other one the journal's. Without them nothing tells a
  /// change from a value that the editor merely found there: names in the journal keep the
  /// journal's value.
  /// - Parameter original: The members of the journal's own base, if they are still to be had.
  /// - Returns: The names whose edited value the journal's overrides.
  mutating func merge(original: PropertyListDictionary?) -> [String] {
    guard isBaseForeign else { return [] }
    var overridden: [String] = []
    var merged = edited
    var decided: [DurableFile.Change] = []
    for change in PropertyListDictionary.latest(of: changes) {
      let edit = edited[change.name]
      if edit == change.value { continue }
      if let original {
        if edit == original[change.name] { decided.append(change) }
      } else {
        // An absent member of a missing base is no edit of that member.
        if base != nil { overridden.append(change.name) }
        decided.append(change)
      }
    }
    merged.apply(decided)
    dictionary = merged
    return overridden
  }
}

extension PropertyListDictionary {
  /// The last change of each name, ascending by the bytes of the names.
  static func latest(of changes: [DurableFile.Change]) -> [DurableFile.Change] {
    var set = PropertyListDictionary()
    set.apply(changes)
    var removed = PropertyListDictionary()
    removed.apply(
      changes.map { .init(name: $0.name, value: $0.value == nil ? .boolean(true) : nil) })
    return set.members.map { .init(name: $0.key, value: $0.value) }
      + removed.members.map { .init(name: $0.key, value: nil) }
  }
}

extension Base {
  /// The members as they were when this base was read or written, from the file that is kept
  /// open; nil if a program wrote into that very file.
  func originalMembers() -> PropertyListDictionary? {
    guard
      let bytes = try? file.read(limit: PropertyListLimits.bytes, expected: status.size),
      bytes.count == status.size
    else { return nil }
    return bytes.withUnsafeBytes { bytes in
      guard BinaryPropertyList.Mark.checksum(of: bytes) == checksum,
        case .dictionary(let dictionary)? = try? PropertyList(reading: bytes)
      else { return nil }
      return dictionary
    }
  }
}
