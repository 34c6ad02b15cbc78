import Foundation
import Keywright
import KeywrightSchema
import KeywrightVerbs

extension BrowseSession {
  private static let commands = """
    list             the keys, or those that the last search found
    find WORDS       the keys with these words in name, title or summary; without words, all
    changed          the keys that differ from their defaults
    problems         the keys whose values are unreadable or violate a constraint
    KEY              everything about a key
    KEY=VALUE        stores a value
    unset KEY        removes a value, so that the default counts
    undo             undoes your last change, if it still stands
    quit             ends
    """

  /// Reads commands from standard input, and answers each with lines.
  mutating func runPlain() throws -> Outcome {
    Progress.pause()
    defer {
      for token in tokens { token.cancel() }
      live.close()
    }
    try say(
      "\(printable(path: state.model.store)): \(counted(state.model.keyCount, "key")), "
        + "\(state.model.changedCount) changed. `help` lists the commands.")
    try sayMessage()
    while true {
      try sayNews()
      if isatty(STDIN_FILENO) == 1 { StandardError.write("> ") }
      guard let command = readLine() else { break }
      try sayNews()
      if ["quit", "q", "exit"].contains(command) { break }
      try answer(command)
      try sayMessage()
    }
    // Each refusal has been printed.
    refusals = []
    return outcome
  }

  private mutating func answer(_ command: String) throws {
    let words = command.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = words.count > 1 ? words[1] : ""
    var filter = BrowseFilter()
    switch words.first {
    case nil: break
    case "help", "?": try say(Self.commands)
    case "list": try list(state.filter)
    case "find":
      filter.search = rest
      try list(filter)
    case "changed":
      filter.isChanged = true
      try list(filter)
    case "problems":
      filter.hasProblem = true
      try list(filter)
    case "unset":
      try withKey(rest) { session, key in
        guard let old = session.state.model.values[key] else {
          return try session.say("nothing is stored")
        }
        try session.carryOut(.store(BrowseCommit(key: key, old: old, new: nil)))
      }
    case "undo": try carryOut(state.undo())
    default:
      guard let (name, text) = command.splitAtEqualsSign else {
        return try withKey(command) { session, key in
          let state = session.state.model.values.state(of: key)
          let text = KeyExplanation(key: key, state: state, reveal: session.state.model.reveals)
            .text
          try session.say(String(text.dropLast()))
        }
      }
      try withKey(name) { session, key in
        let model = session.state.model
        let present = model.values.state(of: key)
        if let reason = present.refusal(skippingFunctions: model.skipsFunctions) {
          return try session.say("read-only: \(reason)")
        }
        try session.carryOut(session.state.store(text, key))
      }
    }
  }

  private mutating func carryOut(_ effect: BrowseEffect) throws {
    guard case .store(let commit) = effect else { return }
    store(commit)
    waitForCommits()
    try sayNews()
  }

  private mutating func sayNews() throws {
    for key in takeNews() {
      let news = state.model.place(of: key).flatMap { state.model.entries[$0].news }
      try say(line(of: key) + (news.map { ", " + $0 } ?? ""))
    }
  }

  private mutating func withKey(
    _ name: String, _ body: (inout BrowseSession, CatalogKey) throws -> Void
  ) throws {
    do {
      try body(&self, try state.model.catalog.key(named: name))
    } catch let unknown as UnknownName {
      try say("\(unknown)")
    }
  }

  private mutating func list(_ filter: BrowseFilter) throws {
    state.setFilter(filter)
    if state.visible.isEmpty { try say("no key") }
    for place in state.visible {
      let key = state.model.entries[place].key
      try say(
        key.isFamily
          ? "\(LineText.name(key.storageString + key.parameterText)), family" : line(of: key))
    }
  }

  /// A key with its value, its source and what is wrong with it.
  private func line(of key: CatalogKey) -> String {
    let state = state.model.values.state(of: key)
    let value = state.text(reveal: self.state.model.reveals).map(LineText.text) ?? "nothing"
    let remarks = state.remarks.map { ", " + Paragraphs.line($0) }.joined()
    return "\(LineText.name(key.storageString))=\(value), \(state.source.rawValue)\(remarks)"
  }

  private mutating func sayMessage() throws {
    if let message = state.message { try say(message.text) }
    state.message = nil
  }

  /// Prints a line; where standard output is for JSON, on standard error.
  private func say(_ text: String) throws {
    if arguments.flags.contains("json") { return StandardError.write(text + "\n") }
    try StandardOutput.write(text + "\n")
  }
}
