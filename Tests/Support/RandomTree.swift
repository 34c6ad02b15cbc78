package import KeywrightStorage

/// Makes random property lists: all kinds, awkward numbers, strings that Swift's `==` takes for one.
package struct RandomTree {
  /// What can carry what is made.
  package enum Carrier {
    /// A binary list, references included.
    case binary
    /// A binary list that `plistlib` wrote, which merges negative zeros with zeros.
    case plistlib
    /// XML: whole seconds, no control characters, no references, no negative zeros.
    case xml
    /// A stored value: with each number that is none, and without references.
    case value
  }

  package var generator: SeededGenerator
  private let carrier: Carrier

  package init(for carrier: Carrier = .binary, seed: UInt64) {
    self.init(for: carrier, generator: SeededGenerator(seed: seed))
  }

  package init(for carrier: Carrier = .binary, generator: SeededGenerator) {
    self.carrier = carrier
    self.generator = generator
  }

  package mutating func value(depth: Int = 4) -> PropertyList {
    switch Int.random(in: 0..<(depth > 0 ? 12 : 9), using: &generator) {
    case 0: .boolean(Bool.random(using: &generator))
    case 1, 2: integer()
    case 3: .real(real())
    case 4, 5: .string(string())
    case 6: .date(date())
    case 7: .data((0..<length()).map { _ in UInt8.random(in: 0...255, using: &generator) })
    case 8:
      carrier == .xml || carrier == .value
        ? .boolean(false) : .uid(UInt64.random(in: 0...UInt64(UInt32.max), using: &generator))
    case 9: .array((0..<length()).map { _ in value(depth: depth - 1) })
    default: .dictionary(dictionary(depth: depth - 1))
    }
  }

  package mutating func dictionary(depth: Int = 3) -> PropertyListDictionary {
    var dictionary = PropertyListDictionary()
    for _ in 0..<length() { dictionary[string()] = value(depth: depth - 1) }
    return dictionary
  }

  package mutating func string() -> String {
    let alphabets = ["abcdefgh:.%\"", "äöüßéñ", "日本語한글", "😀👩‍👩‍👧🇩🇪ﬀ", "e\u{301}\u{E9}\u{FFFD}\u{202E}"]
    let alphabet = Array((alphabets.randomElement(using: &generator) ?? "a").unicodeScalars)
    var string = ""
    for _ in 0..<length() {
      string.unicodeScalars.append(alphabet.randomElement(using: &generator) ?? "a")
    }
    if carrier != .xml, Int.random(in: 0..<8, using: &generator) == 0 { string += "\0\r\n\u{1}" }
    return string
  }

  private mutating func integer() -> PropertyList {
    let bits = UInt64.random(in: 0...63, using: &generator)
    let number = UInt64.random(in: 0...UInt64.max, using: &generator) >> bits
    return Bool.random(using: &generator)
      ? .integer(Int64(bitPattern: number)) : PropertyList(canonical: number)
  }

  private mutating func real() -> Double {
    if carrier == .value, Bool.random(using: &generator) {
      return [.nan, .signalingNaN, Double(bitPattern: generator.next())].randomElement(
        using: &generator) ?? 0
    }
    let special = [
      0, carrier == .plistlib || carrier == .xml ? 0 : -0.0, 1.5, -.infinity, .infinity,
      .greatestFiniteMagnitude, .leastNonzeroMagnitude, 9_007_199_254_740_992,
    ]
    if Bool.random(using: &generator) { return special.randomElement(using: &generator) ?? 0 }
    return Double.random(in: -1e9...1e9, using: &generator)
  }

  private mutating func date() -> Double {
    carrier == .value
      ? Double(Int32(truncatingIfNeeded: generator.next())) / 8
      : Double(Int.random(in: -9_000_000_000...90_000_000_000, using: &generator))
  }

  private mutating func length() -> Int {
    [0, 1, 2, 3, 5, 14, 15, 16, 17].randomElement(using: &generator) ?? 0
  }
}

/// The values at which sizes and markers of the format change.
package enum BoundaryTrees {
  package static let integers: [PropertyList] = {
    var all: [PropertyList] = [
      .integer(.min), .integer(.max), .unsigned(.max), .unsigned(1 << 63), .integer(0),
    ]
    for bits in 0..<63 {
      for delta: Int64 in -1...1 {
        all.append(.integer((1 << Int64(bits)) + delta))
        all.append(.integer(-(1 << Int64(bits)) + delta))
      }
    }
    return all
  }()

  package static let lengths = [0, 1, 14, 15, 16, 127, 128, 254, 255, 256, 65_534, 65_535, 65_536]

  package static let all: [PropertyList] = {
    var all = integers
    for length in lengths {
      all.append(.string(String(repeating: "a", count: length)))
      all.append(.string(String(repeating: "é", count: length)))
      all.append(.string(String(repeating: "😀", count: length)))
      all.append(.data([UInt8](repeating: 0xA5, count: length)))
      // The width of references changes at one of these lengths, and a long list takes time.
      if [65_534, 65_535].contains(length) { continue }
      all.append(.array([PropertyList](repeating: .boolean(true), count: length)))
      let members = (0..<length).map {
        PropertyListDictionary.Member(key: "k\($0)", value: .real(0))
      }
      if let dictionary = try? PropertyListDictionary(members) {
        all.append(.dictionary(dictionary))
      }
    }
    all += [.real(-0.0), .real(0.1), .date(0), .date(-63_113_904_000), .boolean(true)]
    all.append(.dictionary(twins))
    return all
  }()

  /// Two keys that Swift's `==` takes for one.
  package static let twins: PropertyListDictionary = {
    var dictionary = PropertyListDictionary()
    dictionary["\u{E9}"] = .integer(1)
    dictionary["e\u{301}"] = .integer(2)
    return dictionary
  }()
}
