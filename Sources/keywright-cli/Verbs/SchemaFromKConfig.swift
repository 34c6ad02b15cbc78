import KeywrightSchema

/// `schema from-kcfg FILE`: makes a schema from a KConfigXT file.
enum SchemaFromKConfig: Verb {
  static let words = ["schema", "from-kcfg"]
  static let summary = "makes a schema from a KDE configuration (.kcfg)"
  static let options = Arguments.Options(values: ["namespace"])
  static let help = """
    usage: keywright schema from-kcfg [--namespace NAME] FILE

    Prints a schema with everything that the .kcfg file declares and that has a counterpart:
    groups, types, choices, defaults, bounds, labels, entries with parameters. What has none,
    such as a default that is C++ code, is noted on standard error, and kept in words that begin
    with `x-kcfg` where it can be.

      --namespace NAME   what the groups are put into; the file's name without its ending if it
                         is not given

    Exit codes: 0 done, 1 the file is no .kcfg, 2 it cannot be read.

    example: keywright schema from-kcfg player.kcfg > Player.keys.json

    """

  static func run(_ arguments: Arguments) throws -> Outcome {
    let path = try arguments.only("a .kcfg file")
    let namespace = arguments.values["namespace"]
    if let namespace, !SwiftName.isLowerCamelCase(namespace) {
      throw Arguments.Refusal(reason: "--namespace is a name in lowerCamelCase, not \(namespace)")
    }
    let bytes = try InputFiles.bytes(of: path)
    let fileName = path.split(separator: "/").last.map(String.init) ?? path
    let base = fileName.split(separator: ".").first.map(String.init) ?? fileName
    return Outcome(importing: { () throws(ImportFailure) in
      try KConfigImporter.convert(bytes, path: path, namespace: namespace ?? base)
    })
  }
}
