#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The loop of a ``FolderWatcher``'s thread, used by that thread alone.
final class WatchLoop {
  private let watcher: FolderWatcher
  private let makeSource: @Sendable () -> (any FolderEventSource)?
  private var source: (any FolderEventSource)?
  private let wakeUp: OpenFile
  private var places: [Int: Place] = [:]
  /// The time at which the events of a folder count again, by its watch.
  private var pauses: [Int32: Duration] = [:]
  private let clock = SystemFileSystem()
  /// Whether code of the program has closed the other end of the pipe, which would end each wait at once.
  private var isCut = false

  /// The watch of a file.
  private struct Place {
    /// The watch of its folder, or of the nearest one above it, and that folder's path.
    var watch: Int32?
    var folder = ""
    var isAbove = false
    /// The time of the next look, whether or not there are events.
    var due: Duration?
  }

  init(
    _ watcher: FolderWatcher, makeSource: @escaping @Sendable () -> (any FolderEventSource)?,
    wakeUp: OpenFile
  ) {
    self.watcher = watcher
    self.makeSource = makeSource
    self.wakeUp = wakeUp
  }

  func run() {
    while true {
      let files = watcher.state.withLock { $0.files }
      for id in places.keys where files[id] == nil { leave(id) }
      if files.isEmpty {
        source = nil
        if watcher.endIfIdle() { return }
        continue
      }
      for id in files.keys where places[id] == nil {
        places[id] = Place(due: .zero)
      }
      let due = dueFiles(files)
      if due.isEmpty {
        for id in wait(files) { look(id, files, isDue: false) }
      } else {
        for id in due { look(id, files, isDue: true) }
      }
    }
  }

  /// The files whose time to look has come.
  private func dueFiles(_ files: [Int: WatchedFile]) -> Set<Int> {
    let now = clock.now()
    var due = Set<Int>()
    for (id, place) in places where place.due.map({ $0 <= now }) ?? false { due.insert(id) }
    for (watch, end) in pauses where end <= now { due.formUnion(endPause(of: watch, files)) }
    return due
  }

  /// Looks at one file, after its folder is watched again where it was not.
  ///
  /// - Parameter isDue: Whether the time for it has come, rather than an event.
  private func look(_ id: Int, _ files: [Int: WatchedFile], isDue: Bool) {
    guard let file = files[id] else { return }
    let before = places[id] ?? Place()
    if before.watch == nil || before.isAbove { follow(id, file) }
    let place = places[id] ?? Place()
    places[id]?.due = place.watch == nil ? clock.now() + watcher.interval : nil
    switch file.look() {
    case .news: break
    case .nothing where isDue || place.watch != before.watch: break
    // The event was of a commit of this process, or of something else that it wrote, or of a folder
    // further up.
    case .busy, .nothing: pause(place)
    case .outOfReach:
      places[id]?.due = clock.now() + watcher.interval
    }
  }

  // MARK: Pauses

  /// Ignores the events of a folder for a while.
  private func pause(_ place: Place) {
    guard let watch = place.watch else { return }
    if pauses[watch] == nil { _ = try? source?.watch(place.folder, quietly: true) }
    pauses[watch] = clock.now() + FolderWatcher.pause
  }

  /// Watches a folder again, unless this process is still writing there.
  ///
  /// - Returns: The files to look at now that they are watched.
  private func endPause(of watch: Int32, _ files: [Int: WatchedFile]) -> [Int] {
    let ids = places.filter { $0.value.watch == watch }.map(\.key)
    guard let folder = ids.first.flatMap({ places[$0]?.folder }) else { return [] }
    let isBusy = ids.map { files[$0]?.look() == .busy }
    if isBusy.contains(true) {
      pauses[watch] = clock.now() + FolderWatcher.pause
      return []
    }
    pauses[watch] = nil
    if (try? source?.watch(folder, quietly: false)) != watch {
      // Another folder has its path by now.
      for id in ids { leaveWatch(of: id) }
    }
    return ids
  }

  // MARK: Watches

  /// Watches a file's folder, or the nearest one above it that exists.
  private func follow(_ id: Int, _ file: WatchedFile) {
    if source == nil { source = makeSource() }
    var path = file.folder
    var missing: [String] = []
    var isFound = false
    while let source {
      do throws(SystemError) {
        let watch = try source.watch(path, quietly: false)
        isFound = true
        if places[id]?.watch != watch { leaveWatch(of: id) }
        places[id]?.watch = watch
        places[id]?.folder = path
        places[id]?.isAbove = !missing.isEmpty
        // A folder that was made in the meantime may be closer.
        guard let closer = missing.popLast() else { return }
        path = closer
      } catch {
        let (above, _) = Folder.split(path)
        let isMissing = error.code == ENOENT || error.code == ENOTDIR
        if isFound { return }
        guard isMissing, above != path else { break }
        missing.append(path)
        path = above
      }
    }
    leaveWatch(of: id)
  }

  private func isUsed(_ watch: Int32) -> Bool { places.values.contains { $0.watch == watch } }

  private func leaveWatch(of id: Int) {
    guard let watch = places[id]?.watch else { return }
    places[id]?.watch = nil
    guard !isUsed(watch) else { return }
    pauses[watch] = nil
    source?.unwatch(watch)
  }

  private func leave(_ id: Int) {
    leaveWatch(of: id)
    places[id] = nil
  }

  /// Waits for an event, a change of the files watched, or the time to look.
  /// - Returns: The files to look at.
  private func wait(_ files: [Int: WatchedFile]) -> Set<Int> {
    var timeout: Int32 = -1
    if let due = (places.values.compactMap(\.due) + pauses.values).min() {
      let rest = max(.zero, due - clock.now())
      timeout = Int32(clamping: Int64(rest / .milliseconds(1)) + 1)
    }
    // Descriptors that code of the program has closed may be other files' by now, of which nothing is read.
    // A thread that cannot be woken wakes by itself twice a second.
    let isDeaf = isCut || !wakeUp.isOurs
    if isDeaf { timeout = WatchLoop.shorter(timeout, watcher.interval) }
    // `poll` passes over negative numbers.
    var descriptors = [
      pollfd(fd: isDeaf ? -1 : wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: source?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&descriptors, nfds_t(descriptors.count), timeout)
    if source != nil, source?.descriptor == nil {
      watchAgain()
      return []
    }
    var bytes = [UInt8](repeating: 0, count: 64)
    if descriptors[0].revents != 0, wakeUp.isOurs {
      while read(wakeUp.descriptor, &bytes, bytes.count) > 0 {}
      isCut = descriptors[0].revents & Int16(POLLHUP) != 0
    }
    guard descriptors[1].revents != 0 else { return [] }
    return concerned(by: source?.events() ?? [], files)
  }

  /// Forgets a source whose descriptor is another file's, and has all files looked at again, which makes
  /// another one.
  private func watchAgain() {
    source = nil
    pauses = [:]
    for id in places.keys { places[id] = Place(due: .zero) }
  }

  private static func shorter(_ timeout: Int32, _ limit: Duration) -> Int32 {
    let limit = Int32(clamping: Int64(limit / .milliseconds(1)))
    return timeout < 0 ? limit : min(timeout, limit)
  }

  private func concerned(by events: [FolderEvent], _ files: [Int: WatchedFile]) -> Set<Int> {
    var news = Set<Int>()
    for event in events {
      for (id, place) in places {
        guard let watch = event.watch else {
          news.insert(id)
          continue
        }
        guard place.watch == watch, let file = files[id] else { continue }
        if event.isOver {
          leaveWatch(of: id)
          news.insert(id)
        } else if pauses[watch] != nil {
          continue
        } else if place.isAbove && !event.isPartial || file.isConcerned(by: event) {
          news.insert(id)
        }
      }
    }
    return news
  }
}
