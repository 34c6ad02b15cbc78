#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Calls back when other processes and programs change files, without polling where the system sends
/// events.
///
/// One thread and one instance of the system's events serve all files of the process, and exist
/// only while there is a file to watch. Where no events are available (Linux has 128 instances for
/// a user; Apple's are not used here), the thread polls files twice a second.
///
/// Watches the folder, since files are replaced; while there is none, the nearest
/// folder above it. A folder further up that is moved away is not noticed here.
package final class FolderWatcher: Sendable {
  /// The one of this process.
  package static var shared: FolderWatcher { process.object }
  private static let process = ProcessLocal { FolderWatcher() }

  /// The outcome of a look at a file.
  package enum Finding: Sendable {
    /// Others changed something.
    case news
    /// Nothing was changed.
    case nothing
    /// This process commits, or has committed since the last look, and took over then what others
    /// changed: later looks will do.
    case busy
    /// The file cannot be read, and no event comes when it can: the thread polls it twice a second.
    case outOfReach
  }

  /// The time to ignore the events of a folder in which this process itself writes: each of its
  /// commits takes over what others changed, and to be woken by each would cost it a third of its time.
  static let pause = Duration.milliseconds(50)

  let state = Protected(State())
  private let forks = Forks.count
  private let makeSource: @Sendable () -> (any FolderEventSource)?
  /// The time to wait before looking again at a file of which no events come.
  let interval: Duration

  /// - Parameters:
  ///   - makeSource: Gives the system's events; nil where there are none.
  ///   - interval: The time between two looks at a file of which no events come.
  init(
    makeSource: @escaping @Sendable () -> (any FolderEventSource)? = FolderWatcher.system,
    interval: Duration = .milliseconds(500)
  ) {
    self.makeSource = makeSource
    self.interval = interval
  }

  /// The system's events, if it gives any.
  @Sendable
  static func system() -> (any FolderEventSource)? {
    #if canImport(Glibc) || canImport(Musl)
      return Inotify()
    #else
      return nil
    #endif
  }

  struct State {
    var files: [Int: WatchedFile] = [:]
    var lastID = 0
    var isRunning = false
    /// The ends of a pipe that wakes the thread.
    var pipe: (read: OpenFile, write: OpenFile)?
    /// Callbacks for the end of the thread.
    var onEnd: [@Sendable () -> Void] = []
  }

  /// Ends the watching of a file when it is cancelled or released.
  package final class Token: Sendable {
    private let watcher: FolderWatcher
    private let id: Int

    fileprivate init(_ watcher: FolderWatcher, _ id: Int) {
      self.watcher = watcher
      self.id = id
    }

    deinit { cancel() }

    package func cancel() { watcher.remove(id) }
  }

  /// Watches a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which need not exist.
  ///   - infix: Follows the file's name in those of the files beside it that are written in place
  ///     and count as part of it.
  ///   - look: Called on the watching thread, with no lock held, when something may have changed,
  ///     and once at first.
  /// - Returns: A token that ends the watching; nil if no thread can be started.
  package func watch(
    _ path: String, companions infix: String, _ look: @escaping @Sendable () -> Finding
  ) -> Token? {
    let (folder, name) = Folder.split(Folder.absolute(path))
    return watch(
      WatchedFile(folder: folder, name: name, companionPrefix: name + infix, look: look))
  }

  /// Watches all files of a folder, which need not exist; otherwise as ``watch(_:companions:_:)``.
  package func watch(folder: String, _ look: @escaping @Sendable () -> Finding) -> Token? {
    watch(
      WatchedFile(folder: Folder.absolute(folder), name: nil, companionPrefix: nil, look: look))
  }

  private func watch(_ file: WatchedFile) -> Token? {
    let id = state.withLock { state -> Int? in
      guard state.isRunning || start(&state) else { return nil }
      state.lastID += 1
      state.files[state.lastID] = file
      FolderWatcher.wake(state)
      return state.lastID
    }
    return id.map { Token(self, $0) }
  }

  private func remove(_ id: Int) {
    // A forked child has no thread that watches.
    if forks != Forks.count { return }
    // The closure's captures are released outside the lock.
    let file = state.withLock { state -> WatchedFile? in
      let file = state.files.removeValue(forKey: id)
      if state.files.isEmpty { FolderWatcher.wake(state) }
      return file
    }
    withExtendedLifetime(file) {}
  }

  private static func wake(_ state: State) {
    // The number may be another file's by now, which gets no byte of ours.
    guard let pipe = state.pipe, pipe.write.isOurs else { return }
    // A full pipe wakes as well.
    var byte: UInt8 = 0
    _ = write(pipe.write.descriptor, &byte, 1)
  }

  /// Calls a function when nothing is running any more; at once, if nothing is.
  func whenEnded(_ body: @escaping @Sendable () -> Void) {
    let isRunning = state.withLock { state in
      if state.isRunning { state.onEnd.append(body) }
      return state.isRunning
    }
    if !isRunning { body() }
  }

  private func start(_ state: inout State) -> Bool {
    var ends: [Int32] = [0, 0]
    guard StandardStreams.whileTaken({ pipe(&ends) }) == 0 else { return false }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    let system = SystemFileSystem()
    let opened = (read: OpenFile(ends[0], system), write: OpenFile(ends[1], system))
    let (makeSource, wakeUp) = (makeSource, opened.read)
    let isStarted = SystemThread.start { [self] in
      WatchLoop(self, makeSource: makeSource, wakeUp: wakeUp).run()
    }
    guard isStarted else { return false }
    state.pipe = opened
    state.isRunning = true
    return true
  }

  /// Ends the thread unless there is a file to watch again.
  func endIfIdle() -> Bool {
    let (isOver, onEnd) = state.withLock { state in
      guard state.files.isEmpty else { return (false, [@Sendable () -> Void]()) }
      state.pipe = nil
      state.isRunning = false
      defer { state.onEnd = [] }
      return (true, state.onEnd)
    }
    for body in onEnd { body() }
    return isOver
  }
}

/// A file that is watched, or all files of a folder.
struct WatchedFile: Sendable {
  let folder: String
  /// The file's name; nil for all files.
  let name: String?
  let companionPrefix: String?
  let look: @Sendable () -> FolderWatcher.Finding

  /// Whether an event may be about the file.
  ///
  /// A property list is replaced, or written by programs that close it afterwards: a partial write
  /// is no news. A companion is written in place and stays open.
  func isConcerned(by event: FolderEvent) -> Bool {
    guard let name = event.name else { return true }
    if let companionPrefix, name.hasBytePrefix(companionPrefix) { return true }
    // The list may have another spelling in the folder, where that ignores case.
    return !event.isPartial && (self.name.map { $0.lowercased() == name.lowercased() } ?? true)
  }
}
