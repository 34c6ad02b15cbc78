extension LayerStack {
  /// The value for `get`: layers that cannot be read are reported and skipped.
  ///
  /// - Parameter core: Takes reports of problems.
  /// - Returns: The value; a miss if there is none and a layer could not be read.
  func find<Space, Value>(_ key: Key<Space, Value>, reportTo core: StoreCore) -> Lookup<Value> {
    removeInvalidatedEntries(core: core)
    let finding = finding(of: key, isCounted: true)
    use(finding, of: key, core: core)
    if !finding.passed.isEmpty { report(finding.passed, of: key.storageString, to: core) }
    return finding.value
  }

  /// The value of the first layer that holds something; a filled cache that holds it as another type
  /// is skipped.
  ///
  /// - Parameter core: The core of the composition.
  func read<Space, Value>(
    _ key: Key<Space, Value>, core: StoreCore
  ) throws(StoreError) -> Value? {
    removeInvalidatedEntries(core: core)
    let finding = finding(of: key, isCounted: true)
    if let passed = finding.passed.first(where: { !$0.isCopyOfAnotherType })
      ?? finding.passed.first
    {
      throw passed.error
    }
    use(finding, of: key, core: core)
    guard case .hit(let value) = finding.value else { return nil }
    return value
  }

  /// Notes what a key gave, if the composition has a log, and fills the empty layers above.
  private func use<Space, Value>(
    _ finding: Finding<Value>, of key: Key<Space, Value>, core: StoreCore
  ) {
    if let log, let layer = layers.dropFirst(finding.index).first {
      log.note(key, finding.value, in: layer.name, at: finding.index)
    }
    if case .hit = finding.value { fill(finding.empty, from: finding.index, key, core: core) }
  }

  /// The first value of the layers that can be read; nothing is reported, noted or filled.
  ///
  /// - Parameter isCounted: Whether a lookup in a cache counts, as one of the program's.
  func finding<Space, Value>(of key: Key<Space, Value>, isCounted: Bool) -> Finding<Value> {
    untilStable { ask(for: key, isCounted: isCounted) }
  }

  /// Asks the layers one after another; fills none.
  private func ask<Space, Value>(
    for key: Key<Space, Value>, isCounted: Bool
  ) -> Finding<Value> {
    var finding = Finding<Value>()
    for (index, reader) in readers(of: key.storageString) {
      do throws(StoreError) {
        if let value = try value(of: key, in: index, reader, isCounted: isCounted) {
          finding.value = .hit(value)
          finding.index = index
          finding.passed.removeAll(where: \.isCopyOfAnotherType)
          return finding
        }
        if mayFill(index, key) { finding.empty.append(index) }
      } catch {
        let place = "\(index), load \(reader.core.loadCount)"
        finding.passed.append(
          PassedLayer(
            name: layers[index].name, place: place, error: error, core: reader.core,
            isCopyOfAnotherType: isCopyOfAnotherType(error, in: index, reader)))
        finding.value = .miss
      }
    }
    return finding
  }

  /// Whether a layer that holds nothing may be filled with the value of a key: a copy would stay when the
  /// value changes under a former name.
  private func mayFill<Space, Value>(_ index: Int, _ key: Key<Space, Value>) -> Bool {
    layers[index].isFilled && key.standbyStrings.isEmpty
  }

  /// Whether a layer could not be read because it is a cache that was filled by a key of another type:
  /// the layers below can be read as several types.
  private func isCopyOfAnotherType(
    _ error: StoreError, in index: Int, _ reader: any ReadableStore
  ) -> Bool {
    error.code == .unreadable && layers[index].isFilled && !reader.core.encodesValues
  }

  /// The value of a key in one layer.
  ///
  /// - Parameter isCounted: Whether a lookup in a cache counts, as one of the program's.
  private func value<Space, Value>(
    of outer: Key<Space, Value>, in index: Int, _ reader: any ReadableStore, isCounted: Bool
  ) throws(StoreError) -> Value? {
    guard !isCounted, let cache = reader.core.cache else {
      return try heldValue(of: outer, in: index, reader)
    }
    if let value = try cache.uncountedValue(of: layers[index].inner(outer)) { return value }
    for name in outer.standbyStrings {
      let former = layers[index].inner(outer.stored(under: name))
      if let value = try cache.uncountedValue(of: former) { return value }
    }
    return nil
  }

  /// The stored value of a key in one layer, as ``ReadableStore/heldValue(of:)``.
  private func heldValue<Space, Value>(
    of key: Key<Space, Value>, in index: Int, _ reader: any ReadableStore
  ) throws(StoreError) -> Value? {
    if let value = try reader.storedValue(of: layers[index].inner(key)) { return value }
    for name in key.standbyStrings {
      let former = layers[index].inner(key.stored(under: name))
      if let value = try reader.storedValue(of: former) { return value }
    }
    return reader.pendingValue(of: layers[index].inner(key))
  }

  /// Reads the layers, and again whenever an entry was invalidated during the reading: it may be the one that was
  /// read, see ``InvalidatedEntries``.
  private func untilStable<Result, Failure: Error>(
    _ read: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    while true {
      let generation = invalidated.generation
      let result = try read()
      if !invalidated.hasChanged(since: generation) { return result }
    }
  }

  /// The value of one layer; nil if it has none that can be read. Nothing is reported.
  func readable<Space, Value>(
    _ key: Key<Space, Value>, in index: Int, _ reader: any ReadableStore
  ) -> Value? {
    try? value(of: key, in: index, reader, isCounted: false)
  }

  /// Reports skipped layers. A value that a person wrote is reported by itself, in the words of its layer, which
  /// may have reported it; any others as one problem for each kind of failure, because the layers of a composition
  /// mostly hold the same bytes.
  private func report(_ passed: [PassedLayer], of name: StorageString, to core: StoreCore) {
    for layer in passed where layer.error.source != nil {
      let once = StorageString("\(layer.error.code) in \(layer.place): \(name)")
      let isTold = layer.core.issues.contains { $0.source == layer.error.source }
      if isTold {
        core.note(layer.error, once: once)
      } else {
        core.report(layer.error, once: once)
      }
    }
    var rest = passed.filter { $0.error.source == nil }[...]
    while let first = rest.first {
      let group = rest.filter { $0.error.code == first.error.code }
      rest.removeAll { $0.error.code == first.error.code }
      let names = group.map { "'\($0.name)'" }.joined(separator: ", ")
      var named =
        group.count == 1
        ? first.error.named(self, "(\(names)) was skipped")
        : first.error.named(self, "(\(names)) were skipped", subject: "Layers")
      named.storageString = name.string
      let places = group.map(\.place).joined(separator: "; ")
      core.report(named, once: StorageString("\(first.error.code) in \(places): \(name)"))
    }
  }

  /// The stored form in the first layer that has one.
  func stored(_ name: StorageString) throws(StoreError) -> StoredValue? {
    try untilStable { () throws(StoreError) in
      for (index, reader) in readers(of: name) {
        if let stored = try reader.stored(layers[index].inner(name)) { return stored }
      }
      return nil
    }
  }

  /// Whether a layer that is read holds something, readable or not.
  func contains(_ name: StorageString) throws(StoreError) -> Bool {
    try untilStable { () throws(StoreError) in
      for (index, reader) in readers(of: name) {
        if try reader.contains(layers[index].inner(name)) { return true }
      }
      return false
    }
  }

  /// Every string that a layer which is read holds.
  func storageStrings() throws(StoreError) -> [StorageString] {
    var all = Set<StorageString>()
    for (index, layer) in layers.enumerated() {
      guard let reader = layer.reader else { continue }
      let names = try layer.outerNames(of: reader)
      all.formUnion(
        invalidated.isEmpty ? names : names.filter { !isInvalidated($0, in: index) })
    }
    return Array(all)
  }

  /// Every string that a layer which is written holds.
  func heldStrings() throws(StoreError) -> [StorageString] {
    var all = Set<StorageString>()
    for layer in layers {
      guard let writer = layer.writer else { continue }
      all.formUnion(try layer.outerNames(of: writer))
    }
    return Array(all)
  }

  /// The layers that are asked for a storage string, in order; not one whose entry is invalidated.
  func readers(of name: StorageString) -> [(index: Int, reader: any ReadableStore)] {
    layers.indices.compactMap { index in
      guard let reader = layers[index].reader, layers[index].takes(name),
        !isInvalidated(name, in: index)
      else { return nil }
      return (index, reader)
    }
  }
}

/// The value that was found, and the layers that it passed on the way.
struct Finding<Value> {
  var value = Lookup<Value>.absent
  var index = 0
  /// The filled layers that hold nothing.
  var empty: [Int] = []
  var passed: [PassedLayer] = []
}

/// A layer that a `get` skipped because it could not be read.
struct PassedLayer {
  let name: String
  /// The layer's position, and the number of its loads: it is reported once for each.
  let place: String
  let error: StoreError
  let core: StoreCore
  /// Whether it holds a copy of what a layer below may hold, as another type than the key's.
  let isCopyOfAnotherType: Bool
}
