import Foundation
import KeywrightEvolution
import KeywrightSchema

/// A tool of some verbs: it chooses the verb, prints what it says and ends with its exit code.
package struct CommandLineTool {
  /// All verbs, in the order of the help.
  private let verbs: [any Verb.Type]

  package init(_ verbs: [any Verb.Type]) { self.verbs = verbs }

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
  /// value.
  private func runProcess() -> Outcome {
    let (arguments, foreign) = SystemText.arguments()
    guard let first = foreign.min(by: { $0.key < $1.key }) else { return run(arguments) }
    return Outcome(
      complaints: "keywright: argument \(first.key + 1) is not UTF-8: \(printable(first.value))\n",
      code: .usage)
  }

  /// Prints an outcome, and returns the exit code: output that could not be written is a failure.
  private static func print(_ outcome: Outcome) -> ExitCode {
    do throws(OutputFailure) {
      try StandardOutput.write(outcome.output)
    } catch {
      StandardError.write(outcome.complaints + "keywright: \(error)\n")
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
    if commandLine == ["--version"] {
      return Outcome(output: "keywright \(KeywrightVersion.current)\n")
    }
    guard let verb = verbs.first(where: { commandLine.first == $0.word }) else {
      if commandLine.isEmpty || ["--help", "-h", "help"].contains(commandLine[0]) {
        return Outcome(output: help)
      }
      let words = printable(commandLine.prefix { !$0.hasPrefix("-") }.joined(separator: " "))
      let reason =
        words.isEmpty
        ? "a verb comes first, not `\(printable(commandLine[0]))`"
        : "no verb `\(words)`" + suggestion(for: commandLine)
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
      return Outcome(complaints: "keywright: \(refusal)\n", code: .problems)
    } catch let failure as InputFiles.Failure {
      return Outcome(complaints: "keywright: \(printable(failure.message))\n", code: .failed)
    } catch {
      return Outcome(complaints: "keywright: \(printable("\(error)"))\n", code: .failed)
    }
  }

  /// The verb that a misspelled one is nearest to.
  private func suggestion(for commandLine: [String]) -> String {
    let known = verbs.filter { !$0.description.isHidden }.map { $0.word }
    let meant = commandLine.first.flatMap { SpellingSuggestion.nearest(to: $0, among: known) }
    return meant.map { "; did you mean `\($0)`?" } ?? ""
  }

  /// The list of verbs.
  package var help: String {
    let verbs = verbs.filter { !$0.description.isHidden }
    let width = verbs.map { $0.word.count }.max() ?? 0
    let lines = verbs.map { verb in
      let space = String(repeating: " ", count: width - verb.word.count + 2)
      return "  " + verb.word + space + verb.description.summary
    }
    return """
      usage: keywright VERB …

      \(lines.joined(separator: "\n"))

      `keywright VERB --help` explains one, `keywright --version` prints the version.
      Exit codes: 0 done, 1 problems were found, 2 wrong arguments, 3 something cannot be read or
      written.

      """
  }
}
