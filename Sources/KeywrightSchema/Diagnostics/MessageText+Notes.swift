// The words of notes.

extension MessageText {
  /// The same thing was given before, here.
  static var firstHere: MessageText { "it is first given here" }

  /// The named thing is declared here.
  static func declaredHere(_ name: String) -> MessageText { "`\(name)` is declared here" }

  /// The named thing is stored under the same string.
  static func sameString(_ name: String) -> MessageText {
    "`\(name)` has the same storage string"
  }

  /// The value that is contradicted.
  static func otherValueHere(_ word: String) -> MessageText { "`\(word)` is given here" }

  /// The bracket that is open where the text ends, or that seems to be by the indentation.
  static func notClosed(_ bracket: Character, isSure: Bool) -> MessageText {
    let mark = String(bracket)
    return isSure
      ? "this `\(mark)` is not closed" : "by the indentation, this `\(mark)` is not closed"
  }

  /// The same string in another target.
  package static var otherTargetHere: MessageText { "the other one is here" }

  /// A text to write into a schema, and its effect.
  static func mend(_ text: String, effect: String) -> MessageText {
    "`\(words: text)` \(words: effect)"
  }
}
