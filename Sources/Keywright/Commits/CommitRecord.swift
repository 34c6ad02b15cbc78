/// The changes of one commit while it is being made, under the writer's lock.
@usableFromInline
final class CommitRecord: WriterScope {
  let store: any Store
  let origin: CommitOrigin

  /// Whether the store takes values that are encoded already.
  let takesEncoded: Bool

  // A record is used by the thread that holds the writer's lock, which changes one thing at a time:
  // no access to these can overlap another.
  @exclusivity(unchecked) private var list = ChangeList<PendingChange>()

  /// The changes instead, as long as all are values that are encoded already and nobody asks for one
  /// of them.
  @exclusivity(unchecked) private var encoded = ChangeList<KeptChange>()

  var changes: [PendingChange] {
    unpack()
    return list.all
  }

  /// How many changes there are.
  var count: Int { list.all.count + encoded.all.count }

  /// The changes as the store keeps them.
  var kept: [KeptChange] {
    list.all.isEmpty ? encoded.all : list.all.map(KeptChange.init(change:))
  }

  /// Makes objects of the changes that have none yet.
  private func unpack() {
    guard !encoded.all.isEmpty else { return }
    for change in encoded.all { list.enter(change.change) }
    encoded = ChangeList()
  }

  /// Whether all changes are of the kind of which only writing is left to do: see ``EncodedValue``.
  @exclusivity(unchecked) private(set) var isEncoded = true

  /// Whether one of the library's own records is among the changes.
  private var hasReserved = false

  /// The first thing that went wrong where nothing could be thrown.
  private(set) var failure: StoreError?

  /// Whether the lock was let go to compute a default: the commit must begin again.
  private(set) var isAbandoned = false
  private var holdsLock = false

  /// What is left to wait for once the lock was let go.
  private var wait: CommitWait?

  /// The commit, once it was kept, if its notices are not queued; once the lock was let go, if their
  /// delivery is claimed.
  private var notice: Commit?

  init(store: any Store, origin: CommitOrigin) {
    self.store = store
    self.origin = origin
    takesEncoded = store.keepsStoredForms && store.core.stack == nil
  }

  // MARK: The writer's lock

  /// Takes the writer's lock, in this process and across processes.
  func takeLock() throws(StoreError) {
    store.core.writerLock.lock()
    enter()
    do throws(StoreError) {
      try store.beginCommit()
    } catch {
      leave()
      store.core.writerLock.unlock()
      runAfterwards()
      // What others changed may have been taken over before the failure.
      store.core.deliverNotices()
      throw error
    }
    holdsLock = true
    store.core.stopwatch.start()
  }

  private func letLockGo() {
    guard holdsLock else { return }
    holdsLock = false
    store.core.stopwatch.stop(changes, reportTo: store.core)
    wait = store.endCommit()
    notice = store.core.claim(notice, unless: wait != nil || hasAfterwards)
    store.core.writerLock.unlock()
  }

  /// Ends a commit that was not kept: lets the lock go and delivers what waits.
  func end() {
    letLockGo()
    leave()
    runAfterwards()
    store.core.deliverNotices()
  }

  /// Ends a commit that was kept: lets the lock go, waits until the commit is as durable as the
  /// store promises, and delivers what waits.
  func acknowledge() throws(StoreError) {
    letLockGo()
    leave()
    defer {
      runAfterwards()
      store.core.deliverNotices(claimed: notice.take())
    }
    try wait?()
  }

  /// Numbers the commit, which was kept.
  ///
  /// - Parameter kept: The changes as the store kept them.
  func announce(_ kept: [KeptChange]) {
    // The order of a composition's commits is not that of its writer's lock alone.
    guard store.core.stack == nil, !hasReserved else {
      return store.core.announce(changes, origin: origin)
    }
    notice =
      isEncoded
      ? store.core.number(encoded: kept, origin) { changes }
      : store.core.number(changes, origin)
  }

  override func abandon() {
    isAbandoned = true
    letLockGo()
  }

  /// Stops a commit that let its lock go; the pipeline then begins again.
  func requireLock() throws(StoreError) {
    guard isAbandoned else { return }
    throw StoreError(
      .unavailable, operation: "default",
      found: "a default that is computed anew each time it is needed",
      advice: "Declare the key, or its descriptor, as a `static let`.")
  }

  // MARK: Changes

  func change(of name: StorageString) -> PendingChange? {
    unpack()
    return list.change(of: name)
  }

  /// The change of a key, entered now if the commit does not touch the key yet.
  ///
  /// - Parameter mustRead: Whether an unreadable stored value is an error, because the new value
  ///   depends on the old one.
  func change<K: KeyType>(
    for keyType: K, mustRead: Bool, operation: String
  ) throws(StoreError) -> TypedChange<K> {
    let name = keyType.key.storageString
    if let known = change(of: name) as? TypedChange<K> { return known }
    if name.isReserved, origin != .migration { throw .reserved(name, operation: operation) }
    let change = try store.change(of: keyType, mustRead: mustRead, operation: operation)
    enter(change)
    return change
  }

  /// Gives a key a value.
  @usableFromInline
  func assign<K: KeyType>(_ key: K, _ value: K.Value) throws(StoreError) {
    try change(for: key, mustRead: false, operation: "set").assign(value)
  }

  /// Enters the change of a key to a value that is encoded already.
  func enter(encoded change: consuming KeptChange) {
    if list.all.isEmpty { encoded.enter(change) } else { enter(change.change) }
  }

  func enter(_ change: PendingChange) {
    unpack()
    if isEncoded, !change.isSilent { isEncoded = false }
    if !hasReserved, change.name.isReserved { hasReserved = true }
    list.enter(change)
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

  /// Encodes the new values, and refuses what no file can hold.
  func encode() throws(StoreError) {
    let kept = encoded.all
    // By index, and only what is needed: to take each out would be to copy it.
    for index in kept.indices {
      try kept[index].stored?.checkStorable(as: kept[index].name, in: kept[index].place.space)
    }
    for change in list.all { try change.encode() }
  }

  /// Leaves out what was only read.
  func dropUntouched() {
    unpack()
    list.leaveOut { !$0[$1].isTouched }
  }

  /// Leaves out what would store the form that is stored already.
  func dropUnchanged() {
    encoded.leaveOut { $0[$1].stored == $0[$1].place.storedBefore }
    guard store.keepsStoredForms else {
      list.leaveOut { $0[$1].isRemoval && !$0[$1].wasStored && !$0[$1].isDivided }
      return
    }
    // Damaged bytes are stored and have no form: removing them is a change.
    list.leaveOut { changes, index in
      let change = changes[index]
      return change.stored == change.storedBefore
        && (change.storedBefore != nil || !change.wasStored) && !change.isDivided
    }
  }
}
