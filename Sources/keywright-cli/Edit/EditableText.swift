import Keywright
import KeywrightEvolution
import KeywrightSchema

/// The text that `keywright edit` hands to an editor: the values as JSON, with what the schemas say as
/// comments.
struct EditableText {
  private(set) var lines: [String] = []
  /// Whether the keys that functions of the program process can be changed.
  private let skipsFunctions: Bool

  /// - Parameters:
  ///   - store: The name of the store.
  ///   - states: The keys that are shown.
  ///   - families: Families of which a key may be added.
  ///   - leftOut: Sentences about what is not shown.
  init(
    store: String, _ states: [KeyState], families: [CatalogKey], leftOut: [String],
    skipsFunctions: Bool
  ) {
    self.skipsFunctions = skipsFunctions
    lines += (Self.introduction(store) + leftOut).map { "// " + Paragraphs.line($0) }
    lines += ["", "{"]
    let shown = families.filter { $0.model.coding != .memory }
    add(NestedValues(states, families: shown).members, indent: "  ")
    lines += ["}"]
  }

  private static func introduction(_ store: String) -> [String] {
    [
      "The values of \(store). Change them, save, and leave the editor: you see what",
      "changed and are asked before it is stored, all of it or nothing.",
      "A line behind // stores nothing: it has the default. Remove the // to store a value.",
      "null removes a stored value. What you delete here stays as it is.",
    ]
  }

  var text: String { lines.map { $0 + "\n" }.joined() }

  private mutating func add(_ members: [NestedValues.Member], indent: String) {
    for (index, member) in members.enumerated() {
      if index > 0 { lines.append("") }
      switch member.content {
      case .key(let state): add(state, member.name, indent)
      case .object(let inner, let family):
        for comment in family.map(comments) ?? [] { lines.append("\(indent)// \(comment)") }
        lines.append("\(indent)\(JSONText.quoted(member.name)): {")
        add(inner, indent: indent + "  ")
        lines.append("\(indent)},")
      }
    }
  }

  private mutating func add(_ state: KeyState, _ name: String, _ indent: String) {
    for comment in comments(on: state) { lines.append("\(indent)// \(comment)") }
    let name = JSONText.quoted(name)
    let isFixed = state.key.processingInProgram != nil && !skipsFunctions
    // A stored value that reads as nil would be removed by a text that says so.
    if state.stored == nil || state.value == nil || isFixed {
      let value = state.value == nil ? example(of: state.key) : state.json(reveal: true)
      lines.append("\(indent)// \(name): \(value.line),")
      return
    }
    let value = state.json(reveal: true).text(indent: indent.utf8.count)
    lines += "\(indent)\(name): \(value),".split(separator: "\n").map(String.init)
  }

  private func example(of key: CatalogKey) -> JSONDocument {
    guard !key.isSensitive, let example = key.model.presentation.example else { return .null }
    return JSONDocument(key.anyKey.json(of: example.stored(key.types)))
  }

  private func comments(on state: KeyState) -> [String] {
    let described = DescribedKey(state.key, prefix: nil)
    var lines: [String] = []
    func add(_ text: String?) {
      if let text, !text.isEmpty { lines.append(Paragraphs.line(text)) }
    }
    add([described.ownTitle, described.summary].compactMap(\.self).joined(separator: ": "))
    add(described.rule)
    add(described.lifecycle.deprecated.map { "deprecated: \($0)" })
    add(state.violationSentence)
    add(state.migrationRemark)
    for note in described.model.presentation.notes { add("\(note.name): \(note.text)") }
    if !skipsFunctions { add(state.key.processingInProgram.map { "read-only: \($0)" }) }
    return lines
  }

  private func comments(on family: CatalogKey) -> [String] {
    let described = DescribedKey(family, prefix: nil)
    let parameters = family.model.parameters.map {
      "\($0.name) (\($0.type.text(family.types)))"
    }
    return [
      described.summary, described.rule, "a member for each \(parameters.joined(separator: ", "))",
    ]
    .filter { !$0.isEmpty }.map(Paragraphs.line)
  }
}
