import KeywrightStorage

extension LayerStack {
  /// Invalidates the copies of a value that changed in a layer below.
  ///
  /// A layer holds a copy if it holds the value that the layer below held before; any other value was
  /// set there on purpose. Values of a layer that does not encode them cannot be compared, and may go
  /// at any time: they count as copies.
  func invalidateCopies(
    of write: StagedWrite, named name: StorageString, above index: Int
  ) {
    for (upper, layer) in layers[..<index].enumerated() where layer.takes(name) {
      guard let store = layer.filled, layer.source <= index else { continue }
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

  /// Fills a layer with a copy that is invalid until it is known that the value below has not changed since it was
  /// read: in each composition that has the store as a filled layer.
  ///
  /// - Parameters:
  ///   - form: The stored form that was read below.
  ///   - now: The form that is there now.
  func fill(
    _ entry: InvalidatedEntries.Entry, of form: StoredValue?, now: () -> StoredValue?,
    _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    let encodes = layers[entry.layer].filled?.core.encodesValues ?? false
    let entries = sharedEntries(of: entry)
    for (stack, entry) in entries {
      stack.order.withLock { stack.invalidated.invalidate(entry, form: encodes ? form : nil) }
    }
    do throws(StoreError) {
      try body()
    } catch {
      for (stack, entry) in entries { stack.order.withLock { stack.invalidated.validate(entry) } }
      throw error
    }
    for (stack, entry) in entries {
      stack.order.withLock {
        if form == now() { stack.invalidated.validate(entry) }
      }
    }
  }

  /// An entry as each composition has it that has the same store as a filled layer, this one first.
  private func sharedEntries(
    of entry: InvalidatedEntries.Entry
  ) -> [(stack: LayerStack, entry: InvalidatedEntries.Entry)] {
    guard let core = layers[entry.layer].filled?.core else { return [] }
    let inner = layers[entry.layer].inner(entry.name)
    let others = core.dependents.all.compactMap(\.stack).filter { $0 !== self }
    return [(self, entry)]
      + others.flatMap { stack in
        stack.layers.enumerated().compactMap { index, layer in
          guard layer.filled?.core === core, let name = layer.outer(inner), layer.takes(name) else {
            return nil
          }
          return (stack, InvalidatedEntries.Entry(layer: index, name: name))
        }
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

  /// Removes the invalidated entries, as far as no commit is under way; the next reader or commit
  /// removes the others.
  func removeInvalidatedEntries(core: StoreCore) {
    guard !invalidated.isEmpty, !CommitContext.isActive else { return }
    for entry in invalidated.all { remove(entry, core: core) }
  }

  private func remove(_ entry: InvalidatedEntries.Entry, core: StoreCore) {
    guard let store = layers[entry.layer].filled else { return }
    let context = FillingContext()
    do throws(StoreError) {
      guard try context.tryLock(core, lockables(of: [entry.layer])) else { return }
      defer { context.end() }
      guard let form = invalidated.form(of: entry) else { return }
      let inner = layers[entry.layer].inner(entry.name)
      let (old, isStored) = try store.cellBefore(inner)
      let found = store.core.encodesValues ? old.stored : nil
      if isStored, found == form {
        let removal = StagedWrite(removing: inner, in: Root.self, old: old)
        try store.write([removal])
        announce([ChildCommit(core: store.core, writes: [removal])])
      }
      invalidated.validate(entry)
    } catch {
      let once = StorageString("invalidated \(entry.layer) \(entry.name)")
      let what = "('\(layers[entry.layer].name)') holds a copy that could not be removed"
      core.report(error.named(self, what), once: once)
    }
  }
}
