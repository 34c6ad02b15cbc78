import Keywright
import KeywrightSchema

/// A change of one value by `keywright browse`.
struct BrowseCommit: Sendable {
  let key: CatalogKey
  /// What it replaces, and only that.
  let old: StoredValue?
  let new: StoredValue?
  var isUndo = false
  /// The text that a person typed for it; nil for a step, a removal, an undo.
  var typed: String?
}

/// The end of a commit, which is told by the thread that made it.
struct BrowseCommitResult: Sendable {
  let commit: BrowseCommit
  /// The reason why nothing was stored; nil for a commit that was.
  var refusal: String?
  /// What the store has instead; `.none` if that is not known.
  var found: StoredValue??
  /// Whether another program stored that.
  var isConflict = false
  /// What the person should know of it, after the sentence that it is stored.
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
      let verb = commit.isUndo ? "undone: " : commit.new == nil ? "removed: " : "stored: "
      message = Message(text: verb + words(commit) + result.notes)
      return
    }
    putBack(result)
    message = Message(text: (commit.isUndo ? "not undone: " : "") + reason, isProblem: true)
    // What was typed is not lost.
    guard case .list = mode, let typed = commit.typed, choose(commit.key) else { return }
    mode = .edit(
      BrowseEdit(
        key: commit.key, field: TextField(typed), present: model.values[commit.key], note: reason))
  }

  /// Shows again what is stored, unless somebody changed the value since.
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
