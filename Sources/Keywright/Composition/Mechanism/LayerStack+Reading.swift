extension LayerStack {
  /// The first layer's value, if it and the layers above have it at hand.
  func peek<Value: Sendable>(_ name: StorageString, as type: Value.Type) -> Peek<Value> {
    var mayFill = false
    for index in layers.indices {
      guard let reader = layers[index].reader, layers[index].takes(name) else { continue }
      if isStale(name, in: index) { return .unknown }
      switch reader.peek(layers[index].inner(name), as: type) {
      case .value(let value): return mayFill ? .unknown : .value(value)
      case .nothing: mayFill = mayFill || layers[index].isFilled
      case .unknown: return .unknown
      }
    }
    return .nothing
  }

  /// What `get` finds: a layer that cannot be read is reported and passed by.
  ///
  /// - Returns: The value; unknown if there is none and a layer could not be read.
  ///
  /// - Parameter core: Where problems are reported; nil is nowhere, and then nothing is filled.
  func look<Space, Value>(_ key: Key<Space, Value>, reportTo core: StoreCore?) -> Peek<Value> {
    var isKnown = true
    var empty: [Int] = []
    if let core { removeStaleCopies(core: core) }
    for (index, reader) in readers(of: key.storageString) {
      switch look(key, in: index, reader, reportTo: core) {
      case .value(let value):
        guard let core else { return .value(value) }
        for filled in empty.reversed() { fill(filled, from: index, key, core: core) }
        return .value(value)
      case .nothing: if layers[index].isFilled { empty.append(index) }
      case .unknown: isKnown = false
      }
    }
    return isKnown ? .nothing : .unknown
  }

  /// What one layer gives to `get`.
  func look<Space, Value>(
    _ key: Key<Space, Value>, in index: Int, _ reader: any ReadableStore, reportTo core: StoreCore?
  ) -> Peek<Value> {
    let inner = layers[index].inner(key)
    if let nested = reader.core.stack { return nested.look(inner, reportTo: core) }
    do throws(StoreError) {
      if !reader.keepsStoredForms, let cache = layers[index].writer {
        // `peek` has looked; a second look would count twice.
        let found = cache.valueBefore(inner.storageString, as: Value.self)
        if case .unknown = found { throw StoreError.unreadable(inner, nil, "read") }
        return found
      }
      return try reader.read(inner).map(Peek.value) ?? .nothing
    } catch {
      let once = StorageString("\(index) \(reader.core.loadCount) \(key.storageString)")
      var named = error.named(self, "('\(layers[index].name)') was passed by")
      named.storageString = key.storageString.string
      core?.report(named, once: once)
      return .unknown
    }
  }

  /// The value of the first layer that holds something; a filled cache that holds it as another type
  /// is passed by, because what is below can be read as several.
  func read<Space, Value>(_ key: Key<Space, Value>) throws(StoreError) -> Value? {
    var unreadable: StoreError?
    for (index, reader) in readers(of: key.storageString) {
      do throws(StoreError) {
        if let value = try reader.read(layers[index].inner(key)) { return value }
      } catch {
        guard error.code == .unreadable, layers[index].isFilled, !reader.keepsStoredForms else {
          throw error
        }
        unreadable = unreadable ?? error
      }
    }
    if let unreadable { throw unreadable }
    return nil
  }

  /// What the first layer that holds something holds.
  func stored(_ name: StorageString) throws(StoreError) -> StoredValue? {
    for (index, reader) in readers(of: name) {
      if let stored = try reader.stored(layers[index].inner(name)) { return stored }
    }
    return nil
  }

  /// Every string that a layer which is read holds.
  func storageStrings() throws(StoreError) -> [StorageString] {
    var all = Set<StorageString>()
    for (index, layer) in layers.enumerated() {
      guard let reader = layer.reader else { continue }
      let names = try layer.outerNames(of: reader, held: false)
      all.formUnion(stale.isEmpty ? names : names.filter { !isStale($0, in: index) })
    }
    return Array(all)
  }

  /// Every string that a layer which is written holds.
  func heldStrings() throws(StoreError) -> [StorageString] {
    var all = Set<StorageString>()
    for layer in layers {
      guard let writer = layer.writer else { continue }
      all.formUnion(try layer.outerNames(of: writer, held: true))
    }
    return Array(all)
  }

  /// The layers that are asked for a storage string, in order; not one whose value is a stale copy.
  func readers(of name: StorageString) -> [(index: Int, reader: any ReadableStore)] {
    layers.indices.compactMap { index in
      guard let reader = layers[index].reader, layers[index].takes(name), !isStale(name, in: index)
      else { return nil }
      return (index, reader)
    }
  }
}
