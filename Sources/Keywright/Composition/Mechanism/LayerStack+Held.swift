/// What the writing layers of a composition hold for one key, as a commit sees it.
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
        let isStale = isStale(key.storageString, in: index)
        held.add(
          isStale ? Held() : try LayerStack.held(layer.inner(key), by: writer),
          isRead: layer.reader != nil, isFilled: layer.isFilled)
      } else if let reader = layer.reader,
        case .value(let value) = look(key, in: index, reader)
      {
        held.value = held.value ?? value
        held.beneath = held.beneath ?? value
      }
    }
    return held
  }

  /// What one store holds for a key.
  private static func held<Space, Value>(
    _ key: Key<Space, Value>, by store: any Store
  ) throws(StoreError) -> Held<Value> {
    if let nested = store.core.stack { return try nested.held(key) }
    var held = Held<Value>()
    guard store.keepsStoredForms else {
      held.isStored = try store.contains(key.storageString)
      switch store.valueBefore(key.storageString, as: Value.self) {
      case .value(let value):
        held.value = value
        // For comparison with the forms of other layers; a value that has none is like no other.
        held.stored = try? key.stored(value)
      case .unknown: held.unreadable = .unreadable(key, nil, "read")
      case .nothing: break
      }
      return held
    }
    do throws(StoreError) {
      held.value = try store.read(key)
    } catch {
      guard error.code == .unreadable || error.code == .corrupt else { throw error }
      held.unreadable = error
    }
    (held.stored, held.isStored) = try store.storedBefore(key.storageString)
    return held
  }
}
