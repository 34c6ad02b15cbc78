import Foundation
import Keywright
import KeywrightSchema
import Synchronization

/// One use of `keywright browse`: the state between the terminal and the store.
struct BrowseSession {
  private let location: StoreLocation
  let live: LiveStore
  let arguments: Arguments
  private let news = BrowseNews()
  let token: ObservationToken
  var state: BrowseState
  private var echoes = Echoes()
  /// The changes that were stored, for the outcome.
  private var stored: [BrowseCommit] = []

  init(_ location: StoreLocation, _ catalog: SchemaCatalog, _ arguments: Arguments) throws {
    (self.location, self.arguments) = (location, arguments)
    live = try LiveStore(location)
    let news = news
    // Whatever changes between this and the reading is told twice, and counts once.
    token = live.store.observe { news.add($0.changes.map { ($0.storageString, $0.stored) }) }
    live.store.onIssue { news.add($0) }
    let values = try live.values()
    let model = try BrowseModel(
      catalog, values, store: location.given, namespace: arguments.values["namespace"],
      reveals: arguments.flags.contains(KeyOutput.reveal.name),
      skipsFunctions: arguments.flags.contains(StoreChanges.option.name))
    state = BrowseState(model, size: ScreenSize(rows: 24, columns: 80))
    let complaint = values.outcome.complaints.split(separator: "\n").first ?? ""
    if !complaint.isEmpty {
      state.message = .init(
        text: Self.words(String(complaint)), isProblem: values.outcome.code != .success)
    }
  }

  /// Shows the screen until the person leaves it.
  mutating func run() throws -> Outcome {
    let screen = try TerminalScreen()
    Progress.pause()
    defer {
      token.cancel()
      live.close()
    }
    state.resize(screen.size)
    var writer = FrameWriter(
      isColored: Ink(isTerminal: true, environment: ProcessInfo.processInfo.environment).isColored)
    screen.enter()
    news.onArrival { TerminalScreen.wake() }
    loop: while true {
      screen.write(writer.text(for: BrowseScreen(state).frame))
      switch screen.next() {
      case .closed: break loop
      case .woken: takeNews()
      case .resized:
        writer.forget()
        state.resize(screen.size)
      case .keys(let keys):
        for key in keys {
          switch state.take(key) {
          case .none: break
          case .quit: break loop
          case .redraw:
            writer.forget()
            if let values = try? live.values() { state.take(values) }
          case .suspend:
            screen.suspend()
            writer.forget()
          case .store(let commit, let isUndo): store(commit, isUndo: isUndo)
          }
        }
      }
    }
    screen.end()
    return outcome
  }

  // MARK: The store

  /// - Returns: The keys whose values others changed.
  @discardableResult
  mutating func takeNews() -> [CatalogKey] {
    let (changes, issue) = news.take()
    let foreign = changes.filter { echoes.isForeign($0.name, $0.value) }
    if let issue { state.message = .init(text: printable("\(issue)"), isProblem: true) }
    return state.take(foreign)
  }

  /// Stores one value as `keywright set` does.
  mutating func store(_ commit: BrowseCommit, isUndo: Bool) {
    var changes = StoreChanges(arguments)
    let present = StoreChange.Present(value: commit.old)
    do {
      if let value = commit.new {
        try changes.set(commit.key, to: value, replacing: present)
      } else {
        changes.remove(commit.key, replacing: present)
      }
      echoes.expect(commit.key.storageString, commit.new)
      try changes.commit(to: location, state.model.catalog, through: live)
      stored.append(commit)
      let notes = changes.notes.map { "; " + Self.words($0) }.filter { $0 != "; " }.joined()
      state.didStore(commit, isUndo: isUndo, notes: notes)
    } catch {
      echoes.forget(commit.key.storageString)
      if let conflict = error as? ChangedMeanwhile {
        state.take(conflict.conflicts.map { ($0.key.storageString, $0.found) })
      }
      state.didRefuse(commit, Self.words("\(error)"), isUndo: isUndo)
    }
  }

  /// A complaint of the command on one line, without its name.
  private static func words(_ complaint: String) -> String {
    var line = complaint.split(separator: "\n").joined(separator: " ")
    for start in ["keywright: ", "note: "] where line.hasPrefix(start) {
      line.removeFirst(start.count)
    }
    return Paragraphs.line(line)
  }

  var outcome: Outcome {
    guard arguments.flags.contains("json") else { return Outcome() }
    let entries = stored.map {
      StoreDifference.Entry(name: $0.key.storageString, key: $0.key, old: $0.old, new: $0.new)
    }
    return Outcome(
      output: StoreDifference(entries).document(reveal: state.model.reveals).text() + "\n")
  }
}

/// What the store told since the screen asked last, from the threads of the store.
private final class BrowseNews: Sendable {
  private struct State {
    var changes: [(name: String, value: StoredValue?)] = []
    var issue: StoreError?
    var arrival: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  func onArrival(_ body: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      state.arrival = body
      return !state.changes.isEmpty || state.issue != nil
    }
    if isLate { body() }
  }

  func add(_ changes: [(String, StoredValue?)]) {
    let arrival = state.withLock { state in
      state.changes += changes.map { (name: $0.0, value: $0.1) }
      return state.arrival
    }
    arrival?()
  }

  func add(_ issue: StoreError) {
    let arrival = state.withLock { state in
      state.issue = issue
      return state.arrival
    }
    arrival?()
  }

  func take() -> (changes: [(name: String, value: StoredValue?)], issue: StoreError?) {
    state.withLock { state in
      defer { (state.changes, state.issue) = ([], nil) }
      return (state.changes, state.issue)
    }
  }
}

/// The values that this process stored and has not been told of yet: by then it may have stored others.
private struct Echoes {
  private var expected: [ExactString: [StoredValue?]] = [:]

  mutating func expect(_ name: String, _ value: StoredValue?) {
    expected[ExactString(name), default: []].append(value)
  }

  mutating func forget(_ name: String) { expected[ExactString(name)] = nil }

  /// Whether another program stored a value that the store tells of.
  mutating func isForeign(_ name: String, _ value: StoredValue?) -> Bool {
    let values = expected[ExactString(name)] ?? []
    guard let place = values.firstIndex(of: value) else {
      forget(name)
      return true
    }
    // Those before it came with it.
    expected[ExactString(name)] = Array(values[(place + 1)...])
    return false
  }
}
