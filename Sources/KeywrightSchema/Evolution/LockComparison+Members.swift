// Single values of families that have become keys of their own.

extension LockComparison {
  /// Follows values of released families to the keys that have one of them as a former key.
  mutating func followMembers() {
    let formers = today.keys.flatMap { entry in entry.formerKeys.map { (former: $0, entry) } }
    for (former, reader) in formers where latest[ExactString(former)] == nil {
      let family = StorageString.ancestors(of: former).compactMap { latest[ExactString($0)] }
        .first { $0[.parameters] != nil }
      guard let family else { continue }
      let parts = former.utf8.dropFirst(family.storageString.utf8.count)
        .count { $0 == UInt8(ascii: ":") }
      let lines = (forms[ExactString(family.storageString)] ?? []).compactMap {
        $0.member(former, parts: parts)
      }
      let isReleased = (predecessors[ExactString(reader.key.storageString)] ?? [])
        .contains { ExactString($0) == ExactString(former) }
      compareForms(lines[...], reader, isReleased: isReleased)
    }
  }
}

extension LockedKey {
  /// One value of a family, or its values with the same first parameters; nil if the family has fewer
  /// parameters than `parts`.
  fileprivate func member(_ storageString: String, parts: Int) -> LockedKey? {
    if parts > parameters.count { return nil }
    let rest = parameters.dropFirst(parts).map { ($0.name, JSONText.quoted($0.type)) }
    let text = rest.isEmpty ? nil : JSONText.object(Array(rest))
    let keywords = keywords.compactMap { entry -> Entry? in
      switch entry.keyword {
      case .parameters: text.map { Entry(keyword: .parameters, text: $0) }
      case .formerKeys, .moves: nil
      default: entry
      }
    }
    return LockedKey(storageString: storageString, release: release, keywords: keywords)
  }
}
