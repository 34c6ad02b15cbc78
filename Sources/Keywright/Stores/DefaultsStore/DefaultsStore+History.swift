import KeywrightStorage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DefaultsStore {
  /// Whether a store keeps the lists that newer ones replace, to return to them after an update that reset
  /// something, a migration that was wrong, or a slip of the user's.
  ///
  /// The files lie beside the list, with its permissions: `defaults.plist.earlier-7`. Each holds what the
  /// store held at a time when it was idle, or was closed. There are at most 45: the last four; the last
  /// one of each hour, day and month, of the 12 hours, 14 days and 12 months that have some; the three last
  /// ones before the first commit of another version of the program. The last four lists that another program
  /// edited stay beside them, so that what its user saves next is compared with them; they are no earlier
  /// values. Together all have at most 64 MB. On a full disk the oldest go before a commit fails.
  public enum History: Sendable {
    /// In a store that is opened with its registries, none of whose keys is secret: the default. Once a key
    /// is secret, no more lists are kept, and those that are there stay without any secret. A store that
    /// is opened without registries goes on with what others began.
    case automatic
    /// In any case. A secret that is replaced or removed leaves the earlier lists as it leaves the list:
    /// within seconds, or when the store is closed. Where a program without registries wrote the list, it
    /// does so with the next program that knows the secret.
    case kept
    /// Not at all; those that are there go with the next list.
    case off
  }

  /// The values that the store held earlier, the oldest first.
  ///
  /// ```swift
  /// let yesterday = try store.history.last { $0.date < midnight }
  /// if let yesterday { try store.restore(yesterday) }
  /// ```
  ///
  /// - Throws: If the folder cannot be read.
  ///
  /// Complexity: O(*n*) in the number of files in the folder; none of them is read.
  public var history: [EarlierValues] {
    get throws(StoreError) { try file.history() }
  }

  /// Removes all earlier values.
  ///
  /// ```swift
  /// try store.removeHistory()
  /// ```
  ///
  /// The present list is written anew for that, and its log removed, since both may still hold what later
  /// commits replaced: afterwards no file of the store holds a value that it does not have. Copies that the
  /// store made of a damaged list or of an edit stay.
  ///
  /// - Throws: If the list cannot be written or a file not removed; ``StoreError/Code/reentrant`` from
  ///   inside a commit.
  public func removeHistory() throws(StoreError) {
    try file.removeHistory(timeout: lockTimeout)
  }

  /// Brings the values back that the store held earlier, as one commit.
  ///
  /// ```swift
  /// if let before = try store.history.last { try store.restore(before) }
  /// ```
  ///
  /// Present values that were not there then are removed; but not secrets, which leave the earlier values when
  /// they are replaced. The values are committed as they were stored,
  /// without processing and without a look at constraints, which may be newer. Observers hear of it, and
  /// so do the hooks of the namespaces of `keys`, and of the registries with which the store was opened,
  /// with `willChange` and `didChange` of their keys. The library's own records stay, so that no
  /// migration is made a second time.
  ///
  /// - Parameters:
  ///   - earlier: The earlier values.
  ///   - keys: The keys to bring back; nil for all that is stored.
  /// - Returns: The storage strings that changed: in the order of `keys`, else of their bytes.
  /// - Throws: If the earlier values cannot be read, a hook refuses, or the write fails; then nothing changed.
  ///
  /// Complexity: O(*n*) in the number of values.
  @discardableResult
  public func restore(
    _ earlier: EarlierValues, only keys: [AnyKey]? = nil
  ) throws(StoreError) -> [String] {
    let values = try earlier.values()
    let isSecret = file.historyChoice.isSecret
    let owners = Owners(keys ?? [], file.historyChoice.registries)
    return try commit("restore", nil) { batch in
      let names =
        if let keys {
          keys.map(\.storageString)
        } else {
          Set(try values.storageStrings()).union(try storageStrings()).filter { !$0.isReserved }
            .sorted { $0.string.utf8.lexicographicallyPrecedes($1.string.utf8) }
        }
      var changed: [String] = []
      for name in names {
        let stored = try values.stored(name)
        if try self.stored(name) == stored { continue }
        // An earlier list without a secret says nothing of the secret's value at that time.
        if stored == nil, isSecret?(name.string) ?? false { continue }
        let owner = owners.owner(of: name)
        let key = owner.key?.staged() ?? StagedKey(name, in: owner.space, nil)
        try batch.put(Cell(stored: stored), as: key, operation: "restore")
        changed.append(name.string)
      }
      if !changed.isEmpty { keepBeforeRestoring() }
      return changed
    }
  }
}

extension EarlierValues {
  /// Makes those of a list that was kept.
  init(
    _ list: EarlierList, of file: DurableFile, path: String, _ registries: [any KeyRegistry.Type]
  ) {
    let url = URL(filePath: path).deletingLastPathComponent().appending(path: list.name)
    self.init(
      date: Date(timeIntervalSince1970: Double(list.date) / 1e9),
      isBeforeUpdate: list.kind == .beforeUpdate, url: url
    ) { () throws(StoreError) in
      let members: [PropertyListDictionary.Member]
      do throws(StorageError) {
        members = try file.members(of: list)
      } catch {
        throw StoreError(error)
      }
      let store = MemoryStore(rehearsing: members, name: list.name)
      try store.migrate(registries.flatMap { $0.migrations })
      return store
    }
  }
}

extension DefaultsStore {
  /// Keeps what the store holds before earlier values take its place, so that they can be taken back. To be
  /// called inside a commit.
  package func keepBeforeRestoring() { file.writer.keep(as: .replaced) }

  /// Names secrets that no registry declares, so that those that are replaced or removed leave the kept lists
  /// too: of a program that has schemas in place of registries, or the snapshots of a cluster.
  ///
  /// - Parameter isSecret: Whether the value of a storage string is secret.
  package func keepNoSecrets(_ isSecret: @escaping @Sendable (String) -> Bool) {
    file.historyChoice.note(secrets: isSecret)
  }
}
