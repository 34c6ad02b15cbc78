/// The values that the writing layers of a composition hold for one key, as a commit sees them.
struct Held<Value: Sendable> {
  /// What the first writing layer that holds something holds.
  var stored: StoredValue?
  /// Whether a writing layer holds something.
  var isStored = false
  /// Whether writing layers hold different things, but for filled ones that hold nothing.
  var isDivided = false
  /// The first readable value, from the first writing layer downwards.
  var value: Value?
  /// The first readable value of the layers below that are only read: what shows after a removal.
  var beneath: Value?
  /// The first writing layer whose value is not of the key's type.
  var unreadable: StoreError?

  private var hasSeenLayer = false
  private var hasSeenNothing = false

  /// Adds the next writing layer.
  mutating func add(_ layer: Held<Value>, isRead: Bool, isFilled: Bool) {
    if layer.isStored {
      if isStored, layer.stored != stored { isDivided = true }
      if hasSeenNothing { isDivided = true }
      if !isStored { stored = layer.stored }
      isStored = true
    } else if !isFilled {
      if isStored { isDivided = true }
      hasSeenNothing = true
    }
    isDivided = isDivided || layer.isDivided
    unreadable = unreadable ?? layer.unreadable
    if isRead {
      value = value ?? layer.value
      beneath = beneath ?? layer.beneath
    }
  }
}

extension LayerStack {
  /// What the writing layers hold for a key. They are locked.
  ///
  /// - Throws: Any error of a writing layer that cannot tell.
  func held<Space, Value>(_ key: Key<Space, Value>) throws(StoreError) -> Held<Value> {
    var held = Held<Value>()
    let route = open?.layers ?? []
    for index in (route.first ?? layers.count)..<layers.count {
      let layer = layers[index]
      guard layer.takes(key.storageString) else { continue }
      if let writer = layer.writer {
        let isInvalidated = isInvalidated(key.storageString, in: index)
        held.add(
          isInvalidated
            ? Held() : try LayerStack.held(layer.inner(key), by: writer, isCopy: layer.isFilled),
          isRead: layer.reader != nil, isFilled: layer.isFilled)
      } else if let reader = layer.reader,
        case .hit(let value) = find(key, in: index, reader)
      {
        held.value = held.value ?? value
        held.beneath = held.beneath ?? value
      }
    }
    return held
  }

  /// The value that one store holds for a key.
  ///
  /// - Parameter isCopy: Whether the store is filled from below: of a value of another form, which its
  ///   cache cannot convert, the original counts.
  private static func held<Space, Value>(
    _ key: Key<Space, Value>, by store: any Store, isCopy: Bool
  ) throws(StoreError) -> Held<Value> {
    if let nested = store.core.stack { return try nested.held(key) }
    var held = Held<Value>()
    if let table = store.core.table, table.isBounded {
      guard let cell = table.cell(of: key.storageString) else { return held }
      held.isStored = true
      guard let value = cell.held.value(as: Value.self, form: key.formID) else {
        if isCopy { return Held() }
        held.unreadable = .unreadable(key, nil, "read")
        return held
      }
      held.value = value
      // For comparison with the forms of other layers; a value that has none is like no other.
      held.stored = try? key.stored(value)
      return held
    }
    do throws(StoreError) {
      held.value = try store.storedValue(of: key)
    } catch {
      guard error.code == .unreadable || error.code == .corrupt else { throw error }
      held.unreadable = error
    }
    let (cell, isStored) = try store.cellBefore(key.storageString)
    (held.stored, held.isStored) = (cell.stored, isStored)
    return held
  }

  /// The cell that a commit finds for a storage string: that of the first layer that holds something.
  func cellBefore(_ name: StorageString) throws(StoreError) -> (cell: Cell, isStored: Bool) {
    for index in layers.indices where layers[index].takes(name) {
      let store: (any ReadableStore)? = layers[index].writer ?? layers[index].reader
      guard let store, !isInvalidated(name, in: index) else { continue }
      let found = try store.cellBefore(layers[index].inner(name))
      if found.isStored { return found }
    }
    return (.absent, false)
  }
}
