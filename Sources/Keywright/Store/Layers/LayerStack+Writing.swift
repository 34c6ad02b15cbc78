extension LayerStack {
  /// Gives the writes of a commit to every layer that they go to, lowest first; if one fails, undoes
  /// those that were written.
  ///
  /// A store with a core of its own that passes its calls on to a composition has locked nothing here.
  func write(_ writes: [StagedWrite]) throws(StoreError) {
    guard open == nil else { return try writeLayers(writes) }
    do throws(StoreError) {
      for write in writes { try open(for: write.name) }
      try writeLayers(writes)
    } catch {
      _ = close()
      throw error
    }
    try close()?()
  }

  private func writeLayers(_ writes: [StagedWrite]) throws(StoreError) {
    var written: [LayerWrites] = []
    for index in (open?.layers ?? []).reversed() {
      guard let store = layers[index].writer else { continue }
      do throws(StoreError) {
        let isCopy = layers[index].isFilled && encodesValues && !store.core.encodesValues
        let taken = isCopy ? writes.flatMap(\.ofCopy) : writes
        let part = try LayerWrites(index, store, taken, named: layers[index].inner)
        guard !part.writes.isEmpty else { continue }
        try part.store.write(part.writes)
        written.append(part)
      } catch {
        throw undo(written, after: error, in: index)
      }
    }
    self.written = (written.map(\.commit), Set(invalidated.all))
    validate(writes, in: open?.layers ?? [])
    announce(self.written.commits)
  }

  /// Undoes what was written before a layer failed; gives the error that the commit throws.
  private func undo(
    _ written: [LayerWrites], after error: StoreError, in failed: Int
  ) -> StoreError {
    var divided: [LayerWrites] = []
    for part in written.reversed() {
      do throws(StoreError) {
        try part.store.write(part.writes.map { $0.reversed() })
      } catch {
        divided.append(part)
      }
    }
    announce(divided.map(\.commit))
    let what = "('\(layers[failed].name)') could not be written"
    guard !divided.isEmpty else { return error.named(self, what + "; no layer was changed") }
    return StoreError(
      .uncertain, storageString: error.storageString, operation: "commit",
      expected: "all layers written or none",
      found: "the commit in \(names(of: divided.map(\.index))) and not in '\(layers[failed].name)'",
      advice: "Commit again once the layer can be written.", underlying: error)
  }

  /// Announces a commit that was written to some of the stores, to their observers and to the other
  /// compositions that are made of them.
  func announce(_ commits: [ChildCommit]) {
    for commit in commits { commit.core.announce(commit.writes, origin: .composition, by: self) }
    let visible = commits.map { commit in
      ChildCommit(
        core: commit.core, writes: commit.writes.filter { !$0.name.isReserved },
        isFill: commit.isFill)
    }
    StoreCore.notifyDependents(of: visible, .composition, but: self)
  }
}

/// The writes of one commit that one of the layers receives.
private struct LayerWrites {
  let index: Int
  let store: any Store
  let writes: [StagedWrite]

  /// The writes to announce: not those that give a cache a value equal to its own.
  var commit: ChildCommit {
    let core = store.core
    let isObserved = !core.observers.isEmpty || !core.dependents.isEmpty
    guard isObserved, !core.encodesValues else { return ChildCommit(core: core, writes: writes) }
    return ChildCommit(core: core, writes: writes.filter { !$0.isRenewal })
  }

  /// Leaves out writes that would change nothing in the layer.
  init(
    _ index: Int, _ store: any Store, _ writes: [StagedWrite],
    named inner: (StorageString) -> StorageString
  ) throws(StoreError) {
    self.index = index
    var parts: [StagedWrite] = []
    for write in try writes.placed(in: store, named: inner) {
      let part = try write.forwarded(to: store, as: inner(write.name))
      if !part.changesNothing(encodes: store.core.encodesValues) { parts.append(part) }
    }
    if let mapped = store as? MappedStore {
      (self.store, self.writes) = (mapped.base, try mapped.encoded(parts))
    } else {
      (self.store, self.writes) = (store, parts)
    }
    // The same check as in the store's own commits: it refuses the writes that the store cannot keep.
    try self.store.core.untyped?.check(self.writes)
  }
}

extension StagedWrite {
  /// The writes that a copy receives. Nothing would tell it of a value that changes under a former name, so it
  /// keeps no value of a key that has one for now.
  fileprivate var ofCopy: [StagedWrite] {
    if key.standbyStrings.isEmpty { return [self] }
    return key.strings.map { StagedWrite(removing: $0, in: space, old: .absent) }
  }

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
