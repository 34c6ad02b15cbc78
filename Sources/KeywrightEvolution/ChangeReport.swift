package import KeywrightSchema

/// Changes in the forms in which people and programs want them.
package struct ChangeReport {
  let changes: [Change]
  private let sources: [SourceFile]

  package init(changes: [Change], sources: [SourceFile]) {
    self.changes = changes
    self.sources = sources
  }

  package enum Format: String, CaseIterable {
    case text, json
    /// The annotations of a code review on GitHub.
    case github
    /// Release notes.
    case markdown
  }

  /// The changes as a text.
  ///
  /// - Parameter title: The heading of release notes.
  package func text(_ format: Format, title: String? = nil) -> String {
    switch format {
    case .text:
      changes.map(line).joined() + summary
    case .json: JSONDocument.array(changes.map(document)).text() + "\n"
    case .github: changes.compactMap(annotation).joined()
    case .markdown: markdown(title: title)
    }
  }

  private func line(_ change: Change) -> String {
    var text = "\(change.level.name): \(printable(change.message)) [\(change.fate.rawValue)]\n"
    if let names = change.newNames { text += "  \(printable(names))\n" }
    if let reason = change.reason { text += "  accepted: \(printable(reason))\n" }
    for mend in change.mends {
      text += "  \(printable(mend.shownText)) \(printable(mend.effect))\n"
    }
    return text
  }

  private var summary: String {
    if changes.isEmpty { return "no change\n" }
    let open = changes.filter { $0.reason == nil }
    let counts = [ChangeLevel.error, .warning, .note, .free].compactMap { level in
      let count = open.count { $0.level == level }
      let isPlural = count > 1 && level != .free
      return count == 0 ? nil : "\(count) \(level.name)\(isPlural ? "s" : "")"
    }
    let verdict = isAtRisk ? "stored data is at risk" : "stored data is safe"
    return
      "\(counted(changes.count, "change")) (\(counts.joined(separator: ", "))): \(verdict)\n"
  }

  /// Whether stored values may be lost by a change for which no reason was given.
  package var isAtRisk: Bool { changes.contains { $0.level == .error && $0.reason == nil } }

  private func location(_ place: KeyInventory.Place?) -> SourceLocation? {
    guard let place, sources.indices.contains(place.origin.file) else { return nil }
    return place.location(in: sources)
  }

  private func document(_ change: Change) -> JSONDocument {
    func fact(_ text: String) -> String { text.isEmpty ? "" : change.sensitivity.shown(text) }
    var members: [(String, JSONDocument)] = [
      ("change", .string(change.fate.rawValue)), ("of", .string(change.part.rawValue)),
      ("level", .string(change.level.name)), ("key", .string(change.key)),
      ("releases", .array(change.releases.map { .string($0) })),
      ("from", .string(fact(change.from))), ("to", .string(fact(change.to))),
      ("message", .string(change.message)),
      (
        "mends",
        .array(
          change.mends.map { mend in
            .object(
              [("text", .string(mend.shownText)), ("effect", .string(mend.effect))]
                + place(mend.isCommand ? nil : mend.place ?? change.place))
          })
      ),
    ]
    members += place(change.place)
    if let reason = change.reason { members.append(("accepted", .string(reason))) }
    return .object(members)
  }

  private func place(_ place: KeyInventory.Place?) -> [(String, JSONDocument)] {
    guard let place = location(place) else { return [] }
    return [
      ("path", .string(place.path)), ("line", .integer(place.line)),
      ("column", .integer(place.column)),
    ]
  }

  private func annotation(_ change: Change) -> String? {
    guard change.reason == nil, change.level != .free else { return nil }
    // Escaped line by line: a stored name reaches the terminal of the person who reads the review.
    func escaped(_ text: String) -> String {
      text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { printable(String($0)).replacing("%", with: "%25") }.joined(separator: "%0A")
    }
    let kind = change.level == .note ? "notice" : change.level.name
    let place = location(change.place)
    let at =
      place.map {
        "file=\(escaped($0.path).replacing(",", with: "%2C")),line=\($0.line),col=\($0.column),"
      } ?? ""
    let mends = change.mends.map { "\n\($0.shownText) \($0.effect)" }.joined()
    return "::\(kind) \(at)title=\(change.fate.rawValue)::\(escaped(change.message + mends))\n"
  }
}
