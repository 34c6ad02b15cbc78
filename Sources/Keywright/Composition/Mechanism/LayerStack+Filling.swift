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
      !CommitScope.isActive, core.writerLock.tryLock()
    else { return }
    CommitScope.enter()
    do throws(StoreError) {
      if let locked = try tryLock(index, for: key.storageString) {
        defer { LayerStack.release(locked) }
        openNested([index], for: key.storageString)
        defer { closeNested([index]) }
        try copy(key, from: reader, in: source, to: store, in: index)
      }
    } catch {
      let once = StorageString("fill \(index) \(key.storageString)")
      core.report(error.named(self, "('\(layers[index].name)') could not be filled"), once: once)
    }
    CommitScope.leave()
    core.writerLock.unlock()
    deliverNotices()
  }

  /// Locks the stores of one layer; nil if somebody else holds one of them.
  private func tryLock(
    _ index: Int, for name: StorageString
  ) throws(StoreError) -> [any Store]? {
    var locked: [any Store] = []
    for store in lockables(of: [index], for: name) {
      guard store.core.writerLock.tryLock() else {
        LayerStack.release(locked)
        return nil
      }
      do throws(StoreError) {
        try store.beginCommit()
      } catch {
        store.core.writerLock.unlock()
        LayerStack.release(locked)
        throw error
      }
      locked.append(store)
    }
    return locked
  }

  private func copy<Space, Value>(
    _ key: Key<Space, Value>, from reader: any ReadableStore, in source: Int, to store: any Store,
    in index: Int
  ) throws(StoreError) {
    let name = layers[index].inner(key.storageString)
    let found = layers[source].inner(key)
    guard try LayerStack.isEmpty(store, at: name, as: Value.self),
      let value = try reader.read(found)
    else { return }
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
    try store.keep([KeptChange(change: change)])
    store.core.announce([change], origin: .composition)
  }

  private static func isEmpty<Value: Sendable>(
    _ store: any Store, at name: StorageString, as type: Value.Type
  ) throws(StoreError) -> Bool {
    if store.keepsStoredForms { return try store.stored(name) == nil }
    if case .nothing = store.peek(name, as: type) { return true }
    return false
  }
}
