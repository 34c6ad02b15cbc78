import Foundation
import KeywrightEvolution
import KeywrightSchema

/// `check [FILES…]`: reports problems of schemas, as the generator does.
package enum Check: Verb {
  package static let description = VerbDescription(
    word: "check", summary: "reports problems of schemas, as a build does",
    operands: [.init("[FILE…|FOLDER…]", .file)],
    options: [
      .value("module", "NAME", "the target's module, whose name no namespace may have"),
      .choice("format", Format.self, "json: one JSON array instead of lines"),
      .flag("json", "the same as --format json"),
      .flag("strict", "warnings count as errors"),
      .flag("fix", "writes the words that mend a schema, as an editor offers them, first"),
      .flag("locked", "a lock that is not up to date with the schemas is an error, for CI"),
      .value(
        "release", "NAME",
        """
        the lock's last release must be NAME, for the build that is shipped:
        generated code reads what earlier ones stored by the lock
        """),
      .value(
        "today", "DAY", "the day for `expires`, as in 2026-12-31, in place of the clock's (UTC)"),
    ],
    discussion: """
      Checks the schemas of one target together, with the words that a build of the target uses.
      Nothing is generated. Keys whose day under `expires` has come are reported too, which a build
      never does. A FOLDER is a target's, or a package's with all its targets: their schemas are
      compared with their locks, and two targets that give one storage string different types are an
      error. Without a file or a folder it checks the current folder.

      --fix writes what a problem of a schema by itself names in its words: another spelling, the
      words of today for those of other languages and of earlier versions. What is stored keeps its
      names. What is yours to decide stays with you: a default, a name that Swift has, a lock.
      """,
    codes: [.success: "no error", .problems: "errors"],
    examples: [
      "keywright check", "keywright check Sources/Tour/*.keys.json", "keywright check --locked .",
      "keywright check --release 2.0 .",
      "keywright check --strict --json Player.keys.json", "keywright check --fix .",
    ])

  enum Format: String, CaseIterable {
    case text, json
  }

  package static func run(_ arguments: Arguments) throws -> Outcome {
    let format = try arguments.choice(
      "format", or: arguments.has(.json) ? .json : Format.text)
    let today = try day(arguments.values["today"], option: "today")
    let mended = arguments.flags.contains("fix") ? try fix(arguments, today) : 0
    let (diagnostics, isRead) = try problems(arguments, today)
    let printer = DiagnosticPrinter(strict: arguments.flags.contains("strict"))
    var outcome = Outcome()
    switch format {
    case .json: outcome.output = printer.json(diagnostics, source: reader())
    case .text:
      outcome.complaints = diagnostics.map(printer.text).joined()
      if mended > 0 { outcome.output = "mended \(counted(mended, "problem"))\n" }
    }
    if diagnostics.contains(where: { printer.severity(of: $0) == .error }) {
      outcome.code = isRead ? .problems : .failed
    }
    return outcome
  }

  /// A function that reads each file once.
  private static func reader() -> (String) -> SourceFile? {
    var known: [String: SourceFile?] = [:]
    return { path in
      if let source = known[path] { return source }
      let source = (try? InputFiles.bytes(of: path)).map { SourceFile(path: path, bytes: $0) }
      known[path] = .some(source)
      return source
    }
  }

  /// The number of fixes after which others wait for the text that they made: a fix can show the next problem.
  private static let mostRounds = 30

  /// Writes the fixes of what is wrong with schemas by themselves, and returns their number.
  private static func fix(_ arguments: Arguments, _ today: String) throws -> Int {
    var count = 0
    for _ in 0..<mostRounds {
      let source = reader()
      var edits: [String: [TextEdit]] = [:]
      var trees: [String: JSONNode?] = [:]
      var objects: [String: Set<Int>] = [:]
      for diagnostic in try problems(arguments, today).diagnostics where diagnostic.isOfWord {
        guard let fix = diagnostic.fixes.first, let file = source(fix.path),
          let new = fix.edits(in: file)
        else { continue }
        if trees[fix.path] == nil { trees[fix.path] = .some(file.tree) }
        let tree = trees[fix.path]?.flatMap(\.self)
        let places = Set(new.map { tree?.objectEdits(at: $0.range.lowerBound)?.span.start ?? -1 })
        let known = edits[fix.path] ?? []
        // Of two in one object, the second waits for the next round: it may say the same.
        if !places.isDisjoint(with: objects[fix.path] ?? [])
          || new.contains(where: { edit in known.contains(where: edit.meets) })
        {
          continue
        }
        objects[fix.path, default: []].formUnion(places)
        edits[fix.path] = known + new
        count += 1
      }
      if edits.isEmpty { break }
      for (path, edits) in edits.sorted(by: { $0.key < $1.key }) {
        let bytes = TextEdit.apply(edits, to: source(path)?.bytes ?? [])
        guard let text = String(validating: bytes, as: UTF8.self) else { continue }
        try OutputFile.write(text, to: path)
      }
    }
    return count
  }

  /// What is wrong with the schemas, and whether all files could be read.
  private static func problems(
    _ arguments: Arguments, _ today: String
  ) throws -> (diagnostics: [Diagnostic], isRead: Bool) {
    var sources: [SourceFile] = []
    var unreadable: [Diagnostic] = []
    let operands = arguments.operands.isEmpty ? ["."] : arguments.operands.sorted()
    let folders = operands.filter(SchemaFolder.isFolder)
    let files = operands.filter { !SchemaFolder.isFolder($0) }
    for path in files {
      do throws(InputFiles.Failure) {
        sources.append(SourceFile(path: path, bytes: try InputFiles.bytes(of: path)))
      } catch {
        unreadable.append(Diagnostic(.unreadableFile(error.reason), ofFile: error.path))
      }
    }
    if arguments.values["release"] != nil, !sources.isEmpty {
      throw Arguments.Refusal(reason: "--release is about a lock: name the target's folder")
    }
    let checked = SchemaChecker.check(
      sources, module: arguments.values["module"] ?? "Module", today: today)
    let diagnostics =
      try unreadable + checked.diagnostics
      + PackageCheck(
        folders, module: arguments.values["module"], today: today,
        mustBeLocked: arguments.flags.contains("locked"), release: arguments.values["release"]
      ).diagnostics
    return (diagnostics, unreadable.isEmpty)
  }

  /// The given day, or else the clock's. Days are compared as text, so one in another format would be
  /// before or after all others.
  package static func day(_ text: String?, option: String) throws(Arguments.Refusal) -> String {
    guard let text else {
      return DateText.text(Date().timeIntervalSinceReferenceDate).map { String($0.prefix(10)) }
        ?? ""
    }
    guard text.utf8.count == 10, DateText.seconds(text) != nil else {
      throw Arguments.Refusal(reason: "--\(option) is a day, as in 2026-12-31, not \(text)")
    }
    return text
  }
}

extension Diagnostic {
  /// Whether it is about a word and no decision: a default that is missing, a name that Swift has and what a lock
  /// asks have fixes too, which an author chooses.
  fileprivate var isOfWord: Bool {
    [Rule.unknownKeyword, .unknownType, .typeSyntax, .choice].map(\.rawValue).contains(message.name)
  }
}

extension TextEdit {
  /// Whether two edits change one place, or places side by side.
  fileprivate func meets(_ other: TextEdit) -> Bool {
    range.lowerBound <= other.range.upperBound && other.range.lowerBound <= range.upperBound
  }
}
