extension LayerStack {
  /// The first layer's value, if it and the layers above have it at hand.
  func peek<Value: Sendable>(_ name: StorageString, as type: Value.Type) -> Peek<Value> {
    var mayFill = false
    let marks = stale.marks
    for index in layers.indices {
      guard let reader = layers[index].reader, layers[index].takes(name) else { continue }
      if isStale(name, in: index) { return .unknown }
      switch reader.peek(layers[index].inner(name), as: type) {
      case .value(let value):
        return mayFill || stale.hasMarked(since: marks) ? .unknown : .value(value)
      case .nothing: mayFill = mayFill || layers[index].isFilled
      case .unknown: return .unknown
      }
    }
    return .nothing
  }

  /// What `get` finds: layers that cannot be read are reported and passed by.
  ///
  /// - Parameter core: Where problems are reported; nil is nowhere, and then nothing is filled.
  /// - Returns: The value; unknown if there is none and a layer could not be read.
  func look<Space, Value>(_ key: Key<Space, Value>, reportTo core: StoreCore?) -> Peek<Value> {
    var passed: [PassedLayer] = []
    let found = look(key, passed: &passed, fillFor: core)
    if let core, !passed.isEmpty { report(passed, of: key.storageString, to: core) }
    return found
  }

  private func look<Space, Value>(
    _ key: Key<Space, Value>, passed: inout [PassedLayer], fillFor core: StoreCore?
  ) -> Peek<Value> {
    if let core { removeStaleCopies(core: core) }
    let known = passed.count
    let finding = steadily {
      passed.removeSubrange(known...)
      return find(key, passed: &passed, fillFor: core)
    }
    if let core, case .value = finding.value {
      for filled in finding.empty.reversed() { fill(filled, from: finding.index, key, core: core) }
    }
    return finding.value
  }

  /// Asks the layers one after another, and fills none of this composition's.
  private func find<Space, Value>(
    _ key: Key<Space, Value>, passed: inout [PassedLayer], fillFor core: StoreCore?
  ) -> Finding<Value> {
    var finding = Finding<Value>()
    for (index, reader) in readers(of: key.storageString) {
      switch look(key, in: index, reader, passed: &passed, fillFor: core) {
      case .value(let value):
        finding.value = .value(value)
        finding.index = index
        return finding
      case .nothing: if layers[index].isFilled { finding.empty.append(index) }
      case .unknown: finding.value = .unknown
      }
    }
    return finding
  }

  /// Looks at the layers, and once more for each time that a copy was marked meanwhile: it may be what
  /// was found, see ``StaleCopies``.
  private func steadily<Result, Failure: Error>(
    _ look: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    while true {
      let marks = stale.marks
      let result = try look()
      if !stale.hasMarked(since: marks) { return result }
    }
  }

  /// What one layer gives to `get`; nothing is reported.
  func look<Space, Value>(
    _ key: Key<Space, Value>, in index: Int, _ reader: any ReadableStore
  ) -> Peek<Value> {
    var passed: [PassedLayer] = []
    return look(key, in: index, reader, passed: &passed, fillFor: nil)
  }

  private func look<Space, Value>(
    _ key: Key<Space, Value>, in index: Int, _ reader: any ReadableStore,
    passed: inout [PassedLayer], fillFor core: StoreCore?
  ) -> Peek<Value> {
    let inner = layers[index].inner(key)
    if let nested = reader.core.stack {
      let count = passed.count
      let found = nested.look(inner, passed: &passed, fillFor: core)
      for position in count..<passed.count { passed[position].place += " in \(index)" }
      return found
    }
    do throws(StoreError) {
      if !reader.keepsStoredForms, let cache = layers[index].writer {
        // `peek` has looked; a second look would count twice.
        let found = cache.valueBefore(inner.storageString, as: Value.self)
        if case .unknown = found { throw StoreError.unreadable(inner, nil, "read") }
        return found
      }
      return try reader.read(inner).map(Peek.value) ?? .nothing
    } catch {
      let place = "\(index), load \(reader.core.loadCount)"
      passed.append(PassedLayer(name: layers[index].name, place: place, error: error))
      return .unknown
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
    try steadily { () throws(StoreError) in try readOnce(key) }
  }

  private func readOnce<Space, Value>(_ key: Key<Space, Value>) throws(StoreError) -> Value? {
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
    try steadily { () throws(StoreError) in
      for (index, reader) in readers(of: name) {
        if let stored = try reader.stored(layers[index].inner(name)) { return stored }
      }
      return nil
    }
  }

  /// Whether a layer that is read holds something, readable or not.
  func contains(_ name: StorageString) throws(StoreError) -> Bool {
    try steadily { () throws(StoreError) in
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

/// What a `get` found, and which filled layers above it hold nothing.
private struct Finding<Value> {
  var value = Peek<Value>.nothing
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
