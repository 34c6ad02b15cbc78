import Foundation
import KeywrightEvolution
import KeywrightSchema
import KeywrightTestSupport
import KeywrightVerbs
import Testing

@testable import KeywrightLanguageServer

@Suite("The language server")
struct LanguageServerTests {
  static let initialize = #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#
  private static let shutdown = #"{"jsonrpc":"2.0","id":9,"method":"shutdown"}"#
  private static let exit = #"{"jsonrpc":"2.0","method":"exit"}"#

  private func run(_ messages: String...) throws -> (messages: [[String]], code: ExitCode) {
    try ScriptedEditor.run(messages.map(ScriptedEditor.framed))
  }

  @Test("succeeds only if the editor takes its leave")
  func leave() throws {
    #expect(try run(Self.initialize, Self.shutdown, Self.exit).code == .success)
    #expect(try run(Self.initialize, Self.exit).code == .problems)
    #expect(try run(Self.initialize).code == .problems)
    #expect(try run(Self.initialize, Self.shutdown).code == .success)
    #expect(try run().code == .problems)
  }

  @Test("refuses what comes too early, too late, twice, or is unknown")
  func refusals() throws {
    let hover = #"{"jsonrpc":"2.0","id":"a","method":"textDocument/unheardOf","params":{}}"#
    let note = #"{"jsonrpc":"2.0","method":"textDocument/unheardOf","params":{}}"#
    let answers = try run(
      hover, Self.initialize, Self.initialize, hover, note, Self.shutdown, hover, Self.exit
    ).messages.flatMap(\.self)
    let codes = answers.map { JSONNode(text: $0)?["error"]?["code"]?.integer }
    #expect(codes == [-32002, nil, -32600, -32601, nil, -32600])
  }

  @Test(
    "survives messages that are none",
    arguments: [
      "", "{", "[]", "null", "{}", #"{"id":1}"#, #"{"method":1}"#, #"{"id":{},"method":"x"}"#,
      #"{"id":1,"id":2,"method":"x"}"#, "\u{FEFF}{}", #"{"method":"\ud800"}"#,
      #"{"method":"textDocument/didOpen"}"#, #"{"method":"textDocument/didOpen","params":[]}"#,
      #"{"method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///x.keys.json"}}}"#,
      #"{"method":"textDocument/didOpen","params":{"textDocument":{"uri":"x","text":""}}}"#,
      #"{"method":"$/cancelRequest","params":{"id":77}}"#, #"{"id":1,"result":null}"#,
    ])
  func garbage(_ text: String) throws {
    let (messages, code) = try run(Self.initialize, text, Self.shutdown, Self.exit)
    #expect(messages.last?.isEmpty == true && code == .success, "\(messages)")
    #expect(messages.flatMap(\.self).contains { $0.hasPrefix(#"{ "jsonrpc": "2.0", "id": 9, "#) })
  }

  @Test("answers a cancelled request that waits, and no other, as cancelled")
  func cancellation() throws {
    let request = #"{"jsonrpc":"2.0","id":5,"method":"x"}"#
    let cancel = #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":5}}"#
    func codes(_ steps: [[String]]) throws -> [Int?] {
      try ScriptedEditor.run(steps.map { $0.flatMap(ScriptedEditor.framed) }).messages
        .flatMap(\.self).map { JSONNode(text: $0)?["error"]?["code"]?.integer }
    }
    #expect(try codes([[Self.initialize], [request, cancel]]) == [nil, -32800])
    #expect(
      try codes([[Self.initialize], [request], [cancel], [request]]) == [nil, -32601, -32601])
  }

  @Test("checks texts that change faster than they are checked once")
  func burst() throws {
    let folder = TemporaryFolder()
    let uri = DocumentURI.uri(of: OpenTexts.realPath(of: folder.path) + "/A.keys.json")
    func text(_ type: String) -> String {
      #"{ \"version\": 1, \"keys\": { \"a\": { \"type\": \"\#(type)\" } } }"#
    }
    let open = """
      {"method":"textDocument/didOpen","params":{"textDocument":{"uri":"\(uri)","version":1,"text":"\
      \(text("Itn?"))"}}}
      """
    let changes = (2...9).map { version in
      """
      {"method":"textDocument/didChange","params":{"textDocument":{"uri":"\(uri)","version":\
      \(version)},"contentChanges":[{"text":"\(text("T\(version)"))"}]}}
      """
    }
    let (messages, _) = try ScriptedEditor.run([
      ScriptedEditor.framed(Self.initialize), ScriptedEditor.framed(open),
      changes.flatMap(ScriptedEditor.framed),
    ])
    #expect(messages[1].count == 1 && messages[1][0].contains("unknown type `Itn`"))
    #expect(messages[2].count == 1 && messages[2][0].contains("unknown type `T9`"))
  }

  @Test("tells of a clash in the file that is edited, whichever has it")
  func clash() throws {
    let folder = TemporaryFolder()
    let schema = #"{ "version": 1, "namespace": "n", "keys": { "a": { "type": "Int?" } } }"#
    _ = try folder.write("// swift-tools-version: 6.1\n", to: "Package.swift")
    try FileManager.default.createDirectory(
      atPath: folder.file("Sources/App"), withIntermediateDirectories: true)
    for name in ["A", "B"] { _ = try folder.write(schema, to: "Sources/App/\(name).keys.json") }
    let place = DocumentURI.uri(of: OpenTexts.realPath(of: folder.path))
    for name in ["A", "B"] {
      let open = """
        {"method":"textDocument/didOpen","params":{"textDocument":{"uri":\
        "\(place)/Sources/App/\(name).keys.json","version":1,"text":\(JSONText.quoted(schema))}}}
        """
      let told = try run(Self.initialize, open).messages.flatMap(\.self).dropFirst()
      let own = told.filter { $0.contains("\(name).keys.json\", \"version\"") }
      #expect(own.count == 1 && own.allSatisfy { $0.contains("`a`") }, "\(told)")
    }
  }

  @Test("completes a type inside another one, and no more of the text")
  func innerType() throws {
    let folder = TemporaryFolder()
    let uri = DocumentURI.uri(of: OpenTexts.realPath(of: folder.path) + "/A.keys.json")
    func edit(_ type: String, at offset: Int) throws -> JSONNode? {
      let start = #"{ "version": 1, "keys": { "a": { "type": ""#
      let text = JSONText.quoted(start + type + "\" } } }")
      let open = """
        {"method":"textDocument/didOpen","params":{"textDocument":{"uri":"\(uri)","version":1,\
        "text":\(text)}}}
        """
      let ask = """
        {"id":1,"method":"textDocument/completion","params":{"textDocument":{"uri":"\(uri)"},\
        "position":{"line":0,"character":\(start.count + offset)}}}
        """
      let answer = try run(Self.initialize, open, ask).messages.flatMap(\.self).last ?? ""
      let words = JSONNode(text: answer)?["result"]?.elements ?? []
      return words.first { $0["label"]?.string?.text == "String" }?["textEdit"]
    }
    for (type, offset, first, count, text) in [
      ("[St]", 3, 1, 2, "String"), ("[", 1, 1, 0, "String"), ("[String: I]", 10, 9, 1, "String"),
      ("Str", 3, -1, 5, #""String""#),
    ] {
      let edit = try #require(try edit(type, at: offset))
      #expect(edit["newText"]?.string?.text == text, "\(type)")
      let start = edit["range"]?["start"]?["character"]?.integer
      let end = edit["range"]?["end"]?["character"]?.integer
      #expect(start == 42 + first && end == 42 + first + count, "\(type)")
    }
  }

  @Test("ends when its editor is gone, though a process that it left has the pipe")
  func orphan() throws {
    let command = try BuiltCommand()
    let editor = command.process(["--version"])
    editor.standardOutput = Pipe()
    try editor.run()
    editor.waitUntilExit()
    let server = command.process(["lsp"])
    let (input, output) = (Pipe(), Pipe())
    (server.standardInput, server.standardOutput) = (input, output)
    try server.run()
    let hello = Self.initialize.replacing(
      "{}", with: "{\"processId\":\(editor.processIdentifier)}")
    input.fileHandleForWriting.write(Data(ScriptedEditor.framed(hello)))
    // The pipe stays open.
    server.waitUntilExit()
    #expect(server.terminationStatus == 1)
    try input.fileHandleForWriting.close()
  }

  @Test("looks at no folder inside one that is no target")
  func plainFolder() throws {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("inner"), withIntermediateDirectories: false)
    _ = try folder.write("{", to: "inner/Inner.keys.json")
    _ = try folder.write("{", to: "Beside.keys.json")
    let place = DocumentURI.uri(of: OpenTexts.realPath(of: folder.path))
    let open = """
      {"method":"textDocument/didOpen","params":{"textDocument":{"uri":"\(place)/A.keys.json",\
      "version":1,"text":"{"}}}
      """
    let told = try run(Self.initialize, open).messages.flatMap(\.self).dropFirst()
    #expect(told.count == 2)
    #expect(told.contains { $0.contains("Beside") } && !told.contains { $0.contains("Inner") })
  }

  @Test(
    "reads the names of files as editors write them",
    arguments: [
      ("file:///a/b", "/a/b"), ("file://localhost/a%20b", "/a b"), ("FILE:///%C3%A9", "/é"),
      ("file:///a%23?q#f", "/a#"), ("untitled:1", nil), ("file:///%00", nil), ("file:///%F", nil),
      ("", nil), ("file://", nil),
    ] as [(String, String?)])
  func names(uri: String, path: String?) {
    #expect(DocumentURI.path(of: uri) == path)
    if let path { #expect(DocumentURI.path(of: DocumentURI.uri(of: path)) == path) }
  }
}
