import KeywrightSchema

/// The declarations in a Swift file, found by its words alone: comments and texts in quotes are left out.
struct SwiftText {
  let source: SourceFile
  /// The places of words, and of marks one by one.
  private let tokens: [Range<Int>]

  init(_ source: SourceFile) {
    self.source = source
    tokens = source.bytes.withUnsafeBufferPointer { Self.tokens(of: $0) }
  }

  private func text(_ index: Int) -> String {
    tokens.indices.contains(index)
      ? String(decoding: source.bytes[tokens[index]], as: UTF8.self) : ""
  }

  private func isDot(_ index: Int) -> Bool {
    tokens.indices.contains(index) && source.bytes[tokens[index].lowerBound] == UInt8(ascii: ".")
  }

  /// A declaration of a function or a type.
  struct Declaration {
    /// The names of the types around it, and its own.
    let path: [String]
    let isFunction: Bool
    let range: Range<Int>
  }

  private static let typeWords: Set<String> = [
    "enum", "struct", "class", "actor", "extension", "protocol",
  ]

  /// The declarations that other files see: those in types and outside, not those in functions.
  var declarations: [Declaration] {
    var found: [Declaration] = []
    /// For each open brace, the names that it adds; nil in a function or a value.
    var scopes: [[String]?] = []
    var next: [String]?
    var index = 0
    while index < tokens.count {
      let word = text(index)
      switch word {
      case "{":
        scopes.append(next)
        next = nil
      case "}": _ = scopes.popLast()
      case "func", "init":
        next = nil
        guard scopes.allSatisfy({ $0 != nil }), !isDot(index - 1) else { break }
        let outer = scopes.flatMap { $0 ?? [] }
        let place = word == "init" ? index : index + 1
        found.append(
          Declaration(path: outer + [text(place)], isFunction: true, range: tokenRange(place)))
      case _ where Self.typeWords.contains(word) && !isDot(index - 1):
        guard scopes.allSatisfy({ $0 != nil }) else { break }
        var name = [text(index + 1)]
        let place = tokenRange(index + 1)
        index += 1
        while isDot(index + 1) {
          name.append(text(index + 2))
          index += 2
        }
        if word != "extension" {
          found.append(
            Declaration(
              path: scopes.flatMap { $0 ?? [] } + name, isFunction: false, range: place))
        }
        next = name
      case "var", "let", "case", "return", "=": next = nil
      default: break
      }
      index += 1
    }
    return found
  }

  private func tokenRange(_ index: Int) -> Range<Int> {
    tokens.indices.contains(index)
      ? tokens[index] : source.bytes.count..<source.bytes.count
  }

  // MARK: Words

  private static func tokens(of bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var tokens: [Range<Int>] = []
    var index = 0
    while index < bytes.count {
      let start = index
      let byte = bytes[index]
      index += 1
      if isWordByte(byte) {
        while index < bytes.count, isWordByte(bytes[index]) { index += 1 }
        tokens.append(start..<index)
      } else if byte == UInt8(ascii: "/"), index < bytes.count,
        bytes[index] == UInt8(ascii: "/") || bytes[index] == UInt8(ascii: "*")
      {
        index = endOfComment(bytes, from: start)
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#") {
        index = endOfQuotes(bytes, from: start) ?? index
      } else if byte > 0x20, byte != UInt8(ascii: "`") {
        tokens.append(start..<index)
      }
    }
    return tokens
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF:
      true
    default: false
    }
  }

  /// Comments in `/* */` are nested.
  private static func endOfComment(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start + 2
    if bytes[start + 1] == UInt8(ascii: "/") {
      while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
      return index
    }
    var depth = 1
    while index < bytes.count, depth > 0 {
      let pair = (bytes[index], index + 1 < bytes.count ? bytes[index + 1] : 0)
      switch pair {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        depth += 1
        index += 2
      case (UInt8(ascii: "*"), UInt8(ascii: "/")):
        depth -= 1
        index += 2
      default: index += 1
      }
    }
    return index
  }

  /// The offset after a text in quotes, with what is inside; nil for a `#` that begins none.
  private static func endOfQuotes(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var index = start
    while index < bytes.count, bytes[index] == UInt8(ascii: "#") { index += 1 }
    let hashes = index - start
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return nil }
    func count(_ byte: UInt8, at place: Int, most: Int) -> Int {
      var count = 0
      while count < most, place + count < bytes.count, bytes[place + count] == byte { count += 1 }
      return count
    }
    let isLong = count(UInt8(ascii: "\""), at: index, most: 3) == 3
    let quotes = isLong ? 3 : 1
    index += quotes
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\"), count(UInt8(ascii: "#"), at: index + 1, most: hashes) == hashes
      {
        index += 2 + hashes
      } else if count(UInt8(ascii: "\""), at: index, most: quotes) == quotes,
        count(UInt8(ascii: "#"), at: index + quotes, most: hashes) == hashes
      {
        return index + quotes + hashes
      } else if !isLong, byte == 0x0A || byte == 0x0D {
        return index
      } else {
        index += 1
      }
    }
    return index
  }
}
