import KeywrightEvolution
import KeywrightImport
import KeywrightSchema
import KeywrightVerbs

/// `schema from-kcfg FILE`: makes a schema from a KConfigXT file.
enum SchemaFromKConfig: Verb {
  static let description = VerbDescription(
    words: ["schema", "from-kcfg"],
    summary: "makes a schema from a KDE configuration (.kcfg)",
    operands: [.init("FILE", .file)],
    options: [
      .value(
        "namespace", "NAME",
        """
        what the groups are put into; the file's name without its ending if it
        is not given
        """),
      .importJSON,
    ],
    discussion: """
      Prints a schema with everything that the .kcfg file declares and that has a counterpart:
      groups, types, choices, defaults, bounds, labels, entries with parameters. What has none,
      such as a default that is C++ code, is noted on standard error, and kept in words that begin
      with `x-kcfg` where it can be.
      """,
    codes: [.problems: "the file is no .kcfg", .failed: "it cannot be read"],
    examples: ["keywright schema from-kcfg player.kcfg > Player.keys.json"])

  static func run(_ arguments: Arguments) throws -> Outcome {
    let path = try arguments.only("a .kcfg file")
    let namespace = arguments.values["namespace"]
    if let namespace, !SwiftName.isLowerCamelCase(namespace) {
      throw Arguments.Refusal(reason: "--namespace is a name in lowerCamelCase, not \(namespace)")
    }
    let bytes = try InputFiles.bytes(of: path)
    let fileName = path.split(separator: "/").last.map(String.init) ?? path
    let base = fileName.split(separator: ".").first.map(String.init) ?? fileName
    return Outcome(importing: arguments) { () throws(ImportFailure) in
      try KConfigImporter.convert(bytes, path: path, namespace: namespace ?? base)
    }
  }
}
