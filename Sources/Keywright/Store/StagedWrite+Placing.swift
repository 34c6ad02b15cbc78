import KeywrightStorage

extension [StagedWrite] {
  /// The writes that a store makes of these: of a key whose value stays under a former name for now, to where
  /// it is, or else to the newest former name; a removal removes it from all of them.
  ///
  /// Once a later program has moved the value to the key's own name, it belongs there, also if it has been removed
  /// since: that program asks the former name no more.
  ///
  /// - Parameters:
  ///   - store: The store, whose writer's lock is held.
  ///   - inner: The name that the store has for one of the key's.
  func placed(
    in store: any Store, named inner: (StorageString) -> StorageString = { $0 }
  ) throws(StoreError) -> [StagedWrite] {
    var placed: [StagedWrite] = []
    for write in self { placed += try write.placed(in: store, named: inner) }
    return placed
  }
}

extension StagedWrite {
  fileprivate func placed(
    in store: any Store, named inner: (StorageString) -> StorageString
  ) throws(StoreError) -> [StagedWrite] {
    guard let newest = key.standbyStrings.first, store.core.encodesValues else { return [self] }
    var places: [(name: StorageString, cell: Cell)] = []
    for name in key.strings {
      let (cell, isStored) = try store.cellBefore(inner(name))
      if isStored { places.append((name, cell)) }
    }
    if isRemoval { return places.map { write(under: $0.name, over: $0.cell) } }
    if let place = places.first { return [write(under: place.name, over: place.cell)] }
    let moved = try store.read(Reserved.migrated(to: inner(name))) ?? []
    return [write(under: moved.isEmpty ? newest : name, over: .absent)]
  }

  private func write(under name: StorageString, over cell: Cell) -> StagedWrite {
    let write = StagedWrite(copying: self)
    write.key = StagedKey(name, in: key.space, key.form, key.callbacks)
    write.old = cell
    return write
  }
}
