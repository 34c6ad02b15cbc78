import Foundation
import Keywright
import KeywrightSchema
import KeywrightVerbs

/// One use of `keywright edit`: the text goes to the editor and comes back until its changes are stored,
/// or given up.
struct EditSession {
  private let location: StoreLocation
  private let catalog: SchemaCatalog
  private let keys: JSONKeys
  private let arguments: Arguments
  private let reveals: Bool
  private let editor: EditorProgram
  /// The values with which the text began, and of those that another program changed, the later ones.
  private var base: StoredValues

  init(_ location: StoreLocation, _ catalog: SchemaCatalog, _ arguments: Arguments) throws {
    (self.location, self.catalog, self.arguments) = (location, catalog, arguments)
    editor = try EditorProgram()
    keys = JSONKeys(catalog.keySet)
    reveals = arguments.has(KeyOutput.reveal)
    base = try StoredValues(location, catalog)
  }

  /// Edits some of the keys.
  mutating func run(_ selected: [CatalogKey]) throws -> Outcome {
    let file = try EditorFile(named: location.name)
    var written = text(of: selected)
    // The last text that was refused, without the remarks on it.
    var refused: String?
    // Whether the person asked for the text again, to look at it or to change it.
    var wantsAgain = false
    do {
      try file.write(written)
      while true {
        do throws(EditorProgram.Failure) {
          Progress.pause()
          try editor.open(file.path)
        } catch {
          let isUntouched = (try? file.read()) == written
          return end(file, "\(error)", .failed, keeping: !isUntouched)
        }
        let edited = try file.read()
        if edited == written, !wantsAgain {
          return end(
            file, "nothing was changed", refused == nil ? .success : .problems,
            keeping: refused != nil)
        }
        wantsAgain = false
        switch try next(edited, file) {
        case .again(let text):
          (written, wantsAgain) = (text, true)
          try file.write(text)
        case .refused(let text, let isMistaken):
          let plain = RemarkedText.withoutRemarks(edited)
          let isTheSame = isMistaken && plain == refused
          (written, refused) = (text, plain)
          try file.write(text)
          // An editor that no person uses would give such a text for ever.
          if isTheSame || agrees || !Confirmation.canAsk {
            return end(file, "nothing was stored", .problems, keeping: true)
          }
        case .done(let outcome): return outcome
        }
      }
    } catch {
      if file.exists {
        StandardError.write(complaint("the text is in \(path: file.path)"))
      } else {
        file.remove()
      }
      throw error
    }
  }

  private enum Step {
    /// The person wants the text again.
    case again(String)
    /// Mistakes stand against the text, or another program's changes; it says so now.
    case refused(String, isMistaken: Bool)
    case done(Outcome)
  }

  private var agrees: Bool { arguments.has(Confirmation.option) }

  /// Stores what a text changes, or says what stands against it.
  private mutating func next(_ edited: String, _ file: EditorFile) throws -> Step {
    let plain = RemarkedText.withoutRemarks(edited)
    let values = EditedValues(plain, catalog, keys, base: base, reveals: reveals)
    var changes = StoreChanges(arguments, location)
    var mistakes = values.mistakes
    for change in values.changes {
      let present = StoreChange.Present(value: base.state(of: change.key).held)
      guard let value = change.value else {
        changes.remove(change.key, replacing: present)
        continue
      }
      do throws(ValueRefusal) {
        try changes.set(change.key, to: value, replacing: present)
      } catch {
        mistakes.append(.init(line: change.line, text: "\(error.key): \(error.reason)"))
      }
    }
    if !mistakes.isEmpty {
      let lines = mistakes.map { complaint("line \($0.line): \($0.text)") }
      StandardError.write(lines.joined())
      return .refused(RemarkedText.adding(mistakes, to: plain), isMistaken: true)
    }
    if changes.isEmpty { return .done(end(file, "no value was changed", .success, keeping: false)) }
    let difference = difference(values.changes)
    if arguments.has(StoreChanges.trial) {
      file.remove()
      return .done(outcome(difference))
    }
    switch answer(difference) {
    case .again: return .again(plain)
    case .no:
      var outcome = end(file, "nothing was stored", .problems, keeping: true)
      if !Confirmation.canAsk {
        outcome.output = difference.text(reveal: true)
        outcome.complaints += complaint("--yes stores these without a question")
      }
      return .done(outcome)
    case .yes: break
    }
    do {
      try changes.commit(catalog)
    } catch let error as ChangedMeanwhile {
      return .refused(text(with: error, plain, values.changes), isMistaken: false)
    }
    file.remove()
    var outcome = outcome(difference)
    outcome.complaints = location.notes + changes.notes.joined()
    return .done(outcome)
  }

  // MARK: Texts

  private func text(of selected: [CatalogKey]) -> String {
    let wanted = Set(selected.map { ExactString($0.storageString) })
    let all = (try? base.states(in: catalog)) ?? []
    var seen: Set<ExactString> = []
    // A key of a family for which nothing is stored may be named.
    let named = selected.filter { !$0.isFamily }.map(base.state)
    let states = (all.filter { wanted.contains(ExactString($0.key.model.storageString)) } + named)
      .filter { $0.key.model.coding != .memory }
      .filter { seen.insert(ExactString($0.key.storageString)).inserted }
    let secrets = states.filter { isHidden($0.key) }
    let unreadable = states.filter { !isHidden($0.key) && !$0.isReadable }
    let shown = states.filter { !isHidden($0.key) && $0.isReadable }
    var leftOut: [String] = []
    func note(_ states: [KeyState], _ reason: String) {
      if states.isEmpty { return }
      let names = states.map(\.key.storageString).joined(separator: ", ")
      leftOut.append("Left out, \(reason): \(names)")
    }
    note(secrets, reveals ? "secret" : "private or secret")
    note(unreadable, "not of its type")
    return EditableText(
      store: location.given, shown, families: selected.filter { $0.isFamily && !isHidden($0) },
      leftOut: leftOut, skipsFunctions: arguments.has(StoreChanges.option)
    ).text
  }

  private func isHidden(_ key: CatalogKey) -> Bool {
    key.isSecret || key.isSensitive && !reveals
  }

  /// The text with the values that another program stored beside those that were to replace them. The changes
  /// are compared with these values from now on.
  private mutating func text(
    with conflict: ChangedMeanwhile, _ text: String, _ changes: [EditedValues.Change]
  ) -> String {
    var remarks: [EditedValues.Remark] = []
    for found in conflict.conflicts {
      let name = found.key.storageString
      guard let change = changes.first(where: { $0.key.storageString == name }) else { continue }
      // Other values of the text are still compared with what it began with.
      base.set(found.key, to: found.found)
      let state = base.state(of: found.key)
      let value = state.stored == nil ? "nothing" : state.json(reveal: true).line
      let words = "\(name): another program stored \(value) meanwhile."
      StandardError.write(complaint("\(words)"))
      remarks.append(
        .init(
          line: change.line,
          text: words + " Delete this line to store what is below, or that to keep theirs."))
    }
    return RemarkedText.adding(remarks, to: text)
  }

  private func difference(_ changes: [EditedValues.Change]) -> StoreDifference {
    StoreDifference(
      changes.map { StoreDifference.Entry($0.key, old: base[$0.key], new: $0.value) })
  }

  // MARK: Ends

  private enum Answer { case yes, no, again }

  private func answer(_ difference: StoreDifference) -> Answer {
    if agrees { return .yes }
    let question = "Store \(counted(difference.entries.count, "change"))? `e` edits again"
    let answer = Confirmation.answer(difference.text(reveal: true) + question, "y/N/e")
    if Confirmation.isYes(answer) { return .yes }
    return answer.lowercased().hasPrefix("e") ? .again : .no
  }

  private func outcome(_ difference: StoreDifference) -> Outcome {
    Outcome(
      output: arguments.output(
        difference.document(reveal: true), or: difference.text(reveal: true)))
  }

  private func end(
    _ file: EditorFile, _ words: String, _ code: ExitCode, keeping isKept: Bool
  ) -> Outcome {
    if !isKept { file.remove() }
    let place = isKept ? "; the text is in \(printable(path: file.path))" : ""
    return Outcome(
      output: arguments.output(.array([]), or: ""),
      complaints: complaint("\(words)\(words: place)"), code: code)
  }
}
