import KeywrightSchema

/// A verb of the command, in a file of its own.
package protocol Verb: SendableMetatype {
  /// The description from which help, refusals of arguments and completions are made.
  static var description: VerbDescription { get }
  static func run(_ arguments: Arguments) throws -> Outcome
}

extension Verb {
  /// The word that selects the verb.
  package static var word: String { description.word }
  /// The whole help: usage, what it does, options, exit codes, examples.
  package static var help: String { description.help }
}

/// The output and the exit code of a verb.
package struct Outcome: Equatable {
  /// The text for standard output.
  package var output = ""
  /// The text for standard error.
  package var complaints = ""
  package var code = ExitCode.success

  package init(output: String = "", complaints: String = "", code: ExitCode = .success) {
    self.output = output
    self.complaints = complaints
    self.code = code
  }

  /// What two parts of a verb say: the code is the later one's, unless that is a success.
  package static func + (first: Outcome, second: Outcome) -> Outcome {
    Outcome(
      output: first.output + second.output, complaints: first.complaints + second.complaints,
      code: second.code == .success ? first.code : second.code)
  }
}

/// An exit code, with the same meaning for all verbs.
package enum ExitCode: Int32 {
  /// Nothing is wrong.
  case success = 0
  /// The input has problems, which the verb printed; or what it was asked for was refused.
  case problems = 1
  /// The arguments are wrong.
  case usage = 2
  /// Something cannot be read or written.
  case failed = 3
}

/// A request that cannot be fulfilled, in words that are safe to print; the exit code is 1.
package protocol VerbRefusal: Error, CustomStringConvertible {}

/// A refusal of which nothing but the reason is asked.
package struct PlainRefusal: VerbRefusal, Equatable {
  package let reason: String
  package var description: String { printable(reason) }

  package init(reason: String) { self.reason = reason }
}
