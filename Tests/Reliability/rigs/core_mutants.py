"""Faults of a careless author of commits, observers, compositions and stores.

As in `mutants.py`: each patch names a file below `Sources`, a text that must be there exactly once,
and its replacement, in which `MUTANT("what is wrong")` is true only while that mutant is awake;
`INLINED("what is wrong")` where the code is compiled into other modules. What is wrong is a promise
that is broken: where a line of the sources changes, find the line that keeps the promise now.
"""

RUNTIME = "Keywright/"
COMMITS = RUNTIME + "Commits/"
LAYERS = RUNTIME + "Store/Layers/"
NOTIFICATIONS = RUNTIME + "Notifications/"
STORE = RUNTIME + "Store/"
STREAMS = RUNTIME + "Observation/Streams/"
STORES = RUNTIME + "Stores/"
TABLE = RUNTIME + "Table/"

PATCHES = [
    # The order of a commit
    (STORE + "WriteBatch+Commit.swift", """\
    for position in given {
      let held = try writes[position].callbacks?.process(writes[position])
""", """\
    for position in given {
      if MUTANT("constraints are checked before the value is processed") { try writes[position].callbacks?.check(writes[position]) }
      let held = try writes[position].callbacks?.process(writes[position])
"""),
    (STORE + "WriteBatch+Commit.swift", """\
    for position in given { try writes[position].callbacks?.check(writes[position]) }
""", """\
    for position in given where !MUTANT("constraints are checked before the value is processed") {
      try writes[position].callbacks?.check(writes[position])
    }
"""),
    (COMMITS + "KeyCallbacks.swift", """\
    guard let processed = try processed(value) else { return .absent }
    try key.check(processed)
""", """\
    if INLINED("constraints are checked before the value is processed") { try key.check(value) }
    guard let processed = try processed(value) else { return .absent }
    if !INLINED("constraints are checked before the value is processed") { try key.check(processed) }
"""),
    (STORE + "WriteBatch+Commit.swift", """\
      if let value, !key.form.isAbsent(value) {
        try key.check(value)
""", """\
      var value = value
      if MUTANT("an amendment of a hook is processed again"), let given = value, !key.form.isAbsent(given) {
        value = try keyType.processed(given)
      }
      if let value, !key.form.isAbsent(value) {
        if !MUTANT("an amendment of a hook is not checked") { try key.check(value) }
"""),
    (STORE + "WriteBatch+Commit.swift", """\
        if depth < next?.depth ?? Int.max { next = (space, depth) }
""", """\
        let isNext = MUTANT("pre-commit hooks are called innermost first") ? depth > next?.depth ?? -1 : depth < next?.depth ?? Int.max
        if isNext { next = (space, depth) }
"""),
    (STORE + "WriteBatch+Commit.swift", """\
        _ = try space.preCommit(&pending)
""", """\
        if MUTANT("a pre-commit hook is called twice") { _ = try space.preCommit(&pending) }
        _ = try space.preCommit(&pending)
"""),
    (STORE + "WriteBatch+Commit.swift", """\
    while let space = nextNamespace(after: called) {
""", """\
    let given = writes.count
    while let space = nextNamespace(after: called) {
      if MUTANT("a key that a hook adds brings in no hooks of its own"), writes.count > given { break }
"""),
    (STORE + "WriteBatch+Commit.swift", """\
    if work.contains(.hooks) { try callPreCommitHooks() }
    if work.contains(.encoding) { try encode() }
""", """\
    if MUTANT("willChange is called before the hooks"), work.contains(.callbacks) { try callWillChange() }
    if work.contains(.hooks), !MUTANT("pre-commit hooks are called after encoding") { try callPreCommitHooks() }
    if work.contains(.encoding) { try encode() }
    if work.contains(.hooks), MUTANT("pre-commit hooks are called after encoding") { try callPreCommitHooks() }
    if MUTANT("willChange is called where nothing changes"), work.contains(.callbacks) { try callWillChange() }
"""),
    (STORE + "WriteBatch+Commit.swift", """\
    if work.contains(.callbacks) { try callWillChange() }
""", """\
    if work.contains(.callbacks), !MUTANT("willChange is called before the hooks"),
      !MUTANT("willChange is called where nothing changes"),
      !MUTANT("willChange is called after the write")
    {
      try callWillChange()
    }
"""),
    (STORE + "WriteBatch+Commit.swift", """\
    if core.isRemote, let remote {
      try remote.write(placed, comparing: comparison)
    } else {
      try store.write(renewals.isEmpty ? placed : placed + renewals)
    }
    publish()
""", """\
    if MUTANT("a commit is numbered before it is written") { publish() }
    do throws(StoreError) {
      if core.isRemote, let remote {
        try remote.write(placed, comparing: comparison)
      } else {
        try store.write(renewals.isEmpty ? placed : placed + renewals)
      }
    } catch {
      notification = nil
      throw error
    }
    if MUTANT("willChange is called after the write") {
      for position in writes.indices { writes[position].callbacks?.willChange(writes[position]) }
    }
    if !MUTANT("a commit is numbered before it is written") { publish() }
"""),
    (STORE + "WriteBatch+Commit.swift", """\
    if write.flags.contains(.isDivided) { return false }
""", """\
    if MUTANT("what is stored already is written again") { return false }
    if write.flags.contains(.isDivided) { return false }
"""),
    (STORE + "WriteBatch+Commit.swift", """\
    return write.changesNothing(encodes: core.encodesValues)
""", """\
    if core.encodesValues, MUTANT("removing nothing is a commit"), write.isRemoval { return false }
    if core.encodesValues, MUTANT("what was only read is written"), !write.isTouched { return false }
    return write.changesNothing(encodes: core.encodesValues)
"""),
    (STORE + "WriteBatch+Commit.swift", """\
    if work.contains(.reading) { drop { !writes[$0].isTouched } }
""", """\
    if work.contains(.reading), !MUTANT("what was only read is written") { drop { !writes[$0].isTouched } }
"""),
    (COMMITS + "KeyCallbacks.swift", """\
  private let keyType: K
  private let key: Key<K.Space, K.Value>
""", """\
  private let keyType: K
  private let key: Key<K.Space, K.Value>
  var given: K.Value?
"""),
    (COMMITS + "KeyCallbacks.swift", """\
    let processed = try keyType.processed(value) { write.readableOldValue(as: key) }
""", """\
    given = value
    let processed = try keyType.processed(value) { write.readableOldValue(as: key) }
"""),
    (STORE + "Store+Writing.swift", """\
        try batch.put(prepared, as: keyType.staged(), operation: operation)
""", """\
        try batch.put(prepared, as: keyType.staged(), operation: operation)
        if let callbacks = batch.writes[position].callbacks as? TypedCallbacks<K> { callbacks.given = value }
"""),
    (COMMITS + "KeyCallbacks.swift", """\
    let (old, new) = (write.oldValue(as: key), write.newValue(as: key))
    key.descriptor?.willChange?(old, new)
""", """\
    let old = write.oldValue(as: key)
    var new = write.newValue(as: key)
    if MUTANT("willChange receives the value that was given, not the one that is written"), let given { new = given }
    key.descriptor?.willChange?(old, new)
"""),
    (STORE + "PreCommitHook.swift", """\
    batch.writes.filter { [space] in $0.isWithin(space) }.map(KeyChange.init)
""", """\
    batch.writes.filter { [space] in $0.isWithin(space) || MUTANT("a hook sees keys of other namespaces") }.map(KeyChange.init)
"""),
    (STORE + "PreCommitHook.swift", """\
      batch.writes[position].isWithin(space)
    else { return nil }
""", """\
      batch.writes[position].isWithin(space) || MUTANT("a hook sees keys of other namespaces")
    else { return nil }
"""),
    (STORE + "WriteBatch+Commit.swift", """\
    guard NamespaceRecord.of(K.Space.self).isWithin(space) else {
""", """\
    guard MUTANT("a hook may amend any key") || NamespaceRecord.of(K.Space.self).isWithin(space) else {
"""),
    (STORE + "WriteBatch+Commit.swift", """\
    if placed.count > 1, !canWriteTogether { throw severalKeys() }
""", """\
    if MUTANT("willChange is called before a commit of several keys is refused"), work.contains(.callbacks) { try callWillChange() }
    if placed.count > 1, !canWriteTogether, !MUTANT("a commit of several keys goes to a store that takes one") { throw severalKeys() }
"""),
    (STORE + "WriteBatch+Staging.swift", """\
      if write.wasStored, !core.isComposed {
""", """\
      if write.wasStored, !core.isComposed, !MUTANT("an unreadable value is updated as if it were the default") {
"""),
    # The writer's lock
    (STORE + "Store+Writing.swift", """\
        batch.cancel()
        if CommitConflict(error) != nil {
""", """\
        if !MUTANT("a commit that a hook refused keeps the lock") || batch.isInvalidated { batch.cancel() }
        if CommitConflict(error) != nil {
"""),
    (STORE + "Store+Writing.swift", """\
        guard batch.isInvalidated, attempt < WriteBatch.attempts else { throw error }
""", """\
        guard batch.isInvalidated, !MUTANT("a commit that released its lock fails instead of beginning again"),
          attempt < WriteBatch.attempts
        else { throw error }
"""),
    (STORE + "WriteBatch.swift", """\
      batch.exit()
      core.writerLock.unlock()
""", """\
      if !MUTANT("a commit that could not begin counts as under way") { batch.exit() }
      core.writerLock.unlock()
"""),
    (STORE + "WriteBatch.swift", """\
    guard !CommitContext.isActive else { throw .reentrant(operation: nil) }
    let core = store.core.ofProcess
""", """\
    let core = store.core.ofProcess
    guard CommitContext.current.map({ context in
      MUTANT("a set inside a commit of another store is let in") && (context as? WriteBatch)?.core !== core }) ?? true
    else { throw .reentrant(operation: nil) }
"""),
    (STORE + "Store+Writing.swift", """\
    guard !CommitContext.isActive else { throw .reentrant(operation: nil) }
""", """\
    guard !CommitContext.isActive || MUTANT("a set inside a commit of another store is let in") else { throw .reentrant(operation: nil) }
"""),
    (STORE + "StoreCore+Unstaged.swift", """\
    guard !CommitContext.isActive else { throw .reentrant(operation: nil) }
""", """\
    guard CommitContext.current.map({ context in
      MUTANT("a set inside a commit of another store is let in") && (context as? WriteBatch)?.core !== self }) ?? true
    else { throw .reentrant(operation: nil) }
"""),
    (STORE + "WriteBatch+Staging.swift", """\
    if name.isReserved, origin != .migration { throw""", """\
    if name.isReserved, origin != .migration, !MUTANT("the library's own names can be set") { throw"""),
    (STORES + "CacheStore/CacheStore+Requirements.swift", """\
      CommitContext.defer { withExtendedLifetime(objects) {} }
""", """\
      if !MUTANT("a value that was replaced is freed under the lock") { CommitContext.defer { withExtendedLifetime(objects) {} } }
"""),
    (STORE + "StoreCore+Unstaged.swift", """\
    let evicted = table.replace""", """\
    var evicted = table.replace"""),
    (STORE + "StoreCore+Unstaged.swift", """\
    } else {
      writerLock.unlock()
    }
    // Freed with no lock held""", """\
    } else {
      if MUTANT("a value that was replaced is freed under the lock") { evicted = Evicted() }
      writerLock.unlock()
    }
    // Freed with no lock held"""),
    (STORE + "WriteBatch+Commit.swift", """\
    if work.contains(.program) { core.holdMonitor.pause() }
""", """\
    if work.contains(.program), !MUTANT("the time that the store takes counts as the program's") { core.holdMonitor.pause() }
"""),
    (STORE + "LockHoldMonitor.swift", """\
    guard elapsed > LockHoldMonitor.limit, let first""", """\
    guard elapsed > LockHoldMonitor.limit, !MUTANT("a commit that holds the lock long is not reported"), let first"""),
    (STORE + "LockHoldMonitor.swift", """\
      guard let start = holder.start, time - start > LockHoldMonitor.limit else { return [] }
""", """\
      guard let start = holder.start,
        time - start > LockHoldMonitor.limit || MUTANT("the last of many commits that a thread waited for is blamed")
      else { return [] }
"""),
    # A commit that fails changes nothing
    (STORE + "Store+Writing.swift", """\
        result = try body(batch)
        try batch.commit()
""", """\
        do {
          result = try body(batch)
        } catch {
          if MUTANT("a transaction whose closure throws is written"), !batch.isInvalidated {
            try batch.commit()
            _ = batch.exit()
            try batch.finish()
          }
          throw error
        }
        try batch.commit()
"""),
    (STORES + "DefaultsStore/JournalWriter.swift", """\
  func write(_ writes: [StagedWrite]) throws(StoreError) {
""", """\
  func write(_ writes: [StagedWrite]) throws(StoreError) {
    if MUTANT("readers are shown a value before it is written") { table.write(writes) }
"""),
    # The one value of a commit
    (STORES + "DefaultsStore/JournalWriter.swift", """\
    _ name: StorageString, _ cell: Cell, replacing old: StoredValue?
  ) throws(StoreError) {
""", """\
    _ name: StorageString, _ cell: Cell, replacing old: StoredValue?
  ) throws(StoreError) {
    if MUTANT("readers are shown one value before it is written") { table.write(name, cell) }
"""),
    (STORES + "DefaultsStore/JournalWriter.swift", """\
  var isAccompanied: Bool { historyChoice.mayHaveNewRecords }
""", """\
  var isAccompanied: Bool { historyChoice.mayHaveNewRecords && !MUTANT("a first commit of one value makes no records") }
"""),
    (STORE + "StoreCore+Unstaged.swift", """\
    if old.stored == cell.stored { return old }
""", """\
    if old.stored == cell.stored, !MUTANT("one value that is stored already is a commit") { return old }
"""),
    (STORE + "StoreCore+Unstaged.swift", """\
      notification = core.notification(of: [write], number, origin, by: nil)
""", """\
      if !MUTANT("nobody is told of one value in a file") { notification = core.notification(of: [write], number, origin, by: nil) }
"""),
    (STORE + "Store+Writing.swift", """\
    let isItself = core.tableStore == Self.self
""", """\
    let isItself = core.tableStore == Self.self || MUTANT("a value goes past the store around a file")
"""),
    (STORE + "Store+Subscript.swift", """\
    guard isComplete else { return batch.cancel() }
""", """\
    guard isComplete || INLINED("a change in place is written though its code threw") else { return batch.cancel() }
"""),
    (STORE + "Store+Subscript.swift", """\
    core.report(error.concerning(name), once: nil)
""", """\
    if !MUTANT("a failed write without `try` is not reported") { core.report(error.concerning(name), once: nil) }
"""),
    (STORE + "WriteBatch.swift", """\
    try wait?()
""", """\
    if !MUTANT("a commit is acknowledged before it is durable") { try wait?() }
"""),
    # Defaults are evaluated outside of the lock
    (COMMITS + "CommitContext.swift", """\
    guard let context = current else { return body() }
    context.invalidate()
""", """\
    guard let context = current, !MUTANT("a default is evaluated under the lock") else { return body() }
    context.invalidate()
"""),
    (STORE + "WriteBatch.swift", """\
    guard isInvalidated else { return }
""", """\
    guard isInvalidated, !MUTANT("a commit that released its lock goes on without it") else { return }
"""),
    (STORE + "Store+Reading.swift", """\
        if batch.writes[position].wasStored {
          _ = try batch.value(at: position, as: key, operation: "whenMissing")
        } else {
""", """\
        let isUnreadable = batch.writes[position].wasStored && batch.writes[position].readableOldValue(as: key) == nil
        if batch.writes[position].wasStored, !MUTANT("a default is stored over a value that came meanwhile"),
          !(MUTANT("a default is stored over an unreadable value") && isUnreadable)
        {
          _ = try batch.value(at: position, as: key, operation: "whenMissing")
        } else {
"""),
    (STORE + "Store+Reading.swift", """\
    case .miss: return key.defaultValue
    case .absent: break
""", """\
    case .miss: if !MUTANT("a default is stored over an unreadable value") { return key.defaultValue }
    case .absent: break
"""),
    (STORE + "Store+Subscript.swift", """\
        guard isSame else {
""", """\
        guard isSame || MUTANT("a change in place goes over a commit made while its default was evaluated") else {
"""),
    # Commits are numbered without a gap
    (STORE + "StoreCore.swift", """\
  func takeNumber() -> UInt64 {
    let number = numbered.load(ordering: .relaxed) + 1
""", """\
  func takeNumber() -> UInt64 {
    let number = numbered.load(ordering: .relaxed) + (MUTANT("a commit takes two numbers") ? 2 : 1)
"""),
    (STORE + "WriteBatch+Commit.swift", """\
    guard !writes.isEmpty || !renewals.isEmpty else { return }
""", """\
    if MUTANT("a commit that changes nothing takes a number"), writes.isEmpty { _ = core.takeNumber() }
    guard !writes.isEmpty || !renewals.isEmpty else { return }
"""),
    (STORE + "WriteBatch+Commit.swift", """\
  var isRenewal: Bool { !isRemoval &&""", """\
  var isRenewal: Bool { !isRemoval && !MUTANT("a cache announces a value equal to the one that it holds") &&"""),
    (STORE + "StoreCore+Unstaged.swift", """\
    let isChanged = !encodesValues || evicted.replaced.stored != cell.stored
""", """\
    let isChanged = !encodesValues || evicted.replaced.stored != cell.stored || MUTANT("a commit that changes nothing takes a number")
"""),
    (STORE + "StoreCore+Unstaged.swift", """\
    let number = isObserved || !isChanged ? nil : takeNumber()
""", """\
    if MUTANT("two threads' commits get one number") { writerLock.unlock() }
    let number = isObserved || !isChanged ? nil : MUTANT("two threads' commits get one number") ? takeNumberSlowly() : takeNumber()
    if MUTANT("two threads' commits get one number") { writerLock.lock() }
"""),
    (STORE + "StoreCore.swift", """\
  /// Gives a commit its number. The writer's lock is held.
""", """\
  func takeNumberSlowly() -> UInt64 {
    let number = lastNumber
    for _ in 0..<1_000 { _ = lastNumber }
    numbered.store(number + 1, ordering: .sequentiallyConsistent)
    return number + 1
  }

  /// Gives a commit its number. The writer's lock is held.
"""),
    (COMMITS + "RecentCommits.swift", """\
    let position = next.load(ordering: .relaxed)
""", """\
    if MUTANT("the last commit of a key is not remembered") { return }
    let position = next.load(ordering: .relaxed)
"""),
    # Notifications: in commit order, once, with no lock held
    (NOTIFICATIONS + "NotificationQueue.swift", """\
sorted(by: { $0.depth > $1.depth })""", """\
sorted(by: { MUTANT("post-commit hooks are called outermost first") ? $0.depth < $1.depth : $0.depth > $1.depth })"""),
    (NOTIFICATIONS + "NotificationQueue.swift", """\
      writes[position].callbacks?.didChange(writes[position])
""", """\
      if !MUTANT("didChange is called before the post-commit hooks") { writes[position].callbacks?.didChange(writes[position]) }
"""),
    (NOTIFICATIONS + "NotificationQueue.swift", """\
    // Swift's sort is stable""", """\
    if MUTANT("didChange is called before the post-commit hooks") {
      for write in writes where !write.flags.contains(.isForeign) { write.callbacks?.didChange(write) }
    }
    // Swift's sort is stable"""),
    (NOTIFICATIONS + "NotificationQueue.swift", """\
    if Commit.hasHooks(commit.writes, commit.origin) { commit.callHooks() }
    observers.deliver(commit.observed)
""", """\
    if MUTANT("observers are called before the post-commit hooks") { observers.deliver(commit.observed) }
    if Commit.hasHooks(commit.writes, commit.origin) { commit.callHooks() }
    if !MUTANT("observers are called before the post-commit hooks") { observers.deliver(commit.observed) }
"""),
    (COMMITS + "Change.swift", """\
    let part = writes.filter { $0.isWithin(space) && !$0.flags.contains(.isForeign) }
""", """\
    let part = writes.filter { ($0.isWithin(space) || MUTANT("a hook receives all changes of a commit, not its own")) && !$0.flags.contains(.isForeign) }
"""),
    (NOTIFICATIONS + "NotificationQueue.swift", """\
    state.withLock { state in
      state.waiting.append(commit)
""", """\
    if MUTANT("a commit made inside a notification is lost"), phase.load(ordering: .relaxed) & Phase.delivering != 0 { return false }
    return state.withLock { state in
      state.waiting.append(commit)
"""),
    (NOTIFICATIONS + "NotificationQueue.swift", """\
      return (state.waiting, state.isEnding)
""", """\
      return (MUTANT("commits that waited are delivered last first") ? state.waiting.reversed() : state.waiting, state.isEnding)
"""),
    (NOTIFICATIONS + "NotificationQueue.swift", """\
  func claim() -> Bool {
    phase.""", """\
  func claim() -> Bool {
    if MUTANT("two threads notify at once") {
      phase.store(Phase.delivering, ordering: .relaxed)
      return true
    }
    return phase."""),
    (COMMITS + "Change.swift", """\
          joined[position] = joined[position].joined(with: write)
""", """\
          joined[position] = MUTANT("commits that waited are joined with the last old value") ? write : joined[position].joined(with: write)
"""),
    (NOTIFICATIONS + "NotificationQueue.swift", """\
      guard state.waiting.count > state.limit, let""", """\
      guard state.waiting.count > state.limit, !MUTANT("commits wait without bound for a slow observer"), let"""),
    (COMMITS + "Change.swift", """\
        if !commit.origin.callsHooks {
""", """\
        if !commit.origin.callsHooks, !MUTANT("hooks run again for commits that were joined") {
"""),
    (NOTIFICATIONS + "Observer.swift", """\
    guard delivery.commit.number > since, !isCancelled.load(ordering: .acquiring) else { return }
""", """\
    guard delivery.commit.number > since || MUTANT("an observer receives commits that were made before it came"),
      !isCancelled.load(ordering: .acquiring) || MUTANT("an observer is called after it was cancelled")
    else { return }
"""),
    (NOTIFICATIONS + "Delivery.swift", """\
    if isShared, !change.showsDefault {
""", """\
    if isShared, !change.showsDefault || INLINED("keys of one string share a change that shows the default of one") {
"""),
    (NOTIFICATIONS + "NamespaceMatch.swift", """\
    if commit.writes.allSatisfy(matches) { return commit }
""", """\
    if MUTANT("an observer of a namespace receives changes of other namespaces") ? commit.writes.contains(where: matches) : commit.writes.allSatisfy(matches) {
      return commit
    }
"""),
    (RUNTIME + "Keys/NamespaceTree.swift", """\
    let prefix = space.storagePrefix
    self.prefix""", """\
    let prefix = MUTANT("an observer of a namespace receives changes of one whose name begins like its own") ? String(space.storagePrefix.dropLast()) : space.storagePrefix
    self.prefix"""),
    (STORE + "StoreCore.swift", """\
    if writes.contains(where: \\.name.isReserved) {""", """\
    if !MUTANT("observers are notified of the library's own names"), writes.contains(where: \\.name.isReserved) {"""),
    (STORE + "WriteBatch+Commit.swift", """\
      work.contains(.reserved) ? writes""", """\
      work.contains(.reserved) && !MUTANT("observers are notified of the library's own names") ? writes"""),
    (STREAMS + "Buffers.swift", """\
      missed = (count + notification.times, notification.change)
""", """\
      missed = (count + (MUTANT("a full buffer loses changes uncounted") ? 0 : notification.times), notification.change)
"""),
    (STREAMS + "Buffers.swift", """\
    if let count = missed?.count {
""", """\
    if let count = missed?.count, !MUTANT("changes after missed ones overtake them") || changes.count - taken >= capacity {
"""),
    (STREAMS + "Buffers.swift", """\
    taken = core.lastNumber
""", """\
    taken = MUTANT("a sequence gives a value again that was read already") ? received : core.lastNumber
"""),
    # Changes by others
    (STORES + "DefaultsStore/DefaultsFile+Absorbing.swift", """\
    if !changes.isEmpty { core.announce(changes, origin: origin) }
  }
}
""", """\
    if !changes.isEmpty, !MUTANT("observers are not notified of what a commit finds that others changed") { core.announce(changes, origin: origin) }
  }
}
"""),
    (STORE + "WriteBatch.swift", """\
    exit()
    runDeferred()
    core.deliverNotifications()
""", """\
    exit()
    runDeferred()
    if !MUTANT("what others changed is delivered late where the commit that found it fails") { core.deliverNotifications() }
"""),
    (STORE + "WriteBatch.swift", """\
      core.deliverNotifications(claimed: notification.take())
""", """\
      if !writes.isEmpty || !MUTANT("what others changed is delivered late where a commit finds it that changes nothing") {
        core.deliverNotifications(claimed: notification.take())
      }
"""),
    (TABLE + "ValueSlot+Changing.swift", """\
    if cell.held.form == .absent, cell.stored != nil { cell.held.form = .encoded }
""", """\
    if cell.held.form == .absent, cell.stored != nil { cell.held.form = .encoded }
    if MUTANT("a decoded value stays when others change what is stored"), cell.held.form == .encoded, content.pointee.stored != nil, old.form != .absent {
      cell.held = old
    }
"""),
    (COMMITS + "Change.swift", """\
    case .otherProcess, .externalEdit, .expired, .composition, .layer: false
""", """\
    case .composition: MUTANT("post-commit hooks and didChange run in the stores of a composition too")
    case .otherProcess, .externalEdit, .expired, .layer: false
"""),
    (LAYERS + "LayerStack+Writing.swift", """\
    part.retention = retention
""", """\
    part.retention = retention
    if MUTANT("post-commit hooks and didChange run in the stores of a composition too") { part.key = StagedKey(name, in: space, form, callbacks) }
"""),
    # Values given to readers
    (TABLE + "ValueTable+Reading.swift", """\
    if slot.pointee.version.load(ordering: .relaxed) == version {
""", """\
    if MUTANT("a value decoded from an older form is left for readers") || slot.pointee.version.load(ordering: .relaxed) == version {
"""),
    (TABLE + "ValueSlot+Changing.swift", """\
    if name.owner == nil { pointee.start""", """\
    if MUTANT("a slot is named by bytes that a caller owns") || name.owner == nil { pointee.start"""),
    (TABLE + "ValueSlot+Changing.swift", """\
    if let name { point(to: name) }""", """\
    if let name, !MUTANT("a written slot keeps the bytes that a file's reader made of its name") { point(to: name) }"""),
    (RUNTIME + "Values/HeldValue.swift", """\
    guard utf8.count <= 15 else { return nil }""", """\
    guard utf8.count <= (MUTANT("a string of fifteen bytes is put into a box") ? 14 : 15) else { return nil }"""),
    (RUNTIME + "Values/HeldValue.swift", """\
      self.init(0, ShortText.none)""", """\
      self.init(0, MUTANT("a string that is absent is an empty one") ? 0 : ShortText.none)"""),
    (RUNTIME + "Keys/AnyForm.swift", """\
      return value == value ? false : nil""", """\
      return value == value || MUTANT("a NaN differs from itself") ? false : nil"""),
    (STORE + "LockHoldMonitor.swift", """\
    self.started = nil
    noted = 0""", """\
    self.started = nil
    if !MUTANT("a commit that holds the lock is named after the first commits only") { noted = 0 }"""),
    (TABLE + "ValueTable+Reading.swift", """\
    guard version & 1 == 0, slot.pointee.version.load(ordering: .sequentiallyConsistent) == version,
      isSameSize
    else { return .miss }
""", """\
    guard INLINED("a reader does not look again whether a value changed while it read it")
      || version & 1 == 0 && slot.pointee.version.load(ordering: .sequentiallyConsistent) == version,
      isSameSize
    else { return .miss }
"""),
    (RUNTIME + "Keys/ValueCoding.swift", """\
    form = identity?.form ?? .unique()
""", """\
    form = identity?.form
      ?? (MUTANT("a key is given what another one with a transformer of its own decoded") ? FormID(Value.self) : .unique())
"""),
    (STORE + "Store+Reading.swift", """\
      core.report(error, once: key.storageString)
      return .miss
""", """\
      core.report(error, once: MUTANT("an unreadable value is reported at each reading") ? nil : key.storageString)
      return .miss
"""),
    (STORE + "Store+Clearing.swift", """\
    return names.filter { !$0.isReserved }
""", """\
    return names.filter {
      !$0.isReserved || MUTANT("clearing a namespace removes the library's own records")
    }
"""),
    # A cache
    (STORES + "CacheStore/CacheStore.swift", """\
cost: Int = .max) { table.trim(count: count, cost: cost) }
""", """\
cost: Int = .max) {
    let before = statistics.evictions
    table.trim(count: count, cost: cost)
    if MUTANT("what is trimmed is a commit"), statistics.evictions > before {
      _ = core.takeNumber()
    }
  }
"""),
    (STORES + "CacheStore/CacheStore+Requirements.swift", """\
    return table.put(write.name, entry(for: write, eviction), eviction)
""", """\
    let before = eviction.evictions
    defer {
      if MUTANT("observers are notified of an eviction"), eviction.evictions > before {
        core.announce([StagedWrite(absorbing: nil, over: .absent, name: "evicted")], origin: .local)
      }
    }
    return table.put(write.name, entry(for: write, eviction), eviction)
"""),
    (TABLE + "ValueTable+Eviction.swift", """\
      if let known { discard(known, eviction, &evicted) }
""", """\
      if let known, !MUTANT("a value that does not fit leaves an older one of its key") { discard(known, eviction, &evicted) }
"""),
    (TABLE + "ValueTable+Reading.swift", """\
      if let now, now < deadline { return slot }
""", """\
      if let now, now < deadline || MUTANT("a value is given after its time") { return slot }
"""),
    (TABLE + "ValueTable+Eviction.swift", """\
    eviction.totalCost += entry.cost - slot.content.pointee.cost
""", """\
    if !MUTANT("the cost of an entry stays when its value is replaced") { eviction.totalCost += entry.cost - slot.content.pointee.cost }
"""),
    (TABLE + "ValueTable+Reading.swift", """\
    return (slot.cell, slot.isOccupied)
""", """\
    if MUTANT("a commit that reads the old value counts as a use") { slot.pointee.uses.wrappingAdd(1, ordering: .relaxed) }
    return (slot.cell, slot.isOccupied)
"""),
    # Several stores as one
    (LAYERS + "LayerStack+Writing.swift", """\
    for part in written.reversed() {
      do""", """\
    for part in written.reversed() where !MUTANT("layers are not undone after one failed") {
      do"""),
    (LAYERS + "LayerStack+Writing.swift", """\
        divided.append(part)
""", """\
        if !MUTANT("layers that cannot be undone are not named") { divided.append(part) }
"""),
    (LAYERS + "LayerStack+Writing.swift", """\
    for index in (open?.layers ?? []).reversed() {
""", """\
    for index in MUTANT("the first layer is written first") ? (open?.layers ?? []) : (open?.layers ?? []).reversed() {
"""),
    (LAYERS + "LayerStack+Staging.swift", """\
    if values.isDivided { write.flags.insert(.isDivided) }
""", """\
    if values.isDivided, !MUTANT("a layer that differs from the others is not written") { write.flags.insert(.isDivided) }
"""),
    (LAYERS + "LayerStack+Locking.swift", """\
    } catch {
      LayerStack.release(locked)
""", """\
    } catch {
      if MUTANT("layers stay locked across processes after one could not begin") {
        for store in locked { store.core.ofProcess.writerLock.unlock() }
      } else {
        LayerStack.release(locked)
      }
"""),
    (LAYERS + "LayerStack+Locking.swift", """\
    return found.sorted { $0.core.precedes($1.core) }
""", """\
    return MUTANT("layers are locked in the order in which they are listed") ? found : found.sorted { $0.core.precedes($1.core) }
"""),
    (LAYERS + "LayerStack+Locking.swift", """\
          failure = failure ?? error
          names.append("'\\(name)'")
""", """\
          if !MUTANT("a layer that did not become durable is passed over in silence") { failure = failure ?? error }
          names.append("'\\(name)'")
"""),
    (LAYERS + "LayerStack+Locking.swift", """\
      guard let route, route != open.layers else { return }
""", """\
      guard let route, route != open.layers, !MUTANT("keys of one commit may go to different layers") else { return }
"""),
    (LAYERS + "LayerStack+Children.swift", """\
      if let commit = core.number(shown, origin.throughChild, by: nil) { core.enqueue(commit) }
""", """\
      if !MUTANT("observers of a composition are not notified of commits made directly to a layer"),
        let commit = core.number(shown, origin.throughChild, by: nil)
      {
        core.enqueue(commit)
      }
"""),
    (LAYERS + "LayerStack+Children.swift", """\
      guard let reader = layer.reader, layer.takes(name) else { continue }
""", """\
      guard let reader = layer.reader, layer.takes(name) else { continue }
      if MUTANT("observers of a composition are notified of a change that a layer above covers"),
        !changes.contains(where: { $0.layer <= index })
      {
        continue
      }
"""),
    (LAYERS + "LayerStack+Writing.swift", """\
    for commit in commits { commit.core.announce(commit.writes, origin: .composition, by: self) }
""", """\
    for commit in commits where !MUTANT("observers of a layer are not notified of the composition's commits") {
      commit.core.announce(commit.writes, origin: .composition, by: self)
    }
"""),
    (STORE + "StoreCore.swift", """\
      guard let other = core.stack, other !== composition else { continue }
""", """\
      guard let other = core.stack, other !== composition || MUTANT("a composition notifies of its own commit a second time, by its layers") else { continue }
"""),
    (LAYERS + "PrefixMapping.swift", """\
    guard name.hasPrefix(start) else { return nil }
""", """\
    guard name.hasPrefix(start) else { return MUTANT("a view's clear removes what is outside of it") ? name : nil }
"""),
    # Copies in filled layers
    (LAYERS + "LayerStack+Filling.swift", """\
    guard try !store.contains(name), let""", """\
    guard try !(MUTANT("a filled layer is written over a newer value") ? false : store.contains(name)), let"""),
    (LAYERS + "LayerStack+Invalidation.swift", """\
        if form == now() { stack.invalidated.validate(entry) }
""", """\
        if form == now() || MUTANT("a copy is valid though the value below changed while it was made") {
          stack.invalidated.validate(entry)
        }
"""),
    (LAYERS + "LayerStack+Invalidation.swift", """\
    let entry = InvalidatedEntries.Entry(layer: index, name: name)
    guard store.core.encodesValues else {
""", """\
    let entry = InvalidatedEntries.Entry(layer: index, name: name)
    if MUTANT("a copy stays valid when the value below changes") { return }
    guard store.core.encodesValues else {
"""),
    (LAYERS + "LayerStack+Invalidation.swift", """\
    guard !invalidated.isEmpty, !CommitContext.isActive else { return }
""", """\
    guard !invalidated.isEmpty, !CommitContext.isActive, !MUTANT("an invalidated entry is never removed") else { return }
"""),
    (LAYERS + "LayerStack+Invalidation.swift", """\
    guard let form, (try? store.stored(inner)) == form else { return }
""", """\
    if MUTANT("a value set in a filled layer on purpose goes with a change below"),
      let found = (try? store.stored(inner)) ?? nil
    {
      return invalidated.invalidate(entry, form: found)
    }
    guard let form, (try? store.stored(inner)) == form else { return }
"""),
    (LAYERS + "LayerStack+Invalidation.swift", """\
    guard !invalidated.isEmpty else { return }
    order.withLock {
      for index in route""", """\
    guard !invalidated.isEmpty, !MUTANT("an entry that was just written stays invalidated") else { return }
    order.withLock {
      for index in route"""),
    (LAYERS + "InvalidatedEntries.swift", """\
    return invalidations.load(ordering: .relaxed) != generation
""", """\
    return invalidations.load(ordering: .relaxed) != generation && !INLINED("a reader is given an entry that was invalidated while it looked")
"""),
    (LAYERS + "LayerStack+Staging.swift", """\
      let isInvalidated = isInvalidated(key.storageString, in: index)
""", """\
      let isInvalidated = isInvalidated(key.storageString, in: index) && !MUTANT("a commit begins with an invalidated entry")
"""),
]
