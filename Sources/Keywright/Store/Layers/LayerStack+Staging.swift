extension LayerStack {
  /// Stages a key, with the values that the writing layers hold now; locks them.
  func stage<Space, Value>(
    _ key: Key<Space, Value>, mustRead: Bool, operation: String
  ) throws(StoreError) -> StagedWrite {
    try open(for: key.storageString)
    let values = try oldValues(of: key)
    if mustRead, var unreadable = values.unreadable {
      unreadable.operation = operation
      throw unreadable
    }
    let old = Cell(
      stored: values.stored, held: values.value.map { HeldValue($0, form: key.formID) } ?? .absent)
    let write = StagedWrite(key.staged(), old: old, new: old, flags: [])
    write.valueBelow = values.valueBelow.map { HeldValue($0, form: key.formID) }
    if values.isStored { write.flags.insert(.wasStored) }
    if values.isDivided { write.flags.insert(.isDivided) }
    if values.value == nil { write.flags.insert(.isOldHidden) }
    return write
  }

  /// Stages the removal of a storage string whose key is unknown; locks the layers that it goes to.
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

  /// The values of a key before a commit, from the first writing layer downwards. The writing
  /// layers are locked.
  ///
  /// - Throws: Any error of a writing layer that cannot be read.
  private func oldValues<Space, Value>(
    of key: Key<Space, Value>
  ) throws(StoreError) -> OldValues<Value> {
    var values = OldValues<Value>()
    for index in (open?.layers.first ?? layers.count)..<layers.count {
      let layer = layers[index]
      guard layer.takes(key.storageString) else { continue }
      let isInvalidated = isInvalidated(key.storageString, in: index)
      if let writer = layer.writer {
        let value =
          isInvalidated
          ? OldValue()
          : try oldValue(of: located(key, in: layer, writer), in: writer, isCopy: layer.isFilled)
        values.add(value, isRead: layer.reader != nil, isFilled: layer.isFilled)
      } else if let reader = layer.reader, !layer.isOverlay, !isInvalidated,
        let value = readable(key, in: index, reader)
      {
        values.value = values.value ?? value
        values.valueBelow = values.valueBelow ?? value
      }
    }
    return values
  }

  /// The key under the name that holds its value in a layer's store.
  private func located<Space, Value>(
    _ key: Key<Space, Value>, in layer: Layer, _ store: any Store
  ) throws(StoreError) -> Key<Space, Value> {
    let standby = key.standbyStrings
    if standby.isEmpty { return layer.inner(key) }
    for name in [key.storageString] + standby where try store.contains(layer.inner(name)) {
      return layer.inner(key.stored(under: name))
    }
    return layer.inner(key)
  }

  /// The value of a key in one store.
  ///
  /// - Parameter isCopy: Whether the store is filled from below: of a value of another form, which
  ///   its cache cannot convert, the original counts.
  private func oldValue<Space, Value>(
    of key: Key<Space, Value>, in store: any Store, isCopy: Bool
  ) throws(StoreError) -> OldValue<Value> {
    var old = OldValue<Value>()
    if let cache = store.core.cache {
      do throws(StoreError) {
        guard let value = try cache.uncountedValue(of: key) else { return old }
        old.value = value
        // For comparison with the forms of other layers; a value that has none is like no other.
        old.stored = try? key.stored(value)
      } catch {
        if isCopy { return old }
        old.unreadable = error
      }
      old.isStored = true
      return old
    }
    do throws(StoreError) {
      old.value = try store.storedValue(of: key)
    } catch {
      guard error.code == .unreadable || error.code == .corrupt else { throw error }
      old.unreadable = error
    }
    let (cell, isStored) = try store.cellBefore(key.storageString)
    (old.stored, old.isStored) = (store.core.typed(cell.stored, for: key), isStored)
    return old
  }
}

/// The value of a key in one writing layer before a commit.
private struct OldValue<Value: Sendable> {
  var stored: StoredValue?
  var isStored = false
  var value: Value?
  /// The reason why a stored value is not of the key's type.
  var unreadable: StoreError?
}

/// The values of a key in all writing layers before a commit.
private struct OldValues<Value: Sendable> {
  /// The stored form in the first writing layer that holds something.
  private(set) var stored: StoredValue?
  /// Whether a writing layer holds something.
  private(set) var isStored = false
  /// Whether writing layers hold different things, but for filled ones that hold nothing.
  private(set) var isDivided = false
  /// The first readable value, from the first writing layer downwards.
  var value: Value?
  /// The first readable value of the layers below that are only read: the one that shows after a
  /// removal.
  var valueBelow: Value?
  /// The error of the first writing layer whose value is not of the key's type.
  private(set) var unreadable: StoreError?

  private var hasEmptyLayer = false

  /// Adds the next writing layer.
  mutating func add(_ layer: OldValue<Value>, isRead: Bool, isFilled: Bool) {
    if layer.isStored {
      if isStored, layer.stored != stored { isDivided = true }
      if hasEmptyLayer { isDivided = true }
      if !isStored { stored = layer.stored }
      isStored = true
    } else if !isFilled {
      if isStored { isDivided = true }
      hasEmptyLayer = true
    }
    unreadable = unreadable ?? layer.unreadable
    if isRead { value = value ?? layer.value }
  }
}
