extension LayerStack {
  /// Stages a key, with what the writing layers hold now; locks them.
  func stage<Space, Value>(
    _ key: Key<Space, Value>, mustRead: Bool, operation: String
  ) throws(StoreError) -> StagedWrite {
    try open(for: key.storageString)
    let held = try held(key)
    if mustRead, var unreadable = held.unreadable {
      unreadable.operation = operation
      throw unreadable
    }
    let old = Cell(
      stored: held.stored, held: held.value.map { HeldValue($0, form: key.formID) } ?? .absent)
    let write = StagedWrite(key.staged(), old: old, new: old, flags: [])
    write.beneath = held.beneath.map { HeldValue($0, form: key.formID) }
    if held.isStored { write.flags.insert(.wasStored) }
    if held.isDivided { write.flags.insert(.isDivided) }
    if held.value == nil { write.flags.insert(.isOldHidden) }
    return write
  }

  /// Stages the removal of a storage string whose key nobody named; locks the layers that it goes to.
  func stageRemoval(
    of name: StorageString, in space: any Namespace.Type
  ) throws(StoreError) -> StagedWrite {
    try open(for: name)
    var before = Cell.absent
    for index in open?.layers ?? [] where before.isAbsent {
      guard let writer = layers[index].writer, writer.core.encodesValues else { continue }
      before = try writer.cellBefore(layers[index].inner(name)).cell
    }
    let write = StagedWrite(removing: name, in: space, old: before)
    write.flags.insert(.isDivided)
    return write
  }

  /// Gives the writes of a commit to every layer that they go to, lowest first; if one fails, undoes
  /// those that were written.
  func write(_ writes: [StagedWrite]) throws(StoreError) {
    var written: [LayerWrites] = []
    for index in (open?.layers ?? []).reversed() {
      guard let store = layers[index].writer else { continue }
      do throws(StoreError) {
        let part = try LayerWrites(index, store, writes, named: layers[index].inner)
        guard !part.writes.isEmpty else { continue }
        try store.write(part.writes)
        written.append(part)
      } catch {
        throw undo(written, after: error, in: index)
      }
    }
    validate(writes, in: open?.layers ?? [])
    for part in written { part.store.core.announce(part.writes, origin: .composition, by: self) }
  }

  /// Undoes what was written before a layer failed; gives the error that the commit throws.
  private func undo(
    _ written: [LayerWrites], after error: StoreError, in failed: Int
  ) -> StoreError {
    var divided: [Int] = []
    for part in written.reversed() {
      do throws(StoreError) {
        try part.store.write(part.writes.map { $0.reversed() })
      } catch {
        divided.append(part.index)
        part.store.core.announce(part.writes, origin: .composition, by: self)
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

/// The writes of one commit that one of the layers receives.
private struct LayerWrites {
  let index: Int
  let store: any Store
  let writes: [StagedWrite]

  /// Leaves out writes that would change nothing in the layer.
  init(
    _ index: Int, _ store: any Store, _ writes: [StagedWrite],
    named inner: (StorageString) -> StorageString
  ) throws(StoreError) {
    self.index = index
    self.store = store
    var parts: [StagedWrite] = []
    for write in writes {
      let part = try write.forwarded(to: store, as: inner(write.name))
      if store.core.stack == nil {
        // Damaged bytes are stored and have no form.
        let isForm = part.old.stored != nil || !part.wasStored
        if store.core.encodesValues, isForm, part.new.stored == part.old.stored { continue }
        if !store.core.encodesValues, part.isRemoval, !part.wasStored { continue }
      }
      parts.append(part)
    }
    self.writes = parts
  }
}

extension StagedWrite {
  /// The write as one of the stores of a composition receives it. The store's writer's lock is held.
  ///
  /// - Parameter name: The string under which that store keeps the value.
  fileprivate func forwarded(
    to store: any Store, as name: StorageString
  ) throws(StoreError) -> StagedWrite {
    let (old, isStored) = try store.cellBefore(name)
    let part = StagedWrite(
      StagedKey(name, in: space, form), old: old, new: new,
      flags: isStored ? [.wasStored, .isTouched] : .isTouched)
    part.retention = retention
    return part
  }
}
