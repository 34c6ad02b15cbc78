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
  static func main() {
    exit(run(Array(CommandLine.arguments.dropFirst())))
  }

  /// Runs the tool.
  ///
  /// - Returns: the exit code: 0, 1 for a schema with errors, 2 for a refused call.
  private static func run(_ commandLine: [String]) -> Int32 {
    do {
      let arguments = try Arguments(commandLine)
      if arguments.printsHelp {
        Files.say(Arguments.usage)
        return 0
      }
      return run(arguments)
    } catch let refusal as Arguments.Refusal {
      Files.complain("error: \(printable(refusal.reason))\n\n\(Arguments.usage)")
      return 2
    } catch let failure as Files.Failure {
      // The only file that is read so far is a list of arguments.
      Files.complain(
        DiagnosticPrinter().text(Diagnostic(.unreadableFile(failure.reason), ofFile: failure.path)))
      return 1
    } catch {
      Files.complain("error: \(error)\n")
      return 1
    }
  }

  private static func run(_ arguments: Arguments) -> Int32 {
    // The order of files decides which of two places is "first": it must not depend on the caller.
    let schemas = arguments.schemas.map { (name: arguments.name(of: $0.input), paths: $0) }
      .sorted { ($0.name, $0.paths.input) < ($1.name, $1.paths.input) }
    let readings = schemas.map {
      read($0.paths.input, named: $0.name, arguments.packagePath(of: $0.paths.input))
    }
    // A lock that cannot be read has its own diagnostic, so the generator says nothing more of it.
    let lock = arguments.lock.map { read($0, named: KeyLock.fileName, KeyLock.fileName) }
    let others = OtherSchemas(arguments)
    let output = Generator.output(
      of: readings.compactMap(\.source), module: arguments.module,
      lock: lock.map { $0.source.map(LockRecord.init) ?? .notAsked }
        ?? (arguments.isOfDependency ? .notAsked : .missing),
      fixtures: arguments.fixtures, others: others.targets)
    var diagnostics =
      (readings + [lock].compactMap(\.self)).compactMap(\.diagnostic) + output.diagnostics
    let printer = DiagnosticPrinter(strict: arguments.isStrict)
    var hasErrors: Bool { diagnostics.contains { printer.severity(of: $0) == .error } }
    if !hasErrors, !arguments.others.isEmpty {
      diagnostics += others.diagnostics(for: readings.compactMap(\.source))
    }
    if !hasErrors, let texts = output.schemas, let registry = output.registry {
      let paths = schemas.map(\.paths.output) + [arguments.registry]
      let files = Array(zip(texts + [registry], paths))
      diagnostics += files.compactMap { write($0, to: $1) }
    }
    report(
      diagnostics, of: readings.compactMap(\.source), with: printer, asJSON: arguments.printsJSON)
    return hasErrors ? 1 : 0
  }

  /// A schema's text, or the reason why there is none.
  private typealias Reading = (source: SourceFile?, diagnostic: Diagnostic?)

  private static func read(
    _ path: String, named name: String, _ packagePath: String
  ) -> Reading {
    // Paths go into comments, diagnostics and lists, which tools read line by line.
    if path.unicodeScalars.contains(where: ScalarClass.isControlOrSeparator) {
      let message = DiagnosticMessage(
        .file, "the path holds a control character or line separator: rename the file or its folder"
      )
      return (nil, Diagnostic(message, ofFile: path))
    }
    do throws(Files.Failure) {
      let bytes = try Files.bytes(of: path, limit: SourceFile.maximumSize)
      return (SourceFile(path: path, name: name, packagePath: packagePath, bytes: bytes), nil)
    } catch {
      let message: DiagnosticMessage =
        error.isTooLong ? .fileTooLarge : .unreadableFile(error.reason)
      return (nil, Diagnostic(message, ofFile: path))
    }
  }

  /// Writes generated code; returns a diagnostic if the file cannot be written.
  private static func write(_ text: [UInt8], to path: String) -> Diagnostic? {
    do throws(Files.Failure) {
      try Files.writeIfChanged(text, to: path)
      return nil
    } catch {
      return Diagnostic(
        DiagnosticMessage(.file, "the file cannot be written: \(words: error.reason)"), ofFile: path
      )
    }
  }

  private static func report(
    _ diagnostics: [Diagnostic], of sources: [SourceFile], with printer: DiagnosticPrinter,
    asJSON: Bool
  ) {
    if asJSON {
      Files.say(
        printer.json(diagnostics) { path in sources.first { $0.path == path } })
    } else if !diagnostics.isEmpty {
      Files.complain(diagnostics.map(printer.text).joined())
    }
  }
}
