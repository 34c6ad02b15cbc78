import KeywrightStorage

extension LayerStack {
  /// Receives a commit that was made directly to one of the stores, or through another composition:
  /// invalidates copies of what it changed, and notifies the observers of what now shows.
  ///
  /// The writer's lock of that store is held, so that the order is that of its commits; but not the
  /// composition's own, which is taken before it.
  ///
  /// - Parameters:
  ///   - part: The core of the store.
  ///   - core: The core of the composition.
  func childDidCommit(
    _ writes: [StagedWrite], _ origin: CommitOrigin, in part: StoreCore, core: StoreCore
  ) {
    order.withLock {
      var shown: [StagedWrite] = []
      for write in writes {
        for (index, layer) in layers.enumerated() {
          guard (layer.reader ?? layer.writer)?.core === part,
            let name = layer.outer(write.name), layer.takes(name)
          else { continue }
          if layer.isFilled {
            invalidated.validate(InvalidatedEntries.Entry(layer: index, name: name))
          }
          guard layer.reader != nil else { continue }
          invalidateCopies(of: write, named: name, above: index)
          guard !core.observers.isEmpty || !core.dependents.isEmpty,
            !shown.contains(where: { $0.name == name }),
            let write = self.write(write, from: index, named: name)
          else { continue }
          shown.append(write)
        }
      }
      guard !shown.isEmpty else { return }
      if let commit = core.number(shown, origin.throughPart, by: nil) { core.enqueue(commit) }
    }
  }

  /// Invalidates the copies of a value that changed in a layer below.
  ///
  /// A layer holds a copy if it holds what the layer below held before; any other value was set
  /// there on purpose. Where it does not encode values that cannot be told, and its values may go at
  /// any time: they count as copies.
  private func invalidateCopies(
    of write: StagedWrite, named name: StorageString, above index: Int
  ) {
    for (upper, layer) in layers[..<index].enumerated() where layer.isFilled && layer.takes(name) {
      guard let store = layer.writer else { continue }
      invalidateIfCopy(upper, store, name, of: write.oldForm)
    }
  }

  /// The order's lock is held.
  private func invalidateIfCopy(
    _ index: Int, _ store: any Store, _ name: StorageString, of form: StoredValue?
  ) {
    let inner = layers[index].inner(name)
    let entry = InvalidatedEntries.Entry(layer: index, name: name)
    guard store.core.encodesValues else {
      guard (try? store.contains(inner)) != false else { return }
      return invalidated.invalidate(entry, form: nil)
    }
    guard let form, (try? store.stored(inner)) == form else { return }
    invalidated.invalidate(entry, form: form)
  }

  /// Fills a layer with a value that is invalid until it is known that the one below, of which it is a
  /// copy, did not change meanwhile.
  ///
  /// - Parameters:
  ///   - form: The stored form that was read below.
  ///   - now: The form that is there now.
  func fill(
    _ entry: InvalidatedEntries.Entry, of form: StoredValue?, now: () -> StoredValue?,
    _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    let encodes = layers[entry.layer].writer?.core.encodesValues ?? false
    order.withLock { invalidated.invalidate(entry, form: encodes ? form : nil) }
    do throws(StoreError) {
      try body()
    } catch {
      order.withLock { invalidated.validate(entry) }
      throw error
    }
    order.withLock {
      if form == now() { invalidated.validate(entry) }
    }
  }

  /// Makes the entries valid that a commit has just written.
  func validate(_ writes: [StagedWrite], in route: [Int]) {
    guard !invalidated.isEmpty else { return }
    order.withLock {
      for index in route where layers[index].isFilled {
        for write in writes {
          invalidated.validate(InvalidatedEntries.Entry(layer: index, name: write.name))
        }
      }
    }
  }

  /// Whether a layer's value is a copy of one that has changed below it.
  func isInvalidated(_ name: StorageString, in index: Int) -> Bool {
    layers[index].isFilled && invalidated.contains(name, in: index)
  }
}

extension LayerStack {
  /// Removes the invalidated entries, as far as no commit is under way; the next reader or commit
  /// removes the others.
  func removeInvalidatedEntries(core: StoreCore) {
    guard !invalidated.isEmpty, !CommitContext.isActive else { return }
    for entry in invalidated.all { remove(entry, core: core) }
  }

  private func remove(_ entry: InvalidatedEntries.Entry, core: StoreCore) {
    guard let store = layers[entry.layer].writer else { return }
    let context = FillingContext()
    do throws(StoreError) {
      guard try context.tryLock(core, lockables(of: [entry.layer], for: entry.name)) else { return }
      openNested([entry.layer], for: entry.name)
      defer {
        closeNested([entry.layer])
        context.end()
      }
      guard let form = invalidated.form(of: entry) else { return }
      let inner = layers[entry.layer].inner(entry.name)
      let (old, isStored) = try store.cellBefore(inner)
      let found = store.core.encodesValues ? old.stored : nil
      if isStored, found == form {
        let removal = StagedWrite(removing: inner, in: Root.self, old: old)
        try store.write([removal])
        store.core.announce([removal], origin: .composition, by: self)
      }
      invalidated.validate(entry)
    } catch {
      let once = StorageString("invalidated \(entry.layer) \(entry.name)")
      let what = "('\(layers[entry.layer].name)') holds a copy that could not be removed"
      core.report(error.named(self, what), once: once)
    }
  }
}

// MARK: - What shows

extension LayerStack {
  /// The stored form that shows from some of the layers.
  func stored(_ name: StorageString, in range: Range<Int>) -> StoredValue? {
    for index in range {
      guard let reader = layers[index].reader, layers[index].takes(name),
        !isInvalidated(name, in: index)
      else { continue }
      if let stored = try? reader.stored(layers[index].inner(name)) { return stored }
    }
    return nil
  }

  /// The value that shows from some of the layers; nothing is reported, and nothing filled.
  func value<Space, Value>(of key: Key<Space, Value>, in range: Range<Int>) -> Value? {
    for index in range {
      guard let reader = layers[index].reader, layers[index].takes(key.storageString),
        !isInvalidated(key.storageString, in: index)
      else { continue }
      if case .hit(let value) = find(key, in: index, reader) { return value }
    }
    return nil
  }

  /// Whether one of some layers holds something, so that nothing shows of what is below it.
  func holds(_ name: StorageString, in range: Range<Int>) -> Bool {
    range.contains { index in
      guard let reader = layers[index].reader, layers[index].takes(name),
        !isInvalidated(name, in: index)
      else { return false }
      return (try? reader.contains(layers[index].inner(name))) ?? false
    }
  }
}

extension LayerStack {
  /// A write of one of the layers as it shows in the composition; nil if it does not show.
  ///
  /// - Parameters:
  ///   - index: The layer.
  ///   - name: The key's string in the composition.
  private func write(
    _ write: StagedWrite, from index: Int, named name: StorageString
  ) -> StagedWrite? {
    let shown = StagedWrite(
      StagedKey(name, in: write.space, write.form), old: write.old, new: write.new, flags: [])
    if let form = write.form {
      // With the key's type, a value that cannot be read does not cover one below it.
      guard form.value(of: name, in: write.space, from: self, 0..<index) == nil else { return nil }
      let below = form.value(of: name, in: write.space, from: self, index + 1..<layers.count)
      shown.old = form.cell(of: write.old, in: write) ?? form.cell(of: below)
      shown.new = form.cell(of: write.new, in: write) ?? form.cell(of: below)
    } else {
      guard !holds(name, in: 0..<index) else { return nil }
      let below = Cell(stored: stored(name, in: index + 1..<layers.count))
      if shown.old.isAbsent { shown.old = below }
      if shown.new.isAbsent { shown.new = below }
    }
    guard !shown.isUnchanged else { return nil }
    if !shown.old.isAbsent { shown.flags.insert(.wasStored) }
    return shown
  }
}

extension AnyForm {
  /// The value of this form that shows from some of the layers.
  fileprivate func value(
    of name: StorageString, in space: any Namespace.Type, from stack: LayerStack,
    _ range: Range<Int>
  ) -> HeldValue? {
    func open<Space: Namespace>(_ space: Space.Type) -> HeldValue? {
      type.value(of: name, in: space, descriptor, from: stack, range)
    }
    return open(space)
  }

  /// The cell of a value with its stored form; absent for none.
  fileprivate func cell(of held: HeldValue?) -> Cell {
    guard let held else { return .absent }
    return Cell(stored: (try? encode(held)) ?? nil, held: held)
  }

  /// A cell of a write with a value of this form; nil if it holds none that is readable.
  fileprivate func cell(of cell: Cell, in write: StagedWrite) -> Cell? {
    if cell.isAbsent { return nil }
    if cell.held.form == id {
      return Cell(stored: cell.stored ?? write.form(of: cell), held: cell.held)
    }
    guard let stored = cell.stored ?? write.form(of: cell), let held = decode(stored) else {
      return nil
    }
    return Cell(stored: stored, held: held)
  }
}

extension KeyForm {
  fileprivate static func value<Space: Namespace>(
    of name: StorageString, in space: Space.Type, _ descriptor: (any AnyObject & Sendable)?,
    from stack: LayerStack, _ range: Range<Int>
  ) -> HeldValue? {
    let key = key(name, in: space, descriptor)
    return stack.value(of: key, in: range).map { HeldValue($0, form: key.formID) }
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
  /// How a composition names the origin of a commit of one of its parts.
  fileprivate var throughPart: CommitOrigin {
    switch self {
    case .otherProcess, .externalEdit: self
    case .local, .defaultValue, .composition, .migration, .layer: .layer
    }
  }
}
