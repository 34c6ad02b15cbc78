import KeywrightStorage

extension WriteBatch {
  /// The position of the write of a storage string, if there is one.
  func position(of name: StorageString) -> Int? {
    if writes.count <= PositionIndex.minimum {
      return writes.indices.first { writes[$0].name == name }
    }
    return positions?.position(of: name) { self.writes[$0].name == name }
  }

  /// Stages a write, in place of the one of its storage string if there is one.
  ///
  /// - Returns: Its position.
  @discardableResult
  func stage(_ write: StagedWrite) -> Int {
    note(write.key)
    if let position = position(of: write.name) {
      writes[position] = write
      return position
    }
    return append(write)
  }

  /// Adds a write whose key was noted, and whose storage string has none yet; returns its position.
  @discardableResult
  private func append(_ write: StagedWrite) -> Int {
    writes.append(write)
    if work.contains(.program) { core.holdMonitor.note(write.name) }
    index(from: writes.count == PositionIndex.minimum + 1 ? 0 : writes.count - 1)
    return writes.count - 1
  }

  /// Notes the steps for which a key has work.
  private func note(_ key: StagedKey) {
    if key.name.isReserved { work.insert(.reserved) }
    let traits = key.form?.traits
    if traits?.movesLater ?? false { work.insert(.standby) }
    if core.isRehearsal { return }
    if key.callbacks != nil { work.insert(.callbacks) }
    if NamespaceRecord.of(key.space).hasHooks { work.insert(.hooks) }
    if let registry = traits?.registry, origin != .migration {
      core.noteUse(of: key.name, registry: registry)
    }
  }

  private func index(from first: Int) {
    guard writes.count > PositionIndex.minimum else { return }
    if positions == nil { positions = PositionIndex() }
    for position in first..<writes.count { positions?.add(position) { writes[$0].name } }
  }

  /// Drops writes.
  func drop(where isDropped: (Int) -> Bool) {
    guard writes.indices.contains(where: isDropped) else { return }
    writes = writes.indices.filter { !isDropped($0) }.map { writes[$0] }
    positions = nil
    index(from: 0)
  }

  /// The cell that the store holds, and whether something is stored.
  private func cellBefore(
    _ name: StorageString, mustRead: Bool = false
  ) throws(StoreError) -> (cell: Cell, isStored: Bool) {
    if mustRead, core.isRemote { try remote?.requireReadable(name) }
    // Without the store, whose type is not known here.
    if let table = core.table { return table.cellBefore(name) }
    return try store.cellBefore(name, mustRead: mustRead)
  }

  /// The cell that the store holds for a key: under its name, or else a former one.
  private func cellBefore(
    of key: StagedKey, mustRead: Bool = false
  ) throws(StoreError) -> (cell: Cell, isStored: Bool) {
    var found = try cellBefore(key.name, mustRead: mustRead)
    for name in key.standbyStrings where !found.isStored {
      found = try cellBefore(name, mustRead: mustRead)
    }
    if let untyped = core.untyped, let form = key.form, let stored = found.cell.stored {
      found.cell = Cell(stored: untyped.form(of: stored, for: form))
    }
    return found
  }

  private func refuseReserved(_ name: StorageString, operation: String) throws(StoreError) {
    if name.isReserved, origin != .migration { throw .reserved(name, operation: operation) }
  }

  /// Stages a key: reads its cell, and enters a write that changes nothing yet.
  ///
  /// - Parameters:
  ///   - mustRead: Whether damaged bytes are an error, because the new value depends on the old one.
  /// - Returns: The write's position.
  @inlinable
  func stage<K: KeyType>(
    _ keyType: K, mustRead: Bool, operation: String
  ) throws(StoreError) -> Int {
    if isComposed {
      return try stageInLayers(keyType.key, mustRead: mustRead, operation: operation)
    }
    return try stage(keyType.staged(), mustRead: mustRead, operation: operation)
  }

  /// Whether the store is made of other stores, which may hold different things for one key.
  @usableFromInline var isComposed: Bool { core.isComposed }

  /// Whether the store encodes values.
  @usableFromInline var encodesValues: Bool { core.encodesValues }

  @usableFromInline
  func stage(_ key: StagedKey, mustRead: Bool, operation: String) throws(StoreError) -> Int {
    if let known = position(of: key.name) { return known }
    try refuseReserved(key.name, operation: operation)
    let (cell, isStored) = try cellBefore(of: key, mustRead: mustRead)
    note(key)
    work.insert(.reading)
    return append(StagedWrite(key, old: cell, new: cell, flags: isStored ? .wasStored : []))
  }

  @usableFromInline
  func stageInLayers<Space, Value>(
    _ key: Key<Space, Value>, mustRead: Bool, operation: String
  ) throws(StoreError) -> Int {
    if let known = position(of: key.storageString) { return known }
    try refuseReserved(key.storageString, operation: operation)
    guard let stack = core.stack else {
      return try stage(key.staged(), mustRead: mustRead, operation: operation)
    }
    work.insert(.reading)
    return stage(try stack.stage(key, mustRead: mustRead, operation: operation))
  }

  /// The value of a staged key as the commit stands now.
  @inlinable
  func value<Space, Value>(
    at position: Int, as key: Key<Space, Value>, operation: String
  ) throws(StoreError) -> Value {
    if let value = held(at: position).value(as: Value.self, form: key.formID) { return value }
    return try decodedValue(at: position, as: key, operation: operation)
  }

  /// The value of a staged key, if it is at hand decoded.
  @usableFromInline
  func held(at position: Int) -> HeldValue {
    let write = writes[position]
    return write.isTouched ? write.new.held : write.oldHeld
  }

  @usableFromInline
  func decodedValue<Space, Value>(
    at position: Int, as key: Key<Space, Value>, operation: String
  ) throws(StoreError) -> Value {
    let write = writes[position]
    if write.isTouched, !write.isRemoval {
      if let value = write.value(of: write.new, as: key) { return value }
      throw .unreadable(key, core.hidesValues ? nil : write.newForm, operation)
    }
    if !write.isTouched {
      if let value = write.readableOldValue(as: key) { return value }
      if write.wasStored, !core.isComposed {
        throw .unreadable(key, core.hidesValues ? nil : write.old.stored, operation)
      }
    }
    return write.fallback(for: key)
  }

  /// Stages a key and gives it a value, to be processed and checked when all values are given; nil
  /// removes.
  @inlinable
  func set<K: KeyType>(_ keyType: K, to value: K.Value?, operation: String) throws(StoreError) {
    if isComposed {
      _ = try stageInLayers(keyType.key, mustRead: false, operation: operation)
    }
    let key = keyType.key
    guard let value, !key.form.isAbsent(value) else {
      return try put(.absent, as: keyType.staged(), operation: operation)
    }
    guard keyType.needsPreparation else {
      let cell = try keyType.cell(of: value, encodes: encodesValues)
      return try put(cell, as: keyType.staged(), operation: operation)
    }
    let cell = Cell(stored: nil, held: HeldValue(value, form: key.formID))
    try put(
      cell, as: keyType.staged(processes: true), isProcessed: false, operation: operation)
  }

  /// The value of the only key that a commit changes, which code of the program gets now, with what is there if the
  /// change need not be staged.
  @inlinable
  func valueAlone<K: KeyType>(
    of keyType: K
  ) throws(StoreError) -> (value: K.Value, old: LoneValue?) {
    let key = keyType.key
    if keyType.isDeclared, let old = beginAlone(keyType.staged()) {
      let value = old.cell.held.value(as: K.Value.self, form: key.formID)
      if let value { return (value, old) }
      return (try decodedValue(of: old, as: key), old)
    }
    let position = try stage(keyType, mustRead: true, operation: "update")
    let value = try value(at: position, as: key, operation: "update")
    noteUserCode()
    return (value, nil)
  }

  @usableFromInline
  func beginAlone(_ key: StagedKey) -> LoneValue? {
    guard core.tableStore == type(of: store), let old = loneValue(of: key) else { return nil }
    work.insert(.program)
    core.holdMonitor.start([], key.name)
    return old
  }

  /// Gives the only key of a commit a value. The library's own work on it is done at once.
  ///
  /// - Parameter old: That which ``valueAlone(of:)`` gave.
  @inlinable
  func setAlone<K: KeyType>(
    _ keyType: K, to value: K.Value, over old: LoneValue?
  ) throws(StoreError) {
    guard keyType.isDeclared else { return try set(keyType, to: value, operation: "update") }
    let cell = try keyType.prepared(value, encodes: encodesValues)
    let key = keyType.staged()
    if let old, try write(cell, as: key, over: old) { return }
    try put(cell, as: key, operation: "update")
  }

  /// Gives a key a value, in place of the one that was given before. The last key that gives a value
  /// decides on its form.
  ///
  /// In a composition the key was staged, since its layers may hold different things.
  ///
  /// - Parameters:
  ///   - cell: The value. A stored form that it lacks is made later, or the reason thrown.
  ///   - isProcessed: Whether the value was processed and checked.
  @usableFromInline
  func put(
    _ cell: consuming Cell, as key: consuming StagedKey, isProcessed: Bool = true,
    operation: String
  ) throws(StoreError) {
    var flags = StagedWrite.Flags.isTouched
    if core.encodesValues, cell.stored == nil, cell.held.form != .absent {
      flags.insert(.needsEncoding)
      work.insert(.encoding)
    }
    if !isProcessed {
      flags.insert(.needsProcessing)
      work.insert(.processing)
    }
    try refuseReserved(key.name, operation: operation)
    note(key)
    if let position = position(of: key.name) {
      let write = writes[position]
      write.key = key
      write.new = cell
      write.flags.subtract([.needsProcessing, .needsEncoding])
      write.flags.formUnion(flags)
    } else {
      let (old, isStored) = try cellBefore(of: key)
      if isStored { flags.insert(.wasStored) }
      append(StagedWrite(key, old: old, new: cell, flags: flags))
    }
  }

  /// Stages the removal of a storage string whose key is unknown.
  func remove(_ name: StorageString, in space: any Namespace.Type) throws(StoreError) {
    if let stack = core.stack {
      stage(try stack.stageRemoval(of: name, in: space))
    } else {
      stage(StagedWrite(removing: name, in: space, old: try cellBefore(name).cell))
    }
  }
}
