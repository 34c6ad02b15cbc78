import KeywrightStorage
import Synchronization

/// What all handles on one file share: values in memory, the file, the writer's lock.
final class DefaultsFile: Sendable {
  let core: StoreCore
  let table = StoredTable()

  /// The path; nil if the place could not be told.
  let path: String?
  private let file: DurableFile?
  /// Keeps the file's entry among those that are open, if it has one.
  private let place: OpenPlace?
  private let condition: Locked<Condition>
  /// Whether the status is ``DefaultsStore/Status/ready``, so that a commit takes no lock to know.
  private let isReady = Atomic(false)
  private let watching = Locked<FolderWatcher.Token?>(nil)

  /// Migrations that could not be run when the store was opened.
  private let postponed = Locked<[Migration]>([])

  /// What is known of the file without asking it.
  private struct Condition: Sendable {
    /// What the last reading of everything made of it.
    var status: DefaultsStore.Status
    /// Why it was out of reach when it was looked at last, though it had been read before. What was
    /// read is kept, so that others' changes are still told from this program's when it is back.
    var outage: StoreError?
  }

  private var known: DefaultsStore.Status { condition.withLock { $0.status } }

  var status: DefaultsStore.Status {
    let condition = condition.withLock { $0 }
    if let outage = condition.outage { return .unavailable(outage) }
    if case .ready = condition.status, file?.isRefusing == true { return .readOnly }
    return condition.status
  }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - compactsByItself: Whether the property list is brought up to date without being asked.
  ///   - place: Its entry among the files that are open.
  init(
    location: Result<String, StoreError>, fileSystem: any FileSystem = SystemFileSystem(),
    compactsByItself: Bool = true, place: OpenPlace? = nil
  ) {
    self.place = place
    switch location {
    case .success(let path):
      self.path = path
      core = StoreCore(name: path, place: DefaultsFile.resolved(path))
      file = DurableFile(
        path: path, fileSystem: fileSystem, compactsByItself: compactsByItself)
      condition = Locked(Condition(status: .ready))
      core.writerLock.withLock { open() }
    case .failure(let error):
      path = nil
      core = StoreCore(name: error.path ?? "defaults")
      file = nil
      condition = Locked(Condition(status: .unavailable(error)))
      core.report(error, once: nil)
    }
  }

  deinit {
    watching.withLock { $0.take() }?.cancel()
    file?.close()
  }

  // MARK: Opening and closing

  /// Reads the file. The writer's lock is held.
  private func open() {
    guard let file else { return }
    do throws(StorageError) {
      absorb(try file.open(), origin: nil)
    } catch {
      let error = StoreError(error)
      become(.unavailable(error))
      core.report(error, once: nil)
    }
  }

  func refresh() throws(StoreError) {
    if let scope = WriterScope.current {
      // A commit has taken over what others changed, and holds their lock.
      if let record = scope as? CommitRecord, record.store.core === core { return }
      throw .reentrant(operation: "refresh")
    }
    let scope = WriterScope()
    let result = core.writerLock.withLock {
      scope.enter()
      defer { scope.leave() }
      return Result { () throws(StoreError) in try takeOver(isAsked: true) }
    }
    scope.runAfterwards()
    core.deliverNotices()
    _ = try result.get()
  }

  /// - Parameter isAsked: Whether somebody asked for it, and so for another attempt where writing
  ///   failed.
  /// - Returns: Whether others changed anything.
  @discardableResult
  private func takeOver(isAsked: Bool) throws(StoreError) -> Bool {
    guard let file = try openFile() else { return false }
    if try isReopeningDue(file, isAsked: isAsked) {
      try reopen(file)
      return true
    }
    let update = try looking { () throws(StorageError) in try file.refreshUpdate() }
    if let update { absorb(update) }
    reportIssues()
    return update != nil
  }

  // MARK: Watching

  /// Takes over what others change as soon as the system tells of it, from now on.
  func watch(_ watching: DefaultsStore.Watching, by watcher: FolderWatcher = .shared) {
    switch watching {
    case .always: watch(by: watcher)
    case .whenObserved: core.observers.onFirst { [weak self] in self?.watch(by: watcher) }
    case .never: break
    }
  }

  var isWatching: Bool { watching.withLock { $0 != nil } }

  private func watch(by watcher: FolderWatcher) {
    guard let path, file != nil, !isClosed else { return }
    watching.withLock { token in
      if token == nil { token = watcher.watch(path) { [weak self] in self?.look() ?? .news } }
    }
  }

  /// Takes over what others changed, unless a commit is under way, which does so itself.
  private func look() -> FolderWatcher.Finding {
    guard core.writerLock.tryLock() else { return .busy }
    let scope = WriterScope()
    scope.enter()
    // What fails now fails again, and is reported, when somebody asks.
    let isNews = (try? takeOver(isAsked: false)) ?? false
    scope.leave()
    core.writerLock.unlock()
    scope.runAfterwards()
    // Otherwise what waits is another thread's, which tells of it before its commit returns.
    if isNews { core.deliverNotices() }
    return isNews ? .news : .nothing
  }

  /// Whether the file was out of reach, or could only be read and may be writable by now.
  private func isReopeningDue(_ file: DurableFile, isAsked: Bool) throws(StoreError) -> Bool {
    switch known {
    case .unavailable: true
    case .readOnly where !file.isRefusing:
      try storing { () throws(StorageError) in try file.isWritable() }
    case .ready, .readOnly: isAsked && file.isRefusing
    case .closed: false
    }
  }

  private func reopen(_ file: DurableFile) throws(StoreError) {
    absorb(try looking { () throws(StorageError) in try file.open() }, origin: .otherProcess)
  }

  func flush(compacting: Bool) throws(StoreError) {
    guard let file = try openFile() else { return }
    try storing { () throws(StorageError) in try file.flush(compacting: compacting) }
  }

  /// Not under the writer's lock, so that it may be called from anywhere: a commit under way then
  /// fails, with nothing changed.
  func close() {
    become(.closed)
    watching.withLock { $0.take() }?.cancel()
    file?.close()
    core.notices.end()
    // Inside a commit, observers are told once it is over.
    WriterScope.afterwards { [core] in core.notices.deliver() }
  }

  /// Sets the status of a file that was not closed meanwhile, and is within reach.
  private func become(_ status: DefaultsStore.Status) {
    change { $0 = Condition(status: status) }
  }

  private func change(_ body: (inout Condition) -> Void) {
    condition.withLock { condition in
      if case .closed = condition.status { return }
      body(&condition)
      if case .ready = condition.status, condition.outage == nil {
        isReady.store(true, ordering: .releasing)
      } else {
        isReady.store(false, ordering: .releasing)
      }
    }
  }

  /// The file, if it may be used at all.
  private func openFile() throws(StoreError) -> DurableFile? {
    switch known {
    case .closed:
      throw StoreError(.closed, operation: "use", path: path, advice: "Open the store anew.")
    case .unavailable(let error) where file == nil: throw error
    default: return file
    }
  }

  /// Refuses to call something absent while the content of the file is unknown.
  func requireKnown(operation: String) throws(StoreError) {
    guard case .unavailable(var error) = known else { return }
    error.operation = operation
    throw error
  }

  // MARK: Migrating

  func postpone(_ migrations: [Migration]) { postponed.withLock { $0 += migrations } }

  /// Takes what was put off, to be run now.
  func takePostponed() -> [Migration] {
    postponed.withLock { migrations in
      defer { migrations = [] }
      return migrations
    }
  }

  // MARK: Committing

  func beginCommit(timeout: Duration) throws(StoreError) {
    if !isReady.load(ordering: .acquiring) { try prepare() }
    // Asked where it is held, here and below: to take it out would be to retain it.
    let update = try looking { () throws(StorageError) in
      try file?.beginUpdating(timeout: timeout)
    }
    if let update { absorb(update) }
    reportIssues()
    if !isReady.load(ordering: .acquiring) { try requireWritable() }
  }

  /// Ends a commit that was begun, where the list may not be written and only its journal could be.
  private func requireWritable() throws(StoreError) {
    do throws(StoreError) {
      try storing { () throws(StorageError) in try file?.requireWritable() }
    } catch {
      file?.endWriting()
      throw error
    }
  }

  /// Opens the file anew where that is due; refuses a closed one.
  private func prepare() throws(StoreError) {
    guard let file = try openFile() else { return }
    if try isReopeningDue(file, isAsked: false) { try reopen(file) }
  }

  /// Lets the lock across processes go.
  ///
  /// - Returns: The wait until what was written is on the disk, if it shall be.
  func endCommit(durability: DefaultsStore.Durability) -> CommitWait? {
    guard let commit = file?.endWriting(), durability == .durable else { return nil }
    return { [self] () throws(StoreError) in
      try storing { () throws(StorageError) in try file?.waitUntilDurable(commit) }
    }
  }

  /// Writes the changes of one commit and publishes them.
  func keep(_ changes: [KeptChange]) throws(StoreError) {
    try write(changes) { record throws(PropertyListError) in
      // By index: to take each out would be to copy it.
      for index in changes.indices {
        try record.append(changes[index].name, changes[index].stored)
      }
    }
    table.publish(changes)
  }

  /// Writes the change of a commit of one key and publishes it.
  func keep(only change: KeptChange) throws(StoreError) {
    try write([change]) { record throws(PropertyListError) in
      try record.append(change.name, change.stored)
    }
    change.publish(to: table)
  }

  private func write(
    _ changes: @autoclosure () -> [KeptChange],
    recording body: (inout JournalOutput) throws(PropertyListError) -> Void
  ) throws(StoreError) {
    try storing { () throws(StorageError) in
      try file?.write(
        recording: body, everything: { members(after: changes()) })
    }
  }

  private func members(after changes: [KeptChange]) -> [PropertyListDictionary.Member] {
    let changed = Set(changes.map(\.name))
    let kept = table.members().filter { !changed.contains($0.name) }
    let new = changes.compactMap { change in change.stored.map { (change.name, $0) } }
    return (kept + new).map {
      PropertyListDictionary.Member(key: $0.0.string, value: $0.1.tree)
    }
  }

  // MARK: Taking over what the file holds

  /// Makes the table hold what the file holds. The writer's lock is held.
  ///
  /// - Parameter origin: Who changed the file; nil when it is read for the first time, into an empty
  ///   table, which changes nothing for anybody.
  private func absorb(_ contents: DurableFile.Contents, origin: CommitOrigin?) {
    core.reloaded()
    become(contents.isReadOnly ? .readOnly : .ready)
    for issue in contents.issues { core.report(StoreError(issue), once: nil) }
    if origin == nil { return table.load(contents.members) }
    var changes: [PendingChange] = []
    defer { if let origin { announce(changes, contents, origin) } }
    var present = Set<StorageString>()
    for member in contents.members {
      let name = StorageString(member.key)
      present.insert(name)
      note(name, StoredValue(member.value), in: &changes)
    }
    for name in table.storageStrings() where !present.contains(name) {
      note(name, nil, in: &changes)
    }
  }

  /// Tells of what the file holds now; of another program's edit and of commits apart.
  private func announce(
    _ changes: [PendingChange], _ contents: DurableFile.Contents, _ origin: CommitOrigin
  ) {
    guard let commits = contents.besidesEdit else {
      if !changes.isEmpty { core.announce(changes, origin: origin) }
      return
    }
    var committed: [StorageString: StoredValue?] = [:]
    for change in commits {
      committed[StorageString(change.name)] = .some(change.value.map(StoredValue.init))
    }
    let isEdit = { (change: PendingChange) in committed[change.name] != .some(change.stored) }
    for (part, origin) in [
      (changes.filter(isEdit), CommitOrigin.externalEdit),
      (changes.filter { !isEdit($0) }, origin),
    ] where !part.isEmpty { core.announce(part, origin: origin) }
  }

  /// Takes over what others did since the file was last read or written. The writer's lock is held.
  private func absorb(_ update: DurableFile.Update) {
    switch update {
    case .contents(let contents): absorb(contents, origin: .otherProcess)
    case .changes(let committed):
      core.reloaded()
      // One change for each key, from what this process knew to what is stored now.
      var last: [StorageString: StoredValue?] = [:]
      var names: [StorageString] = []
      for change in committed {
        let name = StorageString(change.name)
        if last.updateValue(change.value.map(StoredValue.init), forKey: name) == nil {
          names.append(name)
        }
      }
      var changes: [PendingChange] = []
      for name in names { note(name, last[name] ?? nil, in: &changes) }
      if !changes.isEmpty { core.announce(changes, origin: .otherProcess) }
    }
  }

  private func note(_ name: StorageString, _ new: StoredValue?, in changes: inout [PendingChange]) {
    let old = table.stored(name)
    guard old != new else { return }
    changes.append(PendingChange(absorbing: new, over: old, name: name))
    table.publish(name, stored: new)
  }

  var isClosed: Bool {
    if case .closed = known { return true }
    return false
  }

  private func reportIssues() {
    guard let file, file.hasIssues else { return }
    for issue in file.takeIssues() { core.report(StoreError(issue), once: nil) }
  }

  /// Looks for what others changed, and remembers whether the file was within reach.
  private func looking<Result>(
    _ body: () throws(StorageError) -> Result
  ) throws(StoreError) -> Result {
    let result: Result
    do throws(StoreError) {
      result = try storing(body)
    } catch {
      if error.code == .unavailable { change { $0.outage = error } }
      throw error
    }
    if !isReady.load(ordering: .acquiring) { change { $0.outage = nil } }
    return result
  }

  private func storing<Result>(
    _ body: () throws(StorageError) -> Result
  ) throws(StoreError) -> Result {
    do throws(StorageError) {
      return try body()
    } catch {
      if error.code == .readOnly { become(.readOnly) }
      throw StoreError(error)
    }
  }
}

extension JournalOutput {
  /// Appends a change of a commit, without a string of its name.
  @inline(__always)
  fileprivate mutating func append(
    _ name: StorageString, _ stored: StoredValue?
  ) throws(PropertyListError) {
    defer { withExtendedLifetime(name) {} }
    try appendChange(
      of: UnsafeRawBufferPointer(start: name.start, count: name.count), to: stored?.tree)
  }
}
