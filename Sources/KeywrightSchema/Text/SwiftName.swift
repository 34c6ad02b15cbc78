/// The rules of Swift names, as far as a schema meets them.
package enum SwiftName {
  /// Whether the text is one Swift identifier; keywords are, since they can be quoted.
  ///
  /// Narrower than the language: a character must be allowed by the grammar of "The Swift
  /// Programming Language" (Lexical Structure, Identifiers) and be a letter, mark, digit or `_`
  /// by Unicode (UAX #31, XID), so that nothing invisible can be part of a name.
  package static func isIdentifier(_ text: String) -> Bool {
    var scalars = text.unicodeScalars.makeIterator()
    guard text.utf8.count <= 256, text != "_", let first = scalars.next() else { return false }
    guard first == "_" || isHead(first) else { return false }
    while let scalar = scalars.next() {
      if !isTail(scalar) { return false }
    }
    return true
  }

  /// Whether the text is an identifier in lowerCamelCase: no underscore, no capital at its start.
  package static func isLowerCamelCase(_ text: String) -> Bool {
    guard isIdentifier(text), let first = text.unicodeScalars.first else { return false }
    return !text.utf8.contains(UInt8(ascii: "_")) && !isCapital(first)
  }

  /// Whether the text is an identifier that can name a type: no underscore or small letter first.
  package static func isUpperCamelCase(_ text: String) -> Bool {
    guard isIdentifier(text), let first = text.unicodeScalars.first else { return false }
    return first != "_" && !first.properties.isLowercase
  }

  /// The name of the module of a target, as SwiftPM makes it of the target's name.
  package static func module(ofTarget target: String) -> String {
    let name = String(target.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    return name.first?.isNumber == true ? "_" + name.dropFirst() : name
  }

  /// The text with its first letter as a capital: a namespace's Swift name.
  package static func capitalised(_ text: String) -> String {
    guard let first = text.unicodeScalars.first else { return text }
    return first.properties.titlecaseMapping + String(text.unicodeScalars.dropFirst())
  }

  /// The text of which ``capitalised(_:)`` makes this one; nil if there is none.
  static func uncapitalised(_ text: String) -> String? {
    guard let first = text.unicodeScalars.first else { return nil }
    let name = first.properties.lowercaseMapping + String(text.unicodeScalars.dropFirst())
    return capitalised(name) == text ? name : nil
  }

  /// A lowerCamelCase spelling of the text, or nil if none comes near it.
  package static func lowerCamelCased(_ text: String) -> String? {
    let separators: Set<Character> = ["_", "-", " ", "."]
    let words = text.split { separators.contains($0) }
    guard let first = words.first else { return nil }
    let capitals = first.prefix { $0.isUppercase }.count
    // "URLCache" becomes "urlCache", "Volume" becomes "volume".
    let lowered = capitals > 1 && capitals < first.count ? capitals - 1 : max(capitals, 1)
    let head = first.prefix(lowered).lowercased() + first.dropFirst(lowered)
    let name = ([head] + words.dropFirst().map { capitalised(String($0)) }).joined()
    return isLowerCamelCase(name) && name != text ? name : nil
  }

  /// The form under which two names that people or file systems confuse are equal.
  ///
  /// Upper then lower case folds more than lower case alone ("ß" with "ss"); String's own
  /// equality adds canonical equivalence.
  package static func folded(_ name: String) -> String {
    name.utf8.allSatisfy { $0 < 0x80 } ? name.lowercased() : name.uppercased().lowercased()
  }

  private static func isCapital(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return ("A"..."Z").contains(scalar) }
    return scalar.properties.isUppercase || scalar.properties.generalCategory == .titlecaseLetter
  }

  private static func isHead(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 {
      return scalar.value | 0x20 >= 0x61 && scalar.value | 0x20 <= 0x7A
    }
    return isVisibleNameScalar(scalar) && scalar.properties.isXIDStart
      && !isCombining(scalar)
  }

  private static func isTail(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 {
      return isHead(scalar) || scalar == "_" || (scalar.value >= 0x30 && scalar.value <= 0x39)
    }
    return isVisibleNameScalar(scalar) && scalar.properties.isXIDContinue
  }

  private static func isVisibleNameScalar(_ scalar: Unicode.Scalar) -> Bool {
    !ScalarClass.isUnsafeInSource(scalar) && !scalar.properties.isDefaultIgnorableCodePoint
      && allowedBySwift.contains { $0.contains(scalar.value) }
  }

  private static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
    combining.contains { $0.contains(scalar.value) }
  }

  private static let combining: [ClosedRange<UInt32>] = [
    0x0300...0x036F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F,
  ]

  private static let allowedBySwift: [ClosedRange<UInt32>] = [
    0xA8...0xA8, 0xAA...0xAA, 0xAD...0xAD, 0xAF...0xAF, 0xB2...0xB5, 0xB7...0xBA, 0xBC...0xBE,
    0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x300...0x167F, 0x1681...0x180D, 0x180F...0x1FFF,
    0x200B...0x200D, 0x202A...0x202E, 0x203F...0x2040, 0x2054...0x2054, 0x2060...0x218F,
    0x2460...0x24FF, 0x2776...0x2793, 0x2C00...0x2DFF, 0x2E80...0x2FFF, 0x3004...0x3007,
    0x3021...0x302F, 0x3031...0xD7FF, 0xF900...0xFD3D, 0xFD40...0xFDCF, 0xFDF0...0xFE44,
    0xFE47...0xFFFD, 0x10000...0x1FFFD, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
