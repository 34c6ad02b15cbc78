/// Glushkov's automaton: its states are the characters of the pattern.
struct PatternAutomaton {
  /// The greatest numbers of states, and of edges between them, that are examined.
  static let mostStates = 256
  static let mostEdges = 4_096
  /// The most nodes to which a count is written out.
  static let mostNodes = 160
  /// The most work that is done.
  static let mostWork = 100_000
  /// The number of characters for which two ways are followed.
  static let mostLayers = 16

  /// A state that may come next, and in how many ways.
  struct Edge {
    var state: Int
    var ways: Double
  }

  /// A part of the pattern: how it begins and ends, and in how many ways it matches nothing.
  struct Part {
    var nothing: Double
    var first: [Edge]
    var last: [Edge]

    static let empty = Part(nothing: 1, first: [], last: [])
  }

  private var symbols: [PatternSymbols] = []
  private var edges: [[Edge]] = []
  private var edgeCount = 0
  private var start: [Edge] = []
  /// In how many ways each state, and the start, may come next or be the end.
  private var tries: [Double] = []
  private var firstTries = 0.0

  // MARK: Building

  mutating func add(_ node: PatternNode) throws(UnknownPattern) -> Part {
    switch node {
    case .empty: return .empty
    case .symbols(let symbols): return try add(symbols)
    case .sequence(let nodes):
      var whole = Part.empty
      for node in nodes { whole = try joined(whole, try add(node)) }
      return whole
    case .choice(let nodes):
      var whole = Part(nothing: 0, first: [], last: [])
      for node in nodes {
        let part = try add(node)
        whole.nothing += part.nothing
        whole.first += part.first
        whole.last += part.last
      }
      return whole
    case .repetition(let node, let least, let most):
      return try add(node, least: least, most: most)
    }
  }

  private mutating func add(_ symbols: PatternSymbols) throws(UnknownPattern) -> Part {
    let state = self.symbols.count
    if state == Self.mostStates { throw UnknownPattern() }
    self.symbols.append(symbols)
    edges.append([])
    let edge = [Edge(state: state, ways: 1)]
    return Part(nothing: 0, first: edge, last: edge)
  }

  private mutating func joined(_ left: Part, _ right: Part) throws(UnknownPattern) -> Part {
    try connect(left.last, right.first)
    return Part(
      nothing: left.nothing * right.nothing,
      first: left.first + right.first.times(left.nothing),
      last: right.last + left.last.times(right.nothing))
  }

  private mutating func connect(_ lasts: [Edge], _ firsts: [Edge]) throws(UnknownPattern) {
    edgeCount += lasts.count * firsts.count
    if edgeCount > Self.mostEdges { throw UnknownPattern() }
    for last in lasts { edges[last.state] += firsts.times(last.ways) }
  }

  private mutating func add(
    _ node: PatternNode, least: Int, most: Int?
  ) throws(UnknownPattern) -> Part {
    let count = most ?? max(least, 1)
    if node.size * Double(count) <= Double(Self.mostNodes) {
      return try written(node, least: least, most: most)
    }
    // Each way of matching the node a limited number of times is also one of matching it any number of times.
    return try loop(try add(node), isOptional: least == 0)
  }

  /// A count written out: the required copies, then the optional ones, one inside the other.
  private mutating func written(
    _ node: PatternNode, least: Int, most: Int?
  ) throws(UnknownPattern) -> Part {
    var whole = Part.empty
    guard let most else {
      for _ in 1..<max(least, 1) { whole = try joined(whole, try add(node)) }
      return try joined(whole, try loop(try add(node), isOptional: least == 0))
    }
    var rest = Part.empty
    for _ in least..<most {
      rest = try joined(try add(node), rest)
      rest.nothing += 1
    }
    for _ in 0..<least { whole = try joined(whole, try add(node)) }
    return try joined(whole, rest)
  }

  private mutating func loop(_ part: Part, isOptional: Bool) throws(UnknownPattern) -> Part {
    // The matcher itself must prevent a loop that matches nothing again and again.
    if part.nothing > 0 { throw UnknownPattern() }
    try connect(part.last, part.first)
    return Part(nothing: isOptional ? 1 : 0, first: part.first, last: part.last)
  }

  /// Notes how the whole pattern begins and ends.
  mutating func end(_ whole: Part) {
    start = whole.first
    firstTries = start.ways + whole.nothing
    tries = edges.map(\.ways)
    for last in whole.last { tries[last.state] += last.ways }
  }

  // MARK: Counting

  /// The most attempts on a text of up to `length` characters; nil if they are not found.
  func attempts(on length: Int) -> Double? {
    guard let living = livingWays() else { return worst(on: length) }
    return Double(length + 1) * living * max(firstTries, tries.max() ?? 1)
  }

  /// The number of ways that may be alive at once on any text, however long; nil if their number may grow.
  ///
  /// Two ways that part are followed together: if no text keeps both alive for long, only ways that parted
  /// recently are alive at once.
  private func livingWays() -> Double? {
    var pairs = Set<Pair>()
    for edges in edges + [start] { insertPairs(edges, edges, areOne: true, into: &pairs) }
    var layers = 0
    while !pairs.isEmpty {
      layers += 1
      if layers > Self.mostLayers { return nil }
      var next = Set<Pair>()
      for pair in pairs {
        insertPairs(edges[pair.left], edges[pair.right], areOne: false, into: &next)
        if next.count > Self.mostEdges { return nil }
      }
      pairs = next
    }
    var living = [Double](repeating: 1, count: symbols.count)
    var most = 1.0
    let followed = Followed(symbols)
    for _ in 0..<layers {
      most = followed.most(start, living)
      living = edges.map { followed.most($0, living) }
      most = max(most, living.max() ?? 1)
    }
    return max(most, 1)
  }

  /// Two states that one text can lead to in two ways.
  private struct Pair: Hashable {
    var left, right: Int
  }

  private func insertPairs(
    _ left: [Edge], _ right: [Edge], areOne: Bool, into pairs: inout Set<Pair>
  ) {
    for (index, first) in left.enumerated() {
      if areOne, first.ways > 1 { pairs.insert(Pair(left: first.state, right: first.state)) }
      for second in areOne ? right[(index + 1)...] : right[...]
      where symbols[first.state].overlaps(symbols[second.state]) {
        pairs.insert(
          Pair(left: min(first.state, second.state), right: max(first.state, second.state)))
      }
    }
  }

  /// The most attempts where each way may meet the characters that are worst for it.
  private func worst(on length: Int) -> Double? {
    let followed = Followed(symbols)
    var attempts = tries
    var first = firstTries
    var work = 0
    for _ in 0..<length {
      work += edges.reduce(0) { $0 + $1.count * followed.kinds }
      if work > Self.mostWork || first > PatternCheck.mostAttempts { return nil }
      let before = attempts
      first = firstTries + followed.most(start, before)
      for state in edges.indices {
        attempts[state] = tries[state] + followed.most(edges[state], before)
      }
      if attempts == before { break }
    }
    return first
  }
}

/// The ways that can be alive after one more character, by the kinds of characters that the pattern
/// distinguishes.
private struct Followed {
  /// The kinds that each state takes.
  private let members: [[Int]]
  let kinds: Int

  init(_ symbols: [PatternSymbols]) {
    let sets = Array(Set(symbols))
    var known: [[Bool]: Int] = [:]
    var kindsOfSets = [[Int]](repeating: [], count: sets.count)
    for symbol in 0..<PatternSymbols.count {
      let taken = sets.map { $0.holds(symbol) }
      if known[taken] != nil { continue }
      let kind = known.count
      known[taken] = kind
      for (index, isTaken) in taken.enumerated() where isTaken { kindsOfSets[index].append(kind) }
    }
    let places = Dictionary(uniqueKeysWithValues: zip(sets, sets.indices))
    kinds = known.count
    members = symbols.map { kindsOfSets[places[$0] ?? 0] }
  }

  /// The greatest sum, over the kinds of characters, of what follows.
  func most(_ edges: [PatternAutomaton.Edge], _ values: [Double]) -> Double {
    var sums = [Double](repeating: 0, count: kinds)
    for edge in edges {
      for kind in members[edge.state] { sums[kind] += edge.ways * values[edge.state] }
    }
    return sums.max() ?? 0
  }
}

extension [PatternAutomaton.Edge] {
  /// All ways together.
  fileprivate var ways: Double { reduce(0) { $0 + $1.ways } }

  fileprivate func times(_ ways: Double) -> Self {
    if ways == 1 { return self }
    return ways == 0 ? [] : map { .init(state: $0.state, ways: $0.ways * ways) }
  }
}
