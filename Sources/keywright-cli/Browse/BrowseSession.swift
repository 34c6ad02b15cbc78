import Foundation
import Keywright
import KeywrightEvolution
import KeywrightSchema
import KeywrightVerbs
import Synchronization

/// One use of `keywright browse`: the state between the terminal and the store.
struct BrowseSession {
  private let location: StoreLocation
  private let live: LiveStore
  private let policies: Policies?
  private let arguments: Arguments
  private let tokens: [ObservationToken]
  private var writer: FrameWriter
  private var state: BrowseState
  /// The changes that were stored, for the outcome.
  private var stored: [BrowseCommit] = []

  /// The last complaint of the store's threads, and whether the screen did not show it yet.
  private static let issue = Mutex<(text: String, isNew: Bool)>(("", false))

  private static let tell: @Sendable (StoreError) -> Void = { issue in
    let text = "\(issue)"
    // A store whose list is damaged says so at each look, and to read it again gives its watch reason to look: told
    // of the same again, the two would keep each other busy.
    let isNew = Self.issue.withLock { last in
      if last.text == text { return false }
      last = (text, true)
      return true
    }
    if isNew { TerminalScreen.wake() }
  }

  init(_ location: StoreLocation, _ catalog: SchemaCatalog, _ arguments: Arguments) throws {
    (self.location, self.arguments) = (location, arguments)
    live = try LiveStore(location, catalog)
    policies = try Policies(arguments, catalog)
    // A change between this and the reading is read twice.
    let token = live.store.observe { _ in TerminalScreen.wake() }
    tokens = [token] + (policies.map { [$0.observe { _ in TerminalScreen.wake() }] } ?? [])
    live.store.onIssue(Self.tell)
    policies?.onIssue(Self.tell)
    policies?.issues.forEach(Self.tell)
    let values = try live.values().under(policies)
    let settings = BrowseSettings(
      catalog: catalog, store: location.given, names: arguments.operands,
      reveals: arguments.has(KeyOutput.reveal),
      skipsFunctions: arguments.has(StoreChanges.option))
    state = try BrowseState(values, settings, size: TerminalScreen.size)
    writer = FrameWriter(Ink(isTerminal: true, environment: ProcessInfo.processInfo.environment))
    if let complaint = values.outcome.complaints.split(separator: "\n").first {
      let isProblem = values.outcome.code != .success
      state.message = .init(text: Self.words(String(complaint)), isProblem: isProblem)
    }
  }

  /// Shows the screen until the person leaves it.
  mutating func run() -> Outcome {
    Progress.pause()
    TerminalScreen.enter()
    defer {
      TerminalScreen.end()
      for token in tokens { token.cancel() }
      live.close()
    }
    while true {
      draw()
      switch TerminalScreen.next() {
      case .closed: return outcome
      case .woken:
        writer.forget()
        state.size = TerminalScreen.size
        reload()
      case .keys(let keys):
        for key in keys {
          let effect = state.take(key)
          if case .quit = effect { return outcome }
          perform(effect)
        }
      }
    }
  }

  private mutating func draw() {
    TerminalScreen.write(writer.text(for: BrowseScreen(state).frame))
  }

  private mutating func perform(_ effect: BrowseEffect) {
    switch effect {
    case .none, .quit: break
    case .redraw:
      writer.forget()
      reload()
    case .store(let commit): store(commit)
    case .open(let field): open(field)
    }
  }

  // MARK: The store

  /// Shows what is stored now.
  private mutating func reload(after commit: BrowseCommit? = nil) {
    let issue = Self.issue.withLock { last in
      defer { last.isNew = false }
      return last.isNew ? last.text : nil
    }
    if let issue { show(issue) }
    do {
      state.reload(try live.values().under(policies), after: commit)
    } catch {
      show("\(error)")
    }
  }

  private mutating func show(_ problem: String) {
    state.message = .init(text: Self.words(problem), isProblem: true)
  }

  /// Stores one value as `keywright set` does, if it still replaces the one that the person saw.
  private mutating func store(_ commit: BrowseCommit) {
    // A store may tell of a problem on standard error, which is this screen.
    defer { writer.forget() }
    let words = commit.words(reveal: state.settings.reveals)
    state.message = .init(text: "storing: \(words)")
    draw()
    do {
      let notes = try self.commit(commit).map { "; " + Self.words($0) }.filter { $0 != "; " }
      reload(after: commit)
      stored.append(commit)
      let verb = commit.isUndo ? "undone" : commit.new == nil ? "removed" : "stored"
      state.message = .init(text: "\(verb): \(words)" + notes.joined())
    } catch {
      reload()
      state.refuse(commit, Self.words("\(error)"))
    }
  }

  /// Makes a commit, and returns the notes for the person.
  private func commit(_ commit: BrowseCommit) throws -> [String] {
    var changes = StoreChanges(arguments, location)
    let seen = state.rows[commit.key]?.state
    let present = StoreChange.Present(value: seen?.stored == commit.old ? seen?.held : commit.old)
    if let value = commit.new {
      try changes.set(commit.key, to: value, replacing: present)
    } else {
      changes.remove(commit.key, replacing: present)
    }
    try changes.commit(state.settings.catalog, through: live)
    return changes.notes
  }

  /// Opens the value of a field in the person's editor, and stores the text that comes back.
  private mutating func open(_ field: BrowseField) {
    TerminalScreen.leave()
    let text = Result { try Self.edited(field.text.text) }
    TerminalScreen.enter()
    writer.forget()
    do {
      var field = field
      field.text = TextField(try text.get())
      perform(state.accept(field))
    } catch {
      show("\(error)")
    }
  }

  /// A text after the person edited it, without the line end that editors add.
  private static func edited(_ text: String) throws -> String {
    try EditorProgram.refuseRaisedPrivileges()
    let file = try EditorFile(named: "value")
    defer { file.remove() }
    try file.write(text + "\n")
    try EditorProgram().open(file.path)
    let edited = try file.read()
    return edited.hasSuffix("\n") ? String(edited.dropLast()) : edited
  }

  /// A complaint of the command on one line, without its name.
  private static func words(_ complaint: String) -> String {
    var line = complaint.split(separator: "\n").joined(separator: " ")
    for start in ["keywright: ", "note: "] where line.hasPrefix(start) {
      line.removeFirst(start.count)
    }
    return Paragraphs.line(line)
  }

  private var outcome: Outcome {
    guard arguments.has(.json) else { return Outcome() }
    let entries = stored.map { StoreDifference.Entry($0.key, old: $0.old, new: $0.new) }
    let document = StoreDifference(entries).document(reveal: state.settings.reveals)
    return Outcome(output: document.text() + "\n")
  }
}
