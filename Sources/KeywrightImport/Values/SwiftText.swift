/// Declarations of keys in the text of Swift files.
struct SwiftText {
  struct Declaration {
    /// The name of the property.
    var name: String?
    /// The storage string; nil if it is no plain literal.
    var key: String?
    /// The written type; nil if it follows from the default.
    var type: String?
    /// The text of the default; nil if there is none.
    var value: String?
    /// The other arguments, as they are written.
    var others: [String] = []
    /// Whether the value is one that a call writes, and no default.
    var isWritten = false
    /// The word that says where the value is kept, of a property that is no key.
    var place: String?
    var line: Int
    /// The token that begins its arguments.
    fileprivate var call: Int
  }

  private let tokens: SwiftTokens

  /// The declarations of a text, in order: each `Key<Type>(…)`, `Key(…)`, `DefaultsKey<Type>` that is a
  /// property, `@AppStorage(…)` and `@Shared(.appStorage(…))`.
  ///
  /// - Complexity: O(*n*) in the size of the text.
  static func declarations(in text: [UInt8]) -> [Declaration] {
    let text = SwiftText(tokens: SwiftTokens(text))
    var calls: Set<Int> = []
    return text.tokens.tokens.indices.compactMap { index in
      // `let a: Key<Int> = Key<Int>("a")` is one declaration.
      let found = text.appStorage(at: index) ?? text.key(at: index)
      return found.flatMap { calls.insert($0.call).inserted ? $0 : nil }
    }
  }

  /// The keys that calls of `UserDefaults` name: `integer(forKey: "storage")` and the like, `set(…, forKey:)`, and the
  /// members of `register(defaults:)`, with the types and defaults that follow from them.
  ///
  /// - Complexity: O(*n*) in the size of the text.
  static func uses(in text: [UInt8]) -> [Declaration] {
    let text = SwiftText(tokens: SwiftTokens(text))
    return text.tokens.tokens.indices.flatMap(text.uses)
  }

  /// The greatest number of tokens in a type: of a longer one no end is looked for.
  private static let longestType = 100

  // MARK: Keys

  /// `static let name = Key<Type>("storage", default: value)`, and `var name: DefaultsKey<Type> {
  /// .init("storage", defaultValue: value) }`.
  private func key(at index: Int) -> Declaration? {
    let word = tokens[index]
    guard tokens.isWord(index), word.hasSuffix("Key") else { return nil }
    let property = property(before: index)
    if tokens[index + 1] == "(", word == "Key" || word == "DefaultsKey", property?.isInitial == true
    {
      return declaration(property?.name, type: nil, call: index + 1, at: index)
    }
    guard tokens[index + 1] == "<" else { return nil }
    guard let end = endOfGenericArguments(index + 1) else {
      // A longer type than any schema has.
      return property.map {
        Declaration(
          name: $0.name, key: nil, type: nil, value: nil, line: line(index), call: index + 1)
      }
    }
    let type = end > index + 2 ? tokens.text(of: (index + 2)...(end - 1)) : ""
    if let call = call(after: end) {
      return declaration(property?.name, type: type, call: call, at: index)
    }
    guard let property, !property.isInitial else { return nil }
    // The property has a value elsewhere.
    return Declaration(
      name: property.name, key: nil, type: type, value: nil, line: line(index), call: end)
  }

  /// The property whose type or initial value begins with a token: `let name = Library.Key` or
  /// `let name: Library.Key`.
  private func property(before index: Int) -> (name: String, isInitial: Bool)? {
    var start = index
    while tokens[start - 1] == ".", tokens.isWord(start - 2) { start -= 2 }
    let sign = tokens[start - 1]
    guard sign == "=" || sign == ":", tokens.isWord(start - 2) else { return nil }
    let keyword = tokens[start - 3]
    let isProperty = keyword == "let" || keyword == "var" || keyword == "," && sign == "="
    return isProperty ? (Self.bare(tokens[start - 2]), sign == "=") : nil
  }

  /// The bracket of the initializer that follows a key's type: `(`, `{ .init(`, `= DefaultsKey(`.
  private func call(after end: Int) -> Int? {
    var index = end + 1
    if tokens[index] == "(" { return tokens.continuesLine(index) ? index : nil }
    guard tokens[index] == "{" || tokens[index] == "=" else { return nil }
    index += 1
    if tokens[index] == "return" { index += 1 }
    if tokens[index] == ".", tokens[index + 1] == "init" { index += 2 }
    while tokens.isWord(index) || tokens[index] == "." { index += 1 }
    if tokens[index] == "<" { index = endOfGenericArguments(index).map { $0 + 1 } ?? index }
    return tokens[index] == "(" ? index : nil
  }

  private func declaration(
    _ name: String?, type: String?, call: Int, at index: Int
  ) -> Declaration? {
    guard let arguments = tokens.arguments(of: call) else { return nil }
    var found = Declaration(
      name: name, key: nil, type: type, value: nil, line: line(index), call: call)
    let place = arguments.firstIndex { $0.label == nil }
    for (index, argument) in arguments.enumerated() {
      let text = tokens.text(of: argument.value)
      switch argument.label {
      case nil where index == place: found.key = Self.string(text)
      case "default", "defaultValue", "wrappedValue": found.value = text
      default: found.others.append((argument.label.map { $0 + ": " } ?? "") + text)
      }
    }
    return found
  }

  // MARK: Calls

  /// What the calls that read give without a value: nil for nothing.
  private static let readings: [String: (type: String, value: String?)] = [
    "bool": ("Bool", "false"), "integer": ("Int", "0"), "float": ("Float", "0"),
    "double": ("Double", "0"), "string": ("String?", nil), "data": ("Data?", nil),
    "url": ("URL?", nil), "stringArray": ("[String]?", nil),
  ]

  private func uses(at index: Int) -> [Declaration] {
    guard tokens[index - 1] == ".", tokens[index + 1] == "(" else { return [] }
    let word = tokens[index]
    let reading = Self.readings[word]
    guard reading != nil || ["set", "object", "array", "register"].contains(word),
      let arguments = tokens.arguments(of: index + 1)
    else { return [] }
    if word == "register" {
      return arguments.filter { $0.label == "defaults" }.flatMap {
        members(of: $0.value.lowerBound)
      }
    }
    guard let name = arguments.last, name.label == "forKey" else { return [] }
    // A value that is set tells the type and no default.
    let written = word == "set" ? arguments.first.map { tokens.text(of: $0.value) } : nil
    return [
      Declaration(
        key: Self.string(tokens.text(of: name.value)), type: reading?.type,
        value: reading.flatMap(\.value) ?? written, isWritten: written != nil,
        line: line(index), call: index + 1)
    ]
  }

  /// The members of a literal dictionary that begins with a token.
  private func members(of opening: Int) -> [Declaration] {
    guard tokens[opening] == "[", let members = tokens.arguments(of: opening) else { return [] }
    return members.map { member in
      let first = member.value.lowerBound
      guard tokens[first + 1] == ":", first + 2 <= member.value.upperBound else {
        return Declaration(line: line(first), call: first)
      }
      return Declaration(
        key: Self.string(tokens[first]),
        value: tokens.text(of: (first + 2)...member.value.upperBound),
        line: line(first), call: first)
    }
  }

  // MARK: Property wrappers

  /// `@AppStorage("storage") private var name: Type = value`, and `@Shared(.appStorage("storage")) var …`.
  private func appStorage(at index: Int) -> Declaration? {
    let isOwn = tokens[index] == "AppStorage" && tokens[index - 1] == "@"
    let isOfSharing =
      tokens[index - 1] == "." && tokens[index - 2] == "("
      && ["Shared", "SharedReader"].contains(tokens[index - 3]) && tokens[index - 4] == "@"
    let isShared = isOfSharing && tokens[index] == "appStorage"
    if isOfSharing, !isShared {
      return Declaration(place: tokens[index], line: line(index), call: index)
    }
    guard isOwn || isShared, tokens[index + 1] == "(",
      let end = tokens.partner(of: isOwn ? index + 1 : index - 2),
      var found = declaration(nil, type: nil, call: index + 1, at: index)
    else { return nil }
    var next = end + 1
    while tokens[next] != "var", tokens.isWord(next) || "@.()".contains(tokens[next]),
      next < end + 32
    {
      next = tokens.partner(of: next).map { $0 + 1 } ?? next + 1
    }
    guard tokens[next] == "var", tokens.isWord(next + 1) else { return found }
    found.name = Self.bare(tokens[next + 1])
    next += 2
    if tokens[next] == ":", let last = endOfType(next + 1) {
      found.type = tokens.text(of: (next + 1)...last)
      next = last + 1
    }
    if tokens[next] == "=", let last = endOfValue(next + 1) {
      found.value = tokens.text(of: (next + 1)...last)
    }
    return found
  }

  // MARK: Parts

  private func line(_ index: Int) -> Int { tokens.tokens[index].line }

  private static func bare(_ name: String) -> String { name.filter { $0 != "`" } }

  /// The index of the `>` that ends the arguments of a generic type.
  private func endOfGenericArguments(_ opening: Int) -> Int? {
    var depth = 0
    for index in opening..<(opening + Self.longestType) {
      switch tokens[index] {
      case "<": depth += 1
      case ">":
        depth -= 1
        if depth == 0 { return index }
      case "", ";", "{", "}", "=": return nil
      default: break
      }
    }
    return nil
  }

  /// The last token of a type.
  private func endOfType(_ start: Int) -> Int? {
    var index = start
    if tokens[index] == "any" || tokens[index] == "some" { index += 1 }
    guard tokens.isWord(index) || tokens[index] == "[" || tokens[index] == "(" else { return nil }
    var last: Int
    if tokens.isWord(index) {
      last = index
      while true {
        if tokens[last + 1] == ".", tokens.isWord(last + 2) {
          last += 2
        } else if tokens[last + 1] == "<", let end = endOfGenericArguments(last + 1) {
          last = end
        } else {
          break
        }
      }
    } else {
      guard let end = tokens.partner(of: index) else { return nil }
      last = end
    }
    while tokens[last + 1] == "?" || tokens[last + 1] == "!" { last += 1 }
    return last
  }

  /// The last token of an initial value: it ends with its line, or before observers of the property.
  private func endOfValue(_ start: Int) -> Int? {
    guard tokens.tokens.indices.contains(start) else { return nil }
    var last = start
    while true {
      last = tokens.partner(of: last) ?? last
      let next = tokens[last + 1]
      let isEnd = !tokens.continuesLine(last + 1) && next != "."
      if isEnd || [";", ",", "{", "}", ")"].contains(next) { return last }
      last += 1
    }
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
      case "r": result.append("\r")
      case "0": result.append("\0")
      case "\"": result.append("\"")
      case "\\": result.append("\\")
      case "u":
        let digits = rest.dropFirst().prefix { $0 != "}" }
        guard rest.first == "{", let value = UInt32(digits, radix: 16),
          let scalar = Unicode.Scalar(value)
        else { return nil }
        result.unicodeScalars.append(scalar)
        rest = rest[digits.endIndex...].dropFirst()
      default: return nil
      }
    }
    return result
  }
}
