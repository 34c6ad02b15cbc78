import Foundation
import KeywrightSchema

/// Reads values in GVariant's text format, as `<default>` holds them, into JSON.
///
/// The known type decides the meaning of the text; prefixes of types in the text
/// (`uint32 5`, `@as []`) are skipped. See "GVariant Text Format" in GLib's reference manual.
struct GVariantText {
  /// The reason why a text is no value of its type.
  struct Fault: Error, Equatable {
    var reason: String
  }

  private var rest: Substring

  /// Parses a whole text.
  static func value(_ text: String, as type: GVariantType) throws(Fault) -> JSONDocument {
    var reader = GVariantText(rest: Substring(text))
    let value = try reader.value(type)
    reader.skipSpace()
    if !reader.rest.isEmpty { throw reader.fault("the end of the value") }
    return value
  }

  private mutating func value(_ type: GVariantType) throws(Fault) -> JSONDocument {
    skipSpace()
    try skipTypePrefix()
    switch type {
    case .basic("b"): return .bool(try boolean())
    case .basic("d"): return try real()
    case .basic("s"), .basic("o"), .basic("g"): return .string(try string())
    case .basic: return .number(String(try integer(type)))
    case .array(.basic("y")): return .string(Base64Text.text(try bytes()))
    case .array(.entry(let key, let value)): return try dictionary(key, value)
    case .array(let element):
      return .array(
        try list("[", "]") { (reader) throws(Fault) in try reader.value(element) })
    case .tuple(let types): return try tuple(types)
    case .maybe(let type):
      if take(word: "nothing") { return .null }
      _ = take(word: "just")
      return try value(type)
    case .variant, .entry: throw Fault(reason: "a value without a fixed type")
    }
  }

  // MARK: - Containers

  private mutating func list<Element>(
    _ open: Character, _ close: Character,
    _ element: (inout GVariantText) throws(Fault) -> Element
  ) throws(Fault) -> [Element] {
    try expect(open)
    var elements: [Element] = []
    skipSpace()
    while !take(close) {
      if !elements.isEmpty {
        try expect(",")
        skipSpace()
        if take(close) { break }
      }
      elements.append(try element(&self))
      skipSpace()
    }
    return elements
  }

  private mutating func dictionary(_ key: GVariantType, _ value: GVariantType) throws(Fault)
    -> JSONDocument
  {
    func member(_ reader: inout GVariantText, _ separator: Character) throws(Fault)
      -> (String, JSONDocument)
    {
      let name: String
      switch try reader.value(key) {
      case .string(let text), .number(let text): name = text
      case .bool(let flag): name = String(flag)
      default: throw Fault(reason: "a key of a dictionary that is no name")
      }
      reader.skipSpace()
      try reader.expect(separator)
      return (name, try reader.value(value))
    }
    let members: [(String, JSONDocument)]
    if rest.first == "[" {
      members = try list("[", "]") { (reader) throws(Fault) in
        try reader.expect("{")
        let entry = try member(&reader, ",")
        reader.skipSpace()
        try reader.expect("}")
        return entry
      }
    } else {
      members = try list("{", "}") { (reader) throws(Fault) in try member(&reader, ":") }
    }
    if Set(members.map { Array($0.0.utf8) }).count < members.count {
      throw Fault(reason: "a key that is there twice")
    }
    return .object(members)
  }

  private mutating func tuple(_ types: [GVariantType]) throws(Fault) -> JSONDocument {
    var index = 0
    let values = try list("(", ")") { (reader) throws(Fault) -> JSONDocument in
      guard index < types.count else { throw Fault(reason: "a tuple that is too long") }
      defer { index += 1 }
      return try reader.value(types[index])
    }
    guard values.count == types.count else { throw Fault(reason: "a tuple that is too short") }
    return .object(zip(TupleNames.names(types.count), values).map { ($0, $1) })
  }

  // MARK: - Scalars

  private mutating func boolean() throws(Fault) -> Bool {
    if take(word: "true") { return true }
    if take(word: "false") { return false }
    throw fault("true or false")
  }

  private mutating func integer(_ type: GVariantType) throws(Fault) -> Int128 {
    let token = numberToken()
    let isNegative = token.hasPrefix("-")
    var digits = token.drop { $0 == "-" || $0 == "+" }.lowercased()
    var radix = 10
    if digits.hasPrefix("0x") {
      (digits, radix) = (String(digits.dropFirst(2)), 16)
    } else if digits.hasPrefix("0"), digits.count > 1 {
      (digits, radix) = (String(digits.dropFirst()), 8)
    }
    guard let magnitude = UInt64(digits, radix: radix), let bounds = type.scalar?.integerBounds
    else {
      throw fault("a whole number", found: token)
    }
    let value = isNegative ? -Int128(magnitude) : Int128(magnitude)
    guard bounds.contains(value) else {
      throw Fault(reason: "\(value) is not in \(bounds.lowerBound)...\(bounds.upperBound)")
    }
    return value
  }

  private mutating func real() throws(Fault) -> JSONDocument {
    let token = numberToken()
    guard let value = Double(token), value.isFinite else {
      throw fault("a finite number", found: token)
    }
    // Schemas refuse subnormal numbers.
    guard value.isNormal || value == 0 else { throw fault("a normal number", found: token) }
    return .number("\(value)")
  }

  private mutating func numberToken() -> String {
    let token = rest.prefix { "+-.".contains($0) || $0.isLetter || $0.isNumber }
    rest = rest.dropFirst(token.count)
    return String(token)
  }
}

// MARK: - Strings

extension GVariantText {
  private mutating func string() throws(Fault) -> String {
    var text = ""
    try quoted { text.unicodeScalars.append($0) }
    return text
  }

  private mutating func quoted(_ body: (Unicode.Scalar) -> Void) throws(Fault) {
    guard let quote = rest.unicodeScalars.first, quote == "'" || quote == "\"" else {
      throw fault("a string in quotes")
    }
    var scalars = rest.unicodeScalars.dropFirst()
    while let scalar = scalars.popFirst() {
      if scalar == quote {
        rest = Substring(scalars)
        return
      }
      if scalar == "\\" { body(try Self.escape(&scalars)) } else { body(scalar) }
    }
    throw Fault(reason: "a string without its closing quote")
  }

  private static func escape(_ scalars: inout Substring.UnicodeScalarView.SubSequence)
    throws(Fault) -> Unicode.Scalar
  {
    guard let letter = scalars.popFirst() else { throw Fault(reason: "an escape without an end") }
    switch letter {
    case "a": return "\u{7}"
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "v": return "\u{B}"
    case "u", "U":
      let digits = String(String.UnicodeScalarView(scalars.prefix(letter == "u" ? 4 : 8)))
      scalars = scalars.dropFirst(digits.unicodeScalars.count)
      guard let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else {
        throw Fault(reason: "an escape of no character")
      }
      return scalar
    default: return letter
    }
  }

  /// An array of bytes: `b'…'`, or numbers in brackets.
  private mutating func bytes() throws(Fault) -> [UInt8] {
    if rest.hasPrefix("b'") || rest.hasPrefix("b\"") {
      rest.removeFirst()
      var bytes: [UInt8] = []
      try quoted { bytes += Array(String($0).utf8) }
      // A byte string ends with a zero.
      return bytes + [0]
    }
    return try list("[", "]") { (reader) throws(Fault) in
      reader.skipSpace()
      try reader.skipTypePrefix()
      return UInt8(truncatingIfNeeded: try reader.integer(.basic("y")))
    }
  }
}

// MARK: - Tokens

extension GVariantText {
  private static let typeWords = [
    "boolean", "byte", "int16", "uint16", "int32", "uint32", "handle", "int64", "uint64",
    "double", "string", "objectpath", "signature",
  ]

  private mutating func skipTypePrefix() throws(Fault) {
    if take("@") {
      guard GVariantType.read(&rest, depth: 0) != nil else { throw fault("a type after `@`") }
      return skipSpace()
    }
    if Self.typeWords.contains(where: { take(word: $0) }) { skipSpace() }
  }

  private mutating func skipSpace() { rest = rest.drop(while: \.isWhitespace) }

  private mutating func take(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func take(word: String) -> Bool {
    let found = rest.prefix { $0.isLetter || $0.isNumber }
    guard found == word else { return false }
    rest = rest.dropFirst(found.count)
    return true
  }

  private mutating func expect(_ character: Character) throws(Fault) {
    if !take(character) { throw fault("`\(character)`") }
  }

  private func fault(_ expected: String, found: String? = nil) -> Fault {
    let found = found ?? rest.first.map(String.init) ?? ""
    return Fault(
      reason: (found.isEmpty ? "the value ends" : "`\(found)`") + " where \(expected) should be")
  }
}

/// Names for the parts of a tuple, which have none, in a struct.
enum TupleNames {
  private static let first = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
  ]

  static func names(_ count: Int) -> [String] {
    (0..<count).map { $0 < first.count ? first[$0] : "item\($0 + 1)" }
  }
}
