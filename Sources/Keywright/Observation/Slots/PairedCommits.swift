/// Two commits, to two stores, of which both take effect or none.
@usableFromInline
struct PairedCommits {
  /// A value that the first commit may write.
  @usableFromInline
  struct Target {
    let store: any Store
    let name: StorageString
  }

  /// The values of the first commit; there is one at least.
  let first: [Target]
  /// The name of the second commit's store, for messages.
  let second: String

  /// Makes both commits. If the second is refused, the values of the first are put back, unless another
  /// commit has changed them since; in each store of a composition, where what shows is another one's perhaps.
  ///
  /// - Throws: The error of a commit, if nothing is changed; else `uncertain`.
  func make(
    _ writeFirst: () throws(StoreError) -> Void, then writeSecond: () throws(StoreError) -> Void
  ) throws(StoreError) {
    let targets = first.flatMap(\.leaves)
    // What cannot be read can be replaced, and not be put back.
    let before = targets.map(\.stored)
    try writeFirst()
    let written = targets.map(\.stored)
    do throws(StoreError) {
      try writeSecond()
    } catch {
      // It may have been made.
      var remaining = error.code == .uncertain ? targets : []
      if remaining.isEmpty {
        for (target, values) in zip(targets, zip(before, written)) {
          guard case (.success(let before), .success(let written)) = values,
            target.putBack(before, over: written)
          else {
            remaining.append(target)
            continue
          }
        }
      }
      guard let target = remaining.first else { throw error }
      throw StoreError(
        .uncertain, storageString: target.name.string, operation: "commit",
        expected: "both stores written or none",
        found:
          "the commit in '\(target.store.core.name)' and \(error.code == .uncertain ? "perhaps" : "not") in '\(second)'",
        advice: "Write again once both stores can be written.", underlying: error)
    }
  }
}

extension PairedCommits.Target {
  fileprivate var stored: Result<StoredValue?, StoreError> {
    Result { () throws(StoreError) in try store.stored(name) }
  }

  /// The stores that take the value, where this one is made of others.
  fileprivate var leaves: [PairedCommits.Target] {
    guard let stack = store.core.stack else { return [self] }
    return stack.layers.filter { $0.takes(name) }.compactMap { layer in
      layer.writer.map { PairedCommits.Target(store: $0, name: layer.inner(name)) }
    }
  }

  /// Stores the value before the commit again, unless another commit has changed the one that it wrote.
  fileprivate func putBack(_ before: StoredValue?, over written: StoredValue?) -> Bool {
    // Values that have no stored form, as in a cache, are forgotten.
    if before == written, before != nil { return true }
    let layers = Layers([.writing(store)], name: store.core.name)
    do {
      return try layers.commit(.composition) { batch in
        try layers.stack.open(for: name)
        guard try store.stored(name) == written else { return false }
        let write = StagedWrite(absorbing: before, over: Cell(stored: written), name: name)
        write.flags.formUnion([.isTouched, .isDivided])
        batch.stage(write)
        return true
      }
    } catch {
      return false
    }
  }
}
