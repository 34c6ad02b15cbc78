/// Whether one pattern matches whatever another one does, as far as their forms show it.
enum PatternInclusion {
  /// Whether each text that matches `pattern` is known to match `other`.
  ///
  /// Compares part by part, so a pattern that is wider in another form is not known to be.
  ///
  /// - Complexity: O(*n* · *m*) in the lengths of the patterns.
  static func holds(of pattern: String, in other: String) -> Bool {
    if pattern == other { return true }
    // The parser reads more into these than they match, which is safe for the narrower pattern alone.
    let plain = other.replacing("[^", with: "[")
    let isExact = ["^", "$", "*+", "++", "?+", "}+", "(?>"].allSatisfy { !plain.contains($0) }
    var (narrow, wide) = (PatternParser(pattern), PatternParser(other))
    guard isExact, let node = try? narrow.whole(), let whole = try? wide.whole() else {
      return false
    }
    return node.withoutAnchors.isInside(whole)
  }
}

extension PatternNode {
  /// The pattern without the parts that look at no character; a pattern matches whole texts.
  fileprivate var withoutAnchors: PatternNode {
    guard case .sequence(let nodes) = self else { return self }
    let parts = nodes.filter { if case .empty = $0 { false } else { true } }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  fileprivate func isInside(_ other: PatternNode) -> Bool {
    switch (self, other) {
    case (.choice(let nodes), _): return nodes.allSatisfy { $0.isInside(other) }
    case (_, .choice(let nodes)): return nodes.contains(where: isInside)
    case (.symbols(let own), .symbols(let others)): return own.isInside(others)
    case (.sequence(let nodes), .sequence(let others)):
      return nodes.count == others.count && zip(nodes, others).allSatisfy { $0.isInside($1) }
    case (.repetition(let node, let least, let most), .repetition(let wide, let fewest, let limit)):
      let isBounded = limit.map { limit in most.map { $0 <= limit } ?? false } ?? true
      return fewest <= least && isBounded && node.isInside(wide)
    case (.empty, .empty): return true
    case (.empty, .repetition(_, let fewest, _)): return fewest == 0
    case (_, .repetition(let wide, let fewest, let limit)):
      return fewest <= 1 && limit != 0 && isInside(wide)
    default: return false
    }
  }
}

extension PatternSymbols {
  /// Whether each of these characters is one of others; where some characters of a kind are meant, the others
  /// must have all of it.
  fileprivate func isInside(_ others: PatternSymbols) -> Bool {
    if self == others, someOf == allOf || self == .digits { return true }
    // A dot, which no line end matches.
    if others == PatternSymbols.none.inverted, overlaps(.lineEnds) { return false }
    return low & ~others.low == 0 && high & ~others.high == 0 && someOf.isSubset(of: others.allOf)
  }

  private static let lineEnds = PatternSymbols(0x0A...0x0D, allOf: .spaces)
}
