import KeywrightCodegen
import KeywrightSchema

/// The whole generator: a byte 0xFF, which no schema holds, separates files.
enum CheckTarget: FuzzTarget {
  static let name = "check"

  static func run(_ bytes: [UInt8]) {
    let files = bytes.split(separator: 0xFF, maxSplits: 3, omittingEmptySubsequences: false)
    let sources = files.enumerated().map { index, bytes in
      SourceFile(path: "\(index).keys.json", bytes: Array(bytes))
    }
    check(sources)
  }

  /// Checks one file, and generates what it declares.
  static func check(_ bytes: [UInt8]) { check([SourceFile(path: "0.keys.json", bytes: bytes)]) }

  private static func check(_ sources: [SourceFile]) {
    let output = Generator.output(of: sources, module: "M")
    let hasErrors = output.diagnostics.contains { $0.severity == .error }
    require((output.schemas == nil) == hasErrors, "generated in spite of an error, or not at all")
    let printer = DiagnosticPrinter()
    // Printing hundreds alike would take all the time there is.
    let few = Array(output.diagnostics.prefix(8))
    _ = printer.json(few) { path in sources.first { $0.path == path } }
    _ = few.map(printer.text)
  }
}
