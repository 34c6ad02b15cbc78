import KeywrightEvolution
import KeywrightSchema

/// The keys as Markdown (CommonMark with tables), a section for each namespace.
enum MarkdownDocument {
  static func text(of description: SchemaDescription) -> String {
    var lines = ["# \(MarkdownText.escaped(description.title))", ""]
    for namespace in description.allNamespaces
    where !namespace.keys.isEmpty || !namespace.paragraphs.isEmpty {
      lines += section(of: namespace)
    }
    return lines.joined(separator: "\n")
  }

  private static func section(of namespace: DescribedNamespace) -> [String] {
    let mark = String(repeating: "#", count: min(2 + max(namespace.path.count - 1, 0), 4))
    var lines = ["\(mark) \(MarkdownText.escaped(namespace.title))", ""]
    for text in namespace.paragraphs { lines += [MarkdownText.prose(text), ""] }
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
    lines += key.facts.filter { $0.label != .deprecated }.map { fact in
      let text = fact.text(code: MarkdownText.code, prose: MarkdownText.escaped)
      return "| \(fact.name) | \(text.replacing("|", with: "\\|")) |"
    }
    lines.append("")
    if key.hasExplainedChoices {
      lines += ["| value | meaning |", "|---|---|"]
      lines += key.choices.map { choice in
        let words = choice.words.map(MarkdownText.prose).joined(separator: ": ")
        return "| \(MarkdownText.code(choice.text).replacing("|", with: "\\|")) | \(words) |"
      }
      lines.append("")
    }
    return lines
  }
}
