/// Finds the word that an unknown word was probably meant to be.
package enum SpellingSuggestion {
  /// Longer words are not compared: nobody mistypes them.
  private static let longest = 64
  /// Further candidates are ignored: a generated list has no slips of the hand.
  private static let most = 1_000

  /// Returns the candidate nearest to `word`, if it is near enough to be a slip of the hand.
  ///
  /// Near enough is a third of the word's length, at least one edit; a difference in case alone
  /// is always near. Of equally near candidates the first is taken.
  /// - Complexity: O(*c* · *n*) for *c* candidates of at most *n* characters.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    search(for: word, among: candidates).found
  }

  /// Does the same, and counts the characters of candidates that the word was compared with.
  static func search(
    for word: String, among candidates: [String]
  ) -> (found: String?, comparisons: Int) {
    guard word.utf8.count <= longest, let wanted = Pattern(word.lowercased()) else {
      return (nil, 0)
    }
    var comparisons = 0
    var best: (distance: Int, word: String)?
    for candidate in candidates.prefix(most)
    where candidate != word && candidate.utf8.count <= longest {
      let other = Array(candidate.lowercased().unicodeScalars)
      let limit = max(1, max(wanted.count, other.count) / 3)
      if abs(wanted.count - other.count) > limit { continue }
      comparisons += other.count
      let distance = wanted.distance(to: other)
      // One edit of a two-letter word makes any other two-letter word.
      if distance > limit || distance >= wanted.count { continue }
      if let best, distance >= best.distance { continue }
      best = (distance, candidate)
    }
    return (best?.word, comparisons)
  }

  /// Returns the only candidate that contains the word, in any case; the word needs three
  /// letters.
  package static func completion(of word: String, among candidates: [String]) -> String? {
    let part = word.lowercased()
    guard (3...longest).contains(part.utf8.count) else { return nil }
    let found = candidates.prefix(most).filter { $0.lowercased().contains(part) }
    return found.count == 1 ? found[0] : nil
  }

  /// A word that others are compared with.
  ///
  /// The distance is that of optimal string alignment: insertions, deletions, replacements and
  /// swaps of neighbours. A column of its matrix is the bits of one number (Hyyrö, "A bit-vector
  /// algorithm for computing Levenshtein and Damerau edit distances", 2003).
  struct Pattern {
    let count: Int
    /// The positions of a character in the word, one bit for each.
    private var places: [Unicode.Scalar: UInt64] = [:]

    /// - Returns: Nil for a word without characters, or with over 64.
    init?(_ word: String) {
      count = word.unicodeScalars.count
      guard 1...64 ~= count else { return nil }
      for (place, character) in word.unicodeScalars.enumerated() {
        places[character, default: 0] |= 1 << UInt64(place)
      }
    }

    /// The distance to another word; linear in that word's length.
    func distance(to other: [Unicode.Scalar]) -> Int {
      let last: UInt64 = 1 << UInt64(count - 1)
      var distance = count
      // The bits at which a column grows or shrinks by one from row to row, and at which it does not along the
      // diagonal.
      var (grows, shrinks, stays) = (UInt64.max, 0 as UInt64, 0 as UInt64)
      var before: UInt64 = 0
      for character in other {
        let equal = places[character] ?? 0
        let swaps = (~stays & equal) << 1 & before
        stays = ((equal & grows) &+ grows) ^ grows | equal | shrinks | swaps
        let rises = shrinks | ~(stays | grows)
        let falls = stays & grows
        if rises & last != 0 { distance += 1 }
        if falls & last != 0 { distance -= 1 }
        let (up, down) = (rises << 1 | 1, falls << 1)
        grows = down | ~(stays | up)
        shrinks = up & stays
        before = equal
      }
      return distance
    }
  }
}
