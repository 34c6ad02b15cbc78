import Keywright
import KeywrightEvolution
import KeywrightSchema

/// The JSON Schema (draft-07) of a file of values, as a layer reads it: objects inside each other for the
/// components of a storage string.
enum ValuesSchema {
  static func text(of description: SchemaDescription) -> String {
    let root = Node()
    for key in description.keys { root.add(key) }
    for namespace in description.allNamespaces { root.describe(namespace) }
    let document = JSONDocument.object(
      [
        ("$schema", "http://json-schema.org/draft-07/schema#"),
        ("title", .string(description.title)),
      ] + root.members(isRoot: true))
    return document.text() + "\n"
  }

  /// An object of the file.
  private final class Node {
    private var names: [String] = []
    private var children: [String: Node] = [:]
    private var keys: [(name: String, key: DescribedKey)] = []
    private var title = ""
    private var summary = ""

    /// Adds a key; one that is stored above others has its whole name, for its value is no object.
    func add(_ key: DescribedKey) {
      let components = key.key.storageString.split(
        separator: ":", omittingEmptySubsequences: false
      ).map(String.init)
      var node = self
      for component in components.dropLast() { node = node.child(component) }
      node.keys.append((components.last ?? "", key))
    }

    func describe(_ namespace: DescribedNamespace) {
      if namespace.isRoot { return }
      var node = self
      for component in namespace.prefix.split(separator: ":").map(String.init) {
        guard let child = node.children[component] else { return }
        node = child
      }
      node.title = namespace.title
      node.summary = namespace.summary
    }

    private func child(_ name: String) -> Node {
      if let child = children[name] { return child }
      let child = Node()
      names.append(name)
      children[name] = child
      return child
    }

    func members(isRoot: Bool = false) -> [(String, JSONDocument)] {
      var properties: [(String, JSONDocument)] = isRoot ? [("$schema", ["type": "string"])] : []
      for (name, key) in keys where children[name] == nil {
        properties.append((name, ValuesSchema.property(of: key)))
      }
      for name in names {
        guard let child = children[name] else { continue }
        let inner = JSONDocument.object(child.members())
        // A key above others is a value or, with its parameters or the keys below it, an object.
        let above = keys.first { $0.name == name }
        properties.append(
          (name, above.map { ["anyOf": [ValuesSchema.property(of: $0.key), inner]] } ?? inner))
      }
      var members: [(String, JSONDocument)] = []
      if !title.isEmpty { members.append(("title", .string(title))) }
      if !summary.isEmpty { members.append(("description", .string(summary))) }
      return members + [
        ("type", "object"), ("properties", .object(properties)),
        ("patternProperties", ["^x-": true]), ("additionalProperties", false),
      ]
    }
  }

  /// A key's value; of a family an object for each parameter around it.
  private static func property(of key: DescribedKey) -> JSONDocument {
    let value = JSONDocument.object(words(of: key) + value(of: key))
    return key.model.parameters.reduce(value) { inner, _ in
      ["type": "object", "additionalProperties": inner]
    }
  }

  private static func words(of key: DescribedKey) -> [(String, JSONDocument)] {
    var words: [(String, JSONDocument)] = [("title", .string(key.title))]
    var text = key.summary
    if let unit = key.unit { text += (text.isEmpty ? "" : " ") + "In \(unit)." }
    if !text.isEmpty { words.append(("description", .string(text))) }
    if !key.discussion.isEmpty {
      let parts = ([text] + Paragraphs.of(key.discussion)).filter { !$0.isEmpty }
      words.append(
        (
          "markdownDescription",
          .string(parts.map(MarkdownText.prose).joined(separator: "\n\n"))
        ))
    }
    if let message = key.lifecycle.deprecated {
      words.append(("deprecationMessage", .string(message)))
    }
    if !key.isHidden, let value = key.anyKey.storedDefault {
      words.append(("default", JSONDocument(key.anyKey.json(of: value))))
    }
    if !key.isHidden, let example = key.model.presentation.example {
      let stored = example.stored(key.key.types)
      words.append(("examples", [JSONDocument(key.anyKey.json(of: stored))]))
    }
    return words
  }

  private static func value(of key: DescribedKey) -> [(String, JSONDocument)] {
    var members: [(String, JSONDocument)]
    if key.choices.isEmpty {
      members = form(of: key.model.type, key.key.types)
    } else {
      members = choices(of: key)
      // What a person may write in several ways is suggested in one, and accepted in all.
      if key.model.type.hasSpellings {
        members = [("anyOf", [.object(members), .object(form(of: key.model.type, key.key.types))])]
      }
    }
    for constraint in key.key.shownConstraints { apply(constraint, to: &members) }
    guard key.model.isOptional else { return members }
    return [("anyOf", [.object(members), ["type": "null"]])]
  }

  private static func choices(of key: DescribedKey) -> [(String, JSONDocument)] {
    let form = key.anyKey.textForm
    var members: [(String, JSONDocument)] = [
      (
        "enum",
        .array(
          key.choices.map { JSONDocument(form.json(of: $0.value.stored(key.key.types))) })
      )
    ]
    if key.choices.contains(where: { !$0.title.isEmpty }) {
      members.append(
        (
          "enumItemLabels",
          .strings(key.choices.map { $0.title.isEmpty ? $0.text : $0.title })
        ))
    }
    if key.choices.contains(where: { !$0.summary.isEmpty }) {
      members.append(("enumDescriptions", .strings(key.choices.map(\.summary))))
    }
    return members
  }

  private static func apply(
    _ constraint: ConstraintModel, to members: inout [(String, JSONDocument)]
  ) {
    func set(_ name: String, _ value: JSONDocument) {
      members.removeAll { $0.0 == name }
      members.append((name, value))
    }
    switch constraint {
    case .range(let bounds):
      if let lower = bounds.lower { set("minimum", .number(lower.schemaText)) }
      if let upper = bounds.upper { set("maximum", .number(upper.schemaText)) }
    case .length(let least, let greatest):
      // JSON Schema counts scalars and the program characters, of which there are no more.
      func has(_ name: String) -> Bool { members.contains { $0.0 == name } }
      let noun = has("additionalProperties") ? "Properties" : has("items") ? "Items" : "Length"
      if let least { set("min\(noun)", .integer(least)) }
      if let greatest, noun != "Length" { set("max\(noun)", .integer(greatest)) }
    case .pattern(let pattern): set("pattern", .string("^(?:\(pattern))$"))
    case .allowed: break
    }
  }
}

extension JSONDocument {
  static func strings(_ texts: [String]) -> JSONDocument { .array(texts.map { .string($0) }) }
}
