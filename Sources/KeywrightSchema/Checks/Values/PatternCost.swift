/// How much work it is to match a regular expression, at most.
///
/// Swift's `Regex` backtracks: it tries one way of matching after the other. The pattern is turned
/// into Glushkov's automaton ("The abstract theory of automata", 1961), whose states are the
/// characters of the pattern, with the number of ways in which one can follow another; counted
/// groups are written out, so that they multiply. An attempt is one look at one character of the
/// text for one character of the pattern, and a bound on attempts follows from how many ways can be
/// alive on one text (Weber and Seidl, "On the degree of ambiguity of finite automata", 1991).
enum PatternCost {
  /// The most attempts that a match may make on any text of up to so many characters; nil if that
  /// is not known.
  ///
  /// Look-around, references to groups and what else is not read here are not known.
  ///
  /// - Complexity: O(1): each step ends where a fixed amount of work is done.
  static func attempts(of pattern: String, on length: Int) -> Double? {
    var parser = PatternParser(pattern)
    guard let node = try? parser.whole() else { return nil }
    var automaton = PatternAutomaton()
    guard let whole = try? automaton.add(node) else { return nil }
    automaton.end(whole)
    return automaton.attempts(on: length).map { $0 * Double(1 + parser.silent) }
  }
}

/// The pattern is more than is looked at.
private struct Unknown: Error {}

/// The characters that a part of a pattern stands for: those of ASCII one by one, and the others as
/// word characters, white space (line ends of two characters too) and the rest.
private struct Symbols: Hashable {
  var low: UInt64 = 0
  var high: UInt64 = 0
  /// The kinds of other characters of which some are meant, and those of which all are.
  var someOf: Kinds = []
  var allOf: Kinds = []

  struct Kinds: OptionSet, Hashable {
    var rawValue: UInt8
    static let words = Kinds(rawValue: 1)
    static let spaces = Kinds(rawValue: 2)
    static let rest = Kinds(rawValue: 4)
    static let all: Kinds = [.words, .spaces, .rest]
  }

  /// One character, or one beyond ASCII.
  init(_ byte: UInt8?) {
    guard let byte else {
      someOf = .all
      return
    }
    insert(byte)
  }

  init(_ ranges: ClosedRange<UInt8>..., allOf kinds: Kinds = []) {
    for range in ranges { for byte in range { insert(byte) } }
    (someOf, allOf) = (someOf.union(kinds), kinds)
  }

  private mutating func insert(_ byte: UInt8) {
    let bit: UInt64 = 1 &<< UInt64(clamping: byte & 63)
    if byte < 64 { low |= bit } else { high |= bit }
    // A line end may be half of a character of two.
    if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { someOf.insert(.spaces) }
  }

  mutating func formUnion(_ other: Symbols) {
    low |= other.low
    high |= other.high
    someOf.formUnion(other.someOf)
    allOf.formUnion(other.allOf)
  }

  var inverted: Symbols {
    var symbols = self
    (symbols.low, symbols.high) = (~low, ~high)
    (symbols.someOf, symbols.allOf) = (Kinds.all.subtracting(allOf), Kinds.all.subtracting(someOf))
    return symbols
  }

  func overlaps(_ other: Symbols) -> Bool {
    low & other.low != 0 || high & other.high != 0 || !someOf.isDisjoint(with: other.someOf)
  }

  /// The number of what `holds(_:)` tells apart: ASCII, and each kind beyond.
  static let count = 128 + 3

  func holds(_ symbol: Int) -> Bool {
    if symbol >= 128 { return someOf.rawValue &>> UInt8(clamping: symbol - 128) & 1 == 1 }
    return (symbol < 64 ? low : high) &>> UInt64(clamping: symbol & 63) & 1 == 1
  }

  static let none = Symbols(allOf: [])
  static let spaces = Symbols(0x09...0x0D, 0x20...0x20, allOf: .spaces)
  static let words = Symbols(0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A, allOf: .words)

  /// Digits, of which there are more among the word characters beyond ASCII.
  static let digits = {
    var symbols = Symbols(0x30...0x39)
    symbols.someOf = .words
    return symbols
  }()
}

/// What a pattern consists of.
private indirect enum PatternNode {
  case empty
  case symbols(Symbols)
  case sequence([PatternNode])
  case choice([PatternNode])
  case repetition(PatternNode, least: Int, most: Int?)

  /// How many nodes there are when all that is counted is written out.
  var size: Double {
    switch self {
    case .empty, .symbols: 1
    case .sequence(let nodes), .choice(let nodes): nodes.reduce(1) { $0 + $1.size }
    case .repetition(let node, let least, let most): 1 + node.size * Double(most ?? least + 1)
    }
  }
}

/// Reads the part of the grammar of expressions whose cost is known.
///
/// What is read as more than it is costs more than it does, which is safe: lazy, possessive and
/// atomic parts are read as plain ones, since they are the same ways in another order, or fewer.
private struct PatternParser {
  private let characters: [Character]
  private var position = 0
  private var depth = 0
  /// How many parts look at no character: each is a step that no attempt pays for.
  private(set) var silent = 0

  init(_ pattern: String) {
    characters = Array(pattern)
  }

  mutating func whole() throws(Unknown) -> PatternNode {
    let node = try choice()
    if position < characters.count { throw Unknown() }
    return node
  }

  private var next: Character? { position < characters.count ? characters[position] : nil }

  private mutating func take(_ character: Character) -> Bool {
    if next != character { return false }
    position += 1
    return true
  }

  private mutating func choice() throws(Unknown) -> PatternNode {
    if depth == PatternCheck.deepest { throw Unknown() }
    depth += 1
    defer { depth -= 1 }
    var nodes = [try sequence()]
    while take("|") { nodes.append(try sequence()) }
    return nodes.count == 1 ? nodes[0] : .choice(nodes)
  }

  private mutating func sequence() throws(Unknown) -> PatternNode {
    var nodes: [PatternNode] = []
    while let character = next, character != "|", character != ")" {
      nodes.append(try quantified(try atom()))
    }
    if nodes.isEmpty { return none() }
    return nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }

  private mutating func none() -> PatternNode {
    silent += 1
    return .empty
  }

  private mutating func atom() throws(Unknown) -> PatternNode {
    let character = characters[position]
    position += 1
    switch character {
    case "(": return try group()
    case "[": return .symbols(try set())
    case "^", "$": return none()
    case ".": return .symbols(Symbols.none.inverted)
    case "\\":
      if ["A", "z", "Z"].contains(next) {
        position += 1
        return none()
      }
      return .symbols(try escape())
    case "*", "+", "?", "{": throw Unknown()
    default: return .symbols(try symbols(of: character))
    }
  }

  private mutating func group() throws(Unknown) -> PatternNode {
    if next == "*" { throw Unknown() }
    if take("?") {
      let isPlain = take(":") || take(">")
      if !isPlain {
        _ = take("P")
        guard take("<"), next?.isLetter == true else { throw Unknown() }
        while let character = next, character != ">" {
          if !character.isLetter, !character.isNumber, character != "_" { throw Unknown() }
          position += 1
        }
        if !take(">") { throw Unknown() }
      }
    }
    let node = try choice()
    if !take(")") { throw Unknown() }
    return node
  }

  /// The symbols of a character that stands for itself.
  private func symbols(of character: Character) throws(Unknown) -> Symbols {
    guard let first = character.utf8.first, first < 0x80 else { return Symbols(nil) }
    // With marks on it, it may mean something else than it looks like.
    if character.utf8.count > 1 { throw Unknown() }
    return Symbols(first)
  }

  private mutating func escape() throws(Unknown) -> Symbols {
    guard let letter = next else { throw Unknown() }
    position += 1
    switch letter {
    case "d": return .digits
    case "D": return Symbols.digits.inverted
    case "w": return .words
    case "W": return Symbols.words.inverted
    case "s": return .spaces
    case "S": return Symbols.spaces.inverted
    case "n": return try symbols(of: "\n")
    case "r": return try symbols(of: "\r")
    case "t": return try symbols(of: "\t")
    default:
      if letter.isLetter || letter.isNumber { throw Unknown() }
      return try symbols(of: letter)
    }
  }

  /// A set in brackets, after the first.
  private mutating func set() throws(Unknown) -> Symbols {
    let isInverted = take("^")
    var symbols = Symbols.none
    while let character = next, character != "]" {
      position += 1
      // A set in a set, and what two of these mean.
      let isOperator = "&-~".contains(character) && next == character
      if character == "[" || isOperator { throw Unknown() }
      if character == "\\" {
        symbols.formUnion(try escape())
        if next == "-" { throw Unknown() }
      } else if next == "-", position + 1 < characters.count, characters[position + 1] != "]" {
        position += 2
        symbols.formUnion(try range(from: character, to: characters[position - 1]))
      } else {
        symbols.formUnion(try self.symbols(of: character))
      }
    }
    if !take("]") || symbols == .none { throw Unknown() }
    return isInverted ? symbols.inverted : symbols
  }

  private func range(from first: Character, to last: Character) throws(Unknown) -> Symbols {
    guard let lower = first.utf8.first, first.utf8.count == 1, last != "[", last != "\\" else {
      throw Unknown()
    }
    guard let upper = last.utf8.first, upper < 0x80 else {
      var symbols = Symbols(lower...0x7F)
      symbols.someOf = .all
      return symbols
    }
    if last.utf8.count > 1 || upper < lower { throw Unknown() }
    return Symbols(lower...upper)
  }

  private mutating func quantified(_ node: PatternNode) throws(Unknown) -> PatternNode {
    let (least, most): (Int, Int?)
    switch next {
    case "*": (least, most) = (0, nil)
    case "+": (least, most) = (1, nil)
    case "?": (least, most) = (0, 1)
    case "{":
      position += 1
      (least, most) = try bounds()
    default: return node
    }
    // The sign, or the bracket that closes the bounds.
    position += 1
    if !take("?") { _ = take("+") }
    return most == 0 ? none() : .repetition(node, least: least, most: most)
  }

  /// The bounds of `{n}`, `{n,}`, `{n,m}` and `{,m}`, up to the closing bracket.
  private mutating func bounds() throws(Unknown) -> (Int, Int?) {
    let least = number()
    var most = least
    if take(",") {
      most = number()
      if least == nil, most == nil { throw Unknown() }
    }
    guard next == "}", least != nil || most != nil else { throw Unknown() }
    if let least, let most, most < least { throw Unknown() }
    return (least ?? 0, most)
  }

  private mutating func number() -> Int? {
    let start = position
    while let digit = next, ("0"..."9").contains(digit) { position += 1 }
    return Int(String(characters[start..<position]))
  }
}

/// Glushkov's automaton: its states are the characters of the pattern.
private struct PatternAutomaton {
  /// So many states, and ways between them, are looked at.
  static let mostStates = 256
  static let mostEdges = 4_096
  /// A count is written out up to so many nodes.
  static let mostNodes = 160
  /// So much work is done in the end.
  static let mostWork = 100_000
  /// For so many characters two ways are followed.
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

  private var symbols: [Symbols] = []
  private var edges: [[Edge]] = []
  private var edgeCount = 0
  private var start: [Edge] = []
  /// In how many ways each state, and the start, may come next or be the end.
  private var tries: [Double] = []
  private var firstTries = 0.0

  // MARK: Building

  mutating func add(_ node: PatternNode) throws(Unknown) -> Part {
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

  private mutating func add(_ symbols: Symbols) throws(Unknown) -> Part {
    let state = self.symbols.count
    if state == Self.mostStates { throw Unknown() }
    self.symbols.append(symbols)
    edges.append([])
    let edge = [Edge(state: state, ways: 1)]
    return Part(nothing: 0, first: edge, last: edge)
  }

  private mutating func joined(_ left: Part, _ right: Part) throws(Unknown) -> Part {
    try connect(left.last, right.first)
    return Part(
      nothing: left.nothing * right.nothing,
      first: left.first + right.first.times(left.nothing),
      last: right.last + left.last.times(right.nothing))
  }

  private mutating func connect(_ lasts: [Edge], _ firsts: [Edge]) throws(Unknown) {
    edgeCount += lasts.count * firsts.count
    if edgeCount > Self.mostEdges { throw Unknown() }
    for last in lasts { edges[last.state] += firsts.times(last.ways) }
  }

  private mutating func add(
    _ node: PatternNode, least: Int, most: Int?
  ) throws(Unknown) -> Part {
    let count = most ?? max(least, 1)
    if node.size * Double(count) <= Double(Self.mostNodes) {
      return try written(node, least: least, most: most)
    }
    // Each way of matching it so many times is one of matching it as often as it likes.
    return try loop(try add(node), isOptional: least == 0)
  }

  /// A count written out: what must be there, then what may be, one inside the other.
  private mutating func written(
    _ node: PatternNode, least: Int, most: Int?
  ) throws(Unknown) -> Part {
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

  private mutating func loop(_ part: Part, isOptional: Bool) throws(Unknown) -> Part {
    // To match nothing again and again is what the matcher itself must prevent.
    if part.nothing > 0 { throw Unknown() }
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

  /// The most attempts on a text of up to so many characters, if that is found.
  func attempts(on length: Int) -> Double? {
    guard let living = livingWays() else { return worst(on: length) }
    return Double(length + 1) * living * max(firstTries, tries.max() ?? 1)
  }

  /// How many ways may be alive at once on any text, however long; nil if their number may grow.
  ///
  /// Two ways that part are followed together: where no text keeps both alive for long, there are
  /// never more than those that parted lately.
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

/// What can be alive after one more character, by the kinds of characters that the pattern tells
/// apart.
private struct Followed {
  /// The kinds that each state takes.
  private let members: [[Int]]
  let kinds: Int

  init(_ symbols: [Symbols]) {
    let sets = Array(Set(symbols))
    var known: [[Bool]: Int] = [:]
    var kindsOfSets = [[Int]](repeating: [], count: sets.count)
    for symbol in 0..<Symbols.count {
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
