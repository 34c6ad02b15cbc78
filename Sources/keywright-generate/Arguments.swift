import KeywrightCodegen
import KeywrightSchema

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
               (--schema FILE --output FILE)... [--format text|json] [--strict] [--timing]
               [@FILE]

    Checks the schemas of one target and writes a Swift file for each and one registry.
    A file is written only if its content changed; if a schema has an error, none is.
    @FILE stands for the arguments in FILE, one on each line.

    example: keywright-generate --module Tour --base Sources/Tour \\
               --registry out/TourKeys.keys.swift \\
               --schema Sources/Tour/Player.keys.json --output out/Player.keys.swift

    """

  /// Reads the arguments that follow the program's name.
  init(_ arguments: [String]) throws {
    var rest = try Self.expanded(arguments)[...]
    var inputs: [String] = []
    var outputs: [String] = []
    func value(of option: String) throws -> String {
      guard let value = rest.popFirst() else { throw Refusal(reason: "\(option) needs a value") }
      return value
    }
    while let option = rest.popFirst() {
      switch option {
      case "--module": module = try value(of: option)
      case "--base": base = try value(of: option)
      case "--registry": registry = try value(of: option)
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
      default: throw Refusal(reason: "unknown argument \(option)")
      }
    }
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

  /// The arguments with each `@FILE` replaced by the lines of the file, for lists that are longer
  /// than the system lets a command line be.
  private static func expanded(_ arguments: [String]) throws -> [String] {
    try arguments.flatMap { argument -> [String] in
      guard argument.hasPrefix("@") else { return [argument] }
      let bytes = try Files.read(String(argument.dropFirst()))
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  /// A schema's path below the base folder: no folder of the machine gets into the output.
  func name(of path: String) -> String {
    let folder = base.hasSuffix("/") || base.isEmpty ? base : base + "/"
    if !folder.isEmpty, path.hasPrefix(folder) { return String(path.dropFirst(folder.count)) }
    return path.split(separator: "/").last.map(String.init) ?? path
  }
}
