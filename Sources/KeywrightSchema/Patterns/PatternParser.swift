/// The syntax tree of a pattern.
indirect enum PatternNode {
  case empty
  case symbols(PatternSymbols)
  case sequence([PatternNode])
  case choice([PatternNode])
  case repetition(PatternNode, least: Int, most: Int?)

  /// The number of nodes when all that is counted is written out.
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
/// An overestimate is safe: lazy, possessive and atomic parts are read as plain ones, since they are the
/// same ways in another order, or fewer.
struct PatternParser {
  private let characters: [Character]
  private var position = 0
  private var depth = 0
  /// The number of parts that look at no character: each is a step that no attempt pays for.
  private(set) var silent = 0

  init(_ pattern: String) {
    characters = Array(pattern)
  }

  mutating func whole() throws(UnknownPattern) -> PatternNode {
    let node = try choice()
    if position < characters.count { throw UnknownPattern() }
    return node
  }

  private var next: Character? { position < characters.count ? characters[position] : nil }

  private mutating func take(_ character: Character) -> Bool {
    if next != character { return false }
    position += 1
    return true
  }

  private mutating func choice() throws(UnknownPattern) -> PatternNode {
    if depth == PatternCheck.deepest { throw UnknownPattern() }
    depth += 1
    defer { depth -= 1 }
    var nodes = [try sequence()]
    while take("|") { nodes.append(try sequence()) }
    return nodes.count == 1 ? nodes[0] : .choice(nodes)
  }

  private mutating func sequence() throws(UnknownPattern) -> PatternNode {
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

  private mutating func atom() throws(UnknownPattern) -> PatternNode {
    let character = characters[position]
    position += 1
    switch character {
    case "(": return try group()
    case "[": return .symbols(try set())
    case "^", "$": return none()
    case ".": return .symbols(PatternSymbols.none.inverted)
    case "\\":
      if ["A", "z", "Z"].contains(next) {
        position += 1
        return none()
      }
      return .symbols(try escape())
    case "*", "+", "?", "{": throw UnknownPattern()
    default: return .symbols(try symbols(of: character))
    }
  }

  private mutating func group() throws(UnknownPattern) -> PatternNode {
    if next == "*" { throw UnknownPattern() }
    if take("?") {
      let isPlain = take(":") || take(">")
      if !isPlain {
        _ = take("P")
        guard take("<"), next?.isLetter == true else { throw UnknownPattern() }
        while let character = next, character != ">" {
          if !character.isLetter, !character.isNumber, character != "_" { throw UnknownPattern() }
          position += 1
        }
        if !take(">") { throw UnknownPattern() }
      }
    }
    let node = try choice()
    if !take(")") { throw UnknownPattern() }
    return node
  }

  /// The symbols of a character that stands for itself.
  private func symbols(of character: Character) throws(UnknownPattern) -> PatternSymbols {
    guard let first = character.utf8.first, first < 0x80 else { return PatternSymbols(nil) }
    // With marks on it, it may mean something else than it looks like.
    if character.utf8.count > 1 { throw UnknownPattern() }
    return PatternSymbols(first)
  }

  private mutating func escape() throws(UnknownPattern) -> PatternSymbols {
    guard let letter = next else { throw UnknownPattern() }
    position += 1
    switch letter {
    case "d": return .digits
    case "D": return PatternSymbols.digits.inverted
    case "w": return .words
    case "W": return PatternSymbols.words.inverted
    case "s": return .spaces
    case "S": return PatternSymbols.spaces.inverted
    case "n": return try symbols(of: "\n")
    case "r": return try symbols(of: "\r")
    case "t": return try symbols(of: "\t")
    default:
      if letter.isLetter || letter.isNumber { throw UnknownPattern() }
      return try symbols(of: letter)
    }
  }

  /// A set in brackets, after the first.
  private mutating func set() throws(UnknownPattern) -> PatternSymbols {
    let isInverted = take("^")
    var symbols = PatternSymbols.none
    while let character = next, character != "]" {
      position += 1
      // A set in a set, and what two of these mean.
      let isOperator = "&-~".contains(character) && next == character
      if character == "[" || isOperator { throw UnknownPattern() }
      if character == "\\" {
        symbols.formUnion(try escape())
        if next == "-" { throw UnknownPattern() }
      } else if next == "-", position + 1 < characters.count, characters[position + 1] != "]" {
        position += 2
        symbols.formUnion(try range(from: character, to: characters[position - 1]))
      } else {
        symbols.formUnion(try self.symbols(of: character))
      }
    }
    if !take("]") || symbols == .none { throw UnknownPattern() }
    return isInverted ? symbols.inverted : symbols
  }

  private func range(from first: Character, to last: Character) throws(UnknownPattern)
    -> PatternSymbols
  {
    guard let lower = first.utf8.first, first.utf8.count == 1, last != "[", last != "\\" else {
      throw UnknownPattern()
    }
    guard let upper = last.utf8.first, upper < 0x80 else {
      var symbols = PatternSymbols(lower...0x7F)
      symbols.someOf = .all
      return symbols
    }
    if last.utf8.count > 1 || upper < lower { throw UnknownPattern() }
    return PatternSymbols(lower...upper)
  }

  private mutating func quantified(_ node: PatternNode) throws(UnknownPattern) -> PatternNode {
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
  private mutating func bounds() throws(UnknownPattern) -> (Int, Int?) {
    let least = number()
    var most = least
    if take(",") {
      most = number()
      if least == nil, most == nil { throw UnknownPattern() }
    }
    guard next == "}", least != nil || most != nil else { throw UnknownPattern() }
    if let least, let most, most < least { throw UnknownPattern() }
    return (least ?? 0, most)
  }

  private mutating func number() -> Int? {
    let start = position
    while let digit = next, ("0"..."9").contains(digit) { position += 1 }
    return Int(String(characters[start..<position]))
  }
}
