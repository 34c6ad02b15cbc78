/// Declarations of keys in the text of Swift files.
enum SwiftText {
  struct Declaration {
    /// The name of the property.
    var name: String?
    /// The storage string.
    var key: String
    /// The written type; nil if it follows from the default.
    var type: String?
    /// The text of the default; nil if there is none.
    var value: String?
    var line: Int
  }

  /// The declarations of a text without comments.
  static func declarations(in text: String) -> [Declaration] {
    var found: [Declaration] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      // A declaration may go on in the lines that follow.
      let rest = lines[index..<min(index + 6, lines.count)].joined(separator: " ")
      if line.contains("Key<"), let declaration = key(rest, in: String(line), line: index + 1) {
        found.append(declaration)
      } else if line.contains("@AppStorage("),
        let declaration = appStorage(rest, in: String(line), line: index + 1)
      {
        found.append(declaration)
      }
    }
    return found
  }

  /// `static let name = Key<Type>("storage", default: value)`, and `var name: DefaultsKey<Type> {
  /// .init("storage", defaultValue: value) }`.
  private static func key(_ text: String, in line: String, line number: Int) -> Declaration? {
    guard let start = line.firstRange(of: "Key<"), let opening = text.firstRange(of: "Key<")
    else { return nil }
    let name = propertyName(in: line[..<start.lowerBound])
    guard let name, let (type, afterType) = nested(text[opening.upperBound...], "<", ">"),
      let bracket = afterType.firstIndex(of: "("), isCall(afterType[..<bracket]),
      let (inside, _) = nested(afterType[afterType.index(after: bracket)...], "(", ")")
    else { return nil }
    let arguments = split(inside)
    guard let key = arguments.first.flatMap({ string($0) }) else { return nil }
    let value = arguments.dropFirst().compactMap { argument -> String? in
      for label in ["default:", "defaultValue:"] where argument.hasPrefix(label) {
        return trimmed(argument.dropFirst(label.count))
      }
      return nil
    }.first
    return Declaration(name: name, key: key, type: type, value: value, line: number)
  }

  /// Whether what stands between a key's type and a bracket leads to its initializer: nothing, `{ .init`,
  /// `= DefaultsKey`. After anything else the bracket is another declaration's.
  private static func isCall(_ text: Substring) -> Bool {
    var text = text.filter { !$0.isWhitespace }
    guard let first = text.first else { return true }
    guard first == "{" || first == "=" else { return false }
    text.removeFirst()
    if text.hasPrefix("return") { text.removeFirst(6) }
    return text == ".init" || text.hasSuffix("Key") || text.hasSuffix(">")
  }

  /// `@AppStorage("storage") private var name: Type = value`.
  private static func appStorage(
    _ text: String, in line: String, line number: Int
  ) -> Declaration? {
    guard let start = text.firstRange(of: "@AppStorage("),
      let (inside, rest) = nested(text[start.upperBound...], "(", ")"),
      let key = split(inside).first.flatMap({ string($0) }),
      let variable = rest.firstRange(of: "var ")
    else { return nil }
    let declared = rest[variable.upperBound...]
    let name = declared.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    var after = declared[name.endIndex...]
    var type: String?
    if let colon = after.first(where: { !$0.isWhitespace }), colon == ":" {
      let text = after.drop { $0 != ":" }.dropFirst().drop(while: \.isWhitespace)
      let end = text.firstIndex { $0 == "=" || $0 == "{" } ?? text.endIndex
      let words = trimmed(text[..<end])
      type = words.contains(":") ? words : words.split(separator: " ").first.map(String.init)
      after = text[end...]
    }
    var value: String?
    if let sign = after.first(where: { !$0.isWhitespace }), sign == "=" {
      value = firstValue(after.drop { $0 != "=" }.dropFirst())
    }
    return Declaration(name: String(name), key: key, type: type, value: value, line: number)
  }

  private static func propertyName(in text: Substring) -> String? {
    let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    guard let index = words.lastIndex(where: { $0 == "let" || $0 == "var" }),
      words.indices.contains(index + 1)
    else { return nil }
    return String(words[index + 1])
  }

  /// The text up to the bracket that ends what an opening one began, and what follows it; strings are
  /// passed over.
  private static func nested(
    _ text: Substring, _ opening: Character, _ closing: Character
  ) -> (String, Substring)? {
    var depth = 0
    var isInString = false
    var previous: Character = " "
    for index in text.indices {
      let character = text[index]
      if character == "\"", previous != "\\" { isInString.toggle() }
      previous = character
      if isInString { continue }
      if character == opening { depth += 1 }
      if character == closing {
        if depth == 0 { return (String(text[..<index]), text[text.index(after: index)...]) }
        depth -= 1
      }
    }
    return nil
  }

  /// The arguments of a call, at the commas outside of brackets and strings.
  private static func split(_ text: String) -> [String] {
    var parts = [""]
    var depth = 0
    var isInString = false
    var previous: Character = " "
    for character in text {
      if character == "\"", previous != "\\" { isInString.toggle() }
      previous = character
      if !isInString {
        if "([{".contains(character) { depth += 1 }
        if ")]}".contains(character) { depth -= 1 }
        if character == ",", depth == 0 {
          parts.append("")
          continue
        }
      }
      parts[parts.count - 1].append(character)
    }
    return parts.map { trimmed($0[...]) }
  }

  /// The first value of a text: a string, or all up to a space.
  private static func firstValue(_ text: Substring) -> String {
    let text = text.drop(while: \.isWhitespace)
    guard text.first == "\"" else {
      return String(text.prefix { !$0.isWhitespace && $0 != ";" && $0 != "}" })
    }
    var result = "\""
    var previous: Character = " "
    for character in text.dropFirst() {
      result.append(character)
      if character == "\"", previous != "\\" { break }
      previous = character
    }
    return result
  }

  /// The value of a string literal of one line without interpolations; nil for anything else.
  static func string(_ literal: String) -> String? {
    guard literal.count >= 2, literal.hasPrefix("\""), literal.hasSuffix("\""),
      !literal.hasPrefix("\"\"\"")
    else { return nil }
    var result = ""
    var rest = literal.dropFirst().dropLast()
    while let character = rest.popFirst() {
      if character == "\"" { return nil }
      if character != "\\" {
        result.append(character)
        continue
      }
      switch rest.popFirst() {
      case "n": result.append("\n")
      case "t": result.append("\t")
      case "\"": result.append("\"")
      case "\\": result.append("\\")
      default: return nil
      }
    }
    return result
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// The text with spaces in place of comments, so that lines keep their numbers.
  static func withoutComments(_ text: String) -> String {
    var result = ""
    var isInString = false
    var previous: Character = " "
    var rest = text[...]
    while let character = rest.popFirst() {
      if character.isNewline { isInString = false }
      if character == "\"", previous != "\\" { isInString.toggle() }
      if !isInString, character == "/", rest.first == "/" {
        rest = rest.drop { !$0.isNewline }
      } else if !isInString, character == "/", rest.first == "*" {
        let end = rest.firstRange(of: "*/")
        let comment = rest[..<(end?.upperBound ?? rest.endIndex)]
        result += String(comment.filter(\.isNewline))
        rest = rest[(end?.upperBound ?? rest.endIndex)...]
      } else {
        result.append(character)
      }
      previous = character
    }
    return result
  }
}
