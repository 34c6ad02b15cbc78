import Foundation
import KeywrightSchema

/// `diff OLD NEW`: the effects that the change from one version of schemas to another has, and on whom.
enum Diff: Verb {
  static let description = VerbDescription(
    words: ["diff"], summary: "says what a change of schemas does to stored data",
    operands: [.init("OLD", .file), .init("NEW", .file)],
    otherUsages: [
      "[options] REVISION..[REVISION] -- FOLDER", "[options] STORE[@WHEN] STORE[@WHEN]",
    ],
    options: [
      .flag("json", "the same as --format json"),
      .choice("format", ChangeReport.Format.self, "github: annotations for a code review"),
      .flag("reverse", "from NEW to OLD: what a downgrade does"),
      .flag("all", "changes that hurt nobody too"),
      .value(
        "ignore", "CHANGE,…",
        """
        leaves changes of a kind out, as in name-changed, or of one
        consequence, as in source; several are joined by commas
        """),
      .choice(
        "readers", KeyLock.Readers.self, "both: released programs also read what new ones store"),
      .value(
        SchemaSearch.option.name, "PATH",
        """
        of two stores: a target's folder, a package or a schema; without
        it, those around the current folder
        """, completing: .file, repeated: true),
      KeyOutput.reveal,
    ],
    discussion: """
      Says what becomes of the data of those who update from OLD to NEW: what is lost or unreadable,
      what an older program would meet, what call sites and users see. OLD and NEW are folders of a
      target, schemas, or locks (of which all releases count); or revisions of a git repository; OLD
      may be a store: what would this program lose of this file?

      Of two stores, or two states of one, it says which values differ, by the schemas that it finds.
      \(EarlierStore.forms)
      """,
    codes: [
      .success: "stored data is safe, or two stores hold the same",
      .problems: "it is at risk, a schema has errors, or two stores differ",
      .failed: "something cannot be read",
    ],
    examples: [
      "keywright diff v1.0..HEAD -- Sources/App",
      "keywright diff old/keys.lock.json Sources/App",
      "keywright diff ~/.config/org.example.app/defaults.plist Sources/App",
      "keywright diff org.example.player@yesterday org.example.player",
    ])

  static func run(_ arguments: Arguments) throws -> Outcome {
    if let stores = try stores(arguments) { return try StoreDifference.outcome(stores, arguments) }
    let ignored = try ignored(arguments.values["ignore"])
    do {
      var (changes, sources) = try changes(
        arguments, includesFree: arguments.flags.contains("all"))
      changes.removeAll { change in
        ignored.contains(change.kind.rawValue)
          || !change.consequences.isEmpty
            && change.consequences.allSatisfy { ignored.contains($0.rawValue) }
      }
      let report = ChangeReport(changes: changes, sources: sources)
      let format = try arguments.choice(
        "format", or: arguments.flags.contains("json") ? .json : ChangeReport.Format.text)
      return Outcome(output: report.text(format), code: report.isAtRisk ? .problems : .success)
    } catch let fault as LockFault {
      let text = fault.diagnostics.map(DiagnosticPrinter().text).joined()
      return Outcome(complaints: text, code: .problems)
    }
  }

  /// The stores, if the arguments name two.
  private static func stores(
    _ arguments: Arguments
  ) throws -> (EarlierStore, EarlierStore)? {
    let operands = arguments.operands
    guard operands.count == 2,
      operands.contains(where: EarlierStore.isNamed) || operands.allSatisfy(StoreFile.isStore)
    else { return nil }
    return (
      try EarlierStore(operands[0], arguments), try EarlierStore(operands[1], arguments)
    )
  }

  /// The changes between the two versions that the arguments name, and the sources of the newer one.
  static func changes(
    _ arguments: Arguments, includesFree: Bool
  ) throws -> (changes: [Change], sources: [SourceFile]) {
    let operands = try operands(arguments)
    if operands.count == 2, StoreFile.isStore(operands[0].path), operands[0].commit == nil {
      let new = try operands[1].revision()
      return (try StoreFile(operands[0].path).losses(in: new.inventory), new.sources)
    }
    var (old, new) = (try operands[0].revision(), try operands[1].revision())
    if arguments.flags.contains("reverse") { swap(&old, &new) }
    var lock = old.asReleased
    lock.readers = try arguments.choice("readers", or: lock.readers)
    let changes = LockComparison.changes(
      from: lock, to: new.inventory, includesFree: includesFree)
    return (
      MendTrial.proven(changes, of: new.sources, module: new.module, lock: lock), new.sources
    )
  }

  private static func ignored(_ text: String?) throws(Arguments.Refusal) -> Set<String> {
    let words = (text ?? "").split(separator: ",").map(String.init)
    let known =
      ChangeKind.allCases.map(\.rawValue) + Consequence.allCases.map(\.rawValue) + ["summary"]
    for word in words where !known.contains(word) {
      let meant =
        SpellingSuggestion.nearest(to: word, among: known).map { "; did you mean \($0)?" } ?? ""
      throw Arguments.Refusal(reason: "--ignore knows no change \(word)\(meant)")
    }
    return Set(words)
  }

  /// One side of a comparison, as it was named.
  struct Operand {
    var commit: String?
    var path: String

    func revision() throws -> Revision {
      if let commit { return try Revision(commit: commit, path: path) }
      return try Revision(path: path)
    }
  }

  private static func operands(_ arguments: Arguments) throws(Arguments.Refusal) -> [Operand] {
    let operands = try arguments.some("an old and a new version")
    let first = operands[0]
    if !FileManager.default.fileExists(atPath: first), !StoreFile.isStore(first),
      let dots = first.range(of: "..")
    {
      guard operands.count == 2 else {
        throw Arguments.Refusal(reason: "a folder is missing, as in \(first) -- Sources/App")
      }
      let old = String(first[..<dots.lowerBound])
      let new = String(first[dots.upperBound...])
      return [
        Operand(commit: old.isEmpty ? "HEAD" : old, path: operands[1]),
        Operand(commit: new.isEmpty ? nil : new, path: operands[1]),
      ]
    }
    guard operands.count == 2 else {
      let found = operands.count == 1 ? "one argument" : "\(operands.count) arguments"
      throw Arguments.Refusal(reason: "\(found) where two are wanted: OLD NEW")
    }
    return operands.map { Operand(path: $0) }
  }
}
