/// The changes of one commit while it is being made, under the writer's lock.
final class CommitRecord {
  let store: any Store
  private(set) var changes: [PendingChange] = []
  private var positions: [StorageString: Int] = [:]

  /// The first thing that went wrong where nothing could be thrown.
  private(set) var failure: StoreError?

  /// A default that is needed and was not computed yet: the commit must let its lock go, compute
  /// it, and begin again.
  private(set) var missingDefault: (() -> Void)?

  init(store: any Store) { self.store = store }

  func change(of name: StorageString) -> PendingChange? {
    if changes.count <= 8 { return changes.first { $0.name == name } }
    return positions[name].map { changes[$0] }
  }

  /// The change of a key, entered now if the commit does not touch the key yet.
  ///
  /// - Parameter mustRead: Whether an unreadable stored value is an error, because the new value
  ///   depends on the old one.
  func change<K: KeyType>(
    for keyType: K, mustRead: Bool, operation: String
  ) throws(StoreError) -> TypedChange<K> {
    if let known = change(of: keyType.key.storageString) as? TypedChange<K> { return known }
    let change = try store.change(of: keyType, mustRead: mustRead, operation: operation)
    enter(change)
    return change
  }

  func enter(_ change: PendingChange) {
    if let position = positions[change.name] {
      changes[position] = change
    } else {
      positions[change.name] = changes.count
      changes.append(change)
    }
  }

  /// A pre-commit hook's amendment.
  func amend<K: KeyType>(_ keyType: K, to value: K.Value?, by space: any Namespace.Type) {
    guard K.Space.lineage.contains(where: { $0 == space }) else {
      fail(
        StoreError(
          .refused, storageString: keyType.key.storageString.string, operation: "preCommit",
          expected: "a key of the namespace \(space) or of one below it",
          advice: "Amend this key from a hook of its own namespace or of a common ancestor."))
      return
    }
    do throws(StoreError) {
      if let known = change(of: keyType.key.storageString), known.amend(to: value) { return }
      try change(for: keyType, mustRead: false, operation: "preCommit").assign(value)
    } catch {
      fail(error)
    }
  }

  func fail(_ error: StoreError) {
    if failure == nil { failure = error }
  }

  /// Notes a default that must be computed before the commit can go on; true if there is one.
  func lacksDefault() -> Bool {
    guard let missing = changes.lazy.compactMap(\.missingDefault).first else { return false }
    missingDefault = missing
    return true
  }

  func needs(_ missing: @escaping () -> Void) {
    if missingDefault == nil { missingDefault = missing }
  }

  /// Leaves out what was only read.
  func dropUntouched() {
    changes.removeAll { !$0.isTouched }
    positions = [:]
    for (position, change) in changes.enumerated() { positions[change.name] = position }
  }

  /// Leaves out what would store the form that is stored already.
  func dropUnchanged() {
    guard store.keepsStoredForms else {
      changes.removeAll { $0.isRemoval && !$0.wasStored }
      return
    }
    changes.removeAll { $0.stored == $0.storedBefore && !$0.isDivided }
  }
}
