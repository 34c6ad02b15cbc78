import Testing
import KeywrightSchema

/// A schema with a mistake, and what is said about it.
struct Sample: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  /// The diagnostics as they are printed, without the path.
  let expected: [String]

  init(_ name: String, bytes: [UInt8], expected: [String]) {
    self.name = name
    self.bytes = bytes
    self.expected = expected
  }

  init(_ name: String, text: String, expected: [String]) {
    self.init(name, bytes: Array(text.utf8), expected: expected)
  }

  var testDescription: String { name }

  /// The printed diagnostics of the schemas of one target.
  static func diagnostics(_ files: [(path: String, text: String)]) -> [String] {
    printed(files.map { SourceFile(path: $0.path, text: $0.text) })
  }

  static func printed(_ sources: [SourceFile]) -> [String] {
    SchemaChecker.check(sources, module: "Module").diagnostics
      .map(DiagnosticPrinter().text).joined().split(separator: "\n").map(String.init)
  }

  /// The printed diagnostics of this sample.
  var actual: [String] {
    Self.printed([SourceFile(path: "", bytes: bytes)]).map { String($0.dropFirst()) }
  }
}
