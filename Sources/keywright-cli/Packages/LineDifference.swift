/// The change of a text file, for people.
enum LineDifference {
  /// Changed lines after `-` and `+`, each run with the unchanged line before it.
  static func text(from old: String, to new: String) -> String {
    let (before, after) = (lines(old), lines(new))
    let difference = after.difference(from: before)
    var (removed, inserted): ([Int: String], [Int: String]) = ([:], [:])
    for change in difference {
      switch change {
      case .remove(let offset, let line, _): removed[offset] = line
      case .insert(let offset, let line, _): inserted[offset] = line
      }
    }
    var result = ""
    var context: String?
    var (left, right) = (0, 0)
    while left < before.count || right < after.count {
      if let line = removed[left] {
        result += (context.map { "  \($0)\n" } ?? "") + "- \(line)\n"
        left += 1
      } else if let line = inserted[right] {
        result += (context.map { "  \($0)\n" } ?? "") + "+ \(line)\n"
        right += 1
      } else {
        context = after[right]
        (left, right) = (left + 1, right + 1)
        continue
      }
      context = nil
    }
    return result
  }

  private static func lines(_ text: String) -> [String] {
    if text.isEmpty { return [] }
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines.map(String.init)
  }
}
