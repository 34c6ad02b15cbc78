import Keywright
import KeywrightEvolution
import KeywrightSchema

/// The keys as one self-contained page, which can also be read without its script, and printed.
///
/// Every text of a schema is escaped, and the page's policy runs no script but its own, which is known by
/// its hash. The ids of the page's parts begin with a tilde, which is in no id of a key.
enum HTMLDocument {
  static func text(of description: SchemaDescription) -> String {
    let title = escaped(description.title)
    let count = description.keys.count
    var page = ""
    page.append(
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'unsafe-inline'; script-src '\(HTMLScript.hash)'; base-uri 'none'; form-action 'none'">
      <meta name="color-scheme" content="light dark">
      <title>\(title)</title>
      <style>\(HTMLStyle.text)</style>
      </head>
      <body>
      <a class="skip" href="#~keys">Skip to the keys</a>
      <header>
      <h1>\(title)</h1>
      <div class="find"><input id="~search" type="search" autocomplete="off" spellcheck="false" \
      placeholder="Search \(counted(count, "key"))" aria-label="Search keys"><kbd>/</kbd></div>
      <output id="~count" for="~search" aria-live="polite"></output>
      <button id="~theme" type="button" aria-label="Theme">Auto</button>
      </header>
      <div class="columns">
      <nav aria-label="Namespaces"><details id="~tree" open><summary>Namespaces</summary>

      """)
    tree(description.namespaces, into: &page)
    page.append("</details></nav>\n<main id=\"~keys\">\n")
    let values = description.values
    if let values { page.append("<p class=\"state\">\(state(values))</p>\n") }
    page.append("<div id=\"~results\"></div>\n<div id=\"~all\">\n")
    for namespace in description.allNamespaces { section(of: namespace, values, into: &page) }
    page.append(
      "</div>\n<button id=\"~more\" type=\"button\" hidden></button>\n"
        + "<p id=\"~nothing\" hidden>No key matches. <button type=\"button\">Show all</button></p>\n"
        + "</main>\n</div>\n<script>\(HTMLScript.text)</script>\n</body>\n</html>\n")
    return page
  }

  private static func tree(_ namespaces: [DescribedNamespace], into page: inout String) {
    if namespaces.isEmpty { return }
    page.append("<ul>\n")
    for namespace in namespaces {
      page.append(
        "<li><a href=\"#\(anchor(of: namespace))\">\(escaped(namespace.title))"
          + "<small>\(namespace.keyCount)</small></a>")
      tree(namespace.children, into: &page)
      page.append("</li>\n")
    }
    page.append("</ul>\n")
  }

  private static func state(_ values: ShownValues) -> String {
    let sentences = values.sentences.map(escaped).joined(separator: " ")
    return "Values of \(code(values.store)), \(escaped(values.moment)). \(sentences)"
  }

  private static func section(
    of namespace: DescribedNamespace, _ values: ShownValues?, into page: inout String
  ) {
    let level = min(namespace.path.count + 1, 3)
    page.append(
      "<section id=\"\(anchor(of: namespace))\">\n<h2 class=\"l\(max(level, 2))\">"
        + "<a href=\"#\(anchor(of: namespace))\">\(escaped(namespace.title))</a>")
    if !namespace.isRoot { page.append(" <code>\(escaped(namespace.prefix))</code>") }
    page.append("</h2>\n")
    for text in namespace.paragraphs { page.append("<p>\(prose(text))</p>\n") }
    for (heading, keys) in namespace.groups {
      page.append(heading.map { "<div class=\"group\"><h3>\(escaped($0))</h3>\n" } ?? "<div>\n")
      for key in keys { article(of: key, values?[key] ?? [], into: &page) }
      page.append("</div>\n")
    }
    page.append("</section>\n")
  }

  /// - Parameter states: The values of the key in a store; none without one.
  private static func article(
    of key: DescribedKey, _ states: [KeyState], into page: inout String
  ) {
    let anchor = anchor(key.storageString)
    let isDeprecated = key.lifecycle.deprecated != nil
    page.append(
      "<article id=\"\(anchor)\"\(isDeprecated ? " class=\"old\"" : "")><h4><a href=\"#\(anchor)\">"
        + "\(breakable(key.storageString))</a>")
    if let title = key.ownTitle { page.append("<span class=\"title\">\(escaped(title))</span>") }
    for badge in badges(of: key, states) {
      page.append("<span class=\"badge \(badge.kind)\">\(escaped(badge.text))</span>")
    }
    page.append("</h4>\n")
    if let message = key.lifecycle.deprecated {
      page.append("<p class=\"note\">Deprecated: \(prose(message))</p>\n")
    }
    if !key.summary.isEmpty { page.append("<p>\(prose(key.summary))</p>\n") }
    for text in Paragraphs.of(key.discussion) {
      page.append("<p class=\"more\">\(prose(text))</p>\n")
    }
    page.append("<dl>")
    for (name, value) in facts(of: states, of: key) + facts(of: key) {
      page.append("<dt>\(name)</dt><dd>\(value)</dd>")
    }
    page.append("</dl>\n")
    if key.hasExplainedChoices {
      page.append("<ul class=\"choices\">")
      for choice in key.choices { page.append("<li>\(item(of: choice))</li>") }
      page.append("</ul>\n")
    }
    page.append("</article>\n")
  }

  private static func item(of choice: DescribedKey.Choice) -> String {
    let words = choice.words.map(prose)
    return code(choice.text) + (words.isEmpty ? "" : " " + words.joined(separator: ": "))
  }

  private static func badges(
    of key: DescribedKey, _ states: [KeyState]
  ) -> [(kind: String, text: String)] {
    let lifecycle = key.lifecycle
    var badges: [(String, String)] = []
    if lifecycle.deprecated != nil { badges.append(("warn", "deprecated")) }
    if lifecycle.sensitivity != .public { badges.append(("warn", lifecycle.sensitivity.rawValue)) }
    if states.contains(where: \.isChanged) { badges.append(("plain", "changed")) }
    if states.contains(where: { !$0.problems.isEmpty }) { badges.append(("warn", "problem")) }
    return badges
  }

  /// The number of values of a family that a page shows: more than anyone reads would only make it slow.
  static let shownMembers = 100

  private static func facts(of states: [KeyState], of key: DescribedKey) -> [(String, String)] {
    if key.key.isSensitive {
      return states.contains { $0.stored != nil } ? [("now", "stored, not shown")] : []
    }
    var facts = states.prefix(shownMembers).map { state in
      let value = state.text(reveal: false).map { text in
        code(text) + (key.unit.map { " " + escaped($0) } ?? "") + ", "
      }
      let name = key.isFamily ? code(state.key.storageString) + " = " : ""
      let former = state.migrationRemark
      let words = [state.sourceSentence] + state.problems + (former.map { [$0] } ?? [])
      return ("now", name + (value ?? "") + prose(words.joined(separator: "; ")))
    }
    if states.count > shownMembers {
      facts.append(("now", "and \(states.count - shownMembers) more"))
    }
    return facts
  }

  /// Those that are not among the badges, and not above the others.
  private static func facts(of key: DescribedKey) -> [(String, String)] {
    let shown: Set<KeyFact.Label> = [.sensitivity, .deprecated]
    return key.facts.filter { !shown.contains($0.label) }
      .map { ($0.name, $0.text(code: code, prose: escaped)) }
  }
}
