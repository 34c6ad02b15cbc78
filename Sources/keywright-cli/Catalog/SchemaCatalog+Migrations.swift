import Keywright
import KeywrightSchema

extension SchemaCatalog {
  /// What the program does to a store when it opens it, in the order of generated code, but for functions that only
  /// the program has.
  var migrations: [Migration] { targets.flatMap(migrations) }

  private func migrations(of target: CatalogTarget) -> [Migration] {
    let own = keys.filter { $0.target.path == target.path }
    return own.compactMap(\.renaming) + own.flatMap(\.earlierDefaults)
      + sweep(of: target.model.root)
  }

  /// The removal of values that no key has any more.
  private func sweep(of root: NamespaceModel) -> [Migration] {
    let swept = root.all.flatMap(\.reserved).filter(\.removes)
    if swept.isEmpty { return [] }
    return [
      ._removing(
        swept.filter { !$0.isFamily }.map(\.storageString),
        families: swept.filter(\.isFamily).map(\.storageString))
    ]
  }
}

extension CatalogKey {
  /// Brings values of former keys along; nil where there is none, or only the program can make one of an earlier value.
  fileprivate var renaming: Migration? {
    guard !model.formerKeys.isEmpty, !model.movesLater, model.migrate == nil else { return nil }
    return isFamily
      ? ._family(from: model.formerKeys, to: anyKey)
      : anyKey.base.migration(from: model.formerKeys)
  }

  /// Gives the store of an earlier installation the defaults that it had, the oldest first.
  fileprivate var earlierDefaults: [Migration] {
    (model.earlierDefaults ?? []).reversed().map { earlier in
      ._keeping(
        earlier.value.stored(target.model.types), for: storeKey, since: earlier.end,
        after: earlier.releases, of: target.model.module)
    }
  }
}
