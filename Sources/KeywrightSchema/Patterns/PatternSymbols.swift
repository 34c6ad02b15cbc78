/// The characters that a part of a pattern stands for: those of ASCII one by one, and the others as
/// word characters, white space (line ends of two characters too) and the rest.
struct PatternSymbols: Hashable {
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
    let bit: UInt64 = 1 << UInt64(byte & 63)
    if byte < 64 { low |= bit } else { high |= bit }
    // A line end may be half of a character of two.
    if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { someOf.insert(.spaces) }
  }

  mutating func formUnion(_ other: PatternSymbols) {
    low |= other.low
    high |= other.high
    someOf.formUnion(other.someOf)
    allOf.formUnion(other.allOf)
  }

  var inverted: PatternSymbols {
    var symbols = self
    (symbols.low, symbols.high) = (~low, ~high)
    (symbols.someOf, symbols.allOf) = (Kinds.all.subtracting(allOf), Kinds.all.subtracting(someOf))
    return symbols
  }

  func overlaps(_ other: PatternSymbols) -> Bool {
    low & other.low != 0 || high & other.high != 0 || !someOf.isDisjoint(with: other.someOf)
  }

  /// The number of kinds that `holds(_:)` distinguishes: ASCII, and each kind beyond.
  static let count = 128 + 3

  func holds(_ symbol: Int) -> Bool {
    if symbol >= 128 { return someOf.rawValue >> (symbol - 128) & 1 == 1 }
    return (symbol < 64 ? low : high) >> (symbol & 63) & 1 == 1
  }

  static let none = PatternSymbols(allOf: [])
  static let spaces = PatternSymbols(0x09...0x0D, 0x20...0x20, allOf: .spaces)
  static let words = PatternSymbols(
    0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A, allOf: .words)

  /// Digits, of which there are more among the word characters beyond ASCII.
  static let digits = {
    var symbols = PatternSymbols(0x30...0x39)
    symbols.someOf = .words
    return symbols
  }()
}
