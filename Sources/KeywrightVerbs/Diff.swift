import Foundation
import KeywrightEvolution
import KeywrightSchema

/// `diff OLD NEW`: the effects that the change from one version of schemas to another has, and on whom.
package enum Diff: Verb {
  package static let description = VerbDescription(
    word: "diff", summary: "says what a change of schemas does to stored data",
    operands: [.init("OLD", .file), .init("NEW", .file)],
    otherUsages: ["[options] REVISION..[REVISION] -- FOLDER"],
    options: [
      .flag("json", "the same as --format json"),
      .choice(
        "format", ChangeReport.Format.self,
        """
        github: annotations for a code review; markdown: which keys came,
        changed and went, for release notes, which end with 0
        """),
      .value("title", "TEXT", "the heading of release notes, as in a release's name"),
      .flag("reverse", "from NEW to OLD: what a downgrade does"),
      .flag("all", "changes that hurt nobody too"),
      .value(
        "ignore", "FATE,…", "leaves changes out, as in source; several are joined by commas"),
      .choice(
        "readers", KeyLock.Readers.self, "both: released programs also read what new ones store"),
    ],
    discussion: """
      Says what becomes of the data of those who update from OLD to NEW: what is lost or unreadable,
      what an older program would meet, what call sites and users see. OLD and NEW are folders of a
      target, schemas, or locks (of which all releases count); or revisions of a git repository.
      """,
    codes: [
      .success: "stored data is safe", .problems: "it is at risk, or a schema has errors",
      .failed: "something cannot be read",
    ],
    examples: [
      "keywright diff v1.0..HEAD -- Sources/App",
      "keywright diff old/keys.lock.json Sources/App",
      "keywright diff --format markdown --title 1.3 v1.2..v1.3 -- Sources/App",
    ])

  package static func run(_ arguments: Arguments) throws -> Outcome {
    let ignored = try ignored(arguments.values["ignore"])
    let format = try arguments.choice(
      "format", or: arguments.has(.json) ? .json : ChangeReport.Format.text)
    let includesFree = arguments.flags.contains("all") || format == .markdown
    var (changes, sources) = try changes(arguments, includesFree: includesFree)
    let count = changes.count
    changes.removeAll { ignored.contains($0.fate.rawValue) }
    if changes.isEmpty, count > 0, format == .text {
      return Outcome(output: "no change but \(count) that --ignore leaves out\n")
    }
    let report = ChangeReport(changes: changes, sources: sources)
    return Outcome(
      output: report.text(format, title: arguments.values["title"]),
      code: report.isAtRisk && format != .markdown ? .problems : .success)
  }

  /// The changes between the two versions that the arguments name, and the sources of the newer one.
  private static func changes(
    _ arguments: Arguments, includesFree: Bool
  ) throws -> (changes: [Change], sources: [SourceFile]) {
    var (old, new) = try revisions(arguments)
    let isReverse = arguments.flags.contains("reverse")
    if isReverse { swap(&old, &new) }
    var lock = old.asReleased
    lock.readers = try arguments.choice("readers", or: lock.readers)
    // Schemas without a lock of their own are meant to get the old one.
    let today = new.hasLock ? nil : old.lock.flatMap { new.keys(completedBy: $0) }
    var changes = LockComparison.changes(
      from: lock, to: today ?? new.inventory, includesFree: includesFree)
    // What is older is released: no word in it can mend anything.
    if isReverse { for index in changes.indices { changes[index].mends = [] } }
    return (
      MendTrial.proven(changes, of: new.sources, module: new.module, lock: lock), new.sources
    )
  }

  private static func ignored(_ text: String?) throws(Arguments.Refusal) -> Set<String> {
    let words = (text ?? "").split(separator: ",").map(String.init)
    let known = Fate.allCases.map(\.rawValue)
    for word in words where !known.contains(word) {
      let meant =
        SpellingSuggestion.nearest(to: word, among: known).map { "; did you mean \($0)?" } ?? ""
      throw Arguments.Refusal(reason: "--ignore knows no fate \(word)\(meant)")
    }
    return Set(words)
  }

  private static func revisions(_ arguments: Arguments) throws -> (Revision, Revision) {
    let operands = try arguments.some("an old and a new version")
    let first = operands[0]
    if !FileManager.default.fileExists(atPath: first), let dots = first.range(of: "..") {
      guard operands.count == 2 else {
        throw Arguments.Refusal(reason: "a folder is missing, as in \(first) -- Sources/App")
      }
      let old = String(first[..<dots.lowerBound])
      let new = String(first[dots.upperBound...])
      return (
        try Revision(commit: old.isEmpty ? "HEAD" : old, path: operands[1]),
        try new.isEmpty
          ? Revision(path: operands[1]) : Revision(commit: new, path: operands[1])
      )
    }
    guard operands.count == 2 else {
      let found = operands.count == 1 ? "one argument" : "\(operands.count) arguments"
      throw Arguments.Refusal(reason: "\(found) where two are wanted: OLD NEW")
    }
    return (try Revision(path: first), try Revision(path: operands[1]))
  }
}
