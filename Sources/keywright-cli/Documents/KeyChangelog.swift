import KeywrightSchema

/// The changes between two releases, for release notes.
struct KeyChangelog {
  let changes: [Change]
  /// The heading; nil if none was given.
  let title: String?

  /// The changes in Markdown.
  var text: String {
    var text = "## \(MarkdownDocument.escaped(title ?? "Keys"))\n"
    for section in Section.allCases {
      let lines = changes(in: section).map(Self.line)
      if lines.isEmpty { continue }
      text += "\n### \(section.rawValue)\n\n" + lines.joined()
    }
    return changes.isEmpty ? text + "\nNo key changes.\n" : text
  }

  /// The changes for programs.
  var document: JSONDocument {
    .object(
      [("title", title.map { .string($0) } ?? .null)]
        + Section.allCases.map { section in
          (section.rawValue.lowercased(), .array(changes(in: section).map(Self.document)))
        })
  }

  private enum Section: String, CaseIterable {
    case added = "Added"
    case changed = "Changed"
    case removed = "Removed"

    init(_ kind: ChangeKind) {
      switch kind {
      case .keyAdded: self = .added
      case .keyRetired, .keyRemoved, .reservationRemoved, .migrationRemoved: self = .removed
      default: self = .changed
      }
    }
  }

  private func changes(in section: Section) -> [Change] {
    changes.filter { Section($0.kind) == section }
  }

  private static func line(_ change: Change) -> String {
    let names = change.newNames.map { "; \($0)" } ?? ""
    let message = MarkdownDocument.prose(change.message + names)
    let reason = change.reason.map { " (\(MarkdownDocument.prose($0)))" } ?? ""
    let isNamed = change.message.contains(change.key)
    let key = isNamed ? "" : MarkdownDocument.code(change.key) + ": "
    return "- \(key)\(message)\(reason)\n"
  }

  private static func document(_ change: Change) -> JSONDocument {
    let reason = change.reason.map { [("reason", JSONDocument.string($0))] } ?? []
    return .object(
      [
        ("key", .string(change.key)), ("change", .string(change.kind.rawValue)),
        ("message", .string(change.message)),
      ] + reason)
  }
}
