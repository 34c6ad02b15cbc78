import KeywrightStorage

extension LayerStack {
  /// Copies a value that was found in a lower layer into the filled ones above that hold nothing and
  /// take its copies, the lowest first.
  func fill<Space, Value>(
    _ empty: [Int], from source: Int, _ key: Key<Space, Value>, core: StoreCore
  ) {
    for index in empty.reversed() where layers[index].source <= source {
      fill(index, from: source, key, core: core)
    }
  }

  /// Copies a value that was found in a lower layer into a filled one that holds nothing.
  ///
  /// Does not wait for a commit of this process: if one is under way, the next reader fills. Both
  /// layers are read again under the locks, so that no older value covers a newer.
  /// A failure is reported; the value was found all the same.
  private func fill<Space, Value>(
    _ index: Int, from source: Int, _ key: Key<Space, Value>, core: StoreCore
  ) {
    guard let store = layers[index].filled, let reader = layers[source].reader,
      !CommitContext.isActive
    else { return }
    let context = FillingContext()
    do throws(StoreError) {
      guard try context.tryLock(core, lockables(of: [index])) else { return }
      defer {
        context.end()
        deliverNotifications()
      }
      try copy(key, from: reader, in: source, to: store, in: index, context)
    } catch {
      let once = StorageString("fill \(index) \(key.storageString)")
      core.report(error.named(self, "('\(layers[index].name)') could not be filled"), once: once)
    }
  }

  private func copy<Space, Value>(
    _ key: Key<Space, Value>, from reader: any ReadableStore, in lower: Int, to store: any Store,
    in index: Int, _ context: FillingContext
  ) throws(StoreError) {
    let name = layers[index].inner(key.storageString)
    let found = layers[lower].inner(key)
    guard try !store.contains(name), let (value, form) = try original(of: found, in: reader)
    else { return }
    var cell = Cell(stored: form, held: HeldValue(value, form: key.formID))
    if store.core.encodesValues, form == nil {
      guard let encoded = try? key.cell(of: value, encodes: true), encoded.stored != nil
      else { return }
      cell = encoded
    }
    guard !context.isInvalidated else { return }
    let write = StagedWrite(
      StagedKey(name, in: Space.self, key.anyForm), old: .absent, new: cell, flags: .isTouched)
    let entry = InvalidatedEntries.Entry(layer: index, name: key.storageString)
    try fill(entry, of: form) {
      (try? original(of: found, in: reader))?.form
    } _: { () throws(StoreError) in
      try store.write([write])
    }
    announce([ChildCommit(core: store.core, writes: [write], isFill: true)])
  }

  /// The value of a lower layer, with the stored form that it was read from, so that a commit compares equal
  /// values as equal; but a layer of texts, or of unencoded values, has none that is of the key's type.
  ///
  /// One is made of the other, since two reads could find two values, with a commit between them.
  private func original<Space, Value>(
    of key: Key<Space, Value>, in reader: any ReadableStore
  ) throws(StoreError) -> (value: Value, form: StoredValue?)? {
    let form = reader.core.typed((try? reader.stored(key.storageString)) ?? nil, for: key)
    if let form, let value = key.value(from: form) { return (value, form) }
    guard let value = try reader.storedValue(of: key) else { return nil }
    return (value, (try? key.stored(value)) ?? nil)
  }
}

/// The commit context of a reader that fills a layer.
final class FillingContext: ReaderContext {
  private var core: StoreCore?
  private var locked: [any Store] = []

  /// Takes the locks, unless another thread holds one of them.
  ///
  /// - Returns: Whether it has them.
  func tryLock(_ core: StoreCore, _ stores: [any Store]) throws(StoreError) -> Bool {
    guard core.writerLock.tryLock() else { return false }
    self.core = core
    enter()
    var hasAll = false
    defer { if !hasAll { end() } }
    for store in stores {
      guard try store.tryLockForCommit() else { return false }
      locked.append(store)
    }
    hasAll = true
    return true
  }

  override func unlock() {
    LayerStack.release(locked)
    locked = []
    core?.writerLock.unlock()
    core = nil
  }
}
