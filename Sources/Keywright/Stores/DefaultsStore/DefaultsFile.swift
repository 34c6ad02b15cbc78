import KeywrightStorage
import Synchronization

/// An open file, shared by all handles on it: values in memory, the file, the writer's lock.
final class DefaultsFile: Sendable {
  let core: StoreCore
  let table: ValueTable

  /// The path; nil if the location is unknown.
  let path: String?
  private let file: DurableFile?
  /// Keeps the file's entry among those that are open, if it has one.
  private let place: OpenPlace?
  let condition: Condition
  let historyChoice: HistoryChoice
  let writer: JournalWriter
  private let watching = Protected(Watch())

  var isClosed: Bool { isInherited || condition.isClosed }

  /// Whether this process was forked after the file was opened, and so may not use it: the file is closed here, and
  /// its locks are left alone.
  private var isInherited: Bool { file?.isInherited ?? false }

  var status: DefaultsStore.Status {
    if isInherited { return .closed }
    let status = condition.status
    if case .ready = status, file?.isRefusing == true { return .readOnly }
    return status
  }

  var hasDroppedInterruptedCommit: Bool { file?.hasDroppedInterruptedCommit ?? false }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - compactsByItself: Whether the property list is brought up to date without being asked.
  ///   - protection: The protection class of the first files.
  ///   - place: Its entry among the files that are open.
  init(
    location: Result<String, StoreError>, fileSystem: any FileSystem = SystemFileSystem(),
    compactsByItself: Bool = true, protection: DefaultsStore.Protection = .inherited,
    place: OpenPlace? = nil
  ) {
    self.place = place
    table = ValueTable()
    historyChoice = HistoryChoice { [table] in
      table.members().contains { RegistryRecord.isName(of: $0.name) }
    }
    switch location {
    case .success(let path):
      self.path = path
      let file = DurableFile(
        path: path, fileSystem: fileSystem, compactsByItself: compactsByItself,
        protection: protection.ofFiles)
      self.file = file
      condition = Condition(.ready)
      writer = JournalWriter(table, file, condition, historyChoice)
      core = StoreCore(
        name: path, place: DefaultsFile.resolved(path), table: table, of: DefaultsStore.self,
        writer: writer, takesRegistries: true, time: fileSystem)
      file.keepHistory { [historyChoice] in historyChoice.policy }
      file.findMembers { [table] in
        table.members().map { .init(key: $0.name.string, value: $0.stored.tree) }
      }
      core.writerLock.withLock { open() }
    case .failure(let error):
      path = nil
      core = StoreCore(name: error.path ?? "defaults", table: table)
      file = nil
      condition = Condition(.unavailable(error))
      writer = JournalWriter(table, nil, condition, historyChoice)
      core.report(error, once: nil)
    }
  }

  deinit {
    if isInherited {
      // Threads that this process does not have may be using them.
      for object in [core, table, watching, file] as [AnyObject?] {
        if let object { _ = Unmanaged.passRetained(object) }
      }
      return
    }
    watching.withLock { $0.token.take() }?.cancel()
    condition.endWaiting()
    file?.close()
  }

  // MARK: Opening and closing

  /// Reads the file. The writer's lock is held.
  private func open() {
    guard let file else { return }
    do throws(StorageError) {
      absorb(try file.open(), origin: nil)
      reportIssues()
    } catch {
      let error = StoreError(error)
      condition.become(.unavailable(error))
      core.report(error, once: nil)
    }
  }

  func refresh() throws(StoreError) {
    try requireOwn()
    if let context = CommitContext.current {
      // A commit has taken over what others changed, and holds their lock.
      if let batch = context as? WriteBatch, batch.core === core { return }
      throw .reentrant(operation: "refresh")
    }
    _ = try core.takeOver { Result { () throws(StoreError) in try takeOver(isAsked: true) } }.get()
  }

  /// - Parameter isAsked: Whether the program asked for it, and so for another attempt where writing failed.
  /// - Returns: Whether others changed anything.
  @discardableResult
  private func takeOver(isAsked: Bool) throws(StoreError) -> Bool {
    guard let file = try openFile() else { return false }
    if try isReopeningDue(file, isAsked: isAsked) {
      try reopen(file)
      return true
    }
    let update = try condition.reading { () throws(StorageError) in try file.refreshUpdate() }
    if let update { absorb(update) }
    reportIssues()
    return update != nil
  }

  // MARK: Watching

  /// Takes over what others change as soon as the system notifies of it, from now on.
  func watch(_ watching: DefaultsStore.Watching, by watcher: FolderWatcher = .shared) {
    switch watching {
    case .always: watch(by: watcher)
    case .whenObserved: core.observers.onFirst { [weak self] in self?.watch(by: watcher) }
    case .never: break
    }
  }

  var isWatching: Bool { watching.withLock { $0.token != nil } }

  private struct Watch: Sendable {
    var token: FolderWatcher.Token?
    /// The number of the last commit when the file was last looked at.
    var lastNumber: UInt64 = 0
    /// Whether the lack of a watch was reported.
    var isMissed = false
  }

  private func watch(by watcher: FolderWatcher) {
    guard let path, file != nil, !isClosed else { return }
    let isMissed = watching.withLock { watch in
      if watch.token == nil {
        watch.lastNumber = core.lastNumber
        watch.token = watcher.watch(path, companions: JournalFormat.suffix) { [weak self] in
          self?.look() ?? .news
        }
      }
      if watch.token != nil || watch.isMissed { return false }
      watch.isMissed = true
      return true
    }
    guard isMissed else { return }
    core.report(
      StoreError(
        .unavailable, operation: "watch", path: path,
        expected: "a thread and two descriptors, to learn of what others change",
        found: "none",
        advice: "Commits and refresh() take it over; close some files or raise the limit."))
  }

  /// Takes over what others changed, unless a commit is under way, which does so itself.
  func look() -> FolderWatcher.Finding {
    guard core.writerLock.tryLock() else { return .busy }
    let (hasCommitted, finding) = core.releasingLock {
      let hasCommitted = watching.withLock { $0.lastNumber } != core.lastNumber
      // A failure repeats, and is reported, at the next call of the program.
      let finding = Result { () throws(StoreError) in try takeOver(isAsked: false) }
      watching.withLock { $0.lastNumber = core.lastNumber }
      return (hasCommitted, finding)
    }
    switch finding {
    case .success(true):
      core.deliverNotifications()
      DefaultsStore(file: self).migrateWhatIsPending()
      return .news
    // Waiting notifications are another thread's, which delivers them before its commit returns.
    case .success(false): return hasCommitted ? .busy : .nothing
    case .failure(let error): return error.code == .unavailable ? .outOfReach : .nothing
    }
  }

  /// Whether the file was out of reach, or could only be read and may be writable by now.
  private func isReopeningDue(_ file: DurableFile, isAsked: Bool) throws(StoreError) -> Bool {
    switch condition.known {
    case .unavailable: true
    case .readOnly where !file.isRefusing:
      try condition.writing { () throws(StorageError) in try file.refusal() } == nil
    case .ready, .readOnly: isAsked && file.isRefusing
    case .closed: false
    }
  }

  private func reopen(_ file: DurableFile) throws(StoreError) {
    let contents = try condition.reading { () throws(StorageError) in try file.open() }
    absorb(contents, origin: .otherProcess)
  }

  func flush(compacting: Bool) throws(StoreError) {
    // Inside a commit it would wait for a lock that the commit holds, or hold it up for the disk.
    if CommitContext.isActive { throw .reentrant(operation: "flush") }
    guard let file = try openFile() else { return }
    for attempt in 1... {
      do throws(StoreError) {
        try condition.writing { () throws(StorageError) in try file.flush(compacting: compacting) }
        break
      } catch {
        guard error.isEditMeanwhile, attempt < DefaultsFile.flushAttempts else { throw error }
      }
      // Observers hear of the edit before it is brought into the list.
      try refresh()
    }
    reportIssues()
  }

  /// The most attempts: a file that is edited between that many looks is edited all the time.
  private static let flushAttempts = 100

  /// Closes the file: at once, or after the commit of this thread that is under way.
  ///
  /// Not under the writer's lock, so that it may be called from anywhere: another thread's commit under
  /// way then fails, with nothing changed.
  func close() {
    CommitContext.defer { [self] in closeNow() }
  }

  /// Brings the commits to the disk while the process ends.
  func flushAtExit(within patience: Duration) { file?.flushAtExit(within: patience) }

  /// Brings the list up to date while the process ends, if the locks become free in time.
  func compactAtExit(within patience: Duration) { file?.compactAtExit(within: patience) }

  private func closeNow() {
    if isInherited { return }
    condition.become(.closed)
    condition.endWaiting()
    watching.withLock { $0.token.take() }?.cancel()
    file?.close()
    core.notifications.end()
    core.notifications.deliver()
  }

  /// The file, if it may be used at all.
  func openFile() throws(StoreError) -> DurableFile? {
    try requireOwn()
    switch condition.known {
    case .closed:
      throw StoreError(.closed, operation: "use", path: path, advice: "Open the store again.")
    case .unavailable(let error) where file == nil: throw error
    default: return file
    }
  }

  /// Refuses what was opened before a fork.
  private func requireOwn() throws(StoreError) {
    if isInherited, let path { throw StoreError(.inherited(path: path)) }
  }

  /// Refuses to call something absent while the content of the file is unknown.
  func requireKnown(operation: String) throws(StoreError) {
    if isInherited { return }
    guard case .unavailable(var error) = condition.known else { return }
    error.operation = operation
    throw error
  }

  // MARK: Committing

  func beginCommit(timeout: Duration) throws(StoreError) {
    if !condition.isReady { try prepare() }
    // Called through the property, here and below: a local copy would retain the file.
    let update = try condition.reading { () throws(StorageError) in
      try file?.beginUpdating(timeout: timeout)
    }
    if let update { absorb(update) }
    reportIssues()
    if !condition.isReady { try requireWritable() }
  }

  /// Refuses a commit, and ends it, if the property list or the journal may not be written.
  private func requireWritable() throws(StoreError) {
    do throws(StoreError) {
      try condition.writing { () throws(StorageError) in
        if let refusal = try file?.refusal() { throw refusal }
      }
    } catch {
      file?.endWriting()
      throw error
    }
  }

  /// Opens the file again where that is due; refuses a closed one.
  private func prepare() throws(StoreError) {
    guard let file = try openFile() else { return }
    guard try isReopeningDue(file, isAsked: false) else { return }
    try reopen(file)
    if core.pendingMigrations.isEmpty { return }
    // They come first, with no lock held.
    throw StoreError(
      .unavailable, operation: "commit", path: path, found: "values that were not migrated yet",
      underlying: CommitConflict(patience: .seconds(60)))
  }

  /// Lets the lock across processes go.
  ///
  /// - Returns: The wait until what was written is on the disk, if it shall be.
  func endCommit(durability: DefaultsStore.Durability) -> CommitWait? {
    guard let commit = file?.endWriting(), durability == .durable || ExitCompaction.hasBegun else {
      return nil
    }
    return { [self] () throws(StoreError) in
      try condition.writing { () throws(StorageError) in try file?.waitUntilDurable(commit) }
    }
  }

  private func reportIssues() {
    guard let file, file.hasIssues else { return }
    for issue in file.takeIssues() { core.report(StoreError(issue), once: nil) }
  }
}
