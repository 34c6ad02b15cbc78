import KeywrightStorage

extension LayerStack {
  /// Receives a commit that was made directly to some of the stores, or through another composition:
  /// invalidates copies of what it changed, and notifies the observers of what now shows.
  ///
  /// The writer's locks of those stores are held, so that the order is that of their commits; but not
  /// the composition's own, which is taken before them.
  ///
  /// - Parameter core: The core of the composition.
  func childrenDidCommit(_ commits: [ChildCommit], _ origin: CommitOrigin, core: StoreCore) {
    order.withLock {
      let invalidatedBefore = Set(invalidated.all)
      var names: [StorageString] = []
      var changes: [StorageString: [LayerChange]] = [:]
      for change in self.changes(of: commits) {
        // A copy that another composition made just now may be of a value that was there before.
        if layers[change.layer].isFilled, !change.isFill {
          invalidated.validate(InvalidatedEntries.Entry(layer: change.layer, name: change.name))
        }
        guard layers[change.layer].reader != nil else { continue }
        invalidateCopies(of: change.write, named: change.name, above: change.layer)
        if changes[change.name] == nil { names.append(change.name) }
        changes[change.name, default: []].append(change)
      }
      guard !core.observers.isEmpty else { return told = [:] }
      let shown = names.compactMap { name -> StagedWrite? in
        let changes = changes[name] ?? []
        guard let write = (changes.first { $0.write.form != nil } ?? changes.first)?.write else {
          return nil
        }
        let key = StagedKey(name, in: write.space, write.form)
        return self.write(key, as: changes, invalidatedBefore, to: core.observers)
      }
      guard !shown.isEmpty else { return }
      if let commit = core.number(shown, origin.throughChild, by: nil) { core.enqueue(commit) }
    }
  }

  /// The writes of a commit of the composition, as they show in it: another layer may cover one, and after a
  /// removal what is below shows. The writer's lock is held, and the order's.
  func shown(_ writes: [StagedWrite], to observers: ObserverRegistry) -> [StagedWrite]? {
    if observers.isEmpty {
      told = [:]
      return nil
    }
    let changes = changes(of: written.commits)
    return writes.compactMap { write in
      let strings = write.key.strings
      let own = changes.filter { strings.contains($0.name) }
      return self.write(write.key, as: own, written.invalidated, to: observers)
    }
  }

  /// The changes of layers, each with the composition's storage string.
  private func changes(of commits: [ChildCommit]) -> [LayerChange] {
    var changes: [LayerChange] = []
    for commit in commits {
      for (index, layer) in layers.enumerated() where layer.store?.core === commit.core {
        for kept in commit.writes {
          guard let name = layer.outer(kept.name), layer.takes(name) else { continue }
          let write = (layer.store as? any MappedValues)?.decoded(kept) ?? kept
          changes.append(
            LayerChange(layer: index, name: name, write: write, isFill: commit.isFill))
        }
      }
    }
    return changes
  }
}

/// The writes of a commit to one of the stores of a composition.
struct ChildCommit {
  /// The core of that store.
  let core: StoreCore
  let writes: [StagedWrite]
  /// Whether they are copies of what a layer below holds.
  var isFill = false
}

/// A write of one of the layers.
private struct LayerChange {
  let layer: Int
  /// The storage string in the composition.
  let name: StorageString
  let write: StagedWrite
  let isFill: Bool
}

// MARK: - What shows

extension LayerStack {
  /// The write of some layers to a key as it shows in the composition; nil if it does not show.
  ///
  /// - Parameter invalidatedBefore: The copies that no reader was given before the changes.
  private func write(
    _ key: StagedKey, as changes: [LayerChange],
    _ invalidatedBefore: Set<InvalidatedEntries.Entry>, to observers: ObserverRegistry
  ) -> StagedWrite? {
    let (key, name) = (observers.typed(key), key.name)
    let wasValid = { index in
      !invalidatedBefore.contains(InvalidatedEntries.Entry(layer: index, name: name))
    }
    let (old, new) =
      key.form.map { form in
        cells(of: changes, named: name, wasValid) { index, reader in
          form.cell(of: form.value(of: name, in: key.space, from: self, index, reader))
        } changed: { index, cell, write, _ in
          form.cell(of: cell, in: write, layers[index].store?.core.untyped)
        }
      }
      ?? cells(of: changes, named: name, wasValid) { index, reader in
        let inner = layers[index].inner(name)
        guard (try? reader.contains(inner)) ?? false else { return nil }
        return Cell(stored: (try? reader.stored(inner)) ?? nil)
      } changed: { _, cell, write, isOld in
        // Damaged bytes are stored and have no form.
        cell.isAbsent && !(isOld && write.wasStored) ? nil : cell
      }
    var shown = StagedWrite(key, old: old, new: new, flags: [])
    let last = told[name]
    // Of a value without a stored form nothing is known; it is never unchanged either.
    let isKept = observers.mayObserveKey(name) && (new.isAbsent || new.stored != nil)
    told[name] = isKept ? .some(new.stored) : nil
    if shown.isUnchanged {
      // The change of another layer, which is about to be announced, covers this one or is the same: then observers
      // may have been told of neither.
      guard let last else { return nil }
      let old = last.map { Cell(stored: $0) } ?? .absent
      shown = StagedWrite(key, old: old, new: new, flags: [])
      guard !shown.isUnchanged else { return nil }
    }
    if !shown.old.isAbsent { shown.flags.insert(.wasStored) }
    return shown
  }

  /// The cells of the first layers that showed something before the changes, and that do so now.
  ///
  /// - Parameters:
  ///   - wasValid: Whether readers were given what a layer held before the changes.
  ///   - current: The cell of a layer that did not change; nil if nothing of it shows. With a key's type,
  ///     a value that cannot be read does not cover one below it.
  ///   - changed: A cell of a change, the old one or the new one, as it shows.
  private func cells(
    of changes: [LayerChange], named name: StorageString, _ wasValid: (Int) -> Bool,
    _ current: (Int, any ReadableStore) -> Cell?,
    changed: (_ layer: Int, _ cell: Cell, _ write: StagedWrite, _ isOld: Bool) -> Cell?
  ) -> (old: Cell, new: Cell) {
    var (old, new): (Cell?, Cell?)
    for (index, layer) in layers.enumerated() where old == nil || new == nil {
      guard let reader = layer.reader, layer.takes(name) else { continue }
      let showed = old == nil && wasValid(index)
      let shows = new == nil && !isInvalidated(name, in: index)
      let own = changes.filter { $0.layer == index }
      for change in own {
        if showed { old = old ?? changed(index, change.write.old, change.write, true) }
        if shows { new = new ?? changed(index, change.write.new, change.write, false) }
      }
      guard own.isEmpty, showed || shows, let cell = current(index, reader) else { continue }
      if showed { old = cell }
      if shows { new = cell }
    }
    return (old ?? .absent, new ?? .absent)
  }
}

extension AnyForm {
  /// The value of this form in one of the layers.
  fileprivate func value(
    of name: StorageString, in space: any Namespace.Type, from stack: LayerStack, _ index: Int,
    _ reader: any ReadableStore
  ) -> HeldValue? {
    type.value(of: name, in: space, descriptor, from: stack, index, reader)
  }

  /// The cell of a value with its stored form; nil for none.
  fileprivate func cell(of held: HeldValue?) -> Cell? {
    held.map { Cell(stored: (try? encode($0)) ?? nil, held: $0) }
  }

  /// A cell of a write with a value of this form; nil if it holds none that is readable.
  ///
  /// - Parameter untyped: The rules of the layer, if it holds texts or bytes.
  fileprivate func cell(
    of cell: Cell, in write: StagedWrite, _ untyped: UntypedForms?
  ) -> Cell? {
    if cell.isAbsent { return nil }
    if cell.held.form == id {
      return Cell(stored: cell.stored ?? write.form(of: cell), held: cell.held)
    }
    guard let found = cell.stored ?? write.form(of: cell) else { return nil }
    let stored = untyped?.form(of: found, for: self) ?? found
    guard let held = decode(stored) else { return nil }
    return Cell(stored: stored, held: held)
  }
}

extension KeyForm {
  fileprivate static func value<Space: Namespace>(
    of name: StorageString, in space: Space.Type, _ descriptor: (any AnyObject & Sendable)?,
    from stack: LayerStack, _ index: Int, _ reader: any ReadableStore
  ) -> HeldValue? {
    let key = key(name, in: space, descriptor)
    return stack.readable(key, in: index, reader).map { HeldValue($0, form: key.formID) }
  }
}

extension StagedWrite {
  /// Whether the old and the new value are known to be the same; two values that have no stored form
  /// never are.
  fileprivate var isUnchanged: Bool {
    if old.isAbsent { return new.isAbsent }
    return old.stored != nil && old.stored == new.stored
  }
}

extension CommitOrigin {
  /// The origin of a commit to one of its stores, as a composition names it.
  fileprivate var throughChild: CommitOrigin {
    switch self {
    case .otherProcess, .externalEdit, .expired: self
    case .local, .defaultValue, .composition, .migration, .layer: .layer
    }
  }
}
