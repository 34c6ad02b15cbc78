extension LayerStack {
  /// Puts what was found in a lower layer into a filled one that holds nothing.
  ///
  /// Does not wait for a commit of this process: if one is under way, the next `get` fills. What
  /// both layers hold is looked at again under the locks, so that no older value covers a newer.
  /// A failure is reported; the value was found all the same.
  func fill<Space, Value>(
    _ index: Int, from source: Int, _ key: Key<Space, Value>, core: StoreCore
  ) {
    guard let store = layers[index].writer, let reader = layers[source].reader,
      !WriterScope.isActive
    else { return }
    let scope = FillingScope()
    do throws(StoreError) {
      guard try scope.tryLock(core, lockables(of: [index], for: key.storageString)) else { return }
      openNested([index], for: key.storageString)
      defer {
        closeNested([index])
        scope.end()
        deliverNotices()
      }
      try copy(key, from: reader, in: source, to: store, in: index, scope)
    } catch {
      let once = StorageString("fill \(index) \(key.storageString)")
      core.report(error.named(self, "('\(layers[index].name)') could not be filled"), once: once)
    }
  }

  private func copy<Space, Value>(
    _ key: Key<Space, Value>, from reader: any ReadableStore, in lower: Int, to store: any Store,
    in index: Int, _ scope: FillingScope
  ) throws(StoreError) {
    let name = layers[index].inner(key.storageString)
    let found = layers[lower].inner(key)
    guard try !store.contains(name), let (value, form) = try source(of: found, in: reader)
    else { return }
    let change = TypedChange(
      key, named: name, before: nil, storedBefore: nil, wasStored: false)
    change.assign(value)
    if store.keepsStoredForms {
      change.stored = form
      if form == nil { try change.encode() }
    }
    guard !scope.isAbandoned else { return }
    let copy = StaleCopies.Copy(layer: index, name: key.storageString)
    try fill(copy, of: form) {
      (try? self.source(of: found, in: reader))?.form
    } _: { () throws(StoreError) in
      try store.keep([KeptChange(change: change)])
    }
    store.core.announce([change], origin: .composition, by: self)
  }

  /// What a lower layer holds, with its stored form: the very one, so that both are the same to a
  /// commit; but a layer of texts, or of values as they are, holds none that is of the key's type.
  ///
  /// Each comes from the other: two looks could find two values, with a commit between them.
  private func source<Space, Value>(
    of key: Key<Space, Value>, in reader: any ReadableStore
  ) throws(StoreError) -> (value: Value, form: StoredValue?)? {
    let form = (try? reader.stored(key.storageString)) ?? nil
    if let form, let value = key.value(from: form) { return (value, form) }
    guard let value = try reader.read(key) else { return nil }
    return (value, (try? key.stored(value)) ?? nil)
  }
}

/// A `get`'s stay under the locks of the layer that it fills.
final class FillingScope: WriterScope {
  private(set) var isAbandoned = false
  private var core: StoreCore?
  private var locked: [any Store] = []

  /// Takes the locks, none of which another thread may hold.
  ///
  /// - Returns: Whether it has them.
  func tryLock(_ core: StoreCore, _ stores: [any Store]) throws(StoreError) -> Bool {
    guard core.writerLock.tryLock() else { return false }
    self.core = core
    enter()
    for store in stores {
      guard store.core.writerLock.tryLock() else {
        end()
        return false
      }
      do throws(StoreError) {
        try store.beginCommit()
      } catch {
        store.core.writerLock.unlock()
        end()
        throw error
      }
      locked.append(store)
    }
    return true
  }

  func end() {
    letLocksGo()
    leave()
    runAfterwards()
  }

  /// A default is needed, which is computed with no lock held: the next `get` fills.
  override func abandon() {
    isAbandoned = true
    letLocksGo()
  }

  private func letLocksGo() {
    LayerStack.release(locked)
    locked = []
    core?.writerLock.unlock()
    core = nil
  }
}
