import Keywright
import KeywrightSchema
import KeywrightStorage

/// All that schema and store know of a key.
struct KeyExplanation {
  let key: CatalogKey
  /// The key in a store, if there is one to look into.
  let state: KeyState?
  let reveal: Bool

  var text: String {
    let lines = rows.map { label, text in
      "  \(label)" + String(repeating: " ", count: max(1, 14 - label.count)) + text
    }
    return ([title] + lines).map { printable($0) }.joined(separator: "\n") + "\n"
  }

  var document: JSONDocument {
    .object(
      [("key", .string(key.storageString)), ("type", .string(key.typeText))]
        + rows.map { ($0.0, .string($0.1)) })
  }

  private var title: String {
    let names = key.isFamily ? key.parameterText : ""
    return "\(key.storageString)\(names): \(key.typeText)"
  }

  private var rows: [(String, String)] {
    let model = key.model
    let described = DescribedKey(key, prefix: nil, reveal: reveal)
    var rows: [(String, String)] = []
    func add(_ label: String, _ text: String?) {
      if let text, !text.isEmpty { rows.append((label, text)) }
    }
    add("title", model.documentation.title)
    add("summary", model.documentation.summary)
    add("discussion", model.documentation.discussion)
    add("value", value)
    add("stored", storedForm)
    for fact in described.facts where fact.label != .type {
      add(fact.name, fact.text(code: shown, prose: { $0 }))
      if fact.label == .default, described.hasExplainedChoices {
        add("choices", described.choices.map(\.text).joined(separator: ", "))
      }
    }
    if case .call(let function, _) = model.defaultValue {
      add("made by", "`\(function.symbol.text)` of the program")
    }
    add("in program", key.unrunFunctions.joined(separator: ", "))
    add("former keys", model.formerTexts.joined(separator: ", "))
    add("declared", key.place)
    return rows
  }

  /// A value's text in a row; one without characters would look like none.
  private func shown(_ text: String) -> String { text.isEmpty ? "\"\"" : LineText.text(text) }

  private var value: String? {
    guard let state else { return nil }
    let text = state.text(reveal: reveal).map(shown) ?? "nothing"
    let former = state.migrationRemark.map { "; " + $0 } ?? ""
    let violation = state.violationSentence.map { "; " + $0 } ?? ""
    return "\(text), \(state.source.rawValue)\(violation)\(former)"
  }

  private var storedForm: String? {
    guard let stored = state?.stored else { return nil }
    if key.isSensitive, !reveal { return stored.tree.kind }
    // A date says itself that it is one.
    let text = "\(stored)"
    return text.hasPrefix("\(stored.tree.kind)(") ? text : stored.withItsKind
  }
}
