import KeywrightEvolution
import KeywrightSchema

extension ServerSession {
  /// The facts about a name: for a key, where its value is stored and by which names people set it; for a
  /// keyword, its meaning.
  func hover(_ params: JSONNode?) throws(ServerFault) -> JSONDocument {
    let place = try place(params)
    guard let last = place.path.last else { return nil }
    let text: String
    if last.isNamed(at: place.offset), let keyword = last.keyword {
      text = "**\(keyword.name)** — \(keyword.summary)\n\nIts value is \(keyword.shape.noun)."
    } else if let thing = place.declared ?? place.namedType, let target = place.target {
      text = target.text(about: thing, facts)
    } else {
      return nil
    }
    let range = last.isNamed(at: place.offset) ? last.member?.name.span : last.node.span
    let source = place.document.source
    return [
      "contents": ["kind": "markdown", "value": .string(text)],
      "range": range.map { source.range($0.start..<$0.end) } ?? nil,
    ]
  }
}

extension ServedTarget {
  /// The description, for people, of something that the target declares.
  func text(about thing: DeclaredThing, _ facts: KeyFacts.Source) -> String {
    guard let model = good?.model else { return "" }
    switch thing {
    case .key(let key, let namespace):
      return text(about: key, facts(key, namespace, model), in: namespace)
    case .namespace(let namespace):
      return Self.text(
        namespace.path.joined(separator: "."), namespace.documentation,
        ["Its keys are stored below `\(namespace.prefix)`."])
    case .type(let type):
      return Self.text(type.path.joined(separator: "."), type.documentation, [members(of: type)])
    }
  }

  private static func text(
    _ name: String, _ documentation: Documentation, _ rows: [String]
  ) -> String {
    let paragraphs = ["**\(name)**", documentation.summary, documentation.discussion] + rows
    return paragraphs.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private func text(
    about key: KeyModel, _ facts: KeyFacts, in namespace: NamespaceModel
  ) -> String {
    let name = (namespace.path + [key.name]).joined(separator: ".")
    let form = good?.model.form(of: key.type)?.rawValue ?? key.coding?.rawValue
    var rows = [
      "`\(facts.rule)`",
      "Stored as `\(facts.storageString)`" + (form.map { ", \(withArticle($0))" } ?? ""),
      "Variable `\(facts.variable)`, argument `\(facts.argument)`",
    ]
    let releases = history(of: key)
    if !releases.isEmpty { rows.append(releases.joined(separator: "\n")) }
    return Self.text(name, key.documentation, rows)
  }

  /// The forms in which releases stored the key, each with its first release, the newest first.
  private func history(of key: KeyModel) -> [String] {
    guard case .read(_, let lock?, _) = lock else { return [] }
    let strings = Set(([key.storageString] + key.formerKeys).map(ExactString.init))
    let lines = lock.released.filter { strings.contains(ExactString($0.storageString)) }
    if lines.isEmpty { return ["- not released yet"] }
    return lines.reversed().map { line in
      let type = line.string(.type) ?? ""
      // What is secret in any release, or today, is not shown of another.
      let sensitivity = key.lifecycle.sensitivity == .secret ? .secret : line.sensitivity
      let value = line[.defaultValue].map { ", default `\(sensitivity.shown($0))`" } ?? ""
      return "- since \(line.release ?? "") `\(type)` as `\(line.storageString)`\(value)"
    }
  }

  private func members(of type: TypeModel) -> String {
    switch type.kind {
    case .enumeration(let cases, _):
      return cases.map { item in
        "- `\(item.name)`, stored as `\(item.rawValue.text)`"
          + (item.summary.isEmpty ? "" : ": \(item.summary)")
      }.joined(separator: "\n")
    case .structure(let fields):
      let types = good?.model.types ?? []
      return fields.map { field in
        "- `\(field.name): \(field.type.text(types))\(field.isOptional ? "?" : "")`"
          + (field.summary.isEmpty ? "" : ": \(field.summary)")
      }.joined(separator: "\n")
    }
  }
}
