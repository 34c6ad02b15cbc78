import Keywright
import KeywrightSchema
import KeywrightVerbs

/// The changes that a text from an editor makes, or what is wrong with it.
struct EditedValues {
  /// A sentence about a line, from 1.
  struct Remark: Equatable {
    let line: Int
    let text: String
  }

  /// A value that is another one than the text began with; nil for one to remove.
  struct Change {
    let key: CatalogKey
    let value: StoredValue?
    let line: Int
  }

  private(set) var mistakes: [Remark] = []
  private(set) var changes: [Change] = []
  private let catalog: SchemaCatalog
  private let base: StoredValues
  private let reveals: Bool

  /// - Parameters:
  ///   - keys: The keys of the catalogue.
  ///   - base: The values with which the text began.
  ///   - reveals: Whether the text began with private values.
  init(
    _ text: String, _ catalog: SchemaCatalog, _ keys: JSONKeys, base: StoredValues, reveals: Bool
  ) {
    (self.catalog, self.base, self.reveals) = (catalog, base, reveals)
    let read = JSONValuesFile.read(
      Array(text.utf8), path: "", allowing: [.combiningMarks, .comments, .trailingCommas])
    switch read {
    case .success(let file):
      for entry in file.entries(of: keys) { add(entry, in: file) }
    case .failure(let faults):
      mistakes = faults.mistakes.map { Remark(line: $0.line, text: $0.words) }
    }
  }

  private mutating func add(_ entry: JSONEntry, in file: JSONValuesFile) {
    let line = file.line(of: entry.member.name.span)
    let name = entry.name.string
    switch entry.meaning {
    case .value:
      guard let key = catalog.owner(of: name) else { return }
      add(key, entry.member.value, line)
    // Its value comes with the others.
    case .renamed: break
    case .second(_, let first):
      report("\(name) is given twice, first on line \(file.line(of: first))", line)
    case .notAnObject: report("\(entry.member.value.noun) is not an object of keys", line)
    case .unknown:
      do throws(PlainRefusal) {
        _ = try catalog.key(named: name)
      } catch {
        report(error.reason, line)
      }
    }
  }

  private mutating func report(_ text: String, _ line: Int) {
    mistakes.append(Remark(line: line, text: text))
  }

  private mutating func add(_ key: CatalogKey, _ value: Keywright.JSONNode, _ line: Int) {
    let state = base.state(of: key)
    if let reason = reason(notToTouch: state) {
      report("\(key.storageString) is not to be changed here: \(reason)", line)
    } else if value.isNull {
      if state.stored != nil { changes.append(Change(key: key, value: nil, line: line)) }
    } else if !isUnchanged(value, state) {
      do throws(ValueRefusal) {
        let new = try key.stored(fromJSON: value)
        if new != state.stored { changes.append(Change(key: key, value: new, line: line)) }
      } catch {
        report("\(error.key): \(error.reason)", line)
      }
    }
  }

  /// Whether the text still has the value with which it began, which may violate constraints.
  private func isUnchanged(_ value: Keywright.JSONNode, _ state: KeyState) -> Bool {
    guard let stored = state.stored else { return false }
    let anyKey = state.key.anyKey
    // A value that gives way to a nil was offered as a comment.
    guard case .some(let read?) = anyKey.read(stored), let tree = try? value.tree() else {
      return false
    }
    let began = anyKey.json(of: read)
    if tree == began { return true }
    // Numbers have several spellings, as the members of an object have several orders.
    return (try? anyKey.textForm.stored(fromJSON: tree)) == read
  }

  /// The reason why the text did not offer a key; nil for one that it did.
  private func reason(notToTouch state: KeyState) -> String? {
    if state.key.isSecret {
      return "it is secret, and set by `keywright set \(state.key.storageString) -`"
    }
    if state.key.isSensitive, !reveals { return "it is private; --reveal shows it" }
    if !state.isReadable {
      return "what is stored is no \(state.key.typeText); "
        + "`keywright set` replaces it, `keywright unset` removes it"
    }
    return nil
  }
}
