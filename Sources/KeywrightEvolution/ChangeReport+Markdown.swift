import KeywrightSchema

/// Changes between two releases as release notes have them.
extension ChangeReport {
  /// The keys that were added, changed and removed, in Markdown.
  ///
  /// - Parameter title: The heading; nil if none was given.
  func markdown(title: String?) -> String {
    var text = "## \(MarkdownText.escaped(title ?? "Keys"))\n"
    for section in Section.allCases {
      let lines = changes.filter { Section($0) == section }.map(Self.item)
      if !lines.isEmpty { text += "\n### \(section.rawValue)\n\n" + lines.joined() }
    }
    return changes.isEmpty ? text + "\nNo key changes.\n" : text
  }

  private enum Section: String, CaseIterable {
    case added = "Added"
    case changed = "Changed"
    case removed = "Removed"

    init(_ change: Change) {
      switch change.fate {
      case .new: self = .added
      case .gone: self = .removed
      default: self = change.isRemoval ? .removed : .changed
      }
    }
  }

  private static func item(_ change: Change) -> String {
    let names = change.newNames.map { "; \($0)" } ?? ""
    let message = MarkdownText.prose(change.message + names)
    let reason = change.reason.map { " (\(MarkdownText.prose($0)))" } ?? ""
    let isNamed = change.message.contains(change.key)
    let key = isNamed ? "" : MarkdownText.code(change.key) + ": "
    return "- \(key)\(message)\(reason)\n"
  }
}
