// Moves from one store to another, which leave the value where it was.

extension LockComparison {
  /// Reports moves to another store, unless the key names the one that it comes from; of all releases,
  /// since values wait where they are.
  mutating func compareStores(_ lines: ArraySlice<LockedKey>, _ reader: KeyInventory.Entry) {
    let new = reader.key.storeName
    checkReturn(lines, reader)
    for line in lines {
      let name = line.storageString
      let old = line.storeName
      if old == new { continue }
      if reader.key.formerStores.contains(old) {
        // Users who skip a release that made the move lose no more than those who had it.
        if line == lines.last || !programs(of: line).isEmpty {
          let words = "`\(name)` moved from the store `\(old)` to `\(new)`"
          reportMove(of: [line], to: reader, nil, (words, old, new))
        }
        continue
      }
      let stores = [new] + reader.key.formerStores + [old]
      let label = "from" + SwiftName.capitalised(old)
      report(
        .lost, line, from: old, to: new,
        "`\(name)` was kept in the store `\(old)` and is kept in `\(new)`: nothing carries its value over",
        mends: [
          reader.key[.parameters] == nil
            ? Change.Mend(
              member: "store", JSONText.array(stores.map(JSONText.quoted)),
              effect:
                "and `store.migrate` with the registry's `migrations(\(label):)` brings it along",
              place: reader.place)
            : acceptance(
              of: name,
              effect:
                "lets it pass, once `store.migrate` with a `Migration(from:in:to:)` for each stored value brings them along",
              at: reader.place)
        ], at: reader.place)
    }
  }

  /// Reports a key that comes back to a store in which an earlier release left its value: that one is there
  /// already, and counts in place of the newer one.
  private mutating func checkReturn(
    _ lines: ArraySlice<LockedKey>, _ reader: KeyInventory.Entry
  ) {
    let own = ExactString(reader.key.storageString)
    guard let current = (ends[own] == nil ? latest[own] : nil) ?? lines.last else { return }
    let (old, new) = (current.storeName, reader.key.storeName)
    guard old != new, let left = lines.last(where: { $0.storeName == new }) else { return }
    report(
      .lost, left, from: old, to: new,
      "`\(own.text)` was kept in the store `\(old)` last, and \(Self.list([left.release])) left a value of `\(left.storageString)` in `\(new)`: that one is read again, and not the newer one",
      mends: [
        Change.Mend(
          member: "store", JSONText.array([old, new].map(JSONText.quoted)),
          effect: "leaves the value where it is", place: reader.place)
      ], at: reader.place)
  }
}

extension LockedKey {
  /// The program's name for the store that has the key.
  var storeName: String { string(.store) ?? strings(.store).first ?? "default" }

  /// The stores that kept it before.
  var formerStores: ArraySlice<String> { strings(.store).dropFirst() }
}
