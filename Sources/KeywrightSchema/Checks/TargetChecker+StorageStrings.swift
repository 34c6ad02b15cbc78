extension TargetChecker {
  /// Finds sibling namespaces with one id: clearing one would clear both, and the id would not tell whose
  /// hooks are meant.
  func checkIDs(of node: NamespaceNode) {
    var nodes: [ExactString: NamespaceNode] = [:]
    for child in node.children {
      checkIDs(of: child)
      guard let other = nodes.updateValue(child, forKey: ExactString(child.id)) else { continue }
      let isLater = (other.place.file, other.place.start) < (child.place.file, child.place.start)
      let (first, second) = isLater ? (other, child) : (child, other)
      diagnostics.report(
        .storageClash,
        "`\(second.swiftName)` keeps its keys below `\(second.prefix)`, as `\(first.swiftName)` does; "
          + "give one of them another `id`", at: (second.merged.id?.span ?? second.place),
        notes: [(.declaredHere(first.swiftName), first.place)])
    }
  }

  /// Finds one storage string for two keys, anywhere in the target, and strings of the library.
  mutating func register(_ key: CheckedKey) {
    checkReservation(of: key.storageString, at: key.place)
    let string = ExactString(key.storageString)
    if key.declaration.parameters != nil { families[string] = key }
    // Two keys of one name are reported elsewhere.
    guard let other = storage.updateValue(key, forKey: string) else {
      return registerVariable(of: key)
    }
    if other.name == key.name { return }
    let (first, second) = TargetChecker.ordered(other, key)
    diagnostics.report(
      .storageClash,
      "storage string `\(key.storageString)` is already that of `\(first.name)`; give one of them another `id`",
      at: second.place, notes: [(.sameString(first.name), first.place)])
  }

  /// Finds two keys that a layer over the environment could not tell apart.
  ///
  /// A schema may suppress it: a program that reads no environment need not care, and another `id` would
  /// orphan the values of a released key. A string outside ASCII is not checked: its variable is a row of
  /// `_`, which no deployment sets.
  private mutating func registerVariable(of key: CheckedKey) {
    guard key.storageString.utf8.allSatisfy({ $0 < 0x80 }) else { return }
    let shortened = textNames.shortened(key.storageString)
    if shortened != key.storageString { register(EnvironmentName.own(shortened), of: key) }
    // A program also reads the full variable of a flat key, since deployments may have it.
    register(EnvironmentName.own(key.storageString), of: key)
  }

  private mutating func register(_ variable: String, of key: CheckedKey) {
    guard let other = variables.updateValue(key, forKey: variable) else { return }
    // Two keys whose names differ only in case are reported elsewhere.
    if other.name.lowercased() == key.name.lowercased() { return }
    let (first, second) = TargetChecker.ordered(other, key)
    let isFlat = [first, second].contains {
      textNames.shortened($0.storageString) != $0.storageString
    }
    let message = DiagnosticMessage(
      .environmentClash,
      "storage string `\(second.storageString)` has the variable `\(variable)`, as `\(first.name)` has; "
        + (isFlat ? "take `flat` from a namespace, " : "")
        + "give one of them another `id`, or suppress `\(Rule.environmentClash.rawValue)` where no program "
        + "reads them from its environment")
    diagnostics.report(
      message, at: second.place,
      unless: second.declaration.suppress + second.node.allSuppressions,
      notes: [(.declaredHere(first.name), first.place)])
  }

  private static func ordered(
    _ one: CheckedKey, _ other: CheckedKey
  ) -> (first: CheckedKey, second: CheckedKey) {
    let isOrdered = (one.place.file, one.place.start) < (other.place.file, other.place.start)
    return isOrdered ? (one, other) : (other, one)
  }

  /// Reports a string of the library.
  func checkReservation(of storageString: String, at place: Span) {
    if storageString == "keywright" || storageString.hasPrefix("keywright:") {
      diagnostics.report(
        .storageString,
        "storage string `\(storageString)` is reserved: the library keeps its own records below `keywright`",
        at: place)
    }
  }

  /// Finds strings that mean two things by way of a family's parameters or an earlier version.
  func checkSharedStrings() {
    if !families.isEmpty {
      for (string, key) in storage {
        guard let family = family(around: string.text) else { continue }
        diagnostics.report(
          .storageClash,
          "storage string `\(string.text)` is below that of the family `\(family.name)`, where its values are; "
            + "give one of them another `id`", at: key.place,
          notes: [(.declaredHere(family.name), family.place)])
      }
    }
    checkFormerFamilies()
    checkReservedStrings()
    var seen: [ExactString: (name: String, place: Span)] = [:]
    for (former, key) in formers {
      let name = key.name
      let string = ExactString(former.value)
      if let user = storage[string] ?? family(around: former.value), user.name != name {
        diagnostics.report(
          .formerInUse(former.value, by: user.name), at: former.span,
          notes: [(.declaredHere(user.name), user.place)])
      }
      if let first = seen.updateValue((name, former.span), forKey: string) {
        diagnostics.report(
          .formerClash(former.value, other: first.name), at: former.span,
          notes: [(.firstHere, first.place)])
      }
    }
  }

  /// Finds keys whose values, present or former, a family would take for its own former values.
  private func checkFormerFamilies() {
    var prefixes: [ExactString: (string: Located<String>, key: CheckedKey)] = [:]
    for former in formers where former.key.declaration.parameters != nil {
      prefixes[ExactString(former.string.value)] = former
    }
    if prefixes.isEmpty { return }
    for (string, user) in storage {
      for prefix in StorageString.ancestors(of: string.text) {
        guard let former = prefixes[ExactString(prefix)], former.key.name != user.name
        else { continue }
        diagnostics.report(
          .formerInUse(former.string.value, by: user.name), at: former.string.span,
          notes: [(.declaredHere(user.name), user.place)])
      }
    }
    for (string, user) in formers {
      for prefix in StorageString.ancestors(of: string.value) {
        guard let former = prefixes[ExactString(prefix)], former.key.name != user.name
        else { continue }
        diagnostics.report(
          .formerClash(string.value, other: former.key.name), at: string.span,
          notes: [(.firstHere, former.string.span)])
      }
    }
  }

  /// Finds keys whose values, present or former, belong to a key that is said to be gone: `erased` would remove them.
  private func checkReservedStrings() {
    var (names, families): ([ExactString: ReservedString], [ExactString: ReservedString]) = (
      [:], [:]
    )
    for node in tree.root.all {
      for id in node.reserved {
        let sweep = node.sweeps.first { ExactString($0.id.value) == ExactString(id.value) }
        for prefix in [node.prefix] + node.formerPrefixes.map(\.value) {
          let string = ExactString(StorageString.joined(prefix, id.value))
          let entry = ReservedString(
            id: id, node: node, isErased: sweep?.isErased ?? false,
            isOfFormerName: prefix != node.prefix)
          names[string] = names[string] ?? entry
          if entry.isErased, sweep?.isFamily ?? false {
            families[string] = families[string] ?? entry
          }
        }
      }
    }
    if names.isEmpty { return }
    func family(around string: String) -> (name: String, entry: ReservedString)? {
      StorageString.ancestors(of: string).lazy
        .compactMap { name in families[ExactString(name)].map { (name, $0) } }.first
    }
    for (string, key) in storage {
      if let entry = names[string], !entry.isOfFormerName {
        let own: MessageText =
          entry.node === key.node ? "id `\(entry.id.value)`" : "storage string `\(string.text)`"
        diagnostics.report(
          .reservedID, own + " is reserved: a key that is gone had it; choose another",
          at: key.place, notes: [(.otherValueHere(entry.word), entry.id.span)])
      }
      guard let (name, entry) = family(around: string.text) else { continue }
      diagnostics.report(
        .reservedID,
        "storage string `\(string.text)` is below that of the family `\(name)`, whose values are removed; give the key another `id`",
        at: key.place, notes: [(.otherValueHere(entry.word), entry.id.span)])
    }
    for (former, _) in formers {
      guard let entry = names[ExactString(former.value)] ?? family(around: former.value)?.entry,
        // A file without a namespace says so that a key had a bare name.
        entry.isErased || !entry.node.prefix.isEmpty
      else { continue }
      diagnostics.report(
        .reservedID,
        "former key `\(former.value)` is under `\(entry.word)`, which is for keys that are gone: take it out there",
        at: former.span, notes: [(.otherValueHere(entry.word), entry.id.span)])
    }
  }

  /// The family one of whose values may have the string.
  private func family(around string: String) -> CheckedKey? {
    if families.isEmpty { return nil }
    return StorageString.ancestors(of: string).lazy.compactMap { families[ExactString($0)] }.first
  }
}

/// An entry of `reserved` or `erased`, for one of the storage strings that it stands for.
private struct ReservedString {
  let id: Located<String>
  let node: NamespaceNode
  let isErased: Bool
  /// Whether the string is below a former name of the namespace.
  let isOfFormerName: Bool

  var word: String { isErased ? "erased" : "reserved" }
}
