/// A verb of the command, in a file of its own.
protocol Verb: SendableMetatype {
  /// The words that select the verb, as in `schema from-kcfg`.
  static var words: [String] { get }
  /// A short description for the list of verbs.
  static var summary: String { get }
  /// The whole help: usage, what it does, options, exit codes, examples.
  static var help: String { get }
  static var options: Arguments.Options { get }
  static func run(_ arguments: Arguments) throws -> Outcome
}

/// The output and the exit code of a verb.
struct Outcome: Equatable {
  /// The text for standard output.
  var output = ""
  /// The text for standard error.
  var complaints = ""
  var code = ExitCode.success
}

/// An exit code, with the same meaning for all verbs.
enum ExitCode: Int32 {
  /// Nothing is wrong.
  case success = 0
  /// The input has problems, which the verb printed.
  case problems = 1
  /// A named file cannot be read, or does not exist.
  case unreadable = 2
  /// The operation failed.
  case failed = 3
  /// The arguments are wrong (`EX_USAGE` of sysexits).
  case usage = 64
}
