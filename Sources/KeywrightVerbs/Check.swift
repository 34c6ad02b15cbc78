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
      .flag("locked", "a lock that is not up to date with the schemas is an error, for CI"),
      .value(
        "today", "DAY", "the day for `expires`, as in 2026-12-31, in place of the clock's (UTC)"),
    ],
    discussion: """
      Checks the schemas of one target together, with the words that a build of the target uses.
      Nothing is generated. Keys whose day under `expires` has come are reported too, which a build
      never does. A FOLDER is a target's, or a package's with all its targets: their schemas are
      compared with their locks, and two targets that give one storage string different types are an
      error. Without a file or a folder it checks the current folder.
      """,
    codes: [.success: "no error", .problems: "errors"],
    examples: [
      "keywright check", "keywright check Sources/Tour/*.keys.json", "keywright check --locked .",
      "keywright check --strict --json Player.keys.json",
    ])

  enum Format: String, CaseIterable {
    case text, json
  }

  package static func run(_ arguments: Arguments) throws -> Outcome {
    let format = try arguments.choice(
      "format", or: arguments.flags.contains("json") ? .json : Format.text)
    let today = try day(arguments.values["today"], option: "today")
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
    let checked = SchemaChecker.check(
      sources, module: arguments.values["module"] ?? "Module", today: today)
    let diagnostics =
      try unreadable + checked.diagnostics
      + PackageCheck(
        folders, module: arguments.values["module"], today: today,
        mustBeLocked: arguments.flags.contains("locked")
      ).diagnostics
    let printer = DiagnosticPrinter(strict: arguments.flags.contains("strict"))
    var outcome = Outcome()
    switch format {
    case .json:
      var known: [String: SourceFile?] = [:]
      outcome.output = printer.json(diagnostics) { path in
        if let source = known[path] { return source }
        let source = (try? InputFiles.bytes(of: path)).map { SourceFile(path: path, bytes: $0) }
        known[path] = .some(source)
        return source
      }
    case .text: outcome.complaints = diagnostics.map(printer.text).joined()
    }
    if diagnostics.contains(where: { printer.severity(of: $0) == .error }) {
      outcome.code = unreadable.isEmpty ? .problems : .failed
    }
    return outcome
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
