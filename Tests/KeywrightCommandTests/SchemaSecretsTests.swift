import Foundation
import KeywrightTestSupport
import KeywrightVerbs
import Testing

@testable import keywright_cli

/// What a schema says of a secret key's values, looked for in all that is printed of the schema: a canary in each
/// place, by each printer. The same key without its sensitivity is the control, which must show it.
@Suite("What a schema says of a secret key's values")
struct SchemaSecretsTests {
  static let canary = "47114"

  /// A key with the canary in one place, and the same with another text there.
  struct Fact: Sendable, CustomTestStringConvertible {
    let name: String
    let key: String
    let isFaulty: Bool
    var testDescription: String { name }

    init(_ name: String, _ key: String, isFaulty: Bool = false) {
      (self.name, self.key, self.isFaulty) = (name, key, isFaulty)
    }

    func schema(_ sensitivity: String?, canary: String = SchemaSecretsTests.canary) -> String {
      let mark = sensitivity.map { ", \"sensitivity\": \"\($0)\"" } ?? ""
      return """
        { "version": 1, "namespace": "player",
          "types": { "Mode": { "enum": ["on", "off"] } },
          "keys": { "token": { \(key.replacing("CANARY", with: canary))\(mark) } } }
        """
    }
  }

  static let facts = [
    Fact("default", #""type": "String", "default": "CANARY""#),
    Fact("default of a struct's kind", #""type": "[String: Int]", "default": { "CANARY": 1 }"#),
    Fact("example", #""type": "String?", "example": "CANARY""#),
    Fact("allowed", #""type": "String?", "allowed": ["x", "CANARY"]"#),
    Fact("pattern", #""type": "String?", "pattern": "CANARY", "length": [null, 9]"#),
    Fact("range", #""type": "Int?", "range": [0, CANARY]"#),
    Fact("length", #""type": "String?", "length": [0, CANARY]"#),
    Fact("length of a list", #""type": "[Int]", "default": [], "length": [null, CANARY]"#),
  ]

  /// Keys of which `check` reports the value.
  static let faulty = [
    #""type": "Int8", "default": CANARY"#, #""type": "URL", "default": "a b CANARY""#,
    #""type": "UUID", "default": "CANARY""#, #""type": "Date", "default": "CANARY""#,
    #""type": "Mode", "default": "CANARY""#, #""type": "String", "default": CANARY"#,
    #""type": "Decimal", "default": "CANARY-""#, #""type": "Duration", "default": "CANARY-""#,
    #""type": "Data", "default": "CANARY""#, #""type": "[Int8]", "default": [CANARY]"#,
    #""type": "[Int: Int]", "default": { "CANARY-": 1 }"#,
    #""type": "[String: Int]", "default": { "CANARY": 1, "CANARY": 2 }"#,
    #""type": "Int", "default": CANARY, "range": [0, 9]"#,
    #""type": "Int", "default": 1, "range": [CANARY, null]"#,
    #""type": "String", "default": "x", "pattern": "CANARY""#,
    #""type": "String?", "pattern": "CANARY(""#, #""type": "String?", "pattern": CANARY"#,
    #""type": "Int?", "range": CANARY"#, #""type": "String?", "maxLength": CANARY"#,
    #""type": "Int8?", "range": [0, CANARY]"#,
    #""type": "Int8?", "allowed": [CANARY]"#, #""type": "Int8?", "example": CANARY"#,
    #""type": "Int8?", "processing": [{ "clamp": [0, CANARY] }]"#,
    #""type": "String?", "processing": ["CANARY"]"#,
    #""type": "Int", "default": 0CANARY"#,
  ].map { Fact($0, $0, isFaulty: true) }

  let command: BuiltCommand

  init() throws { command = try BuiltCommand() }

  /// All that is printed of a schema, by the printer; but for the path of the folder, which is made of chance.
  private func printed(_ fact: Fact, _ sensitivity: String?) throws -> [String: String] {
    try outputs(fact, sensitivity).mapValues { $0.replacing(command.folder.path, with: "") }
  }

  private func outputs(_ fact: Fact, _ sensitivity: String?) throws -> [String: String] {
    let folder = command.folder
    var texts: [String: String] = [:]
    func run(_ printer: String, _ arguments: String...) {
      let outcome = Command.run(arguments)
      texts[printer] = outcome.output + outcome.complaints
    }
    let (old, new) = (folder.file("old"), folder.file("new"))
    for (path, canary) in [(old, Self.canary), (new, "12")] {
      try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      let schema = fact.schema(sensitivity, canary: canary)
      try Data(schema.utf8).write(to: URL(filePath: path + "/P.keys.json"))
    }
    run("check", "check", old)
    run("check, JSON", "check", "--json", old)
    if fact.isFaulty { return texts }
    // Both ways: a value that came, and one that went.
    for (from, to, way) in [(old, new, ""), (new, old, ", back")] {
      run("lock", "lock", "--release", "1", from)
      let lock = from + "/keys.lock.json"
      for format in ["text", "json", "github", "markdown"] {
        run("diff, \(format)\(way)", "diff", "--all", "--format", format, lock, to)
      }
      try? FileManager.default.removeItem(atPath: to + "/keys.lock.json")
      try FileManager.default.copyItem(atPath: lock, toPath: to + "/keys.lock.json")
      run("check of a release\(way)", "check", to)
      run("check of a release, JSON\(way)", "check", "--json", to)
      for path in [old, new] {
        try? FileManager.default.removeItem(atPath: path + "/keys.lock.json")
      }
    }
    let schema = ["--schemas", old]
    for format in DocumentFormat.allCases.map(\.rawValue) {
      let arguments = ["document", "--format", format, "--domain", "d", "--day", "2026-01-31"]
      let outcome = Command.run(arguments + schema)
      texts["document, \(format)"] = outcome.output + outcome.complaints
    }
    // A value that no constraint allows.
    let list =
      fact.key.contains("String?")
      ? "<string>xy</string>"
      : fact.key.contains("Int?") ? "<integer>-2</integer>" : "<array/>"
    let store = folder.file("s.plist")
    let plist = "<plist version=\"1.0\"><dict><key>player:token</key>\(list)</dict></plist>"
    try Data(plist.utf8).write(to: URL(filePath: store))
    for (name, more) in [("", []), (" of a store", ["--store", store])] {
      for json in [[], ["--json"]] {
        let outcome = Command.run(["explain", "player:token"] + json + more + schema)
        texts["explain\(name) \(json)"] = outcome.output + outcome.complaints
      }
    }
    for verb in ["get", "list", "doctor", "export"] {
      let operands = verb == "get" ? ["player:token"] : []
      let outcome = Command.run(
        [verb] + operands + ["--store", store] + (verb == "doctor" ? [] : schema))
      texts[verb] = outcome.output + outcome.complaints
    }
    texts["hover"] = try hover(over: fact.schema(sensitivity), at: old + "/P.keys.json")
    texts["comments of generated code"] = try comments(in: old + "/P.keys.json")
    return texts
  }

  /// What an editor shows where a key is declared.
  private func hover(over schema: String, at path: String) throws -> String {
    let document = #""textDocument":{"uri":"file://\#(path)""#
    let line = schema.split(separator: "\n").firstIndex { $0.contains("\"token\"") } ?? 0
    let text = String(decoding: try JSONEncoder().encode(schema), as: UTF8.self)
    let messages = [
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"rootUri":null,"capabilities":{}}}"#,
      #"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
      #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{\#(document),"languageId":"json","version":1,"text":\#(text)}}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{\#(document)},"position":{"line":\#(line),"character":16}}}"#,
    ]
    return try ScriptedEditor.run(messages.map(ScriptedEditor.framed)).messages.joined()
      .joined(separator: "\n")
  }

  /// The comments of what the generator makes of a schema: its code has to have the default.
  private func comments(in schema: String) throws -> String {
    let process = ChildProcess()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
      .deletingLastPathComponent().appending(path: "keywright-generate")
    let output = command.folder.file("Generated.swift")
    process.arguments = [
      "--module", "App", "--base", command.folder.path, "--registry",
      command.folder.file("R.swift"),
      "--schema", schema, "--output", output,
    ]
    process.standardOutput = Pipe()
    process.standardError = Pipe()
    try process.run()
    process.waitUntilExit()
    return command.text("Generated.swift").split(separator: "\n")
      .filter { $0.contains("//") }.joined(separator: "\n")
  }

  @Test("is printed by nothing", arguments: facts + Search.part(of: faulty, each: 3))
  func hidden(_ fact: Fact) throws {
    for (printer, text) in try printed(fact, "secret") {
      #expect(!text.contains(Self.canary), "\(printer): \(text)")
    }
  }

  @Test("is found by the search where the key is no secret: by each printer, of each place")
  func control() throws {
    var finders: Set<String> = []
    for fact in Search.part(of: Self.facts + Self.faulty, each: 3) {
      let texts = try printed(fact, nil).filter { $0.value.contains(Self.canary) }
      #expect(!texts.isEmpty, "\(fact.name)")
      finders.formUnion(texts.keys)
      if ["default", "pattern"].contains(fact.name) {
        #expect(try printed(fact, "private").contains { $0.value.contains(Self.canary) })
      }
    }
    #expect(finders.isSuperset(of: Self.printers), "\(Self.printers.subtracting(finders))")
  }

  /// The printers that show such a value of a public key.
  static let printers: Set<String> = [
    "check", "check, JSON", "diff, text", "diff, json", "diff, github", "diff, markdown",
    "diff, text, back", "check of a release", "check of a release, JSON",
    "document, html", "document, markdown", "document, json-schema", "document, env",
    "document, man", "document, settings-bundle", "document, preference-manifest", "explain []",
    "explain [\"--json\"]", "explain of a store []", "explain of a store [\"--json\"]", "get",
    "hover", "comments of generated code",
  ]
}
