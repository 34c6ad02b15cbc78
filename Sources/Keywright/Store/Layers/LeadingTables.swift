/// The tables of a composition's first layers, as far as a reader can look into them directly.
///
/// A reader's compiler sees through a table and not through a store of unknown type, which makes
/// the common `get` some hundred times as fast.
@usableFromInline
struct LeadingTables: Sendable {
  @usableFromInline var tables: [ValueTable] = []

  /// Whether these are all layers that are read.
  @usableFromInline var isAll = false

  @usableFromInline let invalidated: InvalidatedEntries

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
}
