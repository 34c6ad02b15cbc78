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
    _ key: Key<Space, Value>, from reader: any ReadableStore, in source: Int, to store: any Store,
    in index: Int, _ scope: FillingScope
  ) throws(StoreError) {
    let name = layers[index].inner(key.storageString)
    let found = layers[source].inner(key)
    guard try !store.contains(name), let value = try reader.read(found) else { return }
    let change = TypedChange(
      key, named: name, before: nil, storedBefore: nil, wasStored: false)
    change.assign(value)
    if store.keepsStoredForms {
      // The very form that the lower layer holds, so that both are the same to a commit; but a
      // layer of texts holds none that is of the key's type.
      let form = try? reader.stored(found.storageString)
      if let form, key.value(from: form) != nil {
        change.stored = form
      } else {
        try change.encode()
      }
    }
    guard !scope.isAbandoned else { return }
    try store.keep([KeptChange(change: change)])
    store.core.announce([change], origin: .composition, by: self)
    let form = change.storedForm
    markFilled(index, store, key.storageString, read: form) {
      if reader.keepsStoredForms { return try? reader.stored(found.storageString) }
      return (try? reader.read(found)).flatMap(\.self).flatMap { try? key.stored($0) }
    }
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
