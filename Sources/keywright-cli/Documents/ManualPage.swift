import KeywrightEvolution
import KeywrightSchema

/// A manual page of section 5, in the macros that every `man` knows.
enum ManualPage {
  static func text(of description: SchemaDescription) -> String {
    let name = Paragraphs.line(description.title).filter { $0 != "\"" }
    var page = Page()
    page.lines = [
      ".TH \"\(Page.escaped(name.uppercased()))\" \"5\" \"\(description.day)\"",
      ".SH NAME",
    ]
    page.append("\(Page.escaped(name)) \\- settings")
    page.lines.append(".SH DESCRIPTION")
    page.text(
      "Each setting has a name, a type and a default. In the environment it has the variable, and on "
        + "the command line the argument, that stand below it.")
    for namespace in description.allNamespaces where !namespace.keys.isEmpty {
      page.lines.append(".SH \"\(heading(namespace.title.uppercased()))\"")
      for (index, text) in namespace.paragraphs.enumerated() {
        if index > 0 { page.lines.append(".PP") }
        page.text(text)
      }
      for (heading, keys) in namespace.groups {
        if let heading { page.lines.append(".SS \"\(self.heading(heading))\"") }
        for key in keys { page.add(key) }
      }
    }
    return page.lines.joined(separator: "\n") + "\n"
  }

  /// A heading in an argument of a macro.
  private static func heading(_ text: String) -> String {
    Page.escaped(Paragraphs.line(text)).replacing("\"", with: "\\(dq")
  }

  private struct Page {
    var lines: [String] = []

    mutating func add(_ key: DescribedKey) {
      lines += [".TP", "\\fB\(Self.escaped(key.storageString))\\fR"]
      if let message = key.lifecycle.deprecated { text("Deprecated: \(message)") }
      text(key.summary.isEmpty ? key.title + "." : key.summary)
      for paragraph in Paragraphs.of(key.discussion) {
        lines.append(".IP")
        text(paragraph)
      }
      lines.append(".IP")
      for fact in key.facts where fact.label != .deprecated {
        text("\(SwiftName.capitalised(fact.name)): \(fact.plainText).")
      }
      for choice in key.hasExplainedChoices ? key.choices : [] {
        lines.append(".IP")
        let words = choice.words.joined(separator: ": ")
        text(choice.text + (words.isEmpty ? "" : " \u{2013} " + words))
      }
    }

    /// Adds running text: a new line for each sentence, and none that is long.
    mutating func text(_ text: String) {
      var line = ""
      for word in Paragraphs.line(text).split(separator: " ") {
        let word = Self.escaped(String(word))
        if line.isEmpty {
          line = word
        } else if line.utf8.count + word.utf8.count < 78 {
          line += " " + word
        } else {
          append(line)
          line = word
        }
        if word.hasSuffix(".") || word.hasSuffix("!") || word.hasSuffix("?") {
          append(line)
          line = ""
        }
      }
      if !line.isEmpty { append(line) }
    }

    /// Adds a line of text: one that begins with a dot or an apostrophe would be a request, and `.so` puts
    /// another file into the page.
    mutating func append(_ line: String) {
      lines.append(line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line)
    }

    static func escaped(_ text: String) -> String {
      Paragraphs.line(text).replacing("\\", with: "\\e").replacing("-", with: "\\-")
    }
  }
}
