/// Two commits, to two stores, of which both take effect or none.
@usableFromInline
struct PairedCommits {
  /// A value that the first commit may write.
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

  /// The values of the first commit; there is one at least.
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
    let before = try values()
    try writeFirst()
    var written: [Written] = []
    do throws(StoreError) {
      written = zip(zip(first, before), try values()).map { pair, now in
        Written(target: pair.0, before: pair.1, written: now)
      }
      try writeSecond()
    } catch {
      // Without what was written nothing can be put back.
      let remaining = written.isEmpty ? first : written.filter { !$0.putBack() }.map(\.target)
      guard let target = remaining.first else { throw error }
      throw StoreError(
        .uncertain, storageString: target.name.string, operation: "commit",
        expected: "both stores written or none",
        found: "the commit in '\(target.store.core.name)' and not in '\(second)'",
        advice: "Write again once both stores can be written.", underlying: error)
    }
  }

  /// The values of the first commit as they are now.
  private func values() throws(StoreError) -> [StoredValue?] {
    var values: [StoredValue?] = []
    for target in first { values.append(try target.store.stored(target.name)) }
    return values
  }
}

extension PairedCommits.Written {
  /// Stores the value before the commit again, unless another commit has changed the value since.
  func putBack() -> Bool {
    // Values that have no stored form, as in a cache, are forgotten.
    if before == written, before != nil { return true }
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
