import Foundation
import KeywrightEvolution
import KeywrightSchema
import KeywrightTestSupport
import KeywrightVerbs
import Testing

@testable import KeywrightLanguageServer

/// Random edits and damaged streams, by seeds that a failure names.
@Suite("The protocol of editors, at random")
struct ProtocolFuzzTests {
  /// The text as an editor holds it: UTF-16 code units, and a list of lines.
  private struct EditorText {
    var units: [UInt16]

    /// The offsets of the beginnings of lines, and of their ends before the characters that end them.
    var lines: [Range<Int>] {
      var lines: [Range<Int>] = []
      var (start, index) = (0, 0)
      while index < units.count {
        guard units[index] == 10 || units[index] == 13 else {
          index += 1
          continue
        }
        lines.append(start..<index)
        index += units[index] == 13 && index + 1 < units.count && units[index + 1] == 10 ? 2 : 1
        start = index
      }
      return lines + [start..<units.count]
    }

    /// A place between two characters: its line, its column and its offset.
    func place(_ generator: inout SeededGenerator) -> (line: Int, column: Int, offset: Int) {
      let lines = lines
      let line = Int.random(in: 0..<lines.count, using: &generator)
      var offset = Int.random(
        in: lines[line].lowerBound...lines[line].upperBound, using: &generator)
      if offset < units.count, UTF16.isTrailSurrogate(units[offset]) { offset -= 1 }
      return (line, offset - lines[line].lowerBound, offset)
    }
  }

  private static let pieces = [
    "a", "é", "😀", "\n", "\r\n", "\r", "\"", "\\", "", "日本", "{ }", "x\ny",
  ]

  /// Edits a text at random, in a document of the server and in an editor.
  ///
  /// - Parameter countsCharacters: The control: columns count characters instead of UTF-16 code units.
  /// - Returns: Whether both have the same text in the end.
  private func editsAlike(seed: UInt64, countsCharacters: Bool = false) throws -> Bool {
    var generator = SeededGenerator(seed: seed)
    var text = EditorText(units: Array("{ \"version\": 1 }\r\n".utf16))
    var document = OpenDocument(
      uri: "", path: "/A.keys.json", version: nil,
      text: String(decoding: text.units, as: UTF16.self))
    for _ in 0..<30 {
      var places = [text.place(&generator), text.place(&generator)]
      places.sort { $0.offset < $1.offset }
      let piece = Self.pieces.randomElement(using: &generator) ?? ""
      let positions = places.map { place in
        let column =
          countsCharacters
          ? String(
            decoding: text.units[(place.offset - place.column)..<place.offset], as: UTF16.self
          )
          .unicodeScalars.count : place.column
        return #"{"line": \#(place.line), "character": \#(column)}"#
      }
      let change = try #require(
        JSONNode(
          text: """
            {"text": \(JSONText.quoted(piece)), "range": {"start": \(positions[0]), "end": \(positions[1])}}
            """))
      do throws(ServerFault) { try document.apply(change) } catch { return false }
      text.units.replaceSubrange(places[0].offset..<places[1].offset, with: piece.utf16)
    }
    return document.source.bytes == Array(String(decoding: text.units, as: UTF16.self).utf8)
  }

  @Test("The server has the text that the editor has")
  func edits() throws {
    for seed in 1...300 as ClosedRange<UInt64> {
      #expect(try editsAlike(seed: seed), "seed \(seed)")
    }
  }

  @Test("The search finds columns that count something else")
  func control() throws {
    let found = try (1...300 as ClosedRange<UInt64>).filter {
      try !editsAlike(seed: $0, countsCharacters: true)
    }
    #expect(found.count > 30)
  }

  /// A session with most messages that an editor sends.
  private func session(in folder: TemporaryFolder) -> [[UInt8]] {
    let uri = DocumentURI.uri(of: OpenTexts.realPath(of: folder.path) + "/A.keys.json")
    return [
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{}}}"#,
      """
      {"method":"textDocument/didOpen","params":{"textDocument":{"uri":"\(uri)","version":1,"text":\
      "{ \\"version\\": 1, \\"keys\\": { \\"a\\": { \\"type\\": \\"Itn\\" } } }"}}}
      """,
      """
      {"method":"textDocument/didChange","params":{"textDocument":{"uri":"\(uri)","version":2},\
      "contentChanges":[{"range":{"start":{"line":0,"character":2},"end":{"line":0,"character":3}},\
      "text":"x"}]}}
      """,
      #"{"id":1,"method":"textDocument/hover","params":{"textDocument":{"uri":"\#(uri)"},"position":"#
        + #"{"line":0,"character":30}}}"#,
      #"{"method":"$/cancelRequest","params":{"id":1}}"#,
      #"{"method":"textDocument/didClose","params":{"textDocument":{"uri":"\#(uri)"}}}"#,
      #"{"id":2,"method":"shutdown"}"#, #"{"method":"exit"}"#,
    ].map(ScriptedEditor.framed)
  }

  /// Damages a stream at one to four places.
  private func damaged(_ stream: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var stream = stream
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !stream.isEmpty {
      let place = Int.random(in: 0..<stream.count, using: &generator)
      let end = min(stream.count, place + Int.random(in: 1...40, using: &generator))
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: stream[place] = UInt8.random(in: 0...255, using: &generator)
      case 1: stream.removeSubrange(place..<end)
      case 2: stream.insert(contentsOf: stream[place..<end], at: place)
      case 3:
        let digits = Array("-1234567890".utf8)
        stream[place] = digits.randomElement(using: &generator) ?? 0
      default: stream.insert(contentsOf: Array("[{\"\\u\0".utf8), at: place)
      }
    }
    return stream
  }

  @Test("A damaged stream ends the session and nothing else")
  func streams() throws {
    let folder = TemporaryFolder()
    let whole = session(in: folder)
    var faults = 0
    var diagnoses = 0
    for seed in 1...400 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var rest = damaged(whole.flatMap(\.self), &generator)[...]
      var pieces: [[UInt8]] = []
      while !rest.isEmpty {
        let size = Int.random(in: 1...400, using: &generator)
        pieces.append(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      let messages = try ScriptedEditor.run(pieces).messages.flatMap(\.self)
      for message in messages {
        let isObject = JSONNode(text: message)?["jsonrpc"]?.string?.text == "2.0"
        #expect(isObject, "seed \(seed): \(message)")
      }
      faults += messages.count { $0.contains("\"error\"") }
      diagnoses += messages.count { $0.contains("publishDiagnostics") }
    }
    // A stream that is refused at its beginning would try nothing.
    #expect(faults > 200 && diagnoses > 200, "\(faults), \(diagnoses)")
  }
}
