extension LayerStack {
  /// Takes notice of a commit that was made directly to one of the stores, or through another
  /// composition: marks the copies that it made stale, and tells the observers what now shows.
  ///
  /// The writer's lock of that store is held, so that the order is that of its commits; but not the
  /// composition's own, which is taken before it.
  ///
  /// - Parameters:
  ///   - part: The core of the store.
  ///   - core: The core of the composition.
  func partCommitted(
    _ changes: [PendingChange], _ origin: CommitOrigin, in part: StoreCore, core: StoreCore
  ) {
    order.withLock {
      var shown: [PendingChange] = []
      for change in changes {
        for (index, layer) in layers.enumerated() {
          guard (layer.reader ?? layer.writer)?.core === part,
            let name = layer.outer(change.name), layer.takes(name)
          else { continue }
          if layer.isFilled { stale.unmark(StaleCopies.Copy(layer: index, name: name)) }
          guard layer.reader != nil else { continue }
          markCopies(of: change, named: name, above: index)
          guard !shown.contains(where: { $0.name == name }),
            let change = change.shown(by: self, in: index, named: name)
          else { continue }
          shown.append(change)
        }
      }
      guard !shown.isEmpty, !core.observers.isEmpty || !core.wholes.isEmpty else { return }
      core.note(shown, origin.throughPart, by: nil)
    }
  }

  /// Marks what filled layers hold of a value that changed in a layer below them.
  ///
  /// A layer holds a copy if it holds what the layer below held before; any other value was set
  /// there on purpose. Where it keeps no stored forms that cannot be told, and its values may go at
  /// any time: they count as copies.
  private func markCopies(of change: PendingChange, named name: StorageString, above index: Int) {
    for (upper, layer) in layers[..<index].enumerated() where layer.isFilled && layer.takes(name) {
      guard let store = layer.writer else { continue }
      markIfCopy(upper, store, name, of: change.formBefore)
    }
  }

  /// The order's lock is held.
  private func markIfCopy(
    _ index: Int, _ store: any Store, _ name: StorageString, of form: StoredValue?
  ) {
    let inner = layers[index].inner(name)
    guard store.keepsStoredForms else {
      guard (try? store.contains(inner)) != false else { return }
      return stale.mark(StaleCopies.Copy(layer: index, name: name), form: nil)
    }
    guard let form, (try? store.stored(inner)) == form else { return }
    stale.mark(StaleCopies.Copy(layer: index, name: name), form: form)
  }

  /// Fills a layer with a value that counts as stale until it is known that the one below, of which it
  /// is a copy, did not change meanwhile.
  ///
  /// - Parameters:
  ///   - form: The stored form that was read below.
  ///   - now: The form that is there now.
  func fill(
    _ copy: StaleCopies.Copy, of form: StoredValue?, now: () -> StoredValue?,
    _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    let keepsForms = layers[copy.layer].writer?.keepsStoredForms ?? false
    order.withLock { stale.mark(copy, form: keepsForms ? form : nil) }
    do throws(StoreError) {
      try body()
    } catch {
      order.withLock { stale.unmark(copy) }
      throw error
    }
    order.withLock {
      if form == now() { stale.unmark(copy) }
    }
  }

  /// Takes the marks off what a commit has just written.
  func unmark(_ changes: [KeptChange], in route: [Int]) {
    guard !stale.isEmpty else { return }
    order.withLock {
      for index in route where layers[index].isFilled {
        for change in changes {
          stale.unmark(StaleCopies.Copy(layer: index, name: change.name))
        }
      }
    }
  }

  /// Whether a layer's value is a copy of what has changed below it.
  func isStale(_ name: StorageString, in index: Int) -> Bool {
    layers[index].isFilled && stale.contains(name, in: index)
  }
}

extension LayerStack {
  /// Removes the copies that are marked, as far as no commit is under way; the next reader or commit
  /// removes the others.
  func removeStaleCopies(core: StoreCore) {
    guard !stale.isEmpty, !WriterScope.isActive else { return }
    for copy in stale.all { remove(copy, core: core) }
  }

  private func remove(_ copy: StaleCopies.Copy, core: StoreCore) {
    guard let store = layers[copy.layer].writer else { return }
    let scope = FillingScope()
    do throws(StoreError) {
      guard try scope.tryLock(core, lockables(of: [copy.layer], for: copy.name)) else { return }
      openNested([copy.layer], for: copy.name)
      defer {
        closeNested([copy.layer])
        scope.end()
      }
      guard let form = stale.form(of: copy) else { return }
      let inner = layers[copy.layer].inner(copy.name)
      let found = store.keepsStoredForms ? try store.stored(inner) : nil
      if try store.contains(inner), found == form {
        let removal = PendingChange(removing: inner, of: Root.self, storedBefore: found)
        try store.keep([KeptChange(change: removal)])
        store.core.announce([removal], origin: .composition, by: self)
      }
      stale.unmark(copy)
    } catch {
      let once = StorageString("stale \(copy.layer) \(copy.name)")
      let what = "('\(layers[copy.layer].name)') holds a copy that could not be removed"
      core.report(error.named(self, what), once: once)
    }
  }
}

// MARK: - What shows

extension LayerStack {
  /// The stored form that shows from some of the layers.
  func stored(_ name: StorageString, in range: Range<Int>) -> StoredValue? {
    for index in range {
      guard let reader = layers[index].reader, layers[index].takes(name), !isStale(name, in: index)
      else { continue }
      if let stored = try? reader.stored(layers[index].inner(name)) { return stored }
    }
    return nil
  }

  /// The value that shows from some of the layers; nothing is reported, and nothing filled.
  func value<Space, Value>(of key: Key<Space, Value>, in range: Range<Int>) -> Value? {
    for index in range {
      guard let reader = layers[index].reader, layers[index].takes(key.storageString),
        !isStale(key.storageString, in: index)
      else { continue }
      if case .value(let value) = look(key, in: index, reader) { return value }
    }
    return nil
  }

  /// Whether one of some layers holds something, so that nothing shows of what is below it.
  func holds(_ name: StorageString, in range: Range<Int>) -> Bool {
    range.contains { index in
      guard let reader = layers[index].reader, layers[index].takes(name), !isStale(name, in: index)
      else { return false }
      return (try? reader.contains(layers[index].inner(name))) ?? false
    }
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
