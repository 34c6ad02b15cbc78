@testable import KeywrightSchema

/// The grammar of types, by itself and as the type of a key, of a field and of a parameter.
enum TypeTarget: FuzzTarget {
  static let name = "types"

  static func run(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(TypeFault) {
      let syntax = try TypeParser.parse(text)
      require(syntax.range.upperBound <= text.utf8.count, "a range is outside the text")
    } catch {
      require(error.range.upperBound <= text.utf8.count, "a fault is outside the text")
    }
    let type = JSONText.quoted(text)
    let schema = """
      { "version": 1, "namespace": "a",
        "types": { "E": { "enum": ["x"] }, "S": { "struct": { "f": \(type) } } },
        "keys": {
          "k": { "type": \(type) },
          "own": { "type": \(type), "coding": "codable" },
          "p": { "type": "Int?", "parameters": { "q": \(type) } } } }
      """
    _ = SchemaChecker.check([SourceFile(path: "a", text: schema)], module: "M")
  }
}
