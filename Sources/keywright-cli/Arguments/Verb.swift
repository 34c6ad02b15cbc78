/// One thing that the command does; each has a file of its own.
protocol Verb: SendableMetatype {
  /// The words that call it, as in `schema from-kcfg`.
  static var words: [String] { get }
  /// What it does, in a few words, for the list of verbs.
  static var summary: String { get }
  /// The whole help: usage, what it does, options, exit codes, examples.
  static var help: String { get }
  static var options: Arguments.Options { get }
  static func run(_ arguments: Arguments) throws -> Outcome
}

/// What a verb prints, and how it ends.
struct Outcome: Equatable {
  /// For standard output.
  var output = ""
  /// For standard error.
  var complaints = ""
  var code = ExitCode.success
}

/// How the command ends; the same for all verbs.
enum ExitCode: Int32 {
  /// Nothing is wrong.
  case success = 0
  /// What was looked at has problems, which were printed.
  case problems = 1
  /// What was named cannot be read, or does not exist.
  case unreadable = 2
  /// What was asked for could not be done.
  case failed = 3
  /// The command was called in a way that it does not know (`EX_USAGE` of sysexits).
  case usage = 64
}
