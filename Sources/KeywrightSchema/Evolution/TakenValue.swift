/// A value that a target of a package reads, and another one takes over, reads as its own, or removes.
package struct TakenValue {
  let storageString: String
  /// The use that the other target makes of it.
  let use: OtherTargets.Use
  /// The key that reads it.
  package let owner: KeyInventory.Place
  /// The key or reservation by which the other target has it.
  package let taker: KeyInventory.Place
  /// Whether both have it as a former key, so that each takes it from the other.
  package let isMutual: Bool

  /// The values that one target takes from another.
  ///
  /// - Complexity: near linear in the keys of both.
  package static func all(
    of owner: KeyInventory, by taker: KeyInventory, named target: String
  ) -> [TakenValue] {
    let index = OtherTargets.Index([(name: target, keys: taker, lock: nil)])
    return owner.keys.filter { !$0.allowsStorageClash }.flatMap { entry in
      let formers = entry.formerKeys.map {
        LockedKey(storageString: $0, keywords: entry.key.keywords)
      }
      return ([entry.key] + formers).compactMap { line -> TakenValue? in
        // Two keys of one string share it on purpose, or are reported as such.
        let isFormer = line.storageString != entry.key.storageString
        let use = index.uses(of: line).first { use in
          // Two targets with one schema share a key on purpose, too.
          use.kind != .key
            && !(isFormer && use.kind == .former && use.reader == entry.key.storageString)
        }
        guard let use, let place = taker.place(of: use),
          taker[use.reader]?.allowsStorageClash != true
        else { return nil }
        return TakenValue(
          storageString: line.storageString, use: use, owner: entry.place, taker: place,
          isMutual: isFormer && use.kind == .former)
      }
    }
  }
}

extension KeyInventory {
  fileprivate func place(of use: OtherTargets.Use) -> Place? {
    if use.kind != .sweep { return self[use.reader]?.place }
    return reserved[ExactString(use.reader)].map {
      Place(name: $0.storageString, origin: $0.origin)
    }
  }
}

extension DiagnosticMessage {
  /// A value that another target takes.
  package static func valueTaken(_ value: TakenValue) -> DiagnosticMessage {
    let (string, target, reader) = (value.storageString, value.use.target, value.use.reader)
    let words: MessageText =
      switch value.use.kind {
      case .key, .former: "takes over `\(string)` as a former key of `\(reader)`"
      case .family: "reads `\(string)` as a value of the family `\(reader)`"
      case .sweep: "removes what is stored as `\(string)`, since it reserves `\(reader)`"
      }
    return DiagnosticMessage(
      .storageClash,
      "target `\(target)` \(words): in one store this target would lose the value, or share it; leave it to one of them",
      severity: .warning)
  }

  /// A value that a target takes from another.
  ///
  /// - Parameter owner: The other target.
  package static func valueTaken(_ value: TakenValue, from owner: String) -> DiagnosticMessage {
    let (string, reader) = (value.storageString, value.use.reader)
    let words: MessageText =
      switch value.use.kind {
      case .key, .former: "`\(reader)` takes over `\(string)`"
      case .family: "the family `\(reader)` reads `\(string)` as a value of its own"
      case .sweep: "the reservation of `\(reader)` removes what is stored as `\(string)`"
      }
    return DiagnosticMessage(
      .storageClash,
      "\(words), which the target `\(owner)` reads, too: in one store that target would lose the value, or share it; leave it to one of them",
      severity: .warning)
  }
}
