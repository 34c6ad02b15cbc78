/// Finds the word that someone probably meant.
package enum NearMiss {
  /// Words longer than this are never compared: nobody mistypes them.
  private static let longest = 64
  /// More candidates than this are not looked at: a generated list has no slips of the hand.
  private static let most = 1_000

  /// The candidate nearest to `word`, if it is near enough to be a slip of the hand.
  ///
  /// Near enough is a third of the word's length, at least one edit; a difference in case alone
  /// is always near. Of equally near candidates the first is taken.
  /// - Complexity: O(*c* · *n* · *m*) for *c* candidates.
  package static func suggestion(for word: String, among candidates: [String]) -> String? {
    guard word.utf8.count <= longest, !word.isEmpty else { return nil }
    let lowered = Array(word.lowercased().unicodeScalars)
    var best: (distance: Int, word: String)?
    for candidate in candidates.prefix(most)
    where candidate != word && candidate.utf8.count <= longest {
      let other = Array(candidate.lowercased().unicodeScalars)
      let limit = max(1, max(lowered.count, other.count) / 3)
      if abs(lowered.count - other.count) > limit { continue }
      let distance = distance(from: lowered, to: other)
      // One edit of a two-letter word makes any other two-letter word.
      if distance > limit || distance >= lowered.count { continue }
      if let best, distance >= best.distance { continue }
      best = (distance, candidate)
    }
    return best?.word
  }

  /// The only candidate that a word of at least three letters is a part of, in whatever case.
  package static func completion(of word: String, among candidates: [String]) -> String? {
    let part = word.lowercased()
    guard (3...longest).contains(part.utf8.count) else { return nil }
    let found = candidates.prefix(most).filter { $0.lowercased().contains(part) }
    return found.count == 1 ? found[0] : nil
  }

  /// The optimal string alignment distance: insertions, deletions, replacements and swaps of
  /// neighbours (Boytsov, "Indexing methods for approximate dictionary searching", 2011).
  static func distance(from left: [Unicode.Scalar], to right: [Unicode.Scalar]) -> Int {
    if left.isEmpty || right.isEmpty { return left.count + right.count }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in 1...left.count {
      var current = [row]
      for column in 1...right.count {
        let same = left[row - 1] == right[column - 1]
        var cost = min(
          last[column] + 1, current[column - 1] + 1, last[column - 1] + (same ? 0 : 1))
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          cost = min(cost, beforeLast[column - 2] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
