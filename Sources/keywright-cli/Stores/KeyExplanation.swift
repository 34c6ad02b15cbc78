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
    var rows: [(String, String)] = []
    func add(_ label: String, _ text: String?) {
      if let text, !text.isEmpty { rows.append((label, text)) }
    }
    add("title", model.documentation.title)
    add("summary", model.documentation.summary)
    add("discussion", model.documentation.discussion)
    add("value", value)
    add("stored", storedForm)
    add("default", defaultText)
    add("unit", model.presentation.unit)
    add("example", example)
    add("cases", cases)
    add(
      "parameters", model.parameters.map { "\($0.name): \(text($0.type))" }.joined(separator: ", "))
    let rules = key.rules(reveal: reveal)
    add("processing", rules.steps.joined(separator: ", "))
    add("constraints", rules.constraints.joined(separator: ", "))
    add("in program", key.unrunFunctions.joined(separator: ", "))
    let names = key.target.model.textNames
    add("variable", names.variable(of: key.storageString, prefix: names.prefix ?? "…"))
    add("argument", names.argument(of: key.storageString))
    if model.presentation.needsRestart { add("restart", "a change takes effect after one") }
    add("max age", model.lifecycle.maxAge?.text)
    add("keychain", model.lifecycle.keychainText)
    if key.isSensitive { add("sensitivity", model.lifecycle.sensitivity.rawValue) }
    add("since", model.lifecycle.since)
    add("deprecated", model.lifecycle.deprecated)
    add("expires", model.lifecycle.expires)
    add("owner", model.lifecycle.owner)
    add("tags", model.lifecycle.tags.joined(separator: ", "))
    add("kept in", model.lifecycle.store.map { "the program's store `\($0)`" })
    add("former keys", model.formerKeys.joined(separator: ", "))
    add("declared", key.place)
    return rows
  }

  /// A value's text in a row; one without characters would look like none.
  private func shown(_ text: String) -> String { text.isEmpty ? "\"\"" : LineText.text(text) }

  private var anyKey: AnyKey { key.anyKey }

  private func text(_ type: ValueType) -> String { type.text(key.target.model.types) }

  private var value: String? {
    guard let state else { return nil }
    let text = state.text(reveal: reveal).map(shown) ?? "nothing"
    let former = state.migrationRemark.map { "; " + $0 } ?? ""
    let violation = state.violation.map { ", \($0)" } ?? ""
    return "\(text), \(state.source.rawValue)\(violation)\(former)"
  }

  private var storedForm: String? {
    guard let stored = state?.stored else { return nil }
    if key.isSensitive, !reveal { return stored.tree.kind }
    let (kind, text) = (stored.tree.kind, "\(stored)")
    // A date says itself that it is one.
    return text.hasPrefix("\(kind)(") ? text : "\(kind) \(text)"
  }

  private var defaultText: String {
    switch key.model.defaultValue {
    case .absent: "nothing"
    case .call(let symbol, let persists):
      "`\(symbol.symbol.text)` of the program" + (persists ? ", stored when it is first read" : "")
    case .literal: key.defaultText(reveal: reveal).map(shown) ?? "nothing"
    }
  }

  private var example: String? {
    if key.isSecret, !reveal { return nil }
    return key.model.presentation.example.map {
      shown(anyKey.text(of: $0.stored(key.target.model.types)))
    }
  }

  private var cases: String? {
    guard case .declared(let id) = key.model.type,
      case .enumeration(let cases, _) = key.target.model.types[id.index].kind
    else { return nil }
    return cases.map(\.name).joined(separator: ", ")
  }
}

extension StepModel {
  /// The step as a schema writes it, for a key of a sensitivity.
  func text(_ sensitivity: Sensitivity) -> String {
    switch self {
    case .trim, .lowercase, .uppercase, .removeDuplicates, .sort: name
    case .clamp(let bounds): "\(name) \(sensitivity.shown(bounds.text))"
    case .limit(let count): "\(name) \(sensitivity.shown("\(count)"))"
    case .call(let reference): "`\(reference.symbol.text)`"
    case .callWithOld(let reference): "`\(reference.symbol.text)`, with the old value"
    }
  }
}

extension ConstraintModel {
  /// The constraint in words, for a key of a sensitivity.
  func text(_ sensitivity: Sensitivity) -> String {
    let rule =
      switch self {
      case .range(let bounds): bounds.text
      case .minLength(let count), .maxLength(let count), .maxCount(let count): "\(count)"
      case .pattern(let pattern): pattern
      case .unique: ""
      case .allowed(let values): values.map(\.text).joined(separator: ", ")
      }
    return rule.isEmpty ? keyword : "\(keyword) \(sensitivity.shown(rule))"
  }
}
