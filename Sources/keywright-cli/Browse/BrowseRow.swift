import Keywright
import KeywrightSchema
import KeywrightVerbs

/// A key in the list of `keywright browse`: an object, since a key press looks at thousands, and copies of its
/// members would take most of that time.
final class BrowseRow: Sendable {
  let state: KeyState
  /// The storage prefix of the key's namespace.
  let prefix: String
  /// The storage string without that of its namespace, on one line.
  let name: String
  let isChanged: Bool
  /// Whether the value is unreadable, or violates a constraint.
  let hasProblem: Bool

  init(_ state: KeyState) {
    let key = state.key
    (self.state, prefix) = (state, key.prefix)
    let whole = key.isFamily ? key.storageString + key.parameterText : key.storageString
    let isInside = !prefix.isEmpty && whole.hasPrefix(prefix + ":")
    name = LineText.name(isInside ? String(whole.dropFirst(prefix.count + 1)) : whole)
    (isChanged, hasProblem) = (state.isChanged, !state.problems.isEmpty)
  }

  var key: CatalogKey { state.key }

  /// Whether it stands for the keys of a family of which none is stored yet.
  var isFamily: Bool { key.isFamily }

  /// The value in one line, as `keywright list` prints it; nil if there is none.
  func value(reveal: Bool) -> String? {
    isFamily ? "Enter adds a key" : state.text(reveal: reveal).map(LineText.text)
  }

  /// The source of the value.
  var source: String { isFamily ? "family" : state.source.rawValue }

  /// The words by which the key is found, in lower case.
  var searchText: String {
    // A title that is made of the name has no other words.
    let words = state.key.model.documentation
    let notes = state.key.model.presentation.notes.map(\.text)
    return ([state.key.storageString, words.title, words.summary] + notes)
      .joined(separator: "\n").lowercased()
  }

  /// The change that others made since an earlier row of the key, in words; nil for none.
  func news(since old: BrowseRow?, reveal: Bool) -> String? {
    let isStored = old?.state.stored != state.stored
    guard isStored || old?.state.policy != state.policy else { return nil }
    let author = isStored ? "another program" : "the administrator"
    guard let old else { return "stored by \(author)" }
    return "changed by \(author); it was \(old.value(reveal: reveal) ?? "nothing")"
  }
}

extension CatalogKey {
  /// The storage prefix of its namespace.
  var prefix: String { namespaces.last?.prefix ?? "" }
}

extension KeyState {
  /// The reason why the value cannot be changed here; nil if it can.
  func refusal(skippingFunctions: Bool) -> String? {
    if policy?.level == .managed { return "an administrator's value comes first" }
    if skippingFunctions { return nil }
    return key.processingInProgram.map {
      "\(printable($0)); --\(StoreChanges.option.name) changes it all the same"
    }
  }

  /// The sentences about the value besides itself.
  var remarks: [String] {
    var remarks = problems
    if let policy {
      let rest =
        policy.level == .recommended
        ? "; a stored one comes first" : stored == nil ? "" : "; what is stored does not count"
      remarks.append("the \(policy.level.rawValue) value of an administrator" + rest)
    }
    let lifecycle = key.model.lifecycle
    if let migrationRemark { remarks.append(migrationRemark) }
    if let deprecated = lifecycle.deprecated { remarks.append("deprecated: \(deprecated)") }
    if let store = lifecycle.store { remarks.append("in the program's store `\(store)`") }
    if key.model.coding == .memory { remarks.append("the program stores no such value") }
    remarks += key.model.presentation.notes.map { "\($0.name): \($0.text)" }
    return remarks
  }
}
