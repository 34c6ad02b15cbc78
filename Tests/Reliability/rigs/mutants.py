"""Faults of a careless author, to be put into a copy of the sources, each of which breaks a promise.

Each patch names a file below `Sources`, a text that must be there exactly once, and what takes its
place, in which `MUTANT("what is wrong")` is true only while that mutant is awake. What is wrong is a
promise that is broken: where a line of the sources changes, find the line that keeps the promise now.
Of those that an operator makes, `OPERATORS` has the names.
"""

SYSTEM = "KeywrightStorage/System/"
FILE = "KeywrightStorage/File/"
JOURNAL = "KeywrightStorage/Journal/"
PROTOCOL = "KeywrightStorage/Store/"
COMMITS = "Keywright/Commits/"
LAYERS = "Keywright/Store/Layers/"
NOTIFICATIONS = "Keywright/Notifications/"
STORE = "Keywright/Store/"
STREAMS = "Keywright/Observation/Streams/"
STORES = "Keywright/Stores/"
TABLE = "Keywright/Table/"
RUNTIME = "Keywright/"

PATCHES = [
    (SYSTEM + "Folder+Replacing.swift", "let file = try create(temporary, with: bytes, like: old)", """\
let file = try create(
      temporary, with: bytes,
      like: MUTANT("a file that is replaced does not give its mode") ? nil : old,
      isSynchronized: !MUTANT("a file is not synchronized before its rename"))"""),
    (SYSTEM + "OpenFile.swift", "written += count",
     'written += MUTANT("short writes are ignored") ? bytes.count : count'),
    (STORES + "DefaultsStore/ExitCompaction.swift", "begun.store(true,",
     'begun.store(!MUTANT("a commit during exit does not wait for the disk"),'),
    (STORES + "DefaultsStore/ExitCompaction.swift", "compactAtExit(within: patience",
     "compactAtExit(within: (MUTANT(\"a program that ends waits for others' locks\") ? .seconds(3_600) : patience)"),
    (STORES + "DefaultsStore/DefaultsFile.swift", "case .ready, .readOnly: isAsked &&",
     'case .ready, .readOnly: !MUTANT("refresh does not try to write again") && isAsked &&'),
    (SYSTEM + "WriterLock.swift", "folder.shareLock(file, of: name, with: model)",
     "folder.shareLock(file, of: name, with: MUTANT(\"the lock of a new store is one's own\") ? name : model)"),
    (JOURNAL + "GroupCommit.swift", "let target = written.load(ordering: .acquiring)",
     'let target = MUTANT("records written meanwhile count as synchronized") ? Int.max : written.load(ordering: .acquiring)'),
    (JOURNAL + "GroupCommit.swift", "case .failure(let error): failure = error", """\
case .failure(let error):
        if MUTANT("a failed fdatasync counts as done") { synced = max(synced, target) }
        failure = error"""),
    (SYSTEM + "SystemFileSystem.swift", "let always = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK",
     'let always = (MUTANT("links are followed") ? 0 : O_NOFOLLOW) | O_CLOEXEC | (MUTANT("pipes are waited for") ? 0 : O_NONBLOCK)'),
    (SYSTEM + "SystemFileSystem.swift", "return try descriptor(name, in: folder, O_RDWR | O_CREAT | O_EXCL |",
     'return try descriptor(name, in: folder, O_RDWR | O_CREAT | (MUTANT("a file in the way is written to") ? 0 : O_EXCL) |'),
    (SYSTEM + "Folder+Replacing.swift", "list = try fileSystem.accessList(of: model.name, in: descriptor)", """\
list = try fileSystem.accessList(of: model.name, in: descriptor)
      if MUTANT("a new file gets no access control list") { list = nil }"""),
    (SYSTEM + "Folder+Replacing.swift", """\
// An editor that moves the file away before it saves its own may do so at any time.
      throw error.isNoSuchFile ? .replaced : error""", 'throw error.isNoSuchFile && !MUTANT("a list that is moved away now fails what takes its mode") ? .replaced : error'),
    (SYSTEM + "SystemFileSystem.swift", "if errno == EWOULDBLOCK { return false }",
     'if errno == EWOULDBLOCK { return MUTANT("a lock that is held counts as taken") }'),
    (PROTOCOL + "StoreFile+Looking.swift", "guard try place.isUnfinished(note) else { return nil }", """\
if try place.isUnfinished(note) {
        if MUTANT("the list beside an unfinished publication is an edit") { return nil }
      } else if !MUTANT("a copy that is put back is no edit") {
        return nil
      }"""),
    (PROTOCOL + "StoreFile+Looking.swift", "try noteRemoval(of: note, journal)",
     'if !MUTANT("a commit after a removal is reset with it") { try noteRemoval(of: MUTANT("the list before an unfinished publication is forgotten") ? nil : note, journal) }'),
    (PROTOCOL + "EditMerge.swift", "history.members(of: note).map { Base(",
     '(MUTANT("a second save is an edit of the publication") && note.origin == .edit ? nil : history.members(of: note)).map { Base('),
    (PROTOCOL + "StoreFile+Tidying.swift", "let before = journal.notes[..<first].last { !$0.isOfMove }", """\
let before = journal.notes[..<first].last {
      !$0.isOfMove || MUTANT("a displaced list that had come back is an edit")
    }
    if MUTANT("every displaced list was in place") { return }"""),
    (PROTOCOL + "StoreFile+Tidying.swift", "let wasTakenIn = journal.notes[first...].contains {",
     'let wasTakenIn = journal.notes[(MUTANT("a displaced copy was taken in long ago") ? 0 : first)...].contains {'),
    (PROTOCOL + "StoreFile+Making.swift", "+ history.notes.map { .list($0) }",
     '+ history.notes.filter { $0.commit >= history.startNumber || !MUTANT("a mended journal forgets the list in place") }.map { .list($0) }'),
    (PROTOCOL + "JournalHistory.swift", "return isIt(notes[index]) && !since.contains(where: isIt) ? notes[index] : nil", """\
let isUndone = since.contains(where: isIt) && !MUTANT("a reset is undone by each save")
    return isIt(notes[index]) && !isUndone ? notes[index] : nil"""),
    (JOURNAL + "JournalFormat.swift", "var place = (journal.littleEndian, UInt64(offset).littleEndian, length.littleEndian)",
     'var place = ((MUTANT("records fit any journal") ? 0 : journal).littleEndian, (MUTANT("records fit any place") ? 0 : UInt64(offset)).littleEndian, length.littleEndian)'),
    (PROTOCOL + "Journal.swift", "tail = isWhole ? reader.tail : .damaged",
     "tail = MUTANT(\"others' torn record is not noticed\") ? .clean : isWhole ? reader.tail : .damaged"),
    (PROTOCOL + "Journal.swift", "if end.position + length + (commit.isRemoval ? 0 : Self.reserve) > end.capacity {", """\
let reserve = MUTANT("settings use the reserve")
      || commit.isRemoval && !MUTANT("removals do not use the reserve") ? 0 : Self.reserve
    if end.position + length + reserve > end.capacity {"""),
    (PROTOCOL + "Journal.swift", "tail = .damaged",
     'tail = MUTANT("a record that could not be cut off is forgotten") ? .clean : .damaged'),
    (PROTOCOL + "Journal.swift", "isOverwritten = true",
     'isOverwritten = !MUTANT("a journal that was overwritten is appended to")'),
    (JOURNAL + "GroupCommit.swift", "return try folder?.synchronizePath() ?? true", """\
if MUTANT("the first durable commit of a store leaves its names to the kernel") {
          return true
        }
        if MUTANT("the first durable commit of a store forgets the folders above") {
          return try folder?.synchronize() ?? true
        }
        return try folder?.synchronizePath() ?? true"""),
    (PROTOCOL + "StoreFile+Making.swift", "let first = journal.notes.firstIndex { left.contains($0.number) } ?? journal.notes.endIndex", """\
let first = journal.notes.firstIndex { left.contains($0.number) } ?? journal.notes.endIndex
    if MUTANT("a rebuilt journal forgets the list before") { return [] }"""),
    (PROTOCOL + "Publication.swift", "number: number, commit: history.number, holdsAll: true)",
     'number: number, commit: history.number + (MUTANT("a list holds what was committed beside it") ? 1 : 0), holdsAll: true)'),
    (PROTOCOL + "Publication.swift", "let notes = [try noteInPlace(journal, store.list), note].compactMap { $0 }",
     'let notes = [try noteInPlace(journal, store.list), note].compactMap { $0 }.suffix(MUTANT("two unfinished publications hide the list in place") ? 1 : 2)'),
    (PROTOCOL + "Shortening.swift", "$0.holdsAll && $0.identity != last.identity",
     '$0.holdsAll && ($0.identity != last.identity || MUTANT("the list that an editor read is left out"))'),
    (PROTOCOL + "StoreFile+Tidying.swift", "try takeInDisplaced(temporary, file.identity, by: note, naming: inPlace, in: journal)", """\
if isSettled(journal) || !MUTANT("an edit that was displaced waits for another list") {
        try takeInDisplaced(temporary, file.identity, by: note, naming: inPlace, in: journal)
      }"""),
    (PROTOCOL + "StoreFile+Looking.swift", "journal = try renew(journal)", """\
journal =
        MUTANT("a journal that ended is followed by its members alone")
        ? try rebuild(try history(journal).members, holding: journal.number, in: journal)
        : try renew(journal)"""),
    (FILE + "DurableFile+Refusing.swift", "try? writeAgain(&state)", """\
if MUTANT("trying again writes nothing") {
        state.refusal = nil
      } else {
        try? writeAgain(&state)
      }"""),
    (FILE + "Folder+Spelling.swift", 'for ending in [WriterLock.name(for: ""), JournalFormat.suffix, ""] {',
     "for ending in MUTANT(\"a list's own spelling counts before its lock's\") ? [\"\", WriterLock.name(for: \"\")] : [WriterLock.name(for: \"\"), JournalFormat.suffix, \"\"] {"),
    (FILE + "DurableFile+Damage.swift", """\
case .damaged(let error, _, looksLikeList: false) = try ListFile.read(
        name, in: folder, path: path)""", """\
case .damaged(let error, _, let looksLikeList) = try ListFile.read(
        name, in: folder, path: path),
      !looksLikeList || MUTANT("a damaged list is taken for another program's file"),
      !MUTANT("another program's file is moved aside")"""),
    (PROTOCOL + "StoreFile+Removals.swift", "case .valid, .blank, .damaged: break", """\
case .valid, .blank, .damaged:
      if MUTANT("a journal that was overwritten in its first second empties the store") {
        self.journal = nil
      }"""),
    (SYSTEM + "OpenFile.swift", """\
}
    return count""", """\
if MUTANT("a reading that the system cuts short is taken for the end") { break }
    }
    return count"""),
    (STORE + "WriteBatch+Commit.swift", "let held = try writes[position].callbacks?.process(writes[position])", """\
if MUTANT("constraints are checked before the value is processed") { try writes[position].callbacks?.check(writes[position]) }
      let held = try writes[position].callbacks?.process(writes[position])"""),
    (STORE + "WriteBatch+Commit.swift", "for position in given { try writes[position].callbacks?.check(writes[position]) }", """\
for position in given where !MUTANT("constraints are checked before the value is processed") {
      try writes[position].callbacks?.check(writes[position])
    }"""),
    (COMMITS + "KeyCallbacks.swift", """\
guard let processed = try processed(value) else { return .absent }
    try key.check(processed)""", """\
if MUTANT("constraints are checked before the value is processed") { try key.check(value) }
    guard let processed = try processed(value) else { return .absent }
    if !MUTANT("constraints are checked before the value is processed") { try key.check(processed) }"""),
    (STORE + "WriteBatch+Commit.swift", "if let value, !key.form.isAbsent(value) {", """\
var value = value
      if MUTANT("an amendment of a hook is processed again"), let given = value, !key.form.isAbsent(given) {
        value = try keyType.processed(given)
      }
      if let value, !key.form.isAbsent(value) {"""),
    (STORE + "WriteBatch+Commit.swift", "if depth < next?.depth ?? Int.max { next = (space, depth) }", """\
let isNext = MUTANT("pre-commit hooks are called innermost first") ? depth > next?.depth ?? -1 : depth < next?.depth ?? Int.max
        if isNext { next = (space, depth) }"""),
    (STORE + "WriteBatch+Commit.swift", "_ = try space.preCommit(&pending)", """\
if MUTANT("a pre-commit hook is called twice") { _ = try space.preCommit(&pending) }
        _ = try space.preCommit(&pending)"""),
    (STORE + "WriteBatch+Commit.swift", "while let space = nextNamespace(after: called) {", """\
let given = writes.count
    while let space = nextNamespace(after: called) {
      if MUTANT("a key that a hook adds brings in no hooks of its own"), writes.count > given { break }"""),
    (STORE + "WriteBatch+Commit.swift", """\
if work.contains(.hooks) { try callPreCommitHooks() }
    if work.contains(.encoding) { try encode() }""", """\
if MUTANT("willChange is called before the hooks"), work.contains(.callbacks) { try callWillChange() }
    if work.contains(.hooks), !MUTANT("pre-commit hooks are called after encoding") { try callPreCommitHooks() }
    if work.contains(.encoding) { try encode() }
    if work.contains(.hooks), MUTANT("pre-commit hooks are called after encoding") { try callPreCommitHooks() }
    if MUTANT("willChange is called where nothing changes"), work.contains(.callbacks) { try callWillChange() }"""),
    (STORE + "WriteBatch+Commit.swift", "if work.contains(.callbacks) { try callWillChange() }", """\
if work.contains(.callbacks), !MUTANT("willChange is called before the hooks"),
      !MUTANT("willChange is called where nothing changes"),
      !MUTANT("willChange is called after the write")
    {
      try callWillChange()
    }"""),
    (STORE + "WriteBatch+Commit.swift", """\
if core.isRemote, let remote {
      try remote.write(placed, comparing: comparison)
    } else {
      try store.write(renewals.isEmpty ? placed : placed + renewals)
    }
    publish()""", """\
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
    if !MUTANT("a commit is numbered before it is written") { publish() }"""),
    (STORE + "WriteBatch+Commit.swift", "return write.changesNothing(encodes: core.encodesValues)", """\
if MUTANT("what is stored already is written again") { return false }
    if core.encodesValues, MUTANT("removing nothing is a commit"), write.isRemoval { return false }
    if core.encodesValues, MUTANT("what was only read is written"), !write.isTouched { return false }
    return write.changesNothing(encodes: core.encodesValues)"""),
    (STORE + "WriteBatch+Commit.swift", "if work.contains(.reading) { drop { !writes[$0].isTouched } }",
     'if work.contains(.reading), !MUTANT("what was only read is written") { drop { !writes[$0].isTouched } }'),
    (COMMITS + "KeyCallbacks.swift", "private let key: Key<K.Space, K.Value>", """\
private let key: Key<K.Space, K.Value>
  var given: K.Value?"""),
    (COMMITS + "KeyCallbacks.swift", "let processed = try keyType.processed(value) { write.readableOldValue(as: key) }", """\
given = value
    let processed = try keyType.processed(value) { write.readableOldValue(as: key) }"""),
    (STORE + "Store+Writing.swift", "try batch.put(prepared, as: keyType.staged(), operation: operation)", """\
try batch.put(prepared, as: keyType.staged(), operation: operation)
        if let callbacks = batch.writes[position].callbacks as? TypedCallbacks<K> { callbacks.given = value }"""),
    (COMMITS + "KeyCallbacks.swift", """\
let (old, new) = (write.oldValue(as: key), write.newValue(as: key))
    key.descriptor?.willChange?(old, new)""", """\
let old = write.oldValue(as: key)
    var new = write.newValue(as: key)
    if MUTANT("willChange receives the value that was given, not the one that is written"), let given { new = given }
    key.descriptor?.willChange?(old, new)"""),
    (STORE + "WriteBatch+Commit.swift", "if placed.count > 1, !canWriteTogether { throw severalKeys() }", """\
if MUTANT("willChange is called before a commit of several keys is refused"), work.contains(.callbacks) { try callWillChange() }
    if placed.count > 1, !canWriteTogether, !MUTANT("a commit of several keys goes to a store that takes one") {
      throw severalKeys()
    }"""),
    (STORE + "Store+Writing.swift", "batch.cancel()",
     'if !MUTANT("a commit that a hook refused keeps the lock") || batch.isInvalidated { batch.cancel() }'),
    (STORE + "WriteBatch.swift", """\
guard !CommitContext.isActive else { throw .reentrant(operation: nil) }
    let core = store.core.ofProcess""", """\
let core = store.core.ofProcess
    guard CommitContext.current.map({ context in
      MUTANT("a set inside a commit of another store is let in") && (context as? WriteBatch)?.core !== core }) ?? true
    else { throw .reentrant(operation: nil) }"""),
    (STORE + "Store+Writing.swift", "guard !CommitContext.isActive else { throw .reentrant(operation: nil) }",
     'guard !CommitContext.isActive || MUTANT("a set inside a commit of another store is let in") else { throw .reentrant(operation: nil) }'),
    (STORE + "StoreCore+Unstaged.swift", "guard !CommitContext.isActive else { throw .reentrant(operation: nil) }", """\
guard CommitContext.current.map({ context in
      MUTANT("a set inside a commit of another store is let in") && (context as? WriteBatch)?.core !== self }) ?? true
    else { throw .reentrant(operation: nil) }"""),
    (STORES + "CacheStore/CacheStore+Requirements.swift", "CommitContext.defer { withExtendedLifetime(objects) {} }",
     'if !MUTANT("a value that was replaced is freed under the lock") { CommitContext.defer { withExtendedLifetime(objects) {} } }'),
    (STORE + "StoreCore+Unstaged.swift", "let evicted = table.replace", "var evicted = table.replace"),
    (STORE + "StoreCore+Unstaged.swift", "writerLock.unlock()",
     'if MUTANT("a value that was replaced is freed under the lock") { evicted = Evicted() }; writerLock.unlock()'),
    (STORE + "Store+Writing.swift", "result = try body(batch)", """\
do {
          result = try body(batch)
        } catch {
          if MUTANT("a transaction whose closure throws is written"), !batch.isInvalidated {
            try batch.commit()
            _ = batch.exit()
            try batch.finish()
          }
          throw error
        }"""),
    (STORES + "DefaultsStore/JournalWriter.swift", "func write(_ writes: [StagedWrite]) throws(StoreError) {", """\
func write(_ writes: [StagedWrite]) throws(StoreError) {
    if MUTANT("readers are shown a value before it is written") { table.write(writes) }"""),
    (STORES + "DefaultsStore/JournalWriter.swift", """\
_ name: StorageString, _ cell: Cell, replacing old: StoredValue?
  ) throws(StoreError) {""", """\
_ name: StorageString, _ cell: Cell, replacing old: StoredValue?
  ) throws(StoreError) {
    if MUTANT("readers are shown one value before it is written") { table.write(name, cell) }"""),
    (STORE + "Store+Reading.swift", "if batch.writes[position].wasStored {", """\
let isUnreadable = batch.writes[position].wasStored && batch.writes[position].readableOldValue(as: key) == nil
        if batch.writes[position].wasStored,
          !MUTANT("a default is stored over a value that came meanwhile"),
          !(MUTANT("a default is stored over an unreadable value") && isUnreadable)
        {"""),
    (STORE + "Store+Reading.swift", "case .miss: return key.defaultValue",
     'case .miss: if !MUTANT("a default is stored over an unreadable value") { return key.defaultValue }'),
    (STORE + "StoreCore.swift", "let number = numbered.load(ordering: .relaxed) + 1",
     'let number = numbered.load(ordering: .relaxed) + (MUTANT("a commit takes two numbers") ? 2 : 1)'),
    (STORE + "WriteBatch+Commit.swift", "guard !writes.isEmpty || !renewals.isEmpty else { return }",
     'if MUTANT("a commit that changes nothing takes a number"), writes.isEmpty { _ = core.takeNumber() }; guard !writes.isEmpty || !renewals.isEmpty else { return }'),
    (STORE + "StoreCore+Unstaged.swift", "let isChanged = !encodesValues || evicted.replaced.stored != cell.stored",
     'let isChanged = !encodesValues || evicted.replaced.stored != cell.stored || MUTANT("a commit that changes nothing takes a number")'),
    (STORE + "StoreCore+Unstaged.swift", "let number = isObserved || !isChanged ? nil : takeNumber()", """\
if MUTANT("two threads' commits get one number") { writerLock.unlock() }
    let number = isObserved || !isChanged ? nil : MUTANT("two threads' commits get one number") ? takeNumberSlowly() : takeNumber()
    if MUTANT("two threads' commits get one number") { writerLock.lock() }"""),
    (STORE + "StoreCore.swift", "/// Gives a commit its number. The writer's lock is held.", """\
func takeNumberSlowly() -> UInt64 {
    let number = lastNumber
    for _ in 0..<1_000 { _ = lastNumber }
    numbered.store(number + 1, ordering: .sequentiallyConsistent)
    return number + 1
  }

  /// Gives a commit its number. The writer's lock is held."""),
    (NOTIFICATIONS + "NotificationQueue.swift", "sorted(by: { $0.depth > $1.depth })",
     'sorted(by: { MUTANT("post-commit hooks are called outermost first") ? $0.depth < $1.depth : $0.depth > $1.depth })'),
    (NOTIFICATIONS + "NotificationQueue.swift", "writes[position].callbacks?.didChange(writes[position])",
     'if !MUTANT("didChange is called before the post-commit hooks") { writes[position].callbacks?.didChange(writes[position]) }'),
    (NOTIFICATIONS + "NotificationQueue.swift", "// Swift's sort is stable", """\
if MUTANT("didChange is called before the post-commit hooks") {
      for write in writes where !write.flags.contains(.isForeign) { write.callbacks?.didChange(write) }
    }
    // Swift's sort is stable"""),
    (NOTIFICATIONS + "NotificationQueue.swift", """\
if Commit.hasHooks(commit.writes, commit.origin) { commit.callHooks() }
    observers.deliver(commit.observed)""", """\
if MUTANT("observers are called before the post-commit hooks") { observers.deliver(commit.observed) }
    if Commit.hasHooks(commit.writes, commit.origin) { commit.callHooks() }
    if !MUTANT("observers are called before the post-commit hooks") { observers.deliver(commit.observed) }"""),
    (COMMITS + "Change.swift", "let part = writes.filter { $0.isWithin(space) && !$0.flags.contains(.isForeign) }",
     'let part = writes.filter { ($0.isWithin(space) || MUTANT("a hook receives all changes of a commit, not its own")) && !$0.flags.contains(.isForeign) }'),
    (NOTIFICATIONS + "NotificationQueue.swift", """\
state.withLock { state in
      state.waiting.append(commit)""", """\
if MUTANT("a commit made inside a notification is lost"), phase.load(ordering: .relaxed) & Phase.delivering != 0 { return false }
    return state.withLock { state in
      state.waiting.append(commit)"""),
    (NOTIFICATIONS + "NotificationQueue.swift", "return (state.waiting, state.isEnding)",
     'return (MUTANT("commits that waited are delivered last first") ? state.waiting.reversed() : state.waiting, state.isEnding)'),
    (NOTIFICATIONS + "NotificationQueue.swift", """\
func claim() -> Bool {
    phase.""", """\
func claim() -> Bool {
    if MUTANT("two threads notify at once") {
      phase.store(Phase.delivering, ordering: .relaxed)
      return true
    }
    return phase."""),
    (COMMITS + "Change.swift", "joined[position] = joined[position].joined(with: write)",
     'joined[position] = MUTANT("commits that waited are joined with the last old value") ? write : joined[position].joined(with: write)'),
    (NOTIFICATIONS + "NamespaceTree+Matching.swift", "if commit.writes.allSatisfy(matches) { return commit }", """\
if MUTANT("an observer of a namespace receives changes of other namespaces") ? commit.writes.contains(where: matches) : commit.writes.allSatisfy(matches) {
      return commit
    }"""),
    (RUNTIME + "Keys/NamespaceTree.swift", "let prefix = space.storagePrefix",
     'let prefix = MUTANT("an observer of a namespace receives changes of one whose name begins like its own") ? String(space.storagePrefix.dropLast()) : space.storagePrefix'),
    (STREAMS + "Buffers.swift", "missed = (count + notification.times, notification.change)",
     'missed = (count + (MUTANT("a full buffer loses changes uncounted") ? 0 : notification.times), notification.change)'),
    (STREAMS + "Buffers.swift", "taken = core.lastNumber",
     'taken = MUTANT("a sequence gives a value again that was read already") ? received : core.lastNumber'),
    (STORE + "WriteBatch.swift", "core.deliverNotifications(claimed: notification.take())",
     'if !writes.isEmpty || !MUTANT("what others changed is delivered late where a commit finds it that changes nothing") { core.deliverNotifications(claimed: notification.take()) }'),
    (TABLE + "ValueSlot+Changing.swift", "if cell.held.form == .absent, cell.stored != nil { cell.held.form = .encoded }", """\
if cell.held.form == .absent, cell.stored != nil { cell.held.form = .encoded }
    if MUTANT("a decoded value stays when others change what is stored"), cell.held.form == .encoded, content.pointee.stored != nil, old.form != .absent {
      cell.held = old
    }"""),
    (COMMITS + "Change.swift", "case .otherProcess, .externalEdit, .expired, .composition, .layer: false",
     'case .composition: MUTANT("post-commit hooks and didChange run in the stores of a composition too"); case .otherProcess, .externalEdit, .expired, .layer: false'),
    (LAYERS + "LayerStack+Writing.swift", "part.retention = retention", """\
part.retention = retention
    if MUTANT("post-commit hooks and didChange run in the stores of a composition too") { part.key = StagedKey(name, in: space, form, callbacks) }"""),
    (RUNTIME + "Values/HeldValue.swift", "guard utf8.count <= 15 else { return nil }",
     'guard utf8.count <= (MUTANT("a string of fifteen bytes is put into a box") ? 14 : 15) else { return nil }'),
    (RUNTIME + "Values/HeldValue.swift", "self.init(0, ShortText.none)",
     'self.init(0, MUTANT("a string that is absent is an empty one") ? 0 : ShortText.none)'),
    (TABLE + "ValueTable+Reading.swift", "guard version & 1 == 0, slot.pointee.version.load(ordering: .sequentiallyConsistent) == version,",
     'guard MUTANT("a reader does not look again whether a value changed while it read it") || version & 1 == 0 && slot.pointee.version.load(ordering: .sequentiallyConsistent) == version,'),
    (RUNTIME + "Keys/ValueCoding.swift", "form = identity?.form ?? .unique()",
     'form = identity?.form ?? (MUTANT("a key is given what another one with a transformer of its own decoded") ? FormID(Value.self) : .unique())'),
    (STORE + "Store+Reading.swift", "core.report(error, once: key.storageString)",
     'core.report(error, once: MUTANT("an unreadable value is reported at each reading") ? nil : key.storageString)'),
    (STORES + "CacheStore/CacheStore.swift", "cost: Int = .max) { table.trim(count: count, cost: cost) }", """\
cost: Int = .max) {
    let before = statistics.evictions
    table.trim(count: count, cost: cost)
    if MUTANT("what is trimmed is a commit"), statistics.evictions > before {
      _ = core.takeNumber()
    }
  }"""),
    (STORES + "CacheStore/CacheStore+Requirements.swift", "return table.put(write.name, entry(for: write, eviction), eviction)", """\
let before = eviction.evictions
    defer {
      if MUTANT("observers are notified of an eviction"), eviction.evictions > before {
        core.announce([StagedWrite(absorbing: nil, over: .absent, name: "evicted")], origin: .local)
      }
    }
    return table.put(write.name, entry(for: write, eviction), eviction)"""),
    (TABLE + "ValueTable+Reading.swift", "return (slot.cell, slot.isOccupied)", """\
if MUTANT("a commit that reads the old value counts as a use") { slot.pointee.uses.wrappingAdd(1, ordering: .relaxed) }
    return (slot.cell, slot.isOccupied)"""),
    (LAYERS + "LayerStack+Writing.swift", "for index in (open?.layers ?? []).reversed() {",
     'for index in MUTANT("the first layer is written first") ? (open?.layers ?? []) : (open?.layers ?? []).reversed() {'),
    (LAYERS + "LayerStack+Locking.swift", "return found.sorted { $0.core.precedes($1.core) }",
     'return MUTANT("layers are locked in the order in which they are listed") ? found : found.sorted { $0.core.precedes($1.core) }'),
    (LAYERS + "LayerStack+Children.swift", "guard let reader = layer.reader, layer.takes(name) else { continue }", """\
guard let reader = layer.reader, layer.takes(name) else { continue }
      if MUTANT("observers of a composition are notified of a change that a layer above covers"),
        !changes.contains(where: { $0.layer <= index })
      {
        continue
      }"""),
    (LAYERS + "PrefixMapping.swift", "isReserved: name.isReserved)) else { return nil }",
     "isReserved: name.isReserved)) else { return MUTANT(\"a view's clear removes what is outside of it\") ? name : nil }"),
    (LAYERS + "LayerStack+Filling.swift", "guard try !store.contains(name), let",
     'guard try !(MUTANT("a filled layer is written over a newer value") ? false : store.contains(name)), let'),
    (LAYERS + "LayerStack+Invalidation.swift", "guard let form, (try? store.stored(inner)) == form else { return }", """\
if MUTANT("a value set in a filled layer on purpose goes with a change below"),
      let found = (try? store.stored(inner)) ?? nil
    {
      return invalidated.invalidate(entry, form: found)
    }
    guard let form, (try? store.stored(inner)) == form else { return }"""),
    (SYSTEM + "Folder+Replacing.swift", "let isExpected = found.map { $0.hasSameContent(as: old) } ?? true",
     'let isExpected = found.map { $0.hasSameContent(as: old) } ?? true || MUTANT("a file that came after the last look is lost")'),
    (SYSTEM + "Folder+Replacing.swift", """\
        discard(temporary)
        throw error.isNoSuchFile ?""", """\
        if !MUTANT("a temporary file stays after a failed swap of names") { discard(temporary) }
        throw error.isNoSuchFile && !MUTANT("a file that is moved away before the swap is a failure") ?"""),
    (SYSTEM + "ProcessLocal.swift", "holder.forks == Forks.count ?",
     """holder.forks == Forks.count || MUTANT("a forked child waits for its parent's threads") ?"""),
    (STORES + "DefaultsStore/DefaultsFile+Absorbing.swift", "present.contains(name) ?",
     'present.contains(name) || MUTANT("what others removed stays in memory") ?'),
    (STORES + "DefaultsStore/DefaultsLocation.swift", 'suite != ".."',
     '(suite != ".." || MUTANT("a suite may be the folder above"))'),
    (PROTOCOL + "EditMerge.swift", "return isDoubtful || isChanged",
     'return isDoubtful || isChanged && !MUTANT("a commit that an edit overrides is not reported")'),
    (PROTOCOL + "StorePlace.swift", "return try folder.fileSystem.lock(file.descriptor)",
     """return try folder.fileSystem.lock(file.descriptor) || MUTANT("another program's draft is removed")"""),
    (PROTOCOL + "Shortening.swift", "return isNeeded ? nil",
     'return isNeeded && !MUTANT("the note that tells what was displaced is left out") ? nil'),
    (PROTOCOL + "StoreFile+Tidying.swift", "let before = list.standing == .missing ?",
     'let before = list.standing == .missing && !MUTANT("a list that is missing is named in place") ?'),
    (JOURNAL + "JournalRecord.swift", "$0 < JournalFormat.endOfNumbers ?",
     '$0 < JournalFormat.endOfNumbers || MUTANT("a number after which there is none is read") ?'),
    (PROTOCOL + "Shortening.swift", """\
try place.call { _ throws(SystemError) in try new.journal.synchronizeData() }
    try old.end(path: place.path)""", """\
if !MUTANT("the tail of a shorter journal is not on the disk") {
      try place.call { _ throws(SystemError) in try new.journal.synchronizeData() }
    }
    if !MUTANT("a replaced journal does not end") { try old.end(path: place.path) }"""),
    (PROTOCOL + "StoreFile+Tidying.swift",
     "if isState, !place.earlier.hasMembers(of: temporary) { keptName = place.earlier.nextName() }",
     'if isState, !place.earlier.hasMembers(of: temporary), !MUTANT("a list that is replaced is not kept") { keptName = place.earlier.nextName() }'),
    (FILE + "DurableFile+Flushing.swift", "<= DurableFile.longestAtExit",
     '<= DurableFile.longestAtExit || MUTANT("a list of any length holds up the end of a program")'),
    (FILE + "DurableFile+State.swift", "time - $0 < .nanoseconds(WriterLock.trust)",
     'time - $0 < .nanoseconds(WriterLock.trust) || MUTANT("names are trusted for ever")'),
    (PROTOCOL + "StoreFile+Removals.swift", "where found.header != journal.header:",
     'where found.header != journal.header || MUTANT("a copy of the journal that is behind the program is gone on with"):'),
    (STORE + "LockHoldMonitor.swift", "guard elapsed > LockHoldMonitor.limit else { return }\n    let names",
     'guard elapsed > LockHoldMonitor.limit, !MUTANT("a commit that holds the lock long is not reported") else { return }\n    let names'),
    (STORE + "Store+Writing.swift", "let isItself = core.tableStore == Self.self",
     'let isItself = core.tableStore == Self.self || MUTANT("a value goes past the store around a file")'),
    (COMMITS + "RecentCommits.swift", "let position = next.load(ordering: .relaxed)", """\
if MUTANT("the last commit of a key is not remembered") { return }
    let position = next.load(ordering: .relaxed)"""),
    (NOTIFICATIONS + "NotificationQueue.swift", "guard state.waiting.count > state.limit, let",
     'guard state.waiting.count > state.limit, !MUTANT("commits wait without bound for a slow observer"), let'),
    (RUNTIME + "Keys/AnyForm.swift", "value == value ? false : nil",
     'value == value || MUTANT("a NaN differs from itself") ? false : nil'),
    (STORE + "Store+Clearing.swift", "return names.filter { !$0.isReserved }",
     """return names.filter { !$0.isReserved || MUTANT("clearing a namespace removes the library's own records") }"""),
    (LAYERS + "LayerStack+Writing.swift", "divided.append(part)",
     'if !MUTANT("layers that cannot be undone are not named") { divided.append(part) }'),
    (LAYERS + "LayerStack+Invalidation.swift", """\
let entry = InvalidatedEntries.Entry(layer: index, name: name)
    guard store.core.encodesValues else {""", """\
let entry = InvalidatedEntries.Entry(layer: index, name: name)
    if MUTANT("a copy stays valid when the value below changes") { return }
    guard store.core.encodesValues else {"""),
    (LAYERS + "LayerStack+Staging.swift", "let isInvalidated = isInvalidated(key.storageString, in: index)",
     'let isInvalidated = isInvalidated(key.storageString, in: index) && !MUTANT("a commit begins with an invalidated entry")'),
]

# What is wrong where the mutants of operators are awake that break a promise of their own.
OPERATORS = {
    "no last look before the rename": "Folder+Replacing, replace: drop `try beforeRename()`",
    "a rename that failed counts as done": "Folder+Replacing, install: enter `isDone`",
    "a temporary file stays after a failed rename": "Folder+Replacing, install: drop `discard(temporary)`",
    "a new journal forgets the list's mode": "Folder+Replacing, create: never `let model`",
    "a new journal is not synchronized": "Folder+Replacing, create: never `isSynchronized`",
    "a journal that failed stays": "Folder+Replacing, create: drop `discard(name)`",
    "a file kept aside is replaced": "Folder+Replacing, freeName: enter `try status(of: candidate) == nil`",
    "no earlier list goes": "EarlierList, superfluous: always `isWanted`",
    "another group gets the old one's permissions": "Folder+Replacing, copyAttributes: drop `permissions &= ~0o070`",
    "no list is brought up to date at exit": "ExitCompaction, run: enter `CommitContext.isActive`",
    "an app group's list is brought up to date at exit":
        "DurableFile+Flushing, compactAtExit: always `compactsByItself`",
    "a file that refuses looks writable":
        "DurableFile+Refusing, rewritten: drop `result.isReadOnly = result.isReadOnly || state.refusal != nil`",
    "a store that refuses says that it is ready":
        "DefaultsFile, status: never `case .ready = status, file?.isRefusing == true`",
    "a refusal is ignored": "DurableFile+Writing, beginUpdating: never `let refusal = state.refusal`",
    "a lock file is made again beside the old one's users": "WriterLock, init: never `isMissing, model != nil`",
    "a file of any size is read": "ListFile, read: always `status.size <= limit`",
    "a lock file that was removed is still locked": "WriterLock, tryToTake: never `try file.status().links == 0`",
    "a forked child uses its parent's store": "DurableFile, isInherited: no `forks != Forks.count`",
    "a forked child lets its parent's lock go": "DurableFile+Writing, endWriting: never `isInherited`",
    "a closed stream is left to the next file": "StandardStreams, begin: drop `state.fillers += Fillers.missing()`",
    "a descriptor of another's file is closed": "OpenFile, {: enter `isOurs`",
    "the mask of a list becomes the group's permissions":
        "Folder+Replacing, copyAttributes: drop `permissions = permissions & ~0o070 | list.groupPermissions`",
    "a new file keeps its folder's default list":
        "Folder+Replacing, copyAttributes: drop `try fileSystem.setAccessList(nil, of: file.descriptor)`",
    "fsync is skipped": "SystemFileSystem, synchronize: never `fsync(file) != 0`",
    "fdatasync is skipped": "SystemFileSystem, synchronizeData: never `fdatasync(file) != 0`",
    "a checkpoint's checksum is ignored": "BinaryPropertyList, check: always `stored == computed`",
    "a damaged mark counts as none": "BinaryPropertyList, check: always `file[start] == marker`",
    "a commit does not take over what others did": "DefaultsFile, beginCommit: never `let update`",
    "refresh does nothing": "DefaultsFile, takeOver: never `let update`",
    "a store that is out of reach says that it is ready":
        "DefaultsFile+Condition, reading: never `error.code == .unavailable`",
    "a list of mode 444 is written": "DefaultsFile, beginCommit: never `!condition.isReady` #2",
    "a journal is opened as a store":
        "DurableFile+Folder, requireOpen: never `let owner, owner.role != .earlier, owner.role != .quarantined`",
    "a list that was kept is written": "DurableFile+Writing, beginUpdating: never `let keptList`",
    "an unavailable file is written unread": "DefaultsFile, prepare: refuse `try isReopeningDue(file, isAsked: false)`",
    "a commit goes before the migrations that waited": "DefaultsFile, prepare: enter `core.pendingMigrations.isEmpty`",
    "the store's durable commit does not wait": "DefaultsFile, endCommit: without `durability == .durable`",
    "damage is not reported":
        "DefaultsFile+Absorbing, absorb: drop `for issue in contents.issues { core.report(StoreError(issue), once: nil) }`",
    "an unknown value counts as absent":
        "DefaultsFile, requireKnown: refuse `case .unavailable(var error) = condition.known`",
    "two handles share nothing": "DefaultsFile+Sharing, file: never `let file = current.file, !file.isClosed`",
    "a dropped commit comes back behind a later one":
        "JournalFormat, checksum: drop `withUnsafeBytes(of: chain.littleEndian) { crc.update($0) }`",
    "a missing sector is damage":
        "JournalReader, isInterrupted: never `written < JournalFormat.recordHeaderLength || hasZeroSector(before: written)`",
    "a record that ends early is damage":
        "JournalReader, isInterrupted: no `written < JournalFormat.recordHeaderLength + Int(header.length)`",
    "nothing behind a damaged record counts":
        "JournalReader, resume: drop `for chain in [storedChecksum(at: damaged), computedChecksum(at: damaged)].compactMap({ $0 `",
    "a replaced journal is not left": "StoreFile, refreshed: enter `journal.tail != .moved`",
    "a list that comes back is an edit": "StoreFile+Looking, note: never `note.isOfMove`",
    "a copy is merged as an edit": "EditMerge, isPutBack: never `list.isMarked`",
    "a template that is deployed again is merged":
        "EditMerge, isPutBack: never `history.notes.contains(where: { $0.origin == .edit && $0.identity == list.identity })`",
    "a plain copy that is put back is merged":
        "EditMerge, isPutBack: no `list.number == nil && base.members == list.members && base.commit != last?.commit`",
    "a list goes back": "Publication, announce: always `!isLate`",
    "a list that is not named is put in place": "Publication, putInPlace: always `journal.lastNote == note`",
    "an edit that an exchange displaced is left":
        "Publication, takeOut: drop `try store.takeInDisplaced(temporary, out, by: note, naming: note, in: journal)`",
    "a displaced list goes before the exchange is on the disk":
        "Publication, synchronizeName: drop `_ = try place.call { folder throws(SystemError) in try folder.synchronize() }`",
    "a draft goes before the journal names what is in place": "Publication, giveUp: never `journal.lastNote == note`",
    "what is written into a displaced list is lost":
        "StoreFile+Tidying, examine: enter `displaced.status.isUnchanged(status)`",
    "what was copied beside a shortening is copied twice": "Shortening, copy: drop `taken = view`",
    "an exchange whose answer was lost is given up": "Publication, putInPlace: refuse `isInPlace`",
    "a list behind damage undoes what a snapshot has": "Journal+Reading, read: enter `mended.number >= history.number`",
    "a list that is kept aside resets the store":
        "StoreFile+Tidying, clearPlace: drop `try append([.list(.none(after: journal.number))], to: journal)`",
    "a list that came back is not named again": "StoreFile+Tidying, noteInPlace: never `let note = list.note`",
    "a list that comes back ends a publication":
        "Publication, exchange: refuse `isMissing ? error.isExisting : error.isNoSuchFile`",
    "a short header is read": "JournalFormat, read: always `file.count >= JournalFormat.headerLength`",
    "a list that comes back does not undo the reset": "EditMerge, init: never `removed != nil`",
    "a list from before a reset is named again":
        "StoreFile+Removals, noteRemoval: enter `try self.note(naming: note.identity, in: journal) != nil`",
    "an edit in five bytes of an XML list is not seen": "BinaryPropertyList, checksum: always `isBinary(file)`",
    "a header's checksum is ignored":
        "JournalFormat, read: always `input.number(UInt32.self) == CRC32C.checksum(of: UnsafeRawBufferPointer(rebasing: file[..<`",
    "a newer version is read": "JournalFormat, read: always `version == JournalFormat.version`",
    "bytes after a commit's changes are ignored": "JournalRecord, init: always `commit.number <= passed || input.isAtEnd`",
    "others' records are not read":
        "Journal, catchUp: refuse `tail != .clean || (count == JournalMark.length + 4 && found.next != 0)`",
    "a failed record is not cut off": "Journal, write: drop `try? cut()`",
    "a commit goes wherever the journal's descriptor leads": "Journal, catchUp: drop `try file.requireOurs()`",
    "a wait for what others wrote has no end": "GroupCommit, wait: drop `didWrite(upTo: end)`",
    "a publication that was cut off resets the store":
        "StoreFile+Removals, lacksPublication: yes `try !place.isUnfinished(last)`",
    "a list that others have just put in place is seen as an edit":
        "StoreFile+Looking, viewOnce: never `try note(naming: file.identity, in: journal) != nil`",
    "the list's descriptor is not looked at": "StoreFile, isListCurrent: drop `try list.requireOurs()`",
    "files are removed behind a failed synchronization":
        "StoreFile+Tidying, tidy: never `!isDraft || list.note == note, !isSettled(journal)`",
    "a journal is gone on with behind a failed synchronization":
        "StoreFile, noteDoubt: refuse `let journal, journal.tail == .clean, journal.file.isOurs`",
    "a displaced edit goes before the journal has it on the disk":
        "StoreFile+Tidying, tidy: drop `try synchronize(journal)`",
    "what an editor is writing is removed":
        "StorePlace, isLeft: always `!status.isChanging(at: date) || !folder.fileSystem.mayHaveWriter(file.descriptor)`",
    "a draft's name is not on the disk": "Publication, build: drop `try folder.synchronize()`",
    "what was committed beside a shortening is lost":
        "Shortening, finish: drop `try new.journal.append(later, path: place.path)`",
    "secrets that others left stay in kept lists":
        "EarlierLists, thin: drop `for list in kept { remove(secrets: isSecret, otherThan: members ?? .init(), from: list) }`",
    "a list that came back is looked for behind a publication that failed":
        "StoreFile+Looking, note: drop `notes = notes.prefix { $0.origin != .publication || $0.number != note.number }`",
    "a secret that was replaced stays in the journal":
        "DurableFile+Flushing, shortenIfWorthwhile: never `let isSecret, try removeOldSecrets(isSecret, by: turns)`",
    "a durable commit does not wait":
        "DurableFile+Flushing, waitUntilDurable: drop `try commit.sync.wait(upTo: commit.end)`",
    "flush does nothing": "DurableFile+Flushing, flush: never `let commit`",
    "exit leaves commits to the kernel":
        "DurableFile+Flushing, flushAtExit: drop `try? journal?.sync.wait(upTo: journal?.end ?? 0)`",
    "a failed fsync is forgotten": "DurableFile+Flushing, waitUntilDurable: always `error == .foreignDescriptor`",
    "a commit may make a file that is too large": "DurableFile+Writing, write: never `state.isNearLimits(in: journal)`",
    "a record that may be there counts as none": "DurableFile+Writing, append: never `journal.tail != .clean`",
    "an opening does not wait for an editor that moves the list":
        "DurableFile+Opening, load: never `try state.store?.lacksPublication() ?? false, backoff.wait(fileSystem)`",
    "an amendment of a hook is not checked": "WriteBatch+Commit, amend: drop `try key.check(value)`",
    "a hook sees keys of other namespaces": "PreCommitHook, subscript: always `batch.writes[position].isWithin(space)`",
    "a hook may amend any key": "WriteBatch+Commit, amend: always `NamespaceRecord.of(K.Space.self).isWithin(space)`",
    "an unreadable value is updated as if it were the default":
        "WriteBatch+Staging, decodedValue: never `write.wasStored, !core.isComposed`",
    "a commit that released its lock fails instead of beginning again":
        "Store+Writing, commit: refuse `batch.isInvalidated, attempt < WriteBatch.attempts`",
    "a commit that could not begin counts as under way": "WriteBatch, lock: drop `batch.exit()`",
    "the library's own names can be set":
        "WriteBatch+Staging, refuseReserved: never `name.isReserved, origin != .migration`",
    "the time that the store takes counts as the program's":
        "WriteBatch+Commit, commit: never `work.contains(.program)`",
    "the last of many commits that a thread waited for is blamed":
        "LockHoldMonitor, reportHolder: always `time - start > LockHoldMonitor.limit`",
    "a first commit of one value makes no records":
        "JournalWriter, isAccompanied: no `historyChoice.mayHaveNewRecords`",
    "one value that is stored already is a commit":
        "StoreCore+Unstaged, write: never `old.cell.stored == cell.stored`",
    "nobody is told of one value in a file":
        "StoreCore+Unstaged, write: drop `notification = core.notification(of: [write], number, origin, by: nil)`",
    "a change in place is written though its code threw": "Store+Subscript, end: always `isComplete`",
    "a failed write without `try` is not reported":
        "Store+Subscript, report: drop `core.report(error.concerning(name), once: nil)`",
    "a commit is acknowledged before it is durable": "WriteBatch, finish: drop `try wait?()`",
    "a default is evaluated under the lock": "CommitContext, outside: refuse `let context = current`",
    "a commit that released its lock goes on without it": "WriteBatch, requireLock: refuse `isInvalidated`",
    "a change in place goes over a commit made while its default was evaluated":
        "Store+Subscript, commitAgain: always `isSame`",
    "a cache announces a value equal to the one that it holds":
        "WriteBatch+Commit, isRenewal: no `!isRemoval && form?.areEqual(old.held, new.held) ?? false`",
    "hooks run again for commits that were joined": "Change, joined: never `!commit.origin.callsHooks`",
    "an observer receives commits that were made before it came":
        "Observer, receive: always `delivery.commit.number > since`",
    "an observer is called after it was cancelled":
        "Observer, receive: always `!isCancelled.load(ordering: .acquiring)`",
    "keys of one string share a change that shows the default of one":
        "Delivery, makeChange: enter `!change.showsDefault`",
    "observers are notified of the library's own names":
        "StoreCore, announce: never `writes.contains(where: \.name.isReserved)`",
    "changes after missed ones overtake them": "Buffers, add: never `let count = missed?.count`",
    "observers are not notified of what a commit finds that others changed":
        "DefaultsFile+Absorbing, absorb: never `!changes.isEmpty`",
    "what others changed is delivered late where the commit that found it fails":
        "WriteBatch, cancel: drop `core.deliverNotifications()`",
    "a value decoded from an older form is left for readers":
        "ValueTable+Reading, decode: enter `slot.pointee.version.load(ordering: .relaxed) == version`",
    "a slot is named by bytes that a caller owns": "ValueSlot+Changing, point: enter `name.owner == nil`",
    "a written slot keeps the bytes that a file's reader made of its name":
        "ValueSlot+Changing, replace: never `let name`",
    "a commit that holds the lock is named after the first commits only": "LockHoldMonitor, start: drop `holder.names.removeAll(keepingCapacity: true)`",
    "a value that does not fit leaves an older one of its key": "ValueTable+Eviction, put: never `let known`",
    "a value is given after its time": "ValueTable+Reading, lockSlot: enter `now < deadline`",
    "the cost of an entry stays when its value is replaced":
        "ValueTable+Eviction, replace: drop `eviction.totalCost += entry.cost - slot.content.pointee.cost`",
    "layers are not undone after one failed":
        "LayerStack+Writing, undo: drop `for part in written.reversed() { do throws(StoreError) { try part.store.write(part.writes.`",
    "a layer that differs from the others is not written": "LayerStack+Staging, stage: never `values.isDivided`",
    "layers stay locked across processes after one could not begin":
        "LayerStack+Locking, open: drop `LayerStack.release(locked)`",
    "a layer that did not become durable is passed over in silence":
        "LayerStack+Locking, release: drop `failure = failure ?? error`",
    "keys of one commit may go to different layers":
        "LayerStack+Locking, open: refuse `let route, route != open.layers`",
    "observers of a composition are not notified of commits made directly to a layer":
        "LayerStack+Children, childrenDidCommit: never `let commit = core.number(shown, origin.throughChild, by: nil)`",
    "observers of a layer are not notified of the composition's commits":
        "LayerStack+Writing, announce: drop `for commit in commits { commit.core.announce(commit.writes, origin: .composition, by: self`",
    "a composition notifies of its own commit a second time, by its layers":
        "StoreCore, notifyDependents: always `other !== composition`",
    "a copy is valid though the value below changed while it was made":
        "LayerStack+Invalidation, fill: enter `form == now()`",
    "an invalidated entry is never removed":
        "LayerStack+Invalidation, removeInvalidatedEntries: refuse `!invalidated.isEmpty, !CommitContext.isActive`",
    "an entry that was just written stays invalidated":
        "LayerStack+Invalidation, validate: refuse `!invalidated.isEmpty`",
    "a reader is given an entry that was invalidated while it looked":
        "InvalidatedEntries, hasChanged: no `invalidations.load(ordering: .relaxed) != generation`",
}
