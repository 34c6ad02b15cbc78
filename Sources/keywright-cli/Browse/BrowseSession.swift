import Foundation
import Keywright
import KeywrightSchema
import KeywrightVerbs
import Synchronization

/// One use of `keywright browse`: the state between the terminal and the store.
struct BrowseSession {
  private let location: StoreLocation
  let live: LiveStore
  let arguments: Arguments
  private let news = BrowseNews()
  let tokens: [ObservationToken]
  var state: BrowseState
  private var echoes = Echoes()
  /// The queue of commits: the screen waits for no lock and no network.
  private let commits = DispatchQueue(label: "keywright.browse.commits")
  /// The changes that were stored, for the outcome.
  private var stored: [BrowseCommit] = []
  /// The sentences about commits that ended after the person had left.
  var refusals: [String] = []

  init(_ location: StoreLocation, _ catalog: SchemaCatalog, _ arguments: Arguments) throws {
    (self.location, self.arguments) = (location, arguments)
    live = try LiveStore(location, catalog)
    let news = news
    // A change between this and the reading arrives by both, and counts once.
    let token = live.store.observe {
      news.add($0.changes.map { ($0.storageString, $0.stored) })
    }
    live.store.onIssue { news.add($0) }
    let policies = try Policies(arguments, catalog)
    tokens = [token] + (policies.map { [$0.observe { news.add(policyChanges: $0) }] } ?? [])
    policies?.onIssue { news.add($0) }
    for issue in policies?.issues ?? [] { news.add(issue) }
    let values = try live.values().under(policies)
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
      for token in tokens { token.cancel() }
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
            if state.pending == 0, let values = try? live.values() { state.take(values) }
          case .suspend:
            screen.suspend()
            writer.forget()
          case .store(let commit): store(commit)
          }
        }
      }
    }
    screen.end()
    refusals = []
    // A waiting commit shows what it waits for.
    Progress.resume()
    waitForCommits()
    Progress.pause()
    takeNews()
    return outcome
  }

  // MARK: The store

  /// - Returns: The keys whose values others changed.
  @discardableResult
  mutating func takeNews() -> [CatalogKey] {
    let news = news.take()
    let foreign = news.changes.filter { echoes.isForeign($0.name, $0.value) }
    if let issue = news.issue {
      state.message = .init(text: printable("\(issue)"), isProblem: true)
    }
    let keys = state.take(foreign) + state.takePolicyChanges(on: news.policyChanges)
    for result in news.results { finish(result) }
    return keys
  }

  /// Begins to store one value as `keywright set` does; its end is among the news.
  mutating func store(_ commit: BrowseCommit) {
    echoes.expect(commit.key.storageString, commit.new)
    state.willStore(commit)
    commits.async { [location, arguments, live, news, catalog = state.model.catalog] in
      news.add(Self.result(of: commit, arguments, location, catalog, live))
    }
  }

  /// Makes a commit.
  private static func result(
    of commit: BrowseCommit, _ arguments: Arguments, _ location: StoreLocation,
    _ catalog: SchemaCatalog, _ live: LiveStore
  ) -> BrowseCommitResult {
    var changes = StoreChanges(arguments)
    let present = StoreChange.Present(value: commit.old)
    var result = BrowseCommitResult(commit: commit)
    do {
      if let value = commit.new {
        try changes.set(commit.key, to: value, replacing: present)
      } else {
        changes.remove(commit.key, replacing: present)
      }
      try changes.commit(to: location, catalog, through: live)
      result.notes = changes.notes.map { "; " + words($0) }.filter { $0 != "; " }.joined()
    } catch {
      result.refusal = words("\(error)")
      if let conflict = (error as? ChangedMeanwhile)?.conflicts.first {
        (result.found, result.isConflict) = (.some(conflict.found), true)
      } else if let values = try? live.values() {
        result.found = .some(values[commit.key])
      }
    }
    return result
  }

  private mutating func finish(_ result: BrowseCommitResult) {
    let name = result.commit.key.storageString
    if let refusal = result.refusal {
      echoes.forget(name)
      refusals.append("\(printable(name)): \(refusal)")
    } else {
      stored.append(result.commit)
    }
    state.didEnd(result)
  }

  /// Waits until the ends of all commits are among the news.
  func waitForCommits() { commits.sync {} }

  /// A complaint of the command on one line, without its name.
  private static func words(_ complaint: String) -> String {
    var line = complaint.split(separator: "\n").joined(separator: " ")
    for start in ["keywright: ", "note: "] where line.hasPrefix(start) {
      line.removeFirst(start.count)
    }
    return Paragraphs.line(line)
  }

  var outcome: Outcome {
    let complaints = refusals.map { "keywright: not stored: \($0)\n" }.joined()
    let code: ExitCode = refusals.isEmpty ? .success : .problems
    guard arguments.flags.contains("json") else {
      return Outcome(complaints: complaints, code: code)
    }
    let entries = stored.map {
      StoreDifference.Entry(name: $0.key.storageString, key: $0.key, old: $0.old, new: $0.new)
    }
    return Outcome(
      output: StoreDifference(entries).document(reveal: state.model.reveals).text() + "\n",
      complaints: complaints, code: code)
  }
}
