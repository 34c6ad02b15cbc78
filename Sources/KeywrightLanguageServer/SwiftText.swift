import KeywrightImport
import KeywrightSchema

/// The declarations in a Swift file, found by its words alone: comments and texts in quotes are left out.
struct SwiftText {
  let source: SourceFile
  private let tokens: SwiftTokens

  init(_ source: SourceFile) {
    self.source = source
    tokens = SwiftTokens(source.bytes)
  }

  /// The place of a token; a name is the same in backticks and without.
  private func range(_ index: Int) -> Range<Int> {
    guard tokens.tokens.indices.contains(index) else {
      return source.bytes.count..<source.bytes.count
    }
    let bytes = tokens.tokens[index].bytes
    let isQuoted = source.bytes[bytes.lowerBound] == UInt8(ascii: "`") && bytes.count > 2
    return isQuoted ? bytes.lowerBound + 1..<bytes.upperBound - 1 : bytes
  }

  private func text(_ index: Int) -> String {
    String(decoding: source.bytes[range(index)], as: UTF8.self)
  }

  private func isDot(_ index: Int) -> Bool { tokens[index] == "." }

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
    while index < tokens.tokens.count {
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
          Declaration(path: outer + [text(place)], isFunction: true, range: range(place)))
      case _ where Self.typeWords.contains(word) && !isDot(index - 1):
        guard scopes.allSatisfy({ $0 != nil }) else { break }
        var name = [text(index + 1)]
        let place = range(index + 1)
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
}
