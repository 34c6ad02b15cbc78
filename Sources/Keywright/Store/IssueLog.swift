import KeywrightStorage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Problems that nothing could be thrown for: kept, and passed to a handler or printed to standard error.
final class IssueLog: Sendable {
  /// Older issues are dropped beyond this, so that a store in a loop costs bounded memory.
  static let capacity = 256

  /// The number of keys that are remembered as noted or printed; beyond it they are noted again.
  static let keyCapacity = 10_000

  private struct State {
    var issues: [StoreError] = []
    var noted: Set<StorageString> = []
    var printed: Set<String> = []
    var handler: (@Sendable (StoreError) -> Void)?
    /// The last composition over the store that was given a handler, for a store that has none.
    var composition = WeakCore()
  }

  private let name: String
  private let state = Protected(State())

  init(name: String) { self.name = name }

  var issues: [StoreError] { state.withLock { $0.issues } }

  func setHandler(_ handler: (@Sendable (StoreError) -> Void)?) {
    state.withLock { $0.handler = handler }
  }

  private var handler: (@Sendable (StoreError) -> Void)? { state.withLock { $0.handler } }

  /// Lets the store report to the handler of a composition, while that lives and has one.
  func report(to composition: StoreCore) {
    state.withLock { $0.composition.core = composition }
  }

  /// - Parameter isEdit: Whether a person wrote what was loaded, and wants to know of each mistake.
  func didReload(isEdit: Bool) {
    state.withLock { state in
      state.noted = []
      if isEdit { state.printed = [] }
    }
  }

  /// - Parameter isTold: Whether a store below has passed it on already.
  func add(_ error: StoreError, once name: StorageString?, isTold: Bool) {
    // Released outside the lock, for the composition may end here.
    let composition = state.withLock { $0.composition.core }
    let inherited = composition?.log.handler
    let (handler, isFirst) = state.withLock { state -> ((@Sendable (StoreError) -> Void)?, Bool) in
      if state.noted.count == IssueLog.keyCapacity { state.noted = [] }
      if let name, !state.noted.insert(error.cause ?? name).inserted { return (nil, false) }
      if state.issues.count == IssueLog.capacity { state.issues.removeFirst() }
      state.issues.append(error)
      if isTold { return (nil, false) }
      if let handler = state.handler ?? inherited { return (handler, false) }
      // Nothing failed, and it may well be meant so.
      if error.code == .exposed { return (nil, false) }
      if state.printed.count == IssueLog.keyCapacity { state.printed = [] }
      return (nil, state.printed.insert(error.storageString ?? error.source ?? "").inserted)
    }
    // The handler is the program's own code: it may read, commit or wait, so no lock is held.
    if let handler {
      CommitContext.defer { handler(error) }
    } else if isFirst {
      print(error)
    }
  }

  private func print(_ error: StoreError) {
    // A person who mistyped an argument or a line of a file knows of no store.
    var line = (error.source == nil ? "Keywright, store '\(name)': " : "") + "\(error)\n"
    // One `write`, so that lines of several threads do not mix; nothing is left to do if it fails.
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

extension StoreError {
  /// The problem that keeps a whole store out of reach, which is one problem for all keys.
  fileprivate var cause: StorageString? {
    guard code == .unavailable, storageString == nil else { return nil }
    return StorageString("unavailable: \(path ?? "") \(found ?? "")")
  }
}
