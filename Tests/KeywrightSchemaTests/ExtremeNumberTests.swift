import KeywrightSchema
import Testing

/// Numbers at the ends of what a program counts with, in each place of a schema and of a lock that takes one.
@Suite("A number at the end of what can be counted")
struct ExtremeNumberTests {
  private static let numbers = [
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "1e9223372036854775807", "1e-9223372036854775807",
    "1e-9223372036854775808", "1.5e-9223372036854775808", "1e9223372036854775808", "1e308", "1e309",
    "1e-400", "-0", "-0.0", "0.\(String(repeating: "0", count: 400))1",
  ]

  private static let scalars = [
    "Int", "Int8", "Int64", "UInt64", "Double", "Float", "Decimal", "Duration", "Date", "String",
    "Data", "Bool",
  ]

  /// Keys of a schema with a number in one place.
  private static func keys(_ number: String) -> [String] {
    scalars.flatMap { type in
      [number, "\"\(number)\""].flatMap { value in
        [
          #""k": { "type": "\#(type)", "default": \#(value) }"#,
          #""k": { "type": "[\#(type)]", "default": [\#(value)] }"#,
          #""k": { "type": "[String: \#(type)]", "default": { "a": \#(value) } }"#,
          #""k": { "type": "\#(type)?", "range": [\#(value), null] }"#,
          #""k": { "type": "\#(type)?", "allowed": [\#(value)] }"#,
          #""k": { "type": "\#(type)?", "range": [\#(value), \#(value)], "outside": "clamp" }"#,
        ]
      }
    }
      + ["length"].map { #""k": { "type": "String?", "\#($0)": [\#(number), null] }"# }
      + ["ttl", "maxAge", "revision"].map {
        #""k": { "type": "String?", "\#($0)": \#(number) }"#
      }
  }

  @Test("is taken or refused in each place of a schema", arguments: numbers)
  func schemas(number: String) {
    for keys in Self.keys(number) {
      let source = SourceFile(path: "A.keys.json", text: Evolution.keys(keys))
      let result = SchemaChecker.check([source], module: "App")
      #expect((result.model == nil) == result.diagnostics.contains { $0.severity == .error })
    }
  }

  @Test(
    "is compared as a default of a lock",
    arguments: scalars.filter { !["Data", "Bool"].contains($0) })
  func locks(type: String) throws {
    let value = ["String", "Date"].contains(type) ? "\"2026-01-31\"" : "7"
    let schema = Evolution.keys(#""k": { "type": "\#(type)", "default": \#(value) }"#)
    let text = try Evolution(schema).released("1.0").text
    var compared = 0
    for number in Self.numbers {
      for new in [number, "\"\(number)\""] {
        for old in ["7", "\"7\"", "\"2026-01-31\""] {
          let source = SourceFile(
            path: "keys.lock.json",
            text: text.replacing("\"default\": \(old)", with: "\"default\": \(new)"))
          guard let lock = LockReader.read(source).lock else { continue }
          _ = try Evolution(schema, lock: lock).proven
          compared += 1
        }
      }
    }
    #expect(compared > 0)
  }
}
