extension RecoveredState {
  /// Settles what an edited checkpoint and a journal made for another checkpoint mean together.
  ///
  /// With the members of the checkpoint that the journal extends, the edit is known: a name that it
  /// changed has the edit's value, every other one the journal's. Without them nothing
  /// distinguishes a change from a value that the editor merely found there: names in the journal
  /// keep the journal's value.
  /// - Parameter original: The members of the journal's own checkpoint, if they are still to be
  ///   had.
  /// - Returns: The names whose edited value the journal's overrides.
  mutating func merge(original: PropertyListDictionary?) -> [String] {
    guard isCheckpointForeign else { return [] }
    var overridden: [String] = []
    var merged = edited
    var decided: [MemberChange] = []
    for change in PropertyListDictionary.latest(of: changes) {
      let edit = edited[change.name]
      if edit == change.value { continue }
      if let original {
        if edit == original[change.name] { decided.append(change) }
      } else {
        // An absent member of a missing checkpoint is no edit of that member.
        if checkpoint != nil { overridden.append(change.name) }
        decided.append(change)
      }
    }
    merged.apply(decided)
    dictionary = merged
    return overridden
  }
}

extension Checkpoint {
  /// The members as they were when this checkpoint was read or written, from the file that is kept
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
