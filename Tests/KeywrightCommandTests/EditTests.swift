import Foundation
import KeywrightStorage
import KeywrightTestSupport
import KeywrightVerbs
import Testing

@testable import keywright_cli

/// The text for an editor and what is read from it; `Tests/Browse/run` has the editors.
@Suite("edit")
struct EditTests {
  @Test("A remark stands above its line, as deep, and is gone before the next one")
  func remarks() {
    let text = "{\n  \"a\": 1,\n  \"b\": 2\n}\n"
    let remarked = RemarkedText.adding(
      [
        .init(line: 3, text: "no\u{1B}"), .init(line: 3, text: "never"),
        .init(line: 99, text: "end"),
      ],
      to: text)
    #expect(
      remarked
        == "{\n  \"a\": 1,\n  //! no\\u001B\n  //! never\n  \"b\": 2\n}\n//! end\n")
    #expect(RemarkedText.withoutRemarks(remarked) == text)
    #expect(RemarkedText.withoutRemarks("//!\r\n// x\r\n") == "// x\n")
  }

  @Test("A misspelled key is refused")
  func refusals() throws {
    let command = try BuiltCommand()
    let key = try command.run("edit", "player:volum", "--store", "./s.plist")
    #expect(key.code == 1 && key.complaints.contains("did you mean `player:volume`?"))
  }

  @Test(
    "An editor that gives what is refused ends, where nobody sees it, and the text is kept",
    arguments: [
      ": > \"$1\"", "echo no JSON > \"$1\"", "echo $$ > \"$1\"",
      "sed s/0.5/7/ \"$1\" > \"$1.x\"; mv \"$1.x\" \"$1\"",
      "KEYWRIGHT player:volume=0.1; sed s/0.2/0.3/ \"$1\" > \"$1.x\"; mv \"$1.x\" \"$1\"",
    ], [[], ["--yes"]])
  func faultyEditors(script: String, words: [String]) throws {
    let command = try BuiltCommand()
    _ = try command.run("set", "player:volume=0.2", "--store", "./s.plist")
    let text = script.replacing(
      "KEYWRIGHT", with: "'\(BuiltCommand.path)' set --store ./s.plist")
    let editor = try command.folder.write(
      "#!/bin/sh\n\(text.replacing("0.5", with: "0.2"))\n", to: "editor")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: editor)
    let process = command.process(
      ["edit", "player:volume", "--store", "./s.plist"] + words,
      ["EDITOR": editor, "XDG_RUNTIME_DIR": command.folder.path])
    let complaints = Pipe()
    process.standardError = complaints
    try process.run()
    let said = String(
      decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 1, "\(said)")
    #expect(said.contains("; the text is in \(command.folder.path)"), "\(said)")
    #expect(said.split(separator: "\n").count <= 3, "\(said)")
  }
}
