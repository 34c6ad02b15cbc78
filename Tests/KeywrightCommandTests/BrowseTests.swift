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

  private func state(
    _ members: [PropertyListDictionary.Member] = [], rows: Int = 24, columns: Int = 80
  ) throws -> BrowseState {
    let arguments = try Arguments(
      ["--schemas", command.folder.path], options: Browse.description.options)
    let catalog = try SchemaSearch.catalog(arguments)
    let model = try BrowseModel(catalog, StoredValues(members), store: "s.plist")
    return BrowseState(model, size: ScreenSize(rows: rows, columns: columns))
  }

  private func press(_ keys: String, _ state: inout BrowseState) -> BrowseCommit? {
    var decoder = KeyDecoder()
    var commit: BrowseCommit?
    for key in decoder.add(Array(keys.utf8)) + decoder.flush() {
      guard case .store(let found) = state.take(key) else { continue }
      state.willStore(found)
      state.didEnd(BrowseCommitResult(commit: found))
      commit = found
    }
    return commit
  }

  private func shown(_ state: BrowseState) -> String {
    BrowseScreen(state).frame.rows.map(\.text).joined(separator: "\n")
  }

  @Test("An edited value is checked as it is typed, and replaces the one that was seen")
  func edit() throws {
    var state = try state([.init(key: "player:volume", value: .real(0.25))])
    #expect(press("\r\u{15}7\r", &state) == nil)
    #expect(shown(state).contains("= 7  `7`: not in 0.0...1.0"))
    let commit = try #require(press("\u{15}0.5\r", &state))
    #expect(commit.old == .real(0.25) && commit.new == .real(0.5))
    #expect(press("u", &state)?.new == .real(0.25))
    #expect(press("u", &state) == nil)
  }

  @Test("A value that another program changes moves, and is told of in a field")
  func news() throws {
    var state = try state()
    _ = press("\r", &state)
    state.take([("player:volume", .real(0.75)), ("player:equaliser:band:4", .real(1))])
    #expect(shown(state).contains("it is 0.75 now"))
    #expect(press("\u{15}1\r", &state)?.old == .real(0.75))
    #expect(shown(state).contains("2 changed"))
    #expect(press("G", &state) == nil && shown(state).contains("band:4"))
    state.take([("player:volume", nil)])
    #expect(shown(state).contains("1 changed"))
  }

  @Test("The next change begins with one that is not stored yet; a refused one is put back")
  func pending() throws {
    func commit(_ keys: String) throws -> BrowseCommit {
      var found: BrowseCommit?
      for key in keys {
        if case .store(let commit) = state.take(key == "\r" ? .enter : .text(String(key))) {
          state.willStore(commit)
          found = commit
        }
      }
      return try #require(found)
    }
    var state = try state([.init(key: "player:volume", value: .real(0.25))])
    let (first, second) = (try commit("+"), try commit("+"))
    #expect(second.old == first.new && second.new == .real(0.35))
    #expect(shown(state).contains("storing: player:volume = 0.35"))
    // Another program had changed the value.
    for commit in [first, second] {
      state.didEnd(
        BrowseCommitResult(
          commit: commit, refusal: "no", found: .some(.real(0.75)), isConflict: true))
    }
    #expect(shown(state).contains("0.75") && state.undoable.isEmpty && state.pending == 0)
    // What was typed comes back with the reason.
    let typed = try commit("\r5\r")
    state.didEnd(BrowseCommitResult(commit: typed, refusal: "the store is busy"))
    #expect(shown(state).contains("= 0.755  the store is busy"), "\(shown(state))")
  }

  @Test("The end of a commit is shown, unless a later key press was answered")
  func lateEnd() throws {
    let said: [(said: BrowseState.Message?, isKept: Bool)] = [
      (nil, false),
      (.init(text: "another text", isAnswer: true), true),
      (.init(text: "another text", isProblem: true, isAnswer: true), true),
      // Of the store itself, as while a member of etcd fails.
      (.init(text: "another text", isProblem: true), false),
      (.init(text: "another text"), false),
    ]
    for (message, isKept) in said {
      var state = try state([.init(key: "player:volume", value: .real(0.25))])
      guard case .store(let commit) = state.take(.text("+")) else {
        Issue.record("no step")
        return
      }
      state.willStore(commit)
      #expect(shown(state).contains("storing: player:volume = 0.3"))
      state.message = message ?? state.message
      state.didEnd(BrowseCommitResult(commit: commit))
      #expect(shown(state).contains("another text") == isKept, "\(message?.text ?? "none")")
      #expect(shown(state).contains("stored: player:volume = 0.3") != isKept)
    }
  }

  @Test("What a key press cannot do is said, whatever ends meanwhile")
  func answers() throws {
    // An undo of nothing, a removal of nothing, an unknown key.
    for key in ["u", "x", "%"] {
      var state = try state()
      _ = press(key, &state)
      #expect(state.message?.isAnswer == true, "\(key)")
    }
  }

  @Test("A family's key is added by its parameters")
  func family() throws {
    var state = try state()
    let count = state.model.keyCount
    let commit = press("G\rx\r\u{15}3\r\u{15}1.5\r", &state)
    #expect(commit?.key.storageString == "player:equaliser:band:3")
    #expect(state.model.keyCount == count + 1)
  }

  @Test("A search finds words of names and summaries; escape shows all keys again")
  func search() throws {
    var state = try state()
    let all = state.visible.count
    _ = press("/LOUD", &state)
    #expect(state.visible.count == 1)
    _ = press("\u{1B}", &state)
    #expect(state.visible.count == all)
  }

  @Test("A frame has the rows and at most the columns of its terminal, and no control character")
  func frames() throws {
    let hostile = "\u{1B}[2J\r\n\u{9B}2J\u{202E}\u{5D0}\u{6F22}\u{1F600}e\u{301}"
    for (rows, columns) in [
      (1, 1), (2, 2), (3, 7), (5, 20), (12, 33), (18, 61), (24, 80), (60, 300),
    ] {
      var state = try state(
        [
          .init(
            key: "player:title", value: .string(hostile + String(repeating: hostile, count: 20)))
        ],
        rows: rows, columns: columns)
      for keys in [
        "", "/title\r", "\r", "\u{1}", "\u{1B}", "v", "jjq", "?", "q", "a", "G", "p", "a", "o",
      ] {
        _ = press(keys, &state)
        let frame = BrowseScreen(state).frame
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

  @Test("Commands line by line need no terminal")
  func plain() throws {
    let commands =
      "help\nplayer:volume=7\nplayer:volume=0.25\nchanged\nundo\nfind loud\nnone\nquit\n"
    let end = try command.run("browse", "--plain", "./s.plist", input: commands)
    #expect(end.code == 0)
    for part in [
      "unset KEY", "not in 0.0...1.0", "stored: player:volume = 0.25", "player:volume=0.25, stored",
      "undone: player:volume = 0.5", "player:volume=0.5, default", "no schema declares `none`",
    ] {
      #expect(end.output.contains(part), "\(end)")
    }
    let json = try command.run(
      "browse", "--plain", "--json", "./s.plist", input: "player:volume=1\n")
    #expect(json.output.contains("\"new\": 1.0"), "\(json)")
  }
}
