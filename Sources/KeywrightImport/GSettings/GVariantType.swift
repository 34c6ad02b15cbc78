import KeywrightSchema

/// A type of GLib's GVariant, as its type strings spell it.
indirect enum GVariantType: Equatable {
  /// One of the letters `b y n q i u x t h d s o g`.
  case basic(Character)
  case variant
  case array(GVariantType)
  case maybe(GVariantType)
  case tuple([GVariantType])
  case entry(GVariantType, GVariantType)

  private static let deepest = 32

  /// Parses a whole type string; nil if it is not valid.
  init?(_ text: String) {
    var rest = Substring(text)
    guard let type = Self.read(&rest, depth: 0), rest.isEmpty else { return nil }
    self = type
  }

  /// Parses one type at the start of a text.
  static func read(_ rest: inout Substring, depth: Int) -> GVariantType? {
    guard depth < deepest, let letter = rest.popFirst() else { return nil }
    switch letter {
    case "v": return .variant
    case "a":
      if rest.first == "{" {
        rest.removeFirst()
        guard let key = read(&rest, depth: depth + 1), case .basic = key,
          let value = read(&rest, depth: depth + 1), rest.popFirst() == "}"
        else { return nil }
        return .array(.entry(key, value))
      }
      return read(&rest, depth: depth + 1).map { .array($0) }
    case "m": return read(&rest, depth: depth + 1).map { .maybe($0) }
    case "(":
      var elements: [GVariantType] = []
      while let next = rest.first, next != ")" {
        guard let element = read(&rest, depth: depth + 1) else { return nil }
        elements.append(element)
      }
      return rest.popFirst() == ")" ? .tuple(elements) : nil
    default: return scalars[letter] == nil ? nil : .basic(letter)
    }
  }
}

extension GVariantType {
  /// The type that a schema has for the same values.
  private static let scalars: [Character: ScalarType] = [
    "b": .bool, "y": .uint8, "n": .int16, "q": .uint16, "i": .int32, "u": .uint32, "x": .int64,
    "t": .uint64, "h": .int32, "d": .double, "s": .string, "o": .string, "g": .string,
  ]

  /// The same for a basic type; nil for any other.
  var scalar: ScalarType? {
    if case .basic(let letter) = self { Self.scalars[letter] } else { nil }
  }
}
