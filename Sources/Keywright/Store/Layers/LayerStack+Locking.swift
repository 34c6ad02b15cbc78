import KeywrightStorage

extension LayerStack {
  /// The writing layers that a storage string goes to.
  func route(of name: StorageString) -> [Int] {
    layers.indices.filter { layers[$0].writer != nil && layers[$0].takes(name) }
  }

  func haveOneRoute(_ name: StorageString, _ other: StorageString) -> Bool {
    !isRouted || route(of: name) == route(of: other)
  }

  var canWriteTogether: Bool { canWriteTogether(open?.layers ?? []) }

  private func canWriteTogether(_ route: [Int]) -> Bool {
    route.allSatisfy { layers[$0].writer?.supportsMultiKeyCommits ?? true }
  }

  func batches(of names: [StorageString]) -> [[StorageString]] {
    var positions: [[Int]: Int] = [:]
    var batches: [[StorageString]] = []
    for name in names {
      let route = route(of: name)
      if let position = positions[route] {
        batches[position].append(name)
      } else {
        if canWriteTogether(route) { positions[route] = batches.count }
        batches.append([name])
      }
    }
    return batches
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
    let monitor = (CommitContext.current as? WriteBatch)?.core.holdMonitor
    do throws(StoreError) {
      for store in lockables(of: route) {
        try store.lockForCommit()
        store.core.ofProcess.holdMonitor.isHeld(by: monitor)
        locked.append(store)
      }
    } catch {
      LayerStack.release(locked)
      throw error.named(self, "could not begin")
    }
    open = OpenRoute(layers: route, locked: locked)
  }

  /// Releases the locks that ``open(for:)`` took.
  ///
  /// - Returns: The wait for the layers' durability; nil if there is none.
  func close() -> CommitWait? {
    guard let open else { return nil }
    self.open = nil
    written = ([], [])
    return LayerStack.release(open.locked)
  }

  /// Unlocks stores.
  ///
  /// - Returns: The wait for the durability of all of them, also where one fails; nil if there is none.
  @discardableResult
  static func release(_ locked: [any Store]) -> CommitWait? {
    var waits: [(name: String, wait: CommitWait)] = []
    for store in locked.reversed() {
      store.core.ofProcess.holdMonitor.isHeld(by: nil)
      if let wait = store.unlockAfterCommit() { waits.append((store.core.name, wait)) }
    }
    guard !waits.isEmpty else { return nil }
    return { () throws(StoreError) in
      var failure: StoreError?
      var names: [String] = []
      for (name, wait) in waits {
        do throws(StoreError) {
          try wait()
        } catch {
          failure = failure ?? error
          names.append("'\(name)'")
        }
      }
      guard var failure else { return }
      if locked.count > 1 {
        let known = "The commit is in all layers; not confirmed: \(names.joined(separator: ", "))."
        failure.advice = [known, failure.advice].compactMap(\.self).joined(separator: " ")
      }
      throw failure
    }
  }

  /// The stores of some layers, each once, in the order in which all threads and processes lock them: by
  /// the names of their locks across processes, then by age.
  func lockables(of route: [Int]) -> [any Store] {
    var found: [any Store] = []
    for index in route {
      guard let store = layers[index].writer ?? layers[index].filled,
        !found.contains(where: { $0.core === store.core })
      else { continue }
      found.append(store)
    }
    return found.sorted { $0.core.precedes($1.core) }
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
