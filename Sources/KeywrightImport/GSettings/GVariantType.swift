/// A type of GLib's GVariant, as its type strings spell it.
indirect enum GVariantType: Equatable {
  /// One of the letters `b y n q i u x t h d s o g`.
  case basic(Character)
  case variant
  case array(GVariantType)
  case maybe(GVariantType)
  case tuple([GVariantType])
  case entry(GVariantType, GVariantType)

  private static let basicLetters: Set<Character> = Set("bynqiuxthdsog")
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
    default: return basicLetters.contains(letter) ? .basic(letter) : nil
    }
  }
}

extension GVariantType {
  /// The least and the greatest value of an integer type.
  var integerBounds: ClosedRange<Int128>? {
    switch self {
    case .basic("y"): 0...255
    case .basic("n"): Int128(Int16.min)...Int128(Int16.max)
    case .basic("q"): 0...Int128(UInt16.max)
    case .basic("i"), .basic("h"): Int128(Int32.min)...Int128(Int32.max)
    case .basic("u"): 0...Int128(UInt32.max)
    case .basic("x"): Int128(Int64.min)...Int128(Int64.max)
    case .basic("t"): 0...Int128(UInt64.max)
    default: nil
    }
  }
}
