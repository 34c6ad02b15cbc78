import Foundation
import KeywrightSchema

/// Makes a schema of keys that other libraries declare in Swift, which is read as text: `Defaults.Keys`,
/// `DefaultsKeys`, `@AppStorage` and `@Shared(.appStorage(…))`; and that calls of `UserDefaults` name.
package struct SwiftKeysImporter {
  private var result = SchemaImport()
  /// The storage strings of keys that were found.
  private var declared: Set<String> = []

  package static func convert(_ files: [(path: String, bytes: [UInt8])]) throws(ImportFailure)
    -> ImportResult
  {
    var importer = SwiftKeysImporter()
    for file in files {
      guard String(validating: file.bytes, as: UTF8.self) != nil else {
        throw ImportFailure(path: file.path, line: 1, message: "this is not UTF-8, as Swift is")
      }
      for declaration in SwiftText.declarations(in: file.bytes) {
        importer.add(declaration, path: file.path)
      }
    }
    importer.addUses(
      files.flatMap { file in SwiftText.uses(in: file.bytes).map { (file.path, $0) } })
    return try importer.result.result(from: files[0].path)
  }

  /// Adds the keys that calls name and nothing declares, each once: by the use that says the most of it.
  private mutating func addUses(_ uses: [(path: String, use: SwiftText.Declaration)]) {
    func says(_ use: SwiftText.Declaration) -> Int {
      if use.value != nil, use.type == nil, !use.isWritten { return 3 }
      return use.type != nil ? 2 : Self.type(ofLiteral: use.value) != nil ? 1 : 0
    }
    var order: [String] = []
    var best: [String: (path: String, use: SwiftText.Declaration)] = [:]
    for (path, use) in uses {
      guard let key = use.key else {
        add(use, path: path)
        continue
      }
      if best[key] == nil { order.append(key) }
      if best[key].map({ says($0.use) < says(use) }) ?? true { best[key] = (path, use) }
    }
    for key in order where !declared.contains(key) {
      guard let (path, use) = best[key] else { continue }
      add(use, path: path)
    }
  }

  private mutating func add(_ declaration: SwiftText.Declaration, path: String) {
    result.find()
    declaration.key.map { _ = declared.insert($0) }
    let subject = "key `\(declaration.key ?? declaration.name ?? "?")`"
    func note(_ message: String) { result.note(path, declaration.line, subject, message) }
    func leaveOut(_ message: String) { result.leaveOut(path, declaration.line, subject, message) }
    if let place = declaration.place {
      return leaveOut("its value is kept by `.\(place.prefix(80))`, and in no `UserDefaults`")
    }
    guard let key = declaration.key else {
      return leaveOut("its storage string is no plain literal here, so that it is left out")
    }
    let type =
      declaration.type.map { Self.type($0) } ?? Self.type(ofLiteral: declaration.value)
    guard let type else {
      return leaveOut(
        declaration.type.map {
          "its type `\($0.prefix(80))` is none that a schema has; add it with `coding`"
        }
          ?? "its type does not follow from the code here; add it")
    }
    var words: [(String, JSONDocument)]
    if type.hasSuffix("?") || declaration.isWritten {
      words = [("type", .string(type.hasSuffix("?") ? type : type + "?"))]
    } else if let literal = declaration.value.flatMap({ Self.literal($0, type) }) {
      words = [("type", .string(type)), ("default", literal)]
    } else {
      words = [("type", .string(type + "?"))]
      note("its default is no plain literal: write it into the schema, and remove the `?`")
    }
    guard result.root.addKey(storedAs: key, called: declaration.name, words) else {
      return leaveOut("it is declared before, and left out")
    }
    for other in declaration.others {
      note("`\(other.prefix(80))` has no counterpart; a program says it where it opens a store")
    }
  }

  private static let scalars: Set<String> = Set(ScalarType.allCases.map(\.rawValue))

  /// The length of the longest type that is read, for each of its brackets is a call within another.
  private static let longestType = 200

  /// The type as a schema writes it; nil if it has none.
  private static func type(_ text: String) -> String? {
    guard text.utf8.count <= longestType else { return nil }
    let text = text.filter { !$0.isWhitespace }
    if text.hasSuffix("?") { return type(String(text.dropLast())).map { $0 + "?" } }
    if text == "CGFloat" || text == "TimeInterval" { return "Double" }
    if scalars.contains(text) { return text }
    if text.hasPrefix("Set<"), text.hasSuffix(">") {
      return type(String(text.dropFirst(4).dropLast())).map { "Set<\($0)>" }
    }
    guard text.hasPrefix("["), text.hasSuffix("]") else { return nil }
    let inner = text.dropFirst().dropLast()
    if let colon = inner.firstIndex(of: ":") {
      guard inner[..<colon] == "String" else { return nil }
      return type(String(inner[inner.index(after: colon)...])).map { "[String: \($0)]" }
    }
    return type(String(inner)).map { "[\($0)]" }
  }

  private static func type(ofLiteral value: String?) -> String? {
    guard let value else { return nil }
    if value == "true" || value == "false" { return "Bool" }
    if Int64(value) != nil { return "Int" }
    if Double(value) != nil, value.first?.isLetter == false { return "Double" }
    return SwiftText.string(value) == nil ? nil : "String"
  }

  private static func literal(_ value: String, _ type: String) -> JSONDocument? {
    let plain = value.replacing("_", with: "")
    switch type {
    case "Bool": return value == "true" ? true : value == "false" ? false : nil
    case "String": return SwiftText.string(value).map { .string($0) }
    case "Double", "Float":
      guard let number = Double(plain), number.isFinite, plain.first?.isLetter == false else {
        return nil
      }
      return .number("\(number)")
    case _ where type.hasPrefix("Int") || type.hasPrefix("UInt"):
      return Int128(spelling: plain).map { .number(String($0)) }
    case _ where type.hasPrefix("[String: "):
      return members(value, String(type.dropFirst(9).dropLast()))
    case _ where type.hasPrefix("["): return elements(value, String(type.dropFirst().dropLast()))
    case _ where type.hasPrefix("Set<"):
      return elements(value, String(type.dropFirst(4).dropLast()))
    default: return nil
    }
  }

  /// The array of a literal whose elements are plain.
  private static func elements(_ value: String, _ type: String) -> JSONDocument? {
    let source = SwiftTokens(Array(value.utf8))
    guard let elements = source.elements else { return nil }
    let literals = elements.compactMap { literal(source.text(of: $0), type) }
    return literals.count == elements.count ? .array(literals) : nil
  }

  /// The object of a literal whose names and values are plain.
  private static func members(_ value: String, _ type: String) -> JSONDocument? {
    if value == "[:]" { return .object([]) }
    let source = SwiftTokens(Array(value.utf8))
    guard let elements = source.elements else { return nil }
    let members = elements.compactMap { element -> (String, JSONDocument)? in
      guard element.count > 2, source[element.lowerBound + 1] == ":",
        let name = SwiftText.string(source[element.lowerBound]),
        let value = literal(source.text(of: (element.lowerBound + 2)...element.upperBound), type)
      else { return nil }
      return (name, value)
    }
    return members.count == elements.count ? .object(members) : nil
  }
}
