import KeywrightCodegen
import KeywrightSchema

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The tool that the plugins run: see `Arguments.usage`.
@main
struct Generate {
  static func main() async {
    let end = await run(Array(CommandLine.arguments.dropFirst()))
    withExtendedLifetime(end.remains) { exit(end.code) }
  }

  /// How the tool ends.
  private struct End {
    /// 0, 1 for a schema with errors, 2 for a refused call.
    var code: Int32
    /// What would take time to free before the process ends.
    var remains: [any Sendable] = []
  }

  private static func run(_ commandLine: [String]) async -> End {
    do {
      let arguments = try Arguments(commandLine)
      if arguments.printsHelp {
        Files.say(Arguments.usage)
        return End(code: 0)
      }
      return await run(arguments)
    } catch let refusal as Arguments.Refusal {
      Files.complain("error: \(printable(refusal.reason))\n\n\(Arguments.usage)")
      return End(code: 2)
    } catch let failure as Files.Failure {
      // The arguments are in a file, and this is it.
      Files.complain(
        DiagnosticPrinter().text(Diagnostic(.unreadableFile(failure.reason), ofFile: failure.path)))
      return End(code: 1)
    } catch {
      Files.complain("error: \(error)\n")
      return End(code: 1)
    }
  }

  private static func run(_ arguments: Arguments) async -> End {
    var timing = Timing(isOn: arguments.printsTiming)
    // The order of files decides which of two places is "first": it must not depend on the caller.
    let schemas = arguments.schemas.map { (name: arguments.name(of: $0.input), paths: $0) }
      .sorted { ($0.name, $0.paths.input) < ($1.name, $1.paths.input) }
    let readings = await concurrentMap(schemas) { read($0.paths.input, named: $0.name) }
    timing.mark("read")
    let pipeline = GeneratorPipeline.standard
    let result = await pipeline.check(
      readings.compactMap(\.source), arguments.module)
    var diagnostics = readings.compactMap(\.problem) + result.diagnostics
    var remains: [any Sendable] = [result]
    if let model = result.model {
      diagnostics += protection(of: model, readings.compactMap(\.source), arguments)
    }
    timing.mark("check")
    let printer = DiagnosticPrinter(strict: arguments.isStrict)
    var hasErrors: Bool { diagnostics.contains { printer.severity(of: $0) == .error } }
    if !hasErrors, let model = result.model {
      let outputs = schemas.map(\.paths.output) + [arguments.registry]
      let (writings, rest) = await pipeline.generate(model) { write($1, to: outputs[$0]) }
      remains.append(rest)
      diagnostics += writings.compactMap(\.self)
      timing.mark("generate")
    }
    report(diagnostics, with: printer, asJSON: arguments.printsJSON)
    return End(code: hasErrors ? 1 : 0, remains: remains)
  }

  /// What the target's lock says of its schemas, or that it has none.
  private static func protection(
    of model: TargetModel, _ sources: [SourceFile], _ arguments: Arguments
  ) -> [Diagnostic] {
    guard let path = arguments.lock else {
      guard let first = sources.first, !model.isEmpty else { return [] }
      return [LockCheck.missing(besides: first.path, module: arguments.module)]
    }
    let reading = read(path, named: KeyLock.fileName)
    return reading.problem.map { [$0] }
      ?? LockCheck.diagnostics(of: reading.source, for: model, in: sources)
  }

  /// What came of reading a schema: the file, or what is said of it.
  private typealias Reading = (source: SourceFile?, problem: Diagnostic?)

  private static func read(_ path: String, named name: String) -> Reading {
    // Paths go into comments, diagnostics and lists, one of which some tool may read by lines.
    if path.unicodeScalars.contains(where: ScalarClass.isControlOrSeparator) {
      return (nil, Diagnostic(.controlInPath, ofFile: path))
    }
    do throws(Files.Failure) {
      let bytes = try Files.read(path, limit: SourceFile.maximumSize)
      return (SourceFile(path: path, name: name, bytes: bytes), nil)
    } catch {
      let problem: Problem = error.isTooLong ? .fileTooLarge : .unreadableFile(error.reason)
      return (nil, Diagnostic(problem, ofFile: path))
    }
  }

  /// Writes generated code; returns what is said of a file that cannot be written.
  private static func write(_ text: [UInt8], to path: String) -> Diagnostic? {
    do throws(Files.Failure) {
      try Files.writeIfChanged(text, to: path)
      return nil
    } catch {
      return Diagnostic(.unwritableFile(error.reason), ofFile: path)
    }
  }

  private static func report(
    _ diagnostics: [Diagnostic], with printer: DiagnosticPrinter, asJSON: Bool
  ) {
    if asJSON {
      Files.say(printer.json(diagnostics))
    } else if !diagnostics.isEmpty {
      Files.complain(diagnostics.map(printer.text).joined())
    }
  }
}

/// What the tool is asked to do.
struct Arguments {
  /// The name of the module that the target builds.
  var module = ""
  /// The folder below which schemas are named in generated comments.
  var base = ""
  /// Where the registry is written.
  var registry = ""
  /// The schemas, each with the place of its output.
  var schemas: [(input: String, output: String)] = []
  /// The target's lock, if it has one.
  var lock: String?
  /// Whether diagnostics are printed as JSON.
  var printsJSON = false
  /// Whether warnings are errors.
  var isStrict = false
  /// Whether the time of each stage is printed.
  var printsTiming = false
  /// Whether the tool only says how it is used.
  var printsHelp = false

  /// Why arguments were refused.
  struct Refusal: Error {
    var reason: String
  }

  static let usage = """
    usage: keywright-generate --module NAME --base FOLDER --registry FILE
               (--schema FILE --output FILE)... [--lock FILE] [--format text|json]
               [--strict] [--timing] [@FILE]

    Checks the schemas of one target and writes a Swift file for each and one registry.
    A file is written only if its content changed; if a schema has an error, none is.
    With the target's lock, schemas that would lose or misread what released programs have
    stored have an error too.
    @FILE stands for the arguments in FILE, each of which ends in a NUL byte.

    example: keywright-generate --module Tour --base Sources/Tour \\
               --registry out/TourKeys.keys.swift \\
               --schema Sources/Tour/Player.keys.json --output out/Player.keys.swift

    """

  /// Reads the arguments that follow the program's name.
  init(_ arguments: [String]) throws {
    var inputs: [String] = []
    var outputs: [String] = []
    try read(arguments, &inputs, &outputs, takesLists: true)
    if printsHelp { return }
    if module.isEmpty || registry.isEmpty {
      throw Refusal(reason: "--module and --registry are needed")
    }
    if !SwiftName.isIdentifier(module) {
      throw Refusal(reason: "--module is the name of a Swift module, not \(module)")
    }
    if inputs.count != outputs.count {
      throw Refusal(reason: "each --schema needs one --output")
    }
    schemas = zip(inputs, outputs).map { ($0, $1) }
  }

  /// Reads options and their values. What follows an option that has a value is that value, and
  /// never an option or a list, however it begins.
  private mutating func read(
    _ arguments: [String], _ inputs: inout [String], _ outputs: inout [String], takesLists: Bool
  ) throws {
    var rest = arguments[...]
    func value(of option: String) throws -> String {
      guard let value = rest.popFirst() else { throw Refusal(reason: "\(option) needs a value") }
      return value
    }
    while let option = rest.popFirst() {
      switch option {
      case "--module": module = try value(of: option)
      case "--base": base = try value(of: option)
      case "--registry": registry = try value(of: option)
      case "--lock": lock = try value(of: option)
      case "--schema": inputs.append(try value(of: option))
      case "--output": outputs.append(try value(of: option))
      case "--strict": isStrict = true
      case "--timing": printsTiming = true
      case "--help", "-h": printsHelp = true
      case "--format":
        let format = try value(of: option)
        guard format == "text" || format == "json" else {
          throw Refusal(reason: "--format is text or json, not \(format)")
        }
        printsJSON = format == "json"
      case _ where takesLists && option.hasPrefix("@"):
        let listed = try Self.list(in: String(option.dropFirst()))
        try read(listed, &inputs, &outputs, takesLists: false)
      default: throw Refusal(reason: "unknown argument \(option)")
      }
    }
  }

  /// The arguments in a file, for lists that are longer than the system lets a command line be.
  ///
  /// NUL is the one byte that no argument and no path can hold: a line end may be part of a path.
  private static func list(in path: String) throws -> [String] {
    let bytes = try Files.read(path, limit: longestList)
    var arguments = bytes.split(separator: 0, omittingEmptySubsequences: false)
    if arguments.last?.isEmpty == true { arguments.removeLast() }
    return arguments.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The longest list of arguments, in bytes: that of some 100,000 schemas.
  private static let longestList = 64 * 1024 * 1024

  /// A schema's path below the base folder: no folder of the machine gets into the output.
  func name(of path: String) -> String {
    let folder = base.hasSuffix("/") || base.isEmpty ? base : base + "/"
    if !folder.isEmpty, path.hasPrefix(folder) { return String(path.dropFirst(folder.count)) }
    return path.split(separator: "/").last.map(String.init) ?? path
  }
}

/// Prints how long each stage took.
private struct Timing {
  let isOn: Bool
  private var last = ContinuousClock.now

  init(isOn: Bool) {
    self.isOn = isOn
  }

  mutating func mark(_ stage: String) {
    let now = ContinuousClock.now
    if isOn { Files.complain("\(stage): \(now - last)\n") }
    last = now
  }
}
