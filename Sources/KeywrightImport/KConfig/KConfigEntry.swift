import Foundation

/// An `<entry>` of a `.kcfg` file, as parsed.
struct KConfigEntry {
  /// The accessor's name and the key in the file, both with their `$(…)`.
  var name: String
  var key: String
  var type: String
  var line: Int
  var isHidden: Bool
  var label: String
  /// `whatsthis`, or else `tooltip`.
  var explanation: String
  /// `tooltip`, where it is not the explanation.
  var tip: String
  /// The contexts in which its texts are translated, by the element that has the text.
  var contexts: [(String, String)]
  var choices: Choices?
  var least: Bound?
  var greatest: Bound?
  var parameters: [Parameter]
  /// The default for all values of the parameters.
  var defaultText: String?
  /// The default in C++.
  var defaultCode: String?
  var defaultsByParameter = 0
  /// Elements that have no counterpart.
  var foreign: [String]
  /// Attributes that have no counterpart, with their elements.
  var foreignAttributes: [(attribute: String, element: String)]

  var isEnum: Bool { type.lowercased() == "enum" }
  var isPassword: Bool { type.lowercased() == "password" }

  struct Choices {
    var name: String?
    var prefix: String
    var choices: [Choice]
  }

  struct Choice {
    var name: String
    var value: String?
    var label: String
    /// Its other texts and their contexts, by the elements that have them.
    var texts: [(String, String)]
  }

  struct Bound {
    var text: String
    var isCode: Bool
  }

  struct Parameter {
    var name: String
    var type: String
    var values: [String]
    var isBounded: Bool
  }

  /// Reads an element.
  /// - Throws: `ImportFailure` for one that KConfigXT would refuse too.
  init(_ element: MarkupElement, path: String) throws(ImportFailure) {
    guard let anyName = element["name"] ?? element["key"], !anyName.isEmpty else {
      throw ImportFailure(
        path: path, line: element.line, message: "<entry> has neither `name` nor `key`")
    }
    name = anyName
    key = element["key"] ?? anyName
    type = element["type"] ?? "String"
    line = element.line
    isHidden = element["hidden"] == "true"
    label = element.first("label")?.sentence ?? ""
    let long = element.first("whatsthis")?.paragraphs ?? ""
    let short = element.first("tooltip")?.paragraphs ?? ""
    explanation = long.isEmpty ? short : long
    tip = long.isEmpty || long == short ? "" : short
    contexts = element.contexts
    choices = element.first("choices").map(Choices.init)
    least = element.first("min").map(Bound.init)
    greatest = element.first("max").map(Bound.init)
    parameters = element.all("parameter").map(Parameter.init)
    let known: Set = [
      "label", "whatsthis", "tooltip", "choices", "min", "max", "parameter", "default",
    ]
    foreign = element.children.map(\.name).filter { !known.contains($0) }
    foreignAttributes = element.foreignAttributes
    for item in element.all("default") {
      if item["param"] != nil {
        defaultsByParameter += 1
      } else if item["code"] == "true" {
        defaultCode = item.trimmedText
      } else {
        defaultText = item.trimmedText
      }
    }
  }
}

extension KConfigEntry.Choices {
  init(_ element: MarkupElement) {
    name = element["name"]
    prefix = element["prefix"] ?? ""
    choices = element.all("choice").compactMap { choice in
      guard let name = choice["name"] else { return nil }
      let texts = ["whatsthis", "tooltip"].compactMap { element in
        choice.first(element).map { (element, $0.paragraphs) }
      }
      return KConfigEntry.Choice(
        name: name, value: choice["value"], label: choice.first("label")?.sentence ?? "",
        texts: texts + choice.contexts.map { ("context of " + $0.0, $0.1) })
    }
  }
}

extension MarkupElement {
  /// The contexts for translators of the texts directly inside it, by the elements that have them.
  fileprivate var contexts: [(String, String)] {
    ["label", "whatsthis", "tooltip"].compactMap { name in
      first(name)?["context"].map { (name, $0) }
    }
  }

  /// The attributes that the import ignores: the element's own, and those inside an entry.
  var foreignAttributes: [(attribute: String, element: String)] {
    let known: [String: Set<String>] = [
      "kcfg": [], "kcfgfile": ["name", "arg"], "group": ["name", "parentGroupName"],
      "entry": ["name", "key", "type", "hidden"], "label": ["context"], "whatsthis": ["context"],
      "tooltip": ["context"], "choices": ["name", "prefix"], "choice": ["name", "value"],
      "default": ["code", "param"], "min": ["code"], "max": ["code"],
      "parameter": ["name", "type", "max"],
    ]
    guard let expected = known[name] else { return [] }
    // Attributes of XML itself are no part of a configuration.
    let own = attributes.keys.filter { attribute in
      !expected.contains(attribute) && !attribute.contains(":") && attribute != "xmlns"
    }
    let isContainer = ["kcfg", "group"].contains(name)
    return own.sorted().map { ($0, name) }
      + (isContainer ? [] : children.flatMap(\.foreignAttributes))
  }
}

extension KConfigEntry.Bound {
  init(_ element: MarkupElement) {
    text = element.trimmedText
    isCode = element["code"] == "true"
  }
}

extension KConfigEntry.Parameter {
  init(_ element: MarkupElement) {
    name = element["name"] ?? ""
    type = element["type"] ?? "String"
    values = element.first("values")?.all("value").map(\.trimmedText) ?? []
    isBounded = element["max"] != nil
  }
}

/// A text with places for parameters, as in `color$(index)`.
struct KConfigTemplate {
  /// The text without them.
  var text = ""
  /// Their names, in order.
  var parameters: [String] = []

  init(_ template: String) {
    var rest = template[...]
    while let start = rest.range(of: "$("), let end = rest[start.upperBound...].firstIndex(of: ")")
    {
      text += rest[..<start.lowerBound]
      parameters.append(String(rest[start.upperBound..<end]))
      rest = rest[rest.index(after: end)...]
    }
    text += rest
    text = text.trimmingCharacters(in: .whitespaces)
  }
}
