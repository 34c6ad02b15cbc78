extension TargetChecker {
  /// Reports what migrations and reservations contradict.
  mutating func checkMigration(of key: CheckedKey) {
    let declaration = key.declaration
    if let migrate = declaration.migrate, declaration.formerKeys.isEmpty,
      !declaration.misspelled.contains("formerKeys")
    {
      diagnostics.report(.migrateWithoutFormer, at: migrate.span)
    }
    if declaration.parameters != nil, let former = declaration.formerKeys.first {
      diagnostics.report(.familyMigration, at: former.span)
    }
    for former in declaration.formerKeys {
      checkReservation(of: former.value, at: former.span)
      if ExactString(former.value) == ExactString(key.storageString) {
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
}
