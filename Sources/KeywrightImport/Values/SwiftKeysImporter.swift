import Foundation
import KeywrightSchema

/// Makes a schema of keys that other libraries declare in Swift, which is read as text: `Defaults.Keys`,
/// `DefaultsKeys`, `@AppStorage` and `@Shared(.appStorage(…))`.
package struct SwiftKeysImporter {
  private var result = SchemaImport()

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
    return try importer.result.result(from: files[0].path)
  }

  private mutating func add(_ declaration: SwiftText.Declaration, path: String) {
    result.find()
    let subject = "key `\(declaration.key ?? declaration.name ?? "?")`"
    func note(_ message: String) { result.note(path, declaration.line, subject, message) }
    func leaveOut(_ message: String) { result.leaveOut(path, declaration.line, subject, message) }
    guard let key = declaration.key else {
      return leaveOut("its storage string is no plain literal here, so that it is left out")
    }
    let type =
      declaration.type.map { Self.type($0) } ?? Self.type(ofLiteral: declaration.value)
    guard let type else {
      return leaveOut(
        "its type `\((declaration.type ?? "of its default").prefix(80))` is none that a schema has; add it with "
          + "`coding`")
    }
    var words: [(String, JSONDocument)]
    if type.hasSuffix("?") {
      words = [("type", .string(type))]
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
      return IntegerLiteral(spelling: plain).map { .number($0.spelling) }
    case _ where value == "[]" && !type.contains(":"): return .array([])
    case _ where value == "[:]": return .object([])
    default: return nil
    }
  }
}
