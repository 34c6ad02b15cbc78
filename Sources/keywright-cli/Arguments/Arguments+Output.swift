import KeywrightSchema
import KeywrightVerbs

extension Arguments {
  /// What a verb prints: for programs with `--json`, else for people.
  func output(
    _ document: @autoclosure () -> JSONDocument, or text: @autoclosure () -> String
  ) -> String {
    flags.contains("json") ? document().text() + "\n" : text()
  }
}
