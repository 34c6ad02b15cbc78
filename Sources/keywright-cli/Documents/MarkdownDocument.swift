import KeywrightEvolution
import KeywrightSchema

/// The keys as Markdown (CommonMark with tables), a section for each namespace.
enum MarkdownDocument {
  static func text(of description: SchemaDescription) -> String {
    var lines = ["# \(MarkdownText.escaped(description.title))", ""]
    for namespace in description.allNamespaces where !namespace.keys.isEmpty || hasWords(namespace)
    {
      lines += section(of: namespace)
    }
    return lines.joined(separator: "\n")
  }

  private static func hasWords(_ namespace: DescribedNamespace) -> Bool {
    !namespace.summary.isEmpty || !namespace.discussion.isEmpty
  }

  private static func section(of namespace: DescribedNamespace) -> [String] {
    let mark = String(repeating: "#", count: min(2 + max(namespace.path.count - 1, 0), 4))
    var lines = ["\(mark) \(MarkdownText.escaped(namespace.title))", ""]
    for text in [namespace.summary] + Paragraphs.of(namespace.discussion) where !text.isEmpty {
      lines += [MarkdownText.prose(text), ""]
    }
    for (heading, keys) in namespace.groups {
      if let heading { lines += ["\(mark)# \(MarkdownText.escaped(heading))", ""] }
      for key in keys { lines += section(of: key, mark: mark) }
    }
    return lines
  }

  private static func section(of key: DescribedKey, mark: String) -> [String] {
    var lines = [
      "\(mark)\(key.group == nil ? "#" : "##") \(MarkdownText.code(key.storageString))", "",
    ]
    if let message = key.lifecycle.deprecated {
      lines += ["**Deprecated:** \(MarkdownText.prose(message))", ""]
    }
    let title = key.ownTitle.map { "**\(MarkdownText.escaped($0)).**" }
    let lead = [title, key.summary.isEmpty ? nil : MarkdownText.prose(key.summary)].compactMap(
      \.self)
    if !lead.isEmpty { lines += [lead.joined(separator: " "), ""] }
    for text in Paragraphs.of(key.discussion) { lines += [MarkdownText.prose(text), ""] }
    lines += ["| | |", "|---|---|"]
    lines += facts(of: key).map { "| \($0) | \($1.replacing("|", with: "\\|")) |" }
    lines.append("")
    if key.hasExplainedChoices {
      lines += ["| value | meaning |", "|---|---|"]
      lines += key.choices.map { choice in
        let words = [choice.title, choice.summary].filter { !$0.isEmpty }
          .map(MarkdownText.prose).joined(separator: ": ")
        return "| \(MarkdownText.code(choice.text).replacing("|", with: "\\|")) | \(words) |"
      }
      lines.append("")
    }
    return lines
  }

  private static func facts(of key: DescribedKey) -> [(String, String)] {
    var facts = [
      ("type", MarkdownText.code(key.type)),
      (
        "default",
        key.hasDefaultValue
          ? MarkdownText.code(key.defaultSentence) : MarkdownText.escaped(key.defaultSentence)
      ),
    ]
    func add(_ name: String, _ text: String?) {
      if let text, !text.isEmpty { facts.append((name, text)) }
    }
    add("values", key.valuesLine(code: MarkdownText.code, prose: MarkdownText.escaped))
    add("example", key.example.map(MarkdownText.code))
    add("variable", MarkdownText.code(key.variable))
    add("argument", MarkdownText.code(key.argument))
    let lifecycle = key.lifecycle
    if lifecycle.sensitivity != .public { add("sensitivity", lifecycle.sensitivity.rawValue) }
    add("max age", lifecycle.maxAge?.text)
    add("keychain", lifecycle.keychainText)
    add("since", lifecycle.since.map(MarkdownText.escaped))
    add("expires", lifecycle.expires)
    add("owner", lifecycle.owner.map(MarkdownText.escaped))
    add("tags", lifecycle.tags.map(MarkdownText.escaped).joined(separator: ", "))
    if key.model.presentation.needsRestart { add("takes effect", "after a restart") }
    return facts
  }
}
