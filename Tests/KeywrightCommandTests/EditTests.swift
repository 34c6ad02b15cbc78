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
}
