import KeywrightStorage

/// The values of JSON files that people write: loaded, checked, and loaded again when they change.
///
/// Thread safety: safe from any thread.
final class JSONFiles: Sendable {
  /// The paths of the files.
  enum Place: Sendable {
    case file(String)
    /// All files of a folder whose names end in `.json`, in the order of their names; not the hidden
    /// ones, which editors and deployment tools keep for themselves.
    case folder(String)
    case nowhere

    var folder: String? {
      switch self {
      case .file(let path): OutsideFile.folder(of: path)
      case .folder(let path): path
      case .nowhere: nil
      }
    }
  }

  let core: StoreCore
  private let table = ValueTable()
  private let place: Place
  private let keys: JSONKeys
  private let allowed: JSONParser.Extensions
  private let state = Protected(State())
  private let token = Protected<FolderWatcher.Token?>(nil)

  private struct State: Sendable {
    /// The last findings, by path.
    var found: [String: Finding] = [:]
    /// The last readable document of each file.
    var documents: [String: JSONValuesFile] = [:]
    var problems: [StorageString: StoreError] = [:]
    var unknown: [UnknownName] = []
    /// The number of times that a file that was there was found missing, or without the end of its text.
    var glimpses = 0
    var isLoaded = false
  }

  /// The content of a file.
  private enum Finding: Equatable, Sendable {
    case bytes([UInt8])
    /// A folder, a pipe, a link that leads nowhere, or a file that this user may not read.
    case unreadable(StorageError)
  }

  /// - Parameter watcher: Tells of changes; nil for none.
  init(
    _ place: Place, keys: KeySet, allowing allowed: JSONParser.Extensions, name: String,
    watcher: FolderWatcher? = .shared
  ) {
    self.place = place
    self.keys = JSONKeys(keys)
    keys.noteSensitivities()
    self.allowed = allowed
    core = StoreCore(name: name, table: table)
    core.takeOver { _ = load(isSure: true) }
    guard let watcher, let folder = place.folder else { return }
    let watch = watcher.watch(folder: folder) { [weak self] in self?.look() ?? .news }
    token.withLock { $0 = watch }
  }

  var unknownNames: [UnknownName] { state.withLock { $0.unknown } }

  /// The faults of values, by their storage strings.
  var problems: [StoreError] {
    state.withLock { $0.problems }.sorted { $0.key.string < $1.key.string }.map(\.value)
  }

  func stored(_ name: StorageString) throws(StoreError) -> StoredValue? {
    if let stored = table.stored(name) { return stored }
    if let problem = state.withLock({ $0.problems[name] }) { throw problem }
    return nil
  }

  func storageStrings() -> [StorageString] { table.storageStrings() }

  func refresh() throws(StoreError) {
    if CommitContext.isActive { throw .reentrant(operation: "refresh") }
    core.takeOver { _ = load(isSure: true) }
  }

  /// Loads what changed, on the watcher's thread.
  func look() -> FolderWatcher.Finding {
    core.tryTakeOver { load(isSure: false) } ?? .busy
  }

  /// Loads the files, if their bytes are others than before. The writer's lock is held.
  ///
  /// - Parameter isSure: Whether a missing file is gone for good, and a text that is no JSON finished: many editors
  ///   take the old file away before they put the new one in its place, and others empty it first.
  private func load(isSure: Bool) -> FolderWatcher.Finding {
    let found: [(path: String, finding: Finding)]
    do throws(StorageError) {
      found = try JSONFiles.find(place)
    } catch {
      core.report(StoreError(error), once: StorageString("file"))
      return .nothing
    }
    // Changed under the writer's lock alone: its own lock is for readers, and held while no code of the
    // program runs.
    var new = state.withLock { $0 }
    let isGlimpse =
      !isSure
      && (new.found.keys.contains { path in !found.contains { $0.path == path } }
        || found.contains { $0.finding != new.found[$0.path] && isBroken($0.finding, $0.path) })
    new.glimpses = isGlimpse ? new.glimpses + 1 : 0
    // The watcher looks again after some 10 ms.
    let mustWait = isGlimpse && new.glimpses < 10
    let isSame =
      new.isLoaded && found.count == new.found.count
      && found.allSatisfy { new.found[$0.path] == $0.finding }
    var content: JSONContent?
    if !mustWait, !isSame { content = self.content(of: found, &new) }
    state.withLock { $0 = new }
    if let content { show(content) }
    return mustWait ? .busy : isSame ? .nothing : .news
  }

  /// Whether a text is no JSON, which it may become.
  private func isBroken(_ finding: Finding, _ path: String) -> Bool {
    guard case .bytes(let bytes) = finding,
      case .failure = JSONValuesFile.read(bytes, path: path, allowing: allowed)
    else { return false }
    return true
  }

  /// Reads each file that is there.
  /// - Throws: If the folder cannot be read. A file that cannot be read says nothing of the others.
  private static func find(
    _ place: Place
  ) throws(StorageError) -> [(path: String, finding: Finding)] {
    let paths: [String]
    switch place {
    case .nowhere: return []
    case .file(let path): paths = [path]
    case .folder(let folder):
      paths = try OutsideFile.names(inFolder: folder)
        .filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
        .map { "\(folder)/\($0)" }
    }
    return paths.compactMap { path in
      do throws(StorageError) {
        let bytes = try OutsideFile.read(path, limit: JSONParser.maximumSize)
        return bytes.map { (path, .bytes($0)) }
      } catch {
        return (path, .unreadable(error))
      }
    }
  }

  /// The content of files; of one that cannot be read, or is no JSON, that of its last readable text.
  private func content(
    of found: [(path: String, finding: Finding)], _ state: inout State
  ) -> JSONContent {
    core.didReload(isEdit: true)
    reportExposure(of: found.map(\.path))
    var documents: [String: JSONValuesFile] = [:]
    var content = JSONContent(keys)
    for (path, finding) in found {
      let document = document(finding, path: path)
      documents[path] = document ?? state.documents[path]
      if let kept = documents[path] { content.add(kept, isNew: document != nil) }
    }
    state.isLoaded = true
    state.found = Dictionary(found.map { ($0.path, $0.finding) }, uniquingKeysWith: { $1 })
    state.documents = documents
    state.problems = content.problems
    state.unknown = content.unknown
    return content
  }

  /// Reports once that others than an administrator decide what the files of a folder say: they may write one of
  /// them, or put another folder in the place of that or of one around it, up to the program's own.
  private func reportExposure(of paths: [String]) {
    guard case .folder(let folder) = place else { return }
    let policies = OutsideFile.folder(of: folder)
    let folders = [OutsideFile.folder(of: policies), policies, folder]
    guard let path = (folders + paths).first(where: { OutsideFile.letsOthersWrite($0) }) else {
      return
    }
    let error = StoreError(
      .exposed, operation: "read", path: path,
      expected: "one that this user or root alone may write",
      found: "a \(folders.contains(path) ? "folder" : "file") of policies that others may write",
      advice: "Take the permission to write from others, and make sure that the content is yours.")
    core.report(error, once: StorageString("exposed"))
  }

  /// The document of a file; nil if there is none, which is reported.
  private func document(_ finding: Finding, path: String) -> JSONValuesFile? {
    switch finding {
    case .unreadable(let error):
      core.report(StoreError(error))
    case .bytes(let bytes):
      switch JSONValuesFile.read(bytes, path: path, allowing: allowed) {
      case .success(let document): return document
      case .failure(let faults): for error in faults.errors { core.report(error) }
      }
    }
    return nil
  }

  /// Shows what is right to readers, and reports what is wrong, whose last good values stay.
  private func show(_ content: JSONContent) {
    for report in content.reports { core.report(report.error, once: report.key) }
    core.absorb(changes(content), origin: .externalEdit)
  }

  private func changes(_ content: JSONContent) -> [StoreCore.ForeignChange] {
    let gone = table.storageStrings().filter {
      content.values[$0] == nil && content.problems[$0] == nil
    }
    return content.values.map { StoreCore.ForeignChange(name: $0.key, stored: $0.value) }
      + gone.map { StoreCore.ForeignChange(name: $0, stored: nil) }
  }
}
