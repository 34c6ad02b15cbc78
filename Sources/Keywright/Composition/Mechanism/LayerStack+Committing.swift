extension LayerStack {
  /// The change of a key, with what the writing layers hold now; locks them.
  func change<K: KeyType>(
    of keyType: K, mustRead: Bool, operation: String
  ) throws(StoreError) -> TypedChange<K> {
    let key = keyType.key
    try open(for: key.storageString)
    let held = try held(key)
    if mustRead, var unreadable = held.unreadable {
      unreadable.operation = operation
      throw unreadable
    }
    let change = TypedChange(
      keyType, before: held.value, beneath: held.beneath, storedBefore: held.stored,
      wasStored: held.isStored)
    change.isDivided = held.isDivided
    return change
  }

  /// The removal of a storage string whose key nobody named; locks the layers that it goes to.
  func removal(
    of name: StorageString, in space: any Namespace.Type
  ) throws(StoreError) -> PendingChange {
    try open(for: name)
    var before: StoredValue?
    for index in open?.layers ?? [] {
      guard before == nil, let writer = layers[index].writer, writer.keepsStoredForms else {
        continue
      }
      before = try writer.storedBefore(layers[index].inner(name)).form
    }
    let change = PendingChange(removing: name, of: space, storedBefore: before)
    change.isDivided = true
    return change
  }

  /// Gives the changes of a commit to every layer that they go to, lowest first; if one fails, puts
  /// back those that were written.
  func keep(_ changes: [KeptChange]) throws(StoreError) {
    var kept: [KeptPart] = []
    for index in (open?.layers ?? []).reversed() {
      guard let store = layers[index].writer else { continue }
      do throws(StoreError) {
        let part = try KeptPart(index, store, changes, named: layers[index].inner)
        guard !part.changes.isEmpty else { continue }
        try part.keep()
        kept.append(part)
      } catch {
        throw putBack(kept, after: error, in: index)
      }
    }
    unmark(changes, in: open?.layers ?? [])
    for part in kept { part.store.core.announce(part.changes, origin: .composition, by: self) }
  }

  /// Undoes what was written before a layer failed; gives the error that the commit throws.
  private func putBack(_ kept: [KeptPart], after error: StoreError, in failed: Int) -> StoreError {
    var divided: [Int] = []
    for part in kept.reversed() {
      do throws(StoreError) {
        try part.store.keep(part.changes.map { KeptChange(change: $0.reversed()) })
      } catch {
        divided.append(part.index)
        part.store.core.announce(part.changes, origin: .composition, by: self)
      }
    }
    let what = "('\(layers[failed].name)') could not be written"
    guard !divided.isEmpty else { return error.named(self, what + "; no layer was changed") }
    return StoreError(
      .uncertain, storageString: error.storageString, operation: "commit",
      expected: "all layers written or none",
      found: "the commit in \(names(of: divided)) and not in '\(layers[failed].name)'",
      advice: "Commit again once the layer can be written.", underlying: error)
  }
}

/// The changes of one commit as one of the layers keeps them.
private struct KeptPart {
  let index: Int
  let store: any Store
  let changes: [PendingChange]

  /// Leaves out what would change nothing in the layer.
  init(
    _ index: Int, _ store: any Store, _ changes: [KeptChange],
    named inner: (StorageString) -> StorageString
  ) throws(StoreError) {
    self.index = index
    self.store = store
    var parts: [PendingChange] = []
    for change in changes {
      let part = try change.change.part(of: store, named: inner(change.name))
      if store.core.stack == nil {
        // Damaged bytes are stored and have no form.
        let isForm = part.storedBefore != nil || !part.wasStored
        if store.keepsStoredForms, isForm, part.stored == part.storedBefore { continue }
        if !store.keepsStoredForms, part.isRemoval, !part.wasStored { continue }
      }
      parts.append(part)
    }
    self.changes = parts
  }

  func keep() throws(StoreError) { try store.keep(changes.map(KeptChange.init)) }
}
