/// The tables of a composition's first layers, as far as a reader can look into them directly.
///
/// A reader's compiler sees through a table and not through a store of unknown type, which makes
/// the common `get` some hundred times as fast.
@usableFromInline
struct LeadingTables: Sendable {
  @usableFromInline let tables: [ValueTable]

  /// Whether these are all layers that are read.
  @usableFromInline let isAll: Bool

  @usableFromInline let invalidated: InvalidatedEntries

  init(of stack: LayerStack) {
    (tables, isAll) = LeadingTables.find(in: stack)
    invalidated = stack.invalidated
  }

  /// The value, if the tables have the answer.
  @inlinable
  func lookup<Value: Sendable>(
    _ name: StorageString, _ form: FormID, as type: Value.Type
  ) -> Lookup<Value> {
    let generation = invalidated.generation
    guard invalidated.isEmpty else { return .miss }
    for table in tables {
      switch table.lookup(name, form, as: type, isBounded: false) {
      case .hit(let value): return invalidated.hasChanged(since: generation) ? .miss : .hit(value)
      case .miss: return .miss
      case .absent: continue
      }
    }
    return isAll ? .absent : .miss
  }

  /// The tables up to a layer that must be asked itself.
  private static func find(in stack: LayerStack) -> (tables: [ValueTable], isAll: Bool) {
    var tables: [ValueTable] = []
    for layer in stack.layers {
      guard let reader = layer.reader else { continue }
      if let layer = reader as? any TextLayer, layer.texts.isEmpty { continue }
      guard layer.takesAll,
        let table = reader.core.lookupTable?.takeUnretainedValue(),
        !table.isBounded
      else { return (tables, false) }
      tables.append(table)
      // Values below a filled layer must be copied into it.
      if layer.isFilled { return (tables, false) }
    }
    return (tables, true)
  }
}
