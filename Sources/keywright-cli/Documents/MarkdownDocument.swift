import KeywrightSchema

/// The keys as Markdown (CommonMark with tables), a section for each namespace.
enum MarkdownDocument {
  static func text(of description: SchemaDescription) -> String {
    var lines = ["# \(escaped(description.title))", ""]
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
    var lines = ["\(mark) \(escaped(namespace.title))", ""]
    for text in [namespace.summary] + Paragraphs.of(namespace.discussion) where !text.isEmpty {
      lines += [prose(text), ""]
    }
    for (heading, keys) in namespace.groups {
      if let heading { lines += ["\(mark)# \(escaped(heading))", ""] }
      for key in keys { lines += section(of: key, mark: mark) }
    }
    return lines
  }

  private static func section(of key: DescribedKey, mark: String) -> [String] {
    var lines = ["\(mark)\(key.group == nil ? "#" : "##") \(code(key.storageString))", ""]
    if let message = key.lifecycle.deprecated {
      lines += ["**Deprecated:** \(prose(message))", ""]
    }
    let title = key.ownTitle.map { "**\(escaped($0)).**" }
    let lead = [title, key.summary.isEmpty ? nil : prose(key.summary)].compactMap(\.self)
    if !lead.isEmpty { lines += [lead.joined(separator: " "), ""] }
    for text in Paragraphs.of(key.discussion) { lines += [prose(text), ""] }
    lines += ["| | |", "|---|---|"]
    lines += facts(of: key).map { "| \($0) | \($1.replacing("|", with: "\\|")) |" }
    lines.append("")
    if key.hasExplainedChoices {
      lines += ["| value | meaning |", "|---|---|"]
      lines += key.choices.map { choice in
        let words = [choice.title, choice.summary].filter { !$0.isEmpty }
          .map(prose).joined(separator: ": ")
        return "| \(code(choice.text).replacing("|", with: "\\|")) | \(words) |"
      }
      lines.append("")
    }
    return lines
  }

  private static func facts(of key: DescribedKey) -> [(String, String)] {
    var facts = [
      ("type", code(key.type)),
      (
        "default",
        key.hasDefaultValue ? code(key.defaultSentence) : escaped(key.defaultSentence)
      ),
    ]
    func add(_ name: String, _ text: String?) {
      if let text, !text.isEmpty { facts.append((name, text)) }
    }
    add("values", key.valuesLine(code: code, prose: escaped))
    add("example", key.example.map(code))
    add("variable", code(key.variable))
    add("argument", code(key.argument))
    let lifecycle = key.lifecycle
    if lifecycle.sensitivity != .public { add("sensitivity", lifecycle.sensitivity.rawValue) }
    add("max age", lifecycle.maxAge?.text)
    add("keychain", lifecycle.keychainText)
    add("since", lifecycle.since.map(escaped))
    add("expires", lifecycle.expires)
    add("owner", lifecycle.owner.map(escaped))
    add("tags", lifecycle.tags.map(escaped).joined(separator: ", "))
    if key.model.presentation.needsRestart { add("takes effect", "after a restart") }
    return facts
  }

  /// Text whose code spans stay and in which nothing else is markup.
  static func prose(_ text: String) -> String {
    Paragraphs.spans(of: text).map { $0.isCode ? code($0.text) : escaped($0.text) }.joined()
  }

  /// Text in which nothing is markup, on one line.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in Paragraphs.line(text) {
      if character.isASCII, character.isPunctuation || character.isSymbol,
        !",.:;?%/\"'".contains(character)
      {
        result.append("\\")
      }
      result.append(character)
    }
    return result
  }

  /// A code span; it begins with more backticks than the text has in a row.
  static func code(_ text: String) -> String {
    let text = Paragraphs.line(text)
    var longest = 0
    var run = 0
    for character in text {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    if text.isEmpty { return "` `" }
    let fence = String(repeating: "`", count: longest + 1)
    let needsSpace = text.hasPrefix("`") || text.hasSuffix("`") || text.allSatisfy { $0 == " " }
    return needsSpace ? "\(fence) \(text) \(fence)" : fence + text + fence
  }
}
