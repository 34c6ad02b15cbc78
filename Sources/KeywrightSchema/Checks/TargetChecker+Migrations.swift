extension TargetChecker {
  /// Reports contradictions in the migrations and reservations of a key.
  mutating func checkMigration(of key: CheckedKey) {
    let declaration = key.declaration
    if let migrate = declaration.migrate, declaration.formerKeys.isEmpty,
      !declaration.misspelled.contains("formerKeys")
    {
      diagnostics.report(.migrateWithoutFormer, at: migrate.span)
    }
    if declaration.parameters != nil, let migrate = declaration.migrate {
      diagnostics.report(.familyMigration, at: migrate.span)
    }
    if let moves = declaration.movesLater {
      if declaration.migrate != nil {
        diagnostics.report(.movesConverted, at: moves)
      } else if key.formerKeys.isEmpty, !declaration.misspelled.contains("formerKeys") {
        diagnostics.report(.movesNothing(keyword: "formerKeys"), at: moves)
      }
    }
    checkStores(of: declaration)
    for former in key.formerKeys {
      checkReservation(of: former.value, at: former.span)
      if isBare(former.value, of: key) {
        let meant = StorageString.joined(key.node.prefix, former.value)
        diagnostics.report(.bareFormerKey(former.value, meant: meant), at: former.span)
      } else if ExactString(former.value) == ExactString(key.storageString) {
        diagnostics.report(.formerIsPresent(key.storageString), at: former.span)
      } else {
        formers.append((former, key))
      }
    }
    if let reserved = key.node.reservedStrings[ExactString(key.storageString)] {
      diagnostics.report(
        .reservedID(reserved.value), at: key.place,
        notes: [(.otherValueHere("reserved"), reserved.span)])
    }
  }

  private func checkStores(of declaration: KeyDeclaration) {
    guard let place = declaration.formerStores else { return }
    if declaration.parameters != nil { diagnostics.report(.familyStores, at: place) }
    let own = declaration.lifecycle.store ?? "default"
    if declaration.lifecycle.formerStores.contains(own) {
      diagnostics.report(.formerStoreIsPresent(own), at: place)
    }
  }

  /// Whether a former key seems to be an id where a whole storage string is wanted: it names no
  /// namespace, its key is in one, and no file says that a key without a namespace had it.
  private func isBare(_ former: String, of key: CheckedKey) -> Bool {
    !key.node.prefix.isEmpty && !former.utf8.contains(UInt8(ascii: ":"))
      && key.declaration.storageString == nil
      && tree.root.reservedStrings[ExactString(former)] == nil
  }
}
