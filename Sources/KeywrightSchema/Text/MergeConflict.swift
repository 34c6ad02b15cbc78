/// The marks that a merge leaves in a file where both sides changed the same lines.
package enum MergeConflict {
  private static let mark = Array("<<<<<<< ".utf8)

  /// The start of the first conflict.
  package static func place(in bytes: [UInt8]) -> Int? {
    var start = 0
    while start < bytes.count {
      if bytes[start...].starts(with: mark) { return start }
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      start = end + 1
    }
    return nil
  }

  /// Whether a lock has a conflict above its lists, where two lines of one name cannot both count.
  package static func isInHead(of bytes: [UInt8]) -> Bool {
    guard let place = place(in: bytes) else { return false }
    return String(decoding: bytes[place...], as: UTF8.self).contains("\"releases\": [")
  }

  /// The text with the lines of both sides, each once.
  ///
  /// No line of a lock that binds is ever taken away, so that the merged lock has every line of either side.
  /// The common ancestor, which some styles of conflict show too, is left out.
  package static func united(_ text: String) -> String {
    var result: [Substring] = []
    var first: Set<Substring> = []
    var side = Side.none
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      switch (side, line) {
      case (.none, _) where line.hasPrefix("<<<<<<< "): (side, first) = (.ours, [])
      case (.ours, _) where line.hasPrefix("||||||| "): side = .ancestor
      case (.ours, "======="), (.ancestor, "======="): side = .theirs
      case (.theirs, _) where line.hasPrefix(">>>>>>> "): side = .none
      case (.ancestor, _): break
      case (.ours, _):
        first.insert(line)
        result.append(line)
      case (.theirs, _): if !first.contains(line) { result.append(line) }
      case (.none, _): result.append(line)
      }
    }
    return result.joined(separator: "\n")
  }

  private enum Side { case none, ours, ancestor, theirs }
}
