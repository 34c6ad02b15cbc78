/// Two commits, to two stores, of which both take effect or none.
@usableFromInline
struct PairedCommits {
  /// A value that the first commit writes.
  @usableFromInline
  struct Target {
    let store: any Store
    let name: StorageString
  }

  fileprivate struct Written {
    let target: Target
    let before: StoredValue?
    let written: StoredValue?
  }

  /// The values of the first commit.
  let first: [Target]
  /// The name of the second commit's store, for messages.
  let second: String

  /// Makes both commits. If the second is refused, the values of the first are put back, unless another
  /// commit has changed them since.
  ///
  /// - Throws: The error of a commit, if nothing is changed; else `uncertain`.
  func make(
    _ writeFirst: () throws(StoreError) -> Void, then writeSecond: () throws(StoreError) -> Void
  ) throws(StoreError) {
    var before: [StoredValue?] = []
    for target in first { before.append(try target.store.stored(target.name)) }
    try writeFirst()
    var written: [Written] = []
    for (target, before) in zip(first, before) {
      let now = try target.store.stored(target.name)
      written.append(Written(target: target, before: before, written: now))
    }
    do throws(StoreError) {
      try writeSecond()
    } catch {
      let remaining = written.filter { !$0.putBack() }
      guard let target = remaining.first?.target else { throw error }
      throw StoreError(
        .uncertain, storageString: target.name.string, operation: "commit",
        expected: "both stores written or none",
        found: "the commit in '\(target.store.core.name)' and not in '\(second)'",
        advice: "Write again once both stores can be written.", underlying: error)
    }
  }
}

extension PairedCommits.Written {
  /// Stores the value before the commit again, unless another commit has changed the value since.
  func putBack() -> Bool {
    let (store, name) = (target.store, target.name)
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
