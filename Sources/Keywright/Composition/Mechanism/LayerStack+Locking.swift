import KeywrightStorage

extension LayerStack {
  /// The writing layers that a storage string goes to.
  func route(of name: StorageString) -> [Int] {
    layers.indices.filter { layers[$0].writer != nil && layers[$0].takes(name) }
  }

  /// Locks the stores that a storage string goes to, unless the commit has done so already.
  ///
  /// - Throws: ``StoreError/Code/readOnly`` if there are none; ``StoreError/Code/unsupported`` if
  ///   the commit goes to others already.
  func open(for name: StorageString) throws(StoreError) {
    // A commit that released its lock, to evaluate a default, must not take others.
    try (CommitContext.current as? WriteBatch)?.requireLock()
    let route = isRouted || open == nil ? route(of: name) : nil
    if let open {
      guard let route, route != open.layers else { return }
      throw StoreError(
        .unsupported, storageString: name.string, operation: "commit",
        expected: "keys that are kept by \(names(of: open.layers))",
        found: "one that is kept by \(names(of: route))",
        advice: "Stores cannot be written together all or nothing: make a commit for each.")
    }
    try open(route ?? [], for: name)
  }

  private func open(_ route: [Int], for name: StorageString) throws(StoreError) {
    guard !route.isEmpty else {
      throw StoreError(
        .readOnly, storageString: name.string, operation: "commit",
        expected: "a layer that is written", found: "layers that are only read")
    }
    var locked: [any Store] = []
    do throws(StoreError) {
      for store in lockables(of: route, for: name) {
        store.core.ofProcess.lockForWriting()
        do throws(StoreError) {
          try store.beginCommit()
        } catch {
          store.core.ofProcess.writerLock.unlock()
          throw error
        }
        locked.append(store)
      }
    } catch {
      LayerStack.release(locked)
      throw error.named(self, "could not begin")
    }
    open = OpenRoute(layers: route, locked: locked)
    openNested(route, for: name)
  }

  /// Tells compositions among the layers that their stores are locked.
  func openNested(_ route: [Int], for name: StorageString) {
    for index in route {
      guard let nested = layers[index].writer?.core.stack else { continue }
      let inner = layers[index].inner(name)
      nested.open = OpenRoute(layers: nested.route(of: inner))
      nested.openNested(nested.open?.layers ?? [], for: inner)
    }
  }

  /// Releases the locks that ``open(for:)`` took.
  ///
  /// - Returns: What the layers have still to wait for.
  func close() -> CommitWait? {
    guard let open else { return nil }
    self.open = nil
    closeNested(open.layers)
    return LayerStack.release(open.locked)
  }

  func closeNested(_ route: [Int]) {
    for index in route {
      guard let nested = layers[index].writer?.core.stack, let inner = nested.open else { continue }
      nested.open = nil
      nested.closeNested(inner.layers)
    }
  }

  /// Unlocks stores.
  ///
  /// - Returns: What they have still to wait for, all of them, also where one fails.
  @discardableResult
  static func release(_ locked: [any Store]) -> CommitWait? {
    var waits: [CommitWait] = []
    for store in locked.reversed() {
      if let wait = store.endCommit() { waits.append(wait) }
      store.core.ofProcess.writerLock.unlock()
    }
    guard !waits.isEmpty else { return nil }
    return { () throws(StoreError) in
      var failure: StoreError?
      for wait in waits {
        do throws(StoreError) { try wait() } catch { failure = failure ?? error }
      }
      if let failure { throw failure }
    }
  }

  /// Every store below some layers, each once, in the order in which all threads and processes lock
  /// them: outer compositions first, then by what is locked across processes, then by age.
  func lockables(of route: [Int], for name: StorageString) -> [any Store] {
    var found: [any Store] = []
    collect(route, for: name, into: &found)
    return found.sorted { $0.core.precedes($1.core) }
  }

  private func collect(_ route: [Int], for name: StorageString, into found: inout [any Store]) {
    for index in route {
      guard let store = layers[index].writer else { continue }
      if !found.contains(where: { $0.core === store.core }) { found.append(store) }
      guard let nested = store.core.stack else { continue }
      let inner = layers[index].inner(name)
      nested.collect(nested.route(of: inner), for: inner, into: &found)
    }
  }

  func names(of route: [Int]) -> String {
    route.map { "'\(layers[$0].name)'" }.joined(separator: " and ")
  }
}

extension StoreError {
  /// The same error, with the composition in which it happened.
  func named(_ stack: LayerStack, _ what: String, subject: String = "A layer") -> StoreError {
    var error = self
    error.advice = ["\(subject) of '\(stack.name)' \(what).", advice].compactMap(\.self)
      .joined(separator: " ")
    return error
  }
}

extension StoreCore {
  /// Whether this store is locked before another one.
  fileprivate func precedes(_ other: StoreCore) -> Bool {
    let (level, otherLevel) = (stack?.level ?? 0, other.stack?.level ?? 0)
    if level != otherLevel { return level > otherLevel }
    if place != other.place { return (place ?? "") < (other.place ?? "") }
    return serial < other.serial
  }
}
