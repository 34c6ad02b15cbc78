import Foundation
import Keywright
import KeywrightStorage
import KeywrightTestSupport
import KeywrightVerbs
import Testing

@testable import keywright_cli

/// The screen without a terminal; `Tests/Browse/run` has terminals.
@Suite("browse")
struct BrowseTests {
  let command: BuiltCommand

  init() throws { command = try BuiltCommand() }

  /// A state with values that only the test changes.
  private struct Screen {
    var values: StoredValues
    var state: BrowseState

    /// Presses keys, and makes the commits that they ask for.
    @discardableResult
    mutating func press(_ keys: String) -> BrowseCommit? {
      var decoder = KeyDecoder()
      var commit: BrowseCommit?
      for key in decoder.add(Array(keys.utf8)) + decoder.flush() {
        guard case .store(let found) = state.take(key) else { continue }
        values.set(found.key, to: found.new)
        state.reload(values, after: found)
        commit = found
      }
      return commit
    }

    /// Stores a value as another program does.
    mutating func store(_ name: String, _ value: StoredValue?) {
      values.set(name, to: value)
      state.reload(values)
    }

    var frame: Frame { BrowseScreen(state).frame }
    var text: String { frame.rows.map(\.text).joined(separator: "\n") }
  }

  private func screen(
    _ members: [PropertyListDictionary.Member] = [], rows: Int = 24, columns: Int = 80
  ) throws -> Screen {
    let arguments = try Arguments(
      ["--schemas", command.folder.path], options: Browse.description.options)
    let settings = BrowseSettings(
      catalog: try SchemaSearch.catalog(arguments), store: "s.plist")
    let size = ScreenSize(rows: rows, columns: columns)
    let values = StoredValues(members)
    return Screen(values: values, state: try BrowseState(values, settings, size: size))
  }

  @Test("An edited value is checked as it is typed, and replaces the one that was seen")
  func edit() throws {
    var screen = try screen([.init(key: "player:volume", value: .real(0.25))])
    #expect(screen.press("\r\u{15}7\r") == nil)
    #expect(screen.text.contains("= 7  `7`: not in 0.0...1.0"))
    let commit = screen.press("\u{15}0.5\r")
    #expect(commit?.old == .real(0.25) && commit?.new == .real(0.5))
    #expect(screen.press("u")?.new == .real(0.25))
    #expect(screen.press("u") == nil)
  }

  @Test("A value that another program changes moves, and is told of in a field")
  func news() throws {
    var screen = try screen()
    screen.press("\r")
    screen.store("player:equaliser:band:4", .real(1))
    screen.store("player:volume", .real(0.75))
    #expect(screen.text.contains("it is 0.75 now"))
    #expect(screen.press("\u{15}1\r")?.old == .real(0.75))
    #expect(screen.text.contains("2 changed"))
    #expect(screen.press("G") == nil && screen.text.contains("band:4"))
    screen.store("player:volume", nil)
    #expect(screen.text.contains("1 changed"))
  }

  @Test("What was typed comes back with the reason why it was not stored")
  func refusal() throws {
    var screen = try screen([.init(key: "player:volume", value: .real(0.25))])
    guard case .store(let step) = screen.state.take(.text("+")) else {
      Issue.record("no step")
      return
    }
    screen.state.refuse(step, "no")
    #expect(screen.text.contains("no") && screen.state.undoable.isEmpty)
    for key in [KeyPress.enter, .control("u"), .text("1")] { _ = screen.state.take(key) }
    guard case .store(let typed) = screen.state.take(.enter) else {
      Issue.record("no commit")
      return
    }
    screen.store("player:volume", .real(0.75))
    screen.state.refuse(typed, "another program changed it")
    #expect(screen.text.contains("= 1  another program changed it"), "\(screen.text)")
    #expect(screen.press("\r")?.old == .real(0.75))
  }

  @Test("What a key press cannot do is said")
  func answers() throws {
    // An undo of nothing, a removal of nothing, an unknown key.
    for key in ["u", "x", "%"] {
      var screen = try screen()
      screen.press(key)
      #expect(screen.state.message != nil, "\(key)")
    }
  }

  @Test("A family's key is added by its parameters")
  func family() throws {
    var screen = try screen()
    let commit = screen.press("G\rx\r\u{15}3\r\u{15}1.5\r")
    #expect(commit?.key.storageString == "player:equaliser:band:3")
    #expect(screen.text.contains(">* band:3"), "\(screen.text)")
  }

  @Test("The next key is another one, past the headings of namespaces")
  func moves() throws {
    var screen = try screen(rows: 200)
    let count = screen.state.lines.count { !$0.isHeading }
    for (keys, step) in [("g", "j"), ("G", "k")] {
      screen.press(keys)
      var seen: Set<String> = []
      for _ in 0..<count {
        seen.insert(screen.state.chosen?.key.storageString ?? "")
        screen.press(step)
      }
      #expect(seen.count == count)
    }
    screen.press("}")
    #expect(screen.state.chosen?.key.prefix == "player:equaliser")
    screen.press("{")
    #expect(screen.state.chosen?.key.storageString == "player:volume")
  }

  @Test("A search finds words of names and summaries; escape shows all keys again")
  func search() throws {
    var screen = try screen()
    let all = screen.state.shownCount
    screen.press("/LOUD")
    #expect(screen.state.shownCount == 1)
    screen.press("\u{1B}")
    #expect(screen.state.shownCount == all)
  }

  @Test("A frame has the rows and at most the columns of its terminal, and no control character")
  func frames() throws {
    let hostile = "\u{1B}[2J\r\n\u{9B}2J\u{202E}\u{5D0}\u{6F22}\u{1F600}e\u{301}"
    let title = hostile + String(repeating: hostile, count: 20)
    for (rows, columns) in [
      (1, 1), (2, 2), (3, 7), (5, 20), (12, 33), (18, 61), (24, 80), (60, 300),
    ] {
      var screen = try screen(
        [.init(key: "player:title", value: .string(title))], rows: rows, columns: columns)
      for keys in [
        "", "/title\r", "\r", "\u{1}", "\u{1B}", "v", "jjq", "?", "q", "a", "G", "p", "a", "o",
      ] {
        screen.press(keys)
        let frame = screen.frame
        #expect(frame.rows.count == rows)
        for row in frame.rows {
          #expect(CellWidth.of(row.text) <= columns, "\(row.text)")
          let controls = row.text.unicodeScalars.filter {
            $0.properties.generalCategory == .control || $0 == "\u{202E}"
          }
          #expect(controls.isEmpty)
        }
      }
    }
  }

  /// A terminal leaves the cursor in the last column of a full row, so that erasing to the end takes that column.
  @Test("A row is erased before it is written, never behind its text")
  func fullRows() throws {
    var writer = FrameWriter(Ink(isTerminal: true, environment: ["TERM": "xterm"]))
    let bytes = writer.text(for: try screen().frame)
    let rows = bytes.split(separator: /\u{1B}\[\d+;1H/).dropFirst()
    #expect(rows.count == 24)
    for row in rows {
      #expect(row.hasPrefix("\u{1B}[K") && !row.dropFirst(3).contains("\u{1B}[K"))
    }
  }

  @Test("Keys that arrive in any pieces are the same keys")
  func pieces() {
    let bytes = Array(
      "jé\u{1B}[A\u{1B}[5~\u{1B}OB\u{1B}[200~a\n\u{1B}[31mb\u{1B}[201~\u{1}\r\u{7F}漢".utf8)
    var whole = KeyDecoder()
    let keys = whole.add(bytes)
    #expect(
      keys == [
        .text("j"), .text("é"), .up, .pageUp, .down, .paste("a\n\u{1B}[31mb"), .control("a"),
        .enter,
        .backspace, .text("漢"),
      ])
    for first in bytes.indices {
      for second in first..<bytes.count {
        var decoder = KeyDecoder()
        let found =
          decoder.add(bytes[..<first]) + decoder.add(bytes[first..<second])
          + decoder.add(bytes[second...])
        #expect(found == keys && !decoder.isWaiting)
      }
    }
  }

  @Test("Lines of a pasted text end as a file's do, whatever a terminal sends for that")
  func paste() {
    for end in ["\n", "\r", "\r\n"] {
      var decoder = KeyDecoder()
      let keys = decoder.add(Array("\u{1B}[200~a\(end)\(end)b\u{2028}\u{1B}[201~".utf8))
      #expect(keys == [.paste("a\n\nb\u{2028}")])
    }
  }

  @Test("Cells are counted as terminals do, and a clipped text fits")
  func cells() {
    #expect(CellWidth.of("a") == 1 && CellWidth.of("漢") == 2 && CellWidth.of("e\u{301}") == 1)
    #expect(CellWidth.of("\u{1F600}") == 2 && CellWidth.of("\u{5D0}") == 1)
    for width in 0..<12 {
      for text in ["abcdefghij", "漢字漢字漢字", "a漢b字c", "e\u{301}e\u{301}e\u{301}e\u{301}", ""] {
        #expect(CellWidth.of(CellWidth.clip(text, to: width)) <= width)
        #expect(CellWidth.of(CellWidth.pad(text, to: width)) == width)
      }
    }
    #expect(CellWidth.clip("abc", to: 3) == "abc" && CellWidth.clip("abcd", to: 3) == "ab…")
    let marks = "a" + String(repeating: "\u{301}", count: 100_000)
    #expect(CellWidth.clip(marks, to: 3).utf8.count < 100)
  }

  @Test("Without a terminal the verb names those that work line by line")
  func noTerminal() throws {
    let process = command.process(["browse", "--store", "./s.plist"], ["TERM": "dumb"])
    let complaints = Pipe()
    process.standardError = complaints
    try process.run()
    process.waitUntilExit()
    let text = String(
      decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(process.terminationStatus == 3 && text.contains("`list`, `set` and `watch`"), "\(text)")
  }
}
