import KeywrightSchema
import KeywrightVerbs

/// `changelog OLD NEW`: the keys that came, changed and went, for release notes.
enum Changelog: Verb {
  static let description = VerbDescription(
    words: ["changelog"], summary: "writes which keys a release adds, changes and removes",
    operands: [.init("OLD", .file), .init("NEW", .file)],
    otherUsages: ["[options] REVISION..[REVISION] -- FOLDER"],
    options: [
      .value("title", "TEXT", "the heading, as in a release's name"),
      .flag("json", "one JSON object in place of Markdown"),
    ],
    discussion: """
      Writes the differences that `keywright diff --all` finds as a list in Markdown: keys that were
      added, changed and removed. OLD and NEW are what they are there.
      """,
    examples: ["keywright changelog --title 1.3 v1.2..v1.3 -- Sources/App"])

  static func run(_ arguments: Arguments) throws -> Outcome {
    let (changes, _) = try DiffWithStores.changes(arguments, includesFree: true)
    let changelog = KeyChangelog(changes: changes, title: arguments.values["title"])
    let isJSON = arguments.flags.contains("json")
    return Outcome(output: isJSON ? changelog.document.text() + "\n" : changelog.text)
  }
}
