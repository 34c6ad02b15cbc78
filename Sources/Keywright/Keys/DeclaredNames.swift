/// The storage strings of declared keys, those of families by what they begin with.
struct DeclaredNames: Sendable {
  private let single: Set<StorageString>
  private let families: [String]

  init(_ keys: [KeyDescription]) {
    single = Set(keys.lazy.filter { !$0.isFamily }.map { StorageString($0.storageString) })
    families = keys.filter(\.isFamily).map { $0.storageString + ":" }
  }

  @Sendable func contains(_ name: StorageString) -> Bool {
    single.contains(name) || families.contains { name.hasPrefix($0) }
  }
}
