extension WriteBatch {
  /// The most attempts of a commit that begins again to evaluate defaults outside of the lock; only a key whose
  /// default is new each time would need more.
  static let attempts = 100

  /// The steps of a commit, in order. The old values were read when the writes were staged.
  ///
  /// A failure in any step up to the write throws, and then nothing changed, in memory or on disk. A
  /// step costs nothing where no write has work for it.
  @usableFromInline
  func commit() throws(StoreError) {
    try requireLock()
    // Nothing was staged, or it was written at once.
    if writes.isEmpty, !core.isRemote { return }
    if core.isRemote { compareReads() }
    if work.contains(.reading) { drop { !writes[$0].isTouched } }
    if work.contains(.processing) { try process() }
    if work.contains(.hooks) { try callPreCommitHooks() }
    if work.contains(.encoding) { try encode() }
    if core.isRemote { compareWrites() }
    let renewals = core.encodesValues ? [] : takeRenewals()
    drop(where: isUnchanged)
    if core.isRemote, writes.isEmpty { return try confirm() }
    guard !writes.isEmpty || !renewals.isEmpty else { return }
    let staysPut = work.contains(.standby) && !core.isComposed
    let placed = staysPut ? try writes.placed(in: store) : writes
    if placed.count > 1, !canWriteTogether { throw severalKeys() }
    try core.untyped?.check(placed)
    try core.checkPlaces(of: placed)
    if work.contains(.callbacks) { try callWillChange() }
    if work.contains(.program) { core.holdMonitor.pause() }
    if core.isRemote, let remote {
      try remote.write(placed, comparing: comparison)
    } else {
      try store.write(renewals.isEmpty ? placed : placed + renewals)
    }
    publish()
  }

  /// Numbers the commit, which readers see by now, and decides who is notified.
  private func publish() {
    notification = core.publish(
      work.contains(.reserved) ? writes.filter { !$0.name.isReserved } : writes, origin)
  }

  private func process() throws(StoreError) {
    noteUserCode()
    let given = writes.indices.filter { writes[$0].flags.contains(.needsProcessing) }
    for position in given {
      let held = try writes[position].callbacks?.process(writes[position])
      writes[position].new = Cell(stored: nil, held: held ?? .absent)
      writes[position].flags.remove(.needsProcessing)
      if held == nil { writes[position].flags.remove(.needsEncoding) }
    }
    for position in given { try writes[position].callbacks?.check(writes[position]) }
    try prepareDefaults()
  }

  /// Evaluates, with the lock released, the defaults that callbacks will receive.
  private func prepareDefaults() throws(StoreError) {
    for position in writes.indices {
      writes[position].callbacks?.prepareDefault(for: writes[position])
    }
    try requireLock()
  }

  /// Calls each namespace's hook once, outermost first, also those of keys that hooks added.
  private func callPreCommitHooks() throws(StoreError) {
    noteUserCode()
    var called: [any Namespace.Type] = []
    while let space = nextNamespace(after: called) {
      called.append(space)
      guard space.hasPreCommitHook else { continue }
      var pending = PendingCommit(space: space, batch: self)
      do {
        _ = try space.preCommit(&pending)
      } catch {
        throw StoreError(wrapping: error, operation: "preCommit", storageString: nil)
      }
      if let failure { throw failure }
      try prepareDefaults()
    }
  }

  private func nextNamespace(after called: [any Namespace.Type]) -> (any Namespace.Type)? {
    var next: (space: any Namespace.Type, depth: Int)?
    for position in writes.indices {
      let lineage = NamespaceRecord.of(writes[position].space).lineage
      for (depth, space) in lineage.enumerated() where !called.contains(where: { $0 == space }) {
        if depth < next?.depth ?? Int.max { next = (space, depth) }
      }
    }
    return next?.space
  }

  /// Encodes the values that are not encoded yet, and refuses what no file can hold.
  private func encode() throws(StoreError) {
    guard core.encodesValues else { return }
    for position in writes.indices where writes[position].flags.contains(.needsEncoding) {
      writes[position].flags.remove(.needsEncoding)
      let write = writes[position]
      if let form = write.form {
        write.new = try form.cell(of: write.new.held, named: write.name, in: write.space)
      }
      if writes[position].isRemoval { try prepareDefaults() }
    }
  }

  /// Takes out the writes that give a cache a value equal to the one that it holds: they renew its entry,
  /// and no observer or hook is notified of them. Where there is none, values are not compared.
  private func takeRenewals() -> [StagedWrite] {
    guard
      !core.observers.isEmpty || !core.dependents.isEmpty
        || !work.isDisjoint(with: [.hooks, .callbacks])
    else { return [] }
    let isRenewal = writes.map { !$0.flags.contains(.isDivided) && $0.isRenewal }
    guard isRenewal.contains(true) else { return [] }
    let renewals = writes.indices.filter { isRenewal[$0] }.map { writes[$0] }
    drop { isRenewal[$0] }
    return renewals
  }

  /// Whether a write would store what is stored already.
  private func isUnchanged(_ position: Int) -> Bool {
    let write = writes[position]
    // The layers that take the write may hold different values, so one of them may change.
    if write.flags.contains(.isDivided) { return false }
    if core.isRemote, remote?.isSuperseded(write.name) ?? false { return false }
    return write.changesNothing(encodes: core.encodesValues)
  }

  /// Whether the stores that the commit goes to can write several keys, all or nothing.
  private var canWriteTogether: Bool {
    core.stack?.canWriteTogether ?? store.supportsMultiKeyCommits
  }

  /// The refusal of a commit of several keys in a store that cannot write all or none.
  private func severalKeys() -> StoreError {
    let names = writes.prefix(3).map { "'\($0.name)'" }.joined(separator: ", ")
    return StoreError(
      .unsupported, operation: "commit", expected: "one key",
      found: "\(writes.count) keys: \(names)\(writes.count > 3 ? ", …" : "")",
      advice: "Commit key by key, or keep these keys in a DefaultsStore, which writes all or none.")
  }

  private func callWillChange() throws(StoreError) {
    noteUserCode()
    for position in writes.indices { writes[position].callbacks?.willChange(writes[position]) }
    try requireLock()
  }

  /// A pre-commit hook's amendment.
  func amend<K: KeyType>(_ keyType: K, to value: K.Value?, by space: any Namespace.Type) {
    let key = keyType.key
    guard NamespaceRecord.of(K.Space.self).isWithin(space) else {
      return fail(
        StoreError(
          .refused, storageString: key.storageString.string, operation: "preCommit",
          expected: "a key of the namespace \(space) or of one below it",
          advice: "Amend this key from a hook of its own namespace or of a common ancestor."))
    }
    do throws(StoreError) {
      let position = try stage(keyType, mustRead: false, operation: "preCommit")
      // A copy: the commit may have to begin again with the value that was given.
      writes[position] = StagedWrite(copying: writes[position])
      // An amendment is checked, and not processed again.
      var cell = Cell.absent
      if let value, !key.form.isAbsent(value) {
        try key.check(value)
        cell = try key.cell(of: value, encodes: core.encodesValues)
      }
      try put(cell, as: keyType.staged(), operation: "preCommit")
    } catch {
      fail(error)
    }
  }

  private func fail(_ error: StoreError) {
    if failure == nil { failure = error }
  }
}

extension StagedWrite {
  /// Whether the write gives a store that does not encode values one equal to the one that it holds.
  var isRenewal: Bool { !isRemoval && form?.areEqual(old.held, new.held) ?? false }
}
