import Keywright
import KeywrightSchema

/// A change of one value by `keywright browse`.
struct BrowseCommit: Sendable {
  let key: CatalogKey
  /// The value that it replaces; it replaces no other.
  let old: StoredValue?
  let new: StoredValue?
  var isUndo = false
  /// The text that a person typed for it; nil for a step, a removal, an undo.
  var typed: String?
}

/// The end of a commit, as the thread that made it reports it.
struct BrowseCommitResult: Sendable {
  let commit: BrowseCommit
  /// The reason why nothing was stored; nil for a commit that was.
  var refusal: String?
  /// The value that the store has instead; `.none` if that is not known.
  var found: StoredValue??
  /// Whether another program stored that.
  var isConflict = false
  /// The notes for the person, after the sentence that the value is stored.
  var notes = ""
}

extension BrowseState {
  /// Shows what a commit is about to store: the next key press begins with that.
  mutating func willStore(_ commit: BrowseCommit) {
    _ = model.take(commit.key.storageString, commit.new, isOwn: true)
    if commit.isUndo { undoable.removeLast() } else { undoable.append(commit) }
    if case .edit = mode { mode = .list }
    pending += 1
    refilter()
    message = Message(text: "storing: " + words(commit))
  }

  mutating func didEnd(_ result: BrowseCommitResult) {
    pending -= 1
    let commit = result.commit
    guard let reason = result.refusal else {
      // The answer to a later key press stays: the list shows what is stored.
      if message?.isAnswer ?? false, result.notes.isEmpty { return }
      let verb = commit.isUndo ? "undone: " : commit.new == nil ? "removed: " : "stored: "
      message = Message(text: verb + words(commit) + result.notes)
      return
    }
    putBack(result)
    message = Message(text: (commit.isUndo ? "not undone: " : "") + reason, isProblem: true)
    // Keeps the text that the person typed.
    guard case .list = mode, let typed = commit.typed, choose(commit.key) else { return }
    mode = .edit(
      BrowseEdit(
        key: commit.key, field: TextField(typed), present: model.values[commit.key], note: reason))
  }

  /// Shows again the value that is stored, unless the value on the screen has changed since.
  private mutating func putBack(_ result: BrowseCommitResult) {
    let commit = result.commit
    let name = commit.key.storageString
    if !commit.isUndo,
      let last = undoable.lastIndex(where: {
        $0.key.storageString == name && $0.old == commit.old && $0.new == commit.new
      })
    {
      undoable.remove(at: last)
    }
    if model.values[commit.key] == commit.new { _ = model.take(name, commit.old, isOwn: true) }
    if case .some(let found) = result.found, model.values[commit.key] == commit.old {
      _ = model.take(name, found, isOwn: !result.isConflict)
    }
    refilter()
  }

  private func words(_ commit: BrowseCommit) -> String {
    let state = KeyState(key: commit.key, stored: commit.new, formerKey: nil)
    let value = state.text(reveal: model.reveals).map(LineText.text) ?? "nothing"
    return "\(printable(commit.key.storageString)) = \(value)"
  }
}
