import Keywright
import KeywrightEvolution
import KeywrightSchema

/// A key, for people: texts that each document escapes in its own way.
struct DescribedKey: Sendable {
  let key: CatalogKey
  /// The key as the runtime has it.
  let anyKey: AnyKey
  /// Whether what tells of its values is left out.
  let isHidden: Bool
  /// The values to choose from; empty if there is no such list.
  let choices: [Choice]
  /// The beginning of the program's variables.
  private let prefix: String?

  /// One value of a list.
  struct Choice: Sendable {
    /// The text of the value for people, variables and arguments.
    let text: String
    let title: String
    let summary: String
    let value: Literal

    /// The title and the summary, as far as there are any.
    var words: [String] { [title, summary].filter { !$0.isEmpty } }
  }

  /// - Parameters:
  ///   - prefix: The beginning of the program's variables.
  ///   - reveal: Whether what tells of a secret's values is shown.
  init(_ key: CatalogKey, prefix: String?, reveal: Bool = false) {
    (self.key, self.prefix) = (key, prefix)
    isHidden = key.isSecret && !reveal
    anyKey = key.anyKey
    choices = Self.choices(of: key, anyKey.textForm, isHidden: isHidden)
  }

  /// The storage string; of a family with its parameters, as in `player:band:INDEX`.
  var storageString: String { withParameters(key.storageString, ":") }
  /// The variable of the environment.
  var variable: String {
    let names = key.target.model.textNames
    return withParameters(names.variable(of: key.storageString, prefix: prefix), "_")
  }
  /// The argument, with its dashes.
  var argument: String {
    withParameters(key.target.model.textNames.argument(of: key.storageString), ".")
  }

  private func withParameters(_ name: String, _ joint: String) -> String {
    let parameters = key.isFamily ? model.parameters.map { $0.name.uppercased() } : []
    return ([name] + parameters).joined(separator: joint)
  }

  var title: String { TitleText.shown(model.documentation.title, of: model.name) }
  /// The type as a schema writes it.
  var type: String { key.typeText }
  /// The default; nil if there is none, if it is computed, or secret.
  var defaultText: String? { isHidden ? nil : anyKey.storedDefault.map(anyKey.text(of:)) }
  var example: String? {
    isHidden ? nil : model.presentation.example.map { anyKey.text(of: $0.stored(key.types)) }
  }
  var model: KeyModel { key.model }
  /// The title, unless it only repeats the name.
  var ownTitle: String? { title == TitleText.words(of: model.name) ? nil : title }
  /// Whether the choices have titles or summaries, and so take a line each.
  var hasExplainedChoices: Bool { choices.contains { !$0.words.isEmpty } }
  var summary: String { model.documentation.summary }
  var discussion: String { model.documentation.discussion }
  var lifecycle: Lifecycle { model.lifecycle }
  var group: String? { model.presentation.group }
  var unit: String? { model.presentation.unit }
  var isFamily: Bool { !model.parameters.isEmpty }

  /// The default as a reader meets it.
  var defaultSentence: String {
    switch model.defaultValue {
    case .absent: "none"
    case .call(_, let persists):
      persists ? "made by the program, once" : "made by the program"
    case .literal where isHidden: key.defaultText(reveal: false) ?? "none"
    case .literal where defaultText == "": "\"\""
    case .literal: (defaultText ?? "") + (unit.map { " \($0)" } ?? "")
    }
  }

  /// The type, the values that it takes, and the default, in one line: "Double, from 0 to 1; default 0.5".
  var rule: String {
    let list = choices.map(\.text).joined(separator: ", ")
    let values = constraints + (list.isEmpty ? [] : [list])
    let all = [type + (unit.map { " (\($0))" } ?? "")] + values + ["default \(defaultSentence)"]
    return Paragraphs.line(all.joined(separator: "; "))
  }

  private static func choices(
    of key: CatalogKey, _ form: Keywright.TextForm, isHidden: Bool
  ) -> [Choice] {
    let model = key.model
    let allowed = (isHidden ? [] : model.constraints).compactMap { constraint -> [Literal]? in
      if case .allowed(let values) = constraint { values } else { nil }
    }.first
    if case .declared(let id) = model.type,
      case .enumeration(let cases, _) = key.types[id.index].kind
    {
      let names = allowed.map { Set($0.map(\.text)) }
      return cases.filter { names?.contains($0.name) ?? true }.map {
        Choice(
          text: $0.name, title: $0.title, summary: $0.summary, value: .enumCase(id, $0.name))
      }
    }
    return (allowed ?? []).map {
      Choice(text: form.text(of: $0.stored(key.types)), title: "", summary: "", value: $0)
    }
  }
}

extension CatalogKey {
  /// The values that a person can choose from; empty if there is no list of them, or it is secret.
  var choices: [DescribedKey.Choice] {
    if isSecret { return [] }
    if case .scalar(.bool) = model.type {
      return [false, true].map {
        DescribedKey.Choice(text: "\($0)", title: "", summary: "", value: .bool($0))
      }
    }
    return DescribedKey(self, prefix: nil).choices
  }

  /// The types of the schemas that declare the key.
  var types: [TypeModel] { target.model.types }
}
