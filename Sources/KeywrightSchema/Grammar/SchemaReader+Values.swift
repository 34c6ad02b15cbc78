extension SchemaReader {
  /// The keywords that tell of a key's values.
  private static let wordsOfValues: Set = [
    "default", "example", "processing", "range", "length", "pattern", "allowed",
  ]

  /// Notes what a schema says of the values of a secret key, and of one whose sensitivity cannot be read; what
  /// is no keyword may be such a word, misspelled.
  func noteSecrets(of key: KeyDeclaration, in node: JSONNode) {
    let members = node.ownMembers
    let word = members.first { $0.name.text == "sensitivity" }?.value.string?.text
    let sensitivity = word.map { Sensitivity(rawValue: $0) ?? .secret }
    guard (sensitivity ?? key.lifecycle.sensitivity) == .secret else { return }
    for member in members {
      let name = member.name.text
      if Self.wordsOfValues.contains(name) || Grammar.key[name] == nil {
        diagnostics.note(secret: member.value.span)
      }
      // The message about such a word quotes its value.
      if FamiliarWords.members(for: member, beside: members, in: .key) != nil {
        diagnostics.note(secret: member.name.span)
      }
    }
  }

  /// The seconds that a `Duration` can hold and that do not round to zero.
  func seconds(_ node: JSONNode, of keyword: String) -> Double? {
    if case .number(let spelling) = node.value, let seconds = Double(spelling),
      (1e-18...9e18).contains(seconds)
    {
      return seconds
    }
    let expected = "a number of seconds from 1e-18 to 9e18"
    report(.wrongShape(of: "`\(known: keyword)`", expected: expected, found: node.noun), node)
    return nil
  }

  /// The name of a store, of which the name of a parameter is made.
  func storeName(_ node: JSONNode) -> String? {
    let name = located(node).value
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let isPlain = name.utf8.allSatisfy { letters.contains($0 | 32) || digits.contains($0) }
    if isPlain, let first = name.utf8.first, letters.contains(first) { return name }
    report(
      .wrongShape(
        of: "a store", expected: "a name as in \"cache\", of letters and digits",
        found: "\"\(name.prefix(40))\""), node)
    return nil
  }

  func day(_ node: JSONNode, of keyword: String) -> Located<String>? {
    let day = located(node)
    if DateText.seconds(day.value + "T00:00:00Z") != nil { return day }
    report(
      .wrongShape(
        of: "`\(keyword)`", expected: "a day as in \"2026-12-31\"",
        found: "\"\(day.value.prefix(40))\""), node)
    return nil
  }

  /// The expression of a literal of JavaScript, as in `/^a+$/i`: as a pattern it would match nothing. Nil for any other
  /// text, such as a path.
  private static func expression(inLiteral text: String) -> String? {
    guard text.hasPrefix("/"), let end = text.lastIndex(of: "/"), end > text.startIndex else {
      return nil
    }
    let inner = text[text.index(after: text.startIndex)..<end]
    let flags = text[text.index(after: end)...]
    let isFlagged = !flags.isEmpty && inner.contains(where: "[]()\\+*?{}|".contains)
    guard inner.hasPrefix("^") || inner.hasSuffix("$") || isFlagged,
      flags.allSatisfy("dgimsuvy".contains)
    else { return nil }
    return (flags.contains("i") ? "(?i)" : "") + inner
  }

  func pattern(_ node: JSONNode) -> Located<String>? {
    let pattern = located(node)
    if pattern.value.utf8.count > PatternCheck.longest {
      report(
        .constraint, "a pattern is at most \(known: String(PatternCheck.longest)) bytes long", node)
    } else if let meant = Self.expression(inLiteral: pattern.value) {
      report(
        .constraint,
        "a pattern is the expression alone: no slashes around it, and `(?i)` at its start in place of a flag `i`",
        remedy: .replacement(meant), node)
    } else if PatternCheck.compiled(pattern.value) == nil {
      report(
        .constraint, "`\(words: pattern.value)` is not a regular expression that Swift can read",
        node)
    } else {
      return pattern
    }
    return nil
  }
}
