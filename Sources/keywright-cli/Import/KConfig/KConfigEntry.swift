import Foundation

/// An `<entry>` of a `.kcfg` file, before anything is made of it.
struct KConfigEntry {
  /// The accessor's name and the key in the file, both with their `$(…)`.
  var name: String
  var key: String
  var type: String
  var line: Int
  var isHidden: Bool
  var label: String
  var explanation: String
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

  var isEnum: Bool { type.lowercased() == "enum" }
  var isPassword: Bool { type.lowercased() == "password" }

  struct Choices {
    var name: String?
    var choices: [(name: String, value: String?, label: String)]
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
    explanation =
      (element.first("whatsthis") ?? element.first("tooltip"))?.paragraphs ?? ""
    choices = element.first("choices").map(Choices.init)
    least = element.first("min").map(Bound.init)
    greatest = element.first("max").map(Bound.init)
    parameters = element.all("parameter").map(Parameter.init)
    let known: Set = [
      "label", "whatsthis", "tooltip", "choices", "min", "max", "parameter", "default", "minLength",
      "maxLength",
    ]
    foreign = element.children.map(\.name).filter { !known.contains($0) }
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
    choices = element.all("choice").compactMap { choice in
      choice["name"].map { ($0, choice["value"], choice.first("label")?.sentence ?? "") }
    }
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
