import Foundation
import KeywrightEvolution
import KeywrightSchema

/// The list of stored values by sensitivity, in Markdown.
enum PrivacyReport {
  static func text(of description: SchemaDescription) -> String {
    let keys = description.keys
    var text = "# \(MarkdownText.escaped(description.title)): stored values\n\n"
    let counts = Sensitivity.allCases.reversed().map { level in
      "\(keys.count { $0.lifecycle.sensitivity == level }) \(level.rawValue)"
    }
    text += "\(counted(keys.count, "key")): \(counts.joined(separator: ", ")).\n"
    for level in Sensitivity.allCases.reversed() {
      let keys = keys.filter { $0.lifecycle.sensitivity == level }
      if keys.isEmpty { continue }
      text += "\n## \(level.rawValue.capitalized)\n\n\(meaning(of: level))\n\n"
      text += "| key | what it is | type | kept in | until | notes |\n|---|---|---|---|---|---|\n"
      for key in keys { text += row(key) }
    }
    return text
  }

  private static func meaning(of level: Sensitivity) -> String {
    switch level {
    case .public: "Reports and logs may show these values."
    case .private: "Values about a person: reports and logs leave them out."
    case .secret: "Values that give access to something: reports and logs leave them out."
    }
  }

  private static func row(_ key: DescribedKey) -> String {
    func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
    let lifecycle = key.lifecycle
    let store = key.model.coding == .memory ? "memory only" : lifecycle.store ?? "default"
    let cells = [
      MarkdownText.code(key.storageString),
      MarkdownText.prose(key.summary.isEmpty ? key.title : key.summary),
      MarkdownText.code(key.type), MarkdownText.escaped(store), until(lifecycle),
      MarkdownText.escaped(
        key.model.presentation.notes.map { "\($0.name): \($0.text)" }.joined(separator: "; ")),
    ]
    return "| " + cells.map(cell).joined(separator: " | ") + " |\n"
  }

  private static func until(_ lifecycle: Lifecycle) -> String {
    let seconds = lifecycle.timeToLive.map { "\($0) s in a cache" }
    return [lifecycle.expires, seconds].compactMap(\.self).joined(separator: "; ")
  }
}
