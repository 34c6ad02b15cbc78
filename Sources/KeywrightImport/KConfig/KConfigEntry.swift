import Foundation

/// An `<entry>` of a `.kcfg` file.
struct KConfigEntry {
  let element: MarkupElement
  /// The accessor's name and the key in the file, both with their `$(…)`.
  let name: String
  let key: String

  /// - Throws: `ImportFailure` for an element that KConfigXT would refuse too.
  init(_ element: MarkupElement) throws(ImportFailure) {
    guard let anyName = element["name"] ?? element["key"], !anyName.isEmpty else {
      throw ImportFailure(
        path: element.path, line: element.line, message: "<entry> has neither `name` nor `key`")
    }
    self.element = element
    name = anyName
    key = element["key"] ?? anyName
  }

  var line: Int { element.line }
  var type: String { element["type"] ?? "String" }
  var isEnum: Bool { type.lowercased() == "enum" }
  var isPassword: Bool { type.lowercased() == "password" }
  var isHidden: Bool { element["hidden"] == "true" }
  var label: String { element.first("label")?.sentence ?? "" }

  private var long: String { element.first("whatsthis")?.paragraphs ?? "" }
  private var short: String { element.first("tooltip")?.paragraphs ?? "" }
  /// `whatsthis`, or else `tooltip`.
  var explanation: String { long.isEmpty ? short : long }
  /// `tooltip`, where it is not the explanation.
  var tip: String { long.isEmpty || long == short ? "" : short }

  private var defaults: [MarkupElement] { element.all("default").filter { $0["param"] == nil } }
  /// The default for all values of the parameters.
  var defaultText: String? { defaults.last { $0["code"] != "true" }?.trimmedText }
  /// The default in C++.
  var defaultCode: String? { defaults.last { $0["code"] == "true" }?.trimmedText }
  /// Whether single values of a parameter have defaults.
  var hasDefaultsByParameter: Bool { element.all("default").contains { $0["param"] != nil } }

  /// Elements that have no counterpart.
  var foreign: [String] {
    let known: Set = [
      "label", "whatsthis", "tooltip", "choices", "min", "max", "parameter", "default",
    ]
    return element.children.map(\.name).filter { !known.contains($0) }
  }
}

extension MarkupElement {
  /// The names of the choices in it, each with its element.
  var namedChoices: [(name: String, element: MarkupElement)] {
    all("choice").compactMap { choice in choice["name"].map { ($0, choice) } }
  }

  /// The contexts for translators of the texts directly inside it, by the elements that have them.
  var contexts: [(String, String)] {
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
