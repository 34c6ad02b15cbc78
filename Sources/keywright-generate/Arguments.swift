import KeywrightCodegen
import KeywrightSchema

/// The arguments of the tool.
struct Arguments {
  /// The name of the module that the target builds.
  var module = ""
  /// The folder below which schemas are named in generated comments.
  var base = ""
  /// The package's folder, below which schemas are named in messages of the compiler.
  var package = ""
  /// The path of the registry.
  var registry = ""
  /// The schemas, each with the place of its output.
  var schemas: [(input: String, output: String)] = []
  /// The target's lock, if it has one.
  var lock: String?
  /// Whether the package is built for another one.
  var isOfDependency = false
  /// The stores of releases beside the lock.
  var fixtures: [String] = []
  /// The schemas of other targets of the package, each with its target.
  var others: [(target: String, input: String, isCompared: Bool)] = []
  /// Whether diagnostics are printed as JSON.
  var printsJSON = false
  /// Whether warnings are errors.
  var isStrict = false
  /// Whether the tool only says how it is used.
  var printsHelp = false

  /// The reason why arguments were refused.
  struct Refusal: Error {
    var reason: String
  }

  static let usage = """
    usage: keywright-generate --module NAME --base FOLDER [--package FOLDER] --registry FILE
               (--schema FILE --output FILE)... [--lock FILE] [--dependency]
               [--fixture FILE]... [(--other|--later NAME --beside FILE)...] [--format text|json] [--strict] [@FILE]

    Checks the schemas of one target and writes a Swift file for each and one registry. A file
    is written only if its content changed; if a schema has an error, none is. With the target's
    lock, schemas that would lose or misread what released programs have stored have an error
    too; fixtures, the stores of releases, of which it knows nothing are a warning. A target of
    a dependency is not told that it has no lock. With schemas of other targets, each after the
    name of its target, a storage string that one of them has too is a warning, and a key that
    is gone is looked for there; --later says that the other target's run compares the two.
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
    if others.contains(where: \.input.isEmpty) {
      throw Refusal(reason: "each --other needs one --beside")
    }
    schemas = zip(inputs, outputs).map { ($0, $1) }
  }

  /// Reads options and their values. The argument after an option that takes a value is that value,
  /// and never an option or a list, however it begins.
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
      case "--package": package = try value(of: option)
      case "--registry": registry = try value(of: option)
      case "--lock": lock = try value(of: option)
      case "--dependency": isOfDependency = true
      case "--fixture": fixtures.append(try value(of: option))
      case "--other", "--later":
        others.append((try value(of: option), "", option == "--other"))
      case "--beside":
        guard others.last?.input == "" else {
          throw Refusal(reason: "--beside follows --other, the name of the schema's target")
        }
        others[others.count - 1].input = try value(of: option)
      case "--schema": inputs.append(try value(of: option))
      case "--output": outputs.append(try value(of: option))
      case "--strict": isStrict = true
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
    let bytes = try Files.bytes(of: path, limit: longestList)
    var arguments = bytes.split(separator: 0, omittingEmptySubsequences: false)
    if arguments.last?.isEmpty == true { arguments.removeLast() }
    return arguments.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The longest list of arguments, in bytes: that of some 100,000 schemas.
  private static let longestList = 64 * 1024 * 1024

  /// A schema's path below the base folder: no folder of the machine gets into the output.
  func name(of path: String) -> String {
    Self.path(path, below: base) ?? path.split(separator: "/").last.map(String.init) ?? path
  }

  /// A schema's path below the package's folder, or else below the base folder.
  func packagePath(of path: String) -> String {
    Self.path(path, below: package) ?? name(of: path)
  }

  private static func path(_ path: String, below folder: String) -> String? {
    let folder = folder.hasSuffix("/") || folder.isEmpty ? folder : folder + "/"
    if folder.isEmpty || !path.hasPrefix(folder) { return nil }
    return String(path.dropFirst(folder.count))
  }
}
