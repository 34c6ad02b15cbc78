extension LayerStack {
  /// The tables of the first layers, up to one that must be asked itself.
  ///
  /// A reader's compiler sees through a table and not through a store of unknown type, which makes
  /// the common `get` some hundred times as fast. A filled layer ends the row: what is below it
  /// must be put into it.
  func leadingTables() -> (tables: [StoredTable], isAll: Bool) {
    var tables: [StoredTable] = []
    for layer in layers {
      guard let reader = layer.reader else { continue }
      if let layer = reader as? any TextLayer, layer.texts.isEmpty { continue }
      guard layer.owns == nil, layer.names == nil, let store = reader as? any TableBacked else {
        return (tables, false)
      }
      tables.append(store.table)
      if layer.isFilled { return (tables, false) }
    }
    return (tables, true)
  }
}
