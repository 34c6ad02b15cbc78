extension LayerStack {
  /// The value for `get`: layers that cannot be read are reported and passed by.
  ///
  /// - Parameter core: Where problems are reported; nil is nowhere, and then nothing is filled.
  /// - Returns: The value; a miss if there is none and a layer could not be read.
  func find<Space, Value>(_ key: Key<Space, Value>, reportTo core: StoreCore?) -> Lookup<Value> {
    var passed: [PassedLayer] = []
    let found = find(key, passed: &passed, fillFor: core)
    if let core, !passed.isEmpty { report(passed, of: key.storageString, to: core) }
    return found
  }

  private func find<Space, Value>(
    _ key: Key<Space, Value>, passed: inout [PassedLayer], fillFor core: StoreCore?
  ) -> Lookup<Value> {
    if let core { removeInvalidatedEntries(core: core) }
    let known = passed.count
    let finding = untilStable {
      passed.removeSubrange(known...)
      return ask(for: key, passed: &passed, fillFor: core)
    }
    if let core, case .hit = finding.value {
      for filled in finding.empty.reversed() { fill(filled, from: finding.index, key, core: core) }
    }
    return finding.value
  }

  /// Asks the layers one after another, and fills none of this composition's.
  private func ask<Space, Value>(
    for key: Key<Space, Value>, passed: inout [PassedLayer], fillFor core: StoreCore?
  ) -> Finding<Value> {
    var finding = Finding<Value>()
    for (index, reader) in readers(of: key.storageString) {
      switch find(key, in: index, reader, passed: &passed, fillFor: core) {
      case .hit(let value):
        finding.value = .hit(value)
        finding.index = index
        return finding
      case .absent: if layers[index].isFilled { finding.empty.append(index) }
      case .miss: finding.value = .miss
      }
    }
    return finding
  }

  /// Reads the layers, and once more for each time that an entry was invalidated meanwhile: it may be the
  /// one that was read, see ``InvalidatedEntries``.
  private func untilStable<Result, Failure: Error>(
    _ read: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    while true {
      let generation = invalidated.generation
      let result = try read()
      if !invalidated.hasChanged(since: generation) { return result }
    }
  }

  /// The value of one layer for `get`; nothing is reported.
  func find<Space, Value>(
    _ key: Key<Space, Value>, in index: Int, _ reader: any ReadableStore
  ) -> Lookup<Value> {
    var passed: [PassedLayer] = []
    return find(key, in: index, reader, passed: &passed, fillFor: nil)
  }

  private func find<Space, Value>(
    _ key: Key<Space, Value>, in index: Int, _ reader: any ReadableStore,
    passed: inout [PassedLayer], fillFor core: StoreCore?
  ) -> Lookup<Value> {
    let inner = layers[index].inner(key)
    if let nested = reader.core.stack {
      let count = passed.count
      let found = nested.find(inner, passed: &passed, fillFor: core)
      for position in count..<passed.count { passed[position].place += " in \(index)" }
      return found
    }
    do throws(StoreError) {
      if core == nil, let table = reader.core.table, table.isBounded {
        // Not a lookup of the program's: nothing is counted.
        guard let cell = table.cell(of: inner.storageString) else { return .absent }
        if let value = cell.held.value(as: Value.self, form: inner.formID) { return .hit(value) }
        throw StoreError.unreadable(inner, nil, "read")
      }
      return try reader.storedValue(of: inner).map(Lookup.hit) ?? .absent
    } catch {
      let place = "\(index), load \(reader.core.loadCount)"
      passed.append(PassedLayer(name: layers[index].name, place: place, error: error))
      return .miss
    }
  }

  /// Reports that layers were passed by: one problem for each kind of failure, because the layers of
  /// a composition mostly hold the same bytes.
  private func report(_ passed: [PassedLayer], of name: StorageString, to core: StoreCore) {
    var rest = passed[...]
    while let first = rest.first {
      let group = rest.filter { $0.error.code == first.error.code }
      rest.removeAll { $0.error.code == first.error.code }
      let names = group.map { "'\($0.name)'" }.joined(separator: ", ")
      var named =
        group.count == 1
        ? first.error.named(self, "(\(names)) was passed by")
        : first.error.named(self, "(\(names)) were passed by", subject: "Layers")
      named.storageString = name.string
      let places = group.map(\.place).joined(separator: "; ")
      core.report(named, once: StorageString("\(first.error.code) in \(places): \(name)"))
    }
  }

  /// The value of the first layer that holds something; a filled cache that holds it as another type
  /// is passed by, because what is below can be read as several.
  func read<Space, Value>(_ key: Key<Space, Value>) throws(StoreError) -> Value? {
    try untilStable { () throws(StoreError) in try readOnce(key) }
  }

  private func readOnce<Space, Value>(_ key: Key<Space, Value>) throws(StoreError) -> Value? {
    var unreadable: StoreError?
    for (index, reader) in readers(of: key.storageString) {
      do throws(StoreError) {
        if let value = try reader.storedValue(of: layers[index].inner(key)) { return value }
      } catch {
        guard error.code == .unreadable, layers[index].isFilled, !reader.core.encodesValues
        else {
          throw error
        }
        unreadable = unreadable ?? error
      }
    }
    if let unreadable { throw unreadable }
    return nil
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
      let names = try layer.outerNames(of: reader, held: false)
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
      all.formUnion(try layer.outerNames(of: writer, held: true))
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

/// The value that a `get` found, and the filled layers above it that hold nothing.
private struct Finding<Value> {
  var value = Lookup<Value>.absent
  var index = 0
  var empty: [Int] = []
}

/// A layer that a `get` passed by because it could not be read.
private struct PassedLayer {
  let name: String
  /// Which layer it is, and how often it was loaded: it is reported once for each time.
  var place: String
  let error: StoreError
}
