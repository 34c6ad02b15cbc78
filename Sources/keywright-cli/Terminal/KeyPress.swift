/// A key of the keyboard, as a terminal reports it.
enum KeyPress: Equatable, Sendable {
  /// One scalar that was typed.
  case text(String)
  /// A text that was pasted, with whatever is in it.
  case paste(String)
  /// A letter with the control key.
  case control(Character)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
}

/// Makes key presses of the bytes from a terminal, which may arrive in any pieces.
struct KeyDecoder {
  private var bytes: [UInt8] = []
  private static let escape: UInt8 = 0x1B
  private static let endOfPaste = Array("\u{1B}[201~".utf8)
  /// The size in bytes at which a paste is cut: it is held in memory, and no person types as much.
  private static let mostPasted = 1 << 20

  /// Whether bytes wait for more; after a moment without any, an escape is the key of that name.
  var isWaiting: Bool { !bytes.isEmpty }

  mutating func add(_ more: some Sequence<UInt8>) -> [KeyPress] {
    bytes += more
    return take(isComplete: false)
  }

  /// The keys of the bytes that wait, of which no more will come.
  mutating func flush() -> [KeyPress] { take(isComplete: true) }

  private mutating func take(isComplete: Bool) -> [KeyPress] {
    var keys: [KeyPress] = []
    var rest = bytes[...]
    while let first = rest.first {
      guard let (key, length) = Self.next(rest, first) else {
        if !isComplete { break }
        if first == Self.escape { keys.append(.escape) }
        rest = rest.dropFirst()
        continue
      }
      if let key { keys.append(key) }
      rest = rest.dropFirst(length)
    }
    bytes = Array(rest)
    return keys
  }

  /// The first key, if it means anything, and the number of its bytes; nil if more bytes are needed.
  private static func next(_ bytes: ArraySlice<UInt8>, _ first: UInt8) -> (KeyPress?, Int)? {
    switch first {
    case escape: sequence(bytes)
    case 0x0D, 0x0A: (.enter, 1)
    case 0x09: (.tab, 1)
    case 0x08, 0x7F: (.backspace, 1)
    case 0: (nil, 1)
    case ..<0x1B: (.control(Character(Unicode.Scalar(first + 0x60))), 1)
    case ..<0x20: (nil, 1)
    case ..<0x80: (.text(String(Unicode.Scalar(first))), 1)
    default: scalar(bytes, first)
    }
  }

  private static func scalar(_ bytes: ArraySlice<UInt8>, _ first: UInt8) -> (KeyPress?, Int)? {
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
    guard bytes.count >= length else { return nil }
    let text = String(validating: bytes.prefix(length), as: UTF8.self)
    return text.map { (.text($0), length) } ?? (nil, 1)
  }

  /// A key that the terminal reports as an escape sequence.
  private static func sequence(_ bytes: ArraySlice<UInt8>) -> (KeyPress?, Int)? {
    let rest = bytes.dropFirst()
    guard let second = rest.first else { return nil }
    if second == UInt8(ascii: "O") {
      return rest.dropFirst().first.map { (cursorKeys[$0], 3) }
    }
    // The key itself, and then another one.
    guard second == UInt8(ascii: "[") else { return (.escape, 1) }
    let body = rest.dropFirst().prefix { 0x20...0x3F ~= $0 }
    guard let final = bytes[body.endIndex...].first else { return nil }
    let length = body.count + 3
    guard final == UInt8(ascii: "~") else { return (cursorKeys[final], length) }
    let number = String(decoding: body.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
    guard number == "200" else { return (numberedKeys[number], length) }
    let pasted = bytes.dropFirst(length)
    guard let end = pasted.firstRange(of: endOfPaste) else {
      return pasted.count < mostPasted ? nil : (paste(pasted), bytes.count)
    }
    return (paste(pasted[..<end.lowerBound]), length + pasted[..<end.upperBound].count)
  }

  /// A pasted text: terminals send the return key for the end of a line.
  private static func paste(_ bytes: ArraySlice<UInt8>) -> KeyPress {
    let text = String(decoding: bytes, as: UTF8.self)
    return .paste(String(text.map { $0 == "\r" || $0 == "\r\n" ? "\n" : $0 }))
  }

  private static let cursorKeys: [UInt8: KeyPress] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    UInt8(ascii: "Z"): .backTab, UInt8(ascii: "M"): .enter,
  ]

  private static let numberedKeys: [String: KeyPress] = [
    "1": .home, "7": .home, "4": .end, "8": .end, "3": .delete, "5": .pageUp, "6": .pageDown,
  ]
}
