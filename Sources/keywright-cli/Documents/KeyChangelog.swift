import KeywrightSchema

/// The changes between two releases, as release notes in Markdown.
enum KeyChangelog {
  static func text(of changes: [Change], title: String?) -> String {
    var text = "## \(MarkdownDocument.escaped(title ?? "Keys"))\n"
    for section in Section.allCases {
      let lines = changes.filter { Section($0.kind) == section }.map(line)
      if lines.isEmpty { continue }
      text += "\n### \(section.rawValue)\n\n" + lines.joined()
    }
    return changes.isEmpty ? text + "\nNo key changes.\n" : text
  }

  private enum Section: String, CaseIterable {
    case added = "Added"
    case changed = "Changed"
    case removed = "Removed"

    init(_ kind: ChangeKind) {
      switch kind {
      case .keyAdded: self = .added
      case .keyRemoved, .reservationRemoved, .migrationRemoved: self = .removed
      default: self = .changed
      }
    }
  }

  private static func line(_ change: Change) -> String {
    let message = MarkdownDocument.prose(change.message)
    let reason = change.reason.map { " (\(MarkdownDocument.prose($0)))" } ?? ""
    let isNamed = change.message.contains(change.key)
    let key = isNamed ? "" : MarkdownDocument.code(change.key) + ": "
    return "- \(key)\(message)\(reason)\n"
  }
}
