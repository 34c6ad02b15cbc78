extension TargetChecker {
  /// Reports contradictions in the migrations and reservations of a key.
  mutating func checkMigration(of key: CheckedKey) {
    let declaration = key.declaration
    if let migrate = declaration.migrate, declaration.formerKeys.isEmpty,
      !declaration.misspelled.contains("former")
    {
      diagnostics.report(
        .migration, "`migrate` needs `former`: the strings of the older values",
        at: migrate.span)
    }
    if declaration.parameters != nil, let migrate = declaration.migrate {
      diagnostics.report(
        .migration,
        "`migrate` is for a single key: a family's values are moved as they are; once the store is open, call its `migrate` with a `Migration(from:to:by:)` for each of them",
        at: migrate.span)
    }
    if let moves = declaration.movesLater {
      if declaration.migrate != nil {
        diagnostics.report(
          .migration,
          "a value that `migrate` converts cannot be stored under its former key: leave out `moves` or `migrate`",
          at: moves)
      } else if key.formerKeys.isEmpty, !declaration.misspelled.contains("former") {
        diagnostics.report(.movesNothing(keyword: "former"), at: moves)
      }
    }
    checkStores(of: declaration)
    for former in key.formerKeys {
      checkReservation(of: former.value, at: former.span)
      if isBare(former.value, of: key) {
        let spelled = former.value.replacing(".", with: ":")
        let meant =
          spelled.hasPrefix(key.node.prefix + ":")
          ? spelled : StorageString.joined(key.node.prefix, former.value)
        diagnostics.report(
          .migration,
          "former key `\(former.value)` is no whole storage string: did you mean `\(meant)`? (if a key without a namespace had it, list it under `reserved` in a file without one)",
          remedy: .replacement(meant), at: former.span)
      } else if ExactString(former.value) == ExactString(key.storageString) {
        diagnostics.report(
          .migration,
          "former key `\(key.storageString)` is the key's own storage string: the name of a value must imply its type; give the key another `id` and leave the former key",
          at: former.span)
      } else {
        formers.append((former, key))
      }
    }
  }

  private func checkStores(of declaration: KeyDeclaration) {
    guard let place = declaration.formerStores else { return }
    if declaration.parameters != nil {
      diagnostics.report(
        .migration,
        "earlier stores are for a single key: once the stores are open, call `migrate` with a `Migration(from:in:to:)` for each value of the family",
        at: place)
    }
  }

  /// Whether a former key seems to be an id where a whole storage string is wanted: it names no namespace, its key is
  /// in one, and neither a file nor the lock says that a key without a namespace had it.
  private func isBare(_ former: String, of key: CheckedKey) -> Bool {
    !key.node.prefix.isEmpty && !former.utf8.contains(UInt8(ascii: ":"))
      && key.declaration.storageString == nil
      && tree.root.reservedStrings[ExactString(former)] == nil
      && !released.contains(ExactString(former))
  }
}
