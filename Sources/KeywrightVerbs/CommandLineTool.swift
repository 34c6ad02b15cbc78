import Foundation
import KeywrightEvolution
import KeywrightSchema

/// A tool of some verbs: it chooses the verb, prints what it says and ends with its exit code.
package struct CommandLineTool {
  /// All verbs, in the order of the help.
  private let verbs: [any Verb.Type]
  /// What to type in place of words that other tools have.
  private let otherWords: [String: String]

  package init(_ verbs: [any Verb.Type], otherWords: [String: String] = [:]) {
    (self.verbs, self.otherWords) = (verbs, otherWords)
  }

  /// Runs the tool with the arguments of the process, to its end.
  ///
  /// - Parameter prepareToPrint: Runs before the first byte of output.
  package func main(prepareToPrint: () -> Void = {}) -> Never {
    // A file that is opened later must not get the number of a stream that is closed: what is printed
    // would be in it.
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDONLY | O_CLOEXEC)
    }
    let outcome = runProcess()
    prepareToPrint()
    exit(Self.print(outcome).rawValue)
  }

  /// Runs the tool with the arguments of this process. One that is not UTF-8 would name another file, or be another
  /// value, and in such a folder each name would be another file's.
  private func runProcess() -> Outcome {
    let (arguments, foreign) = SystemText.arguments()
    if let first = foreign.min(by: { $0.key < $1.key }) {
      return Outcome(
        complaints: complaint("argument \(first.key + 1) is not UTF-8: \(first.value)"),
        code: .usage)
    }
    if let folder = SystemText.foreignWorkingFolder() {
      return Outcome(
        complaints: complaint(
          "the working folder is not UTF-8: \(folder); start from another one, and name files by whole paths"
        ), code: .usage)
    }
    return run(arguments)
  }

  /// Prints an outcome, and returns the exit code: output that could not be written is a failure.
  private static func print(_ outcome: Outcome) -> ExitCode {
    do throws(OutputFailure) {
      try StandardOutput.write(outcome.output)
    } catch {
      StandardError.write(outcome.complaints + complaint("\(words: error.description)"))
      return .failed
    }
    StandardError.write(outcome.complaints)
    return outcome.code
  }

  /// Runs the command with the arguments after its name.
  package func run(_ commandLine: [String]) -> Outcome {
    if commandLine.first == "help", commandLine.count > 1 {
      return run(commandLine.dropFirst() + ["--help"])
    }
    let asksForHelp = commandLine.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    if ["--version", "-v", "-V"].contains(commandLine.first), commandLine.count == 1 {
      return Outcome(output: "keywright \(KeywrightVersion.current)\n")
    }
    guard let verb = verbs.first(where: { commandLine.first == $0.word }) else {
      if commandLine.isEmpty || ["--help", "-h", "help"].contains(commandLine[0]) {
        return Outcome(output: help)
      }
      let reason =
        commandLine[0].hasPrefix("-")
        ? "a verb comes first, not `\(printable(commandLine[0]))`"
        : "no verb `\(printable(commandLine[0]))`" + suggestion(for: commandLine[0])
      // The list of verbs is longer than a small terminal: the reason would be out of sight.
      return Outcome(
        complaints: "keywright: \(reason)\n\n`keywright --help` lists the verbs.\n", code: .usage)
    }
    if asksForHelp { return Outcome(output: verb.help) }
    do {
      let arguments = try Arguments(
        Array(commandLine.dropFirst()), options: verb.description.options)
      if verb.description.takesPaths, arguments.operands.contains("") {
        throw Arguments.Refusal(reason: "a path is empty, as that of a variable that is not set")
      }
      return try verb.run(arguments)
    } catch let refusal as Arguments.Refusal {
      return Outcome(complaints: refusal.text(for: verb.description), code: .usage)
    } catch let fault as SchemaFault {
      let text = fault.diagnostics.map(DiagnosticPrinter().text).joined()
      return Outcome(complaints: text, code: .problems)
    } catch let refusal as any VerbRefusal {
      return Outcome(complaints: complaint("\(words: refusal.description)"), code: .problems)
    } catch let failure as InputFiles.Failure {
      return Outcome(complaints: complaint("\(failure.message)"), code: .failed)
    } catch {
      return Outcome(complaints: complaint("\(String(describing: error))"), code: .failed)
    }
  }

  /// What to type in place of a word that is no verb.
  private func suggestion(for word: String) -> String {
    if let other = otherWords[word] { return "; \(other)" }
    let known = verbs.filter { !$0.description.isHidden }.map { $0.word }
    let meant = SpellingSuggestion.nearest(to: word, among: known)
    return meant.map { "; did you mean `\($0)`?" } ?? ""
  }

  /// The list of verbs, with what they have in common.
  package var help: String {
    let verbs = verbs.filter { !$0.description.isHidden }
    let width = verbs.map { $0.word.count }.max() ?? 0
    let lines = verbs.map { verb in
      let space = String(repeating: " ", count: width - verb.word.count + 2)
      return "  " + verb.word + space + verb.description.summary
    }
    var names: Set<String> = []
    let options = verbs.flatMap { $0.description.options }
      .filter { $0.isCommon && names.insert($0.name).inserted }
    return """
      usage: keywright VERB …

      \(lines.joined(separator: "\n"))

      Options of several verbs:

      \(VerbDescription.list(options))

      `keywright VERB --help` explains one, `keywright --version` prints the version.
      Exit codes: 0 done; 1 problems were found, or the verb refused what it was asked for and changed
      nothing; 2 wrong arguments; 3 something cannot be read or written.

      """
  }
}
