import Foundation

/// The folders of one target, in the order of CONTRIBUTING's table, each with the folders it uses.
struct FloorPlan: Equatable {
  /// A folder directly below the target's.
  struct Floor: Equatable {
    var name: String
    /// The folders of the same target that the table allows it to use; of one that stands above it single
    /// types, as in `Commits.Commit`, which its declarations cannot do without.
    var uses: [String]
  }

  /// The target's folder, such as `Sources/Keywright`.
  var target: String
  var floors: [Floor]

  /// Reads the plans of a Markdown table whose rows are `` | `Sources/Target` | … | … | `` and, below
  /// each, `` | `  Folder` | what it is | `Used`, `Folders` | ``.
  static func plans(in markdown: String) -> [FloorPlan] {
    var plans: [FloorPlan] = []
    for line in markdown.split(separator: "\n") where line.hasPrefix("|") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst()
      guard cells.count >= 3, let name = names(in: cells[1]).first else { continue }
      if !name.hasPrefix("  ") {
        plans.append(FloorPlan(target: name, floors: []))
      } else if let last = plans.indices.last {
        let folder = name.trimmingCharacters(in: .whitespaces)
        plans[last].floors.append(Floor(name: folder, uses: names(in: cells[3])))
      }
    }
    return plans
  }

  /// The texts between backticks.
  private static func names(in cell: Substring) -> [String] {
    cell.matches(of: #/`([^`]+)`/#).map { String($0.output.1) }
  }

  /// The violations of a target whose folders use each other as the arrows say. The files beside the
  /// folders, `.`, stand above all of them: they use any, and none uses them.
  func violations(folders: Set<String>, arrows: [TypeUses.Arrow]) -> [String] {
    var found: [String] = []
    let listed = floors.map(\.name)
    for folder in folders.sorted() where !listed.contains(folder) {
      found.append("\(target)/\(folder) has no row in the table of folders")
    }
    for folder in listed where !folders.contains(folder) {
      found.append("\(target) has a row for \(folder), and no such folder")
    }
    for (index, floor) in floors.enumerated() {
      for used in floor.uses where !used.contains(".") && !listed[..<index].contains(used) {
        found.append("\(target)/\(floor.name) lists \(used), which does not stand before it")
      }
      let used = arrows.filter { $0.user == floor.name }
      for arrow in used where !floor.uses.contains(arrow.used) {
        let types = arrow.types.filter { !floor.uses.contains("\(arrow.used).\($0)") }
        if types.isEmpty { continue }
        found.append(
          "\(target)/\(floor.name) uses \(arrow.used), which its row does not list: \(types)")
      }
      let names = used.flatMap { arrow in [arrow.used] + arrow.types.map { "\(arrow.used).\($0)" } }
      for name in floor.uses where !names.contains(name) {
        found.append("\(target)/\(floor.name) lists \(name), which it does not use")
      }
    }
    return found
  }
}
