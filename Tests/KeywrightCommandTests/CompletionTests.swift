import Foundation
import KeywrightTestSupport
import KeywrightVerbs
import Testing

@testable import keywright_cli

@Suite("Completions")
struct CompletionTests {
  let command: BuiltCommand

  init() throws { command = try BuiltCommand() }

  private func complete(_ words: String...) -> [String] {
    let outcome = Command.run(["complete", "--"] + words)
    return outcome.output.split(separator: "\n").map {
      String($0.split(separator: "\t", omittingEmptySubsequences: false)[0])
    }
  }

  @Test("Verbs, options and words come from the descriptions")
  func descriptions() {
    #expect(complete("exp") == ["words", "explain", "export"])
    #expect(complete("schema", "--from", "k") == ["words", "kcfg"])
    #expect(complete("completions", "--") == ["words", "--json", "--help"])
    #expect(complete("doctor", "--m") == ["words", "--mend"])
    #expect(complete("export", "--format", "") == ["words", "json", "plist", "env"])
    #expect(complete("export", "--format=p") == ["words", "--format=plist"])
    #expect(complete("lock", "") == ["folders"])
    #expect(complete("completions", "") == ["words", "bash", "zsh", "fish"])
    #expect(!complete("comp").contains("complete"))
    #expect(complete("nonsense", "") == ["words"])
  }

  @Test("Keys, namespaces and values come from the schemas")
  func schemas() {
    let path = command.folder.path
    #expect(complete("get", "--schemas", path, "player:vo") == ["words", "player:volume"])
    #expect(
      complete("get", "--schemas", path, "player:equaliser:") == [
        "words", "player:equaliser:preset", "player:equaliser:band:",
      ])
    #expect(
      complete("set", "--schemas", path, "player:theme", "") == [
        "words", "system", "light", "dark",
      ])
    #expect(complete("set", "--schemas", path, "player:theme=d") == ["words", "player:theme=dark"])
    #expect(complete("get", "--schemas", "/nowhere", "") == ["words"])
    #expect(
      complete("list", "--schemas", path, "player:eq") == [
        "words", "player:equaliser", "player:equaliser:preset", "player:equaliser:band:",
      ])
    #expect(complete("edit", "--schemas", path, "x", "player:vo") == ["words", "player:volume"])
  }
}
