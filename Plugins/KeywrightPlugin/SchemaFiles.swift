import Foundation

/// The schemas of one target and where their generated files go.
///
/// Plugins cannot import a library: each that needs this has a symbolic link to it.
struct SchemaFiles {
  let module: String
  let folder: URL
  /// The folder of the package or project.
  let package: URL
  /// The schemas, in order, with their paths below the target's folder.
  let schemas: [(input: URL, name: String)]
  /// Whether the target has generated files that were committed.
  let hasCommittedOutput: Bool
  /// The lock of what released programs have stored, if the target has one.
  let lock: URL?
  /// The stores of released programs, which tests open; not read here: their names are those of releases.
  let fixtures: [URL]

  /// Whether the package is built for another one, whose author cannot begin a lock here.
  var isOfDependency = false

  /// The schemas of other targets, which may have keys that this one had; and whether their storage strings
  /// are compared with those of this one.
  var others: [(target: String, files: [URL], areCompared: Bool)] = []

  /// Picks the schemas out of a target's files.
  ///
  /// - Throws: ``UnusablePath`` if the path of a schema holds a control character: it could be read
  ///   as something else wherever paths stand on lines, in a log say.
  init(module: String, folder: URL, package: URL, files: [URL]) throws {
    self.module = module
    self.folder = folder
    self.package = package
    let base = Self.path(folder)
    schemas = files.filter(Self.isSchema)
      .map { file in
        let path = Self.path(file)
        let isInside = path.hasPrefix(base + "/")
        return (file, isInside ? String(path.dropFirst(base.count + 1)) : file.lastPathComponent)
      }
      .sorted { $0.1 < $1.1 }
    for schema in schemas where Self.path(schema.input).unicodeScalars.contains(where: isControl) {
      throw UnusablePath(path: printable(Self.path(schema.input)))
    }
    // An Xcode target's folder is not known; its lock is the outermost one.
    lock = files.filter { $0.lastPathComponent == Self.lockName }
      .min { Self.path($0).count < Self.path($1).count }
    fixtures = files.filter {
      $0.deletingLastPathComponent().lastPathComponent == Self.fixtureFolder
        && $0.pathExtension == "plist"
    }
    hasCommittedOutput = files.contains {
      $0.deletingLastPathComponent().lastPathComponent == Self.committedFolder
        && $0.lastPathComponent == "\(module)Keys.registry.swift"
    }
  }

  /// The generated files: one for each schema, in order, then the registry.
  func outputs(in workFolder: URL) -> [URL] {
    schemas.map { workFolder.appending(path: Self.outputName(for: $0.name)) }
      + [registry(in: workFolder)]
  }

  /// The arguments of the tool.
  ///
  /// Systems bound the length of a command line (128 KB for one argument on Linux, 1 MB for all
  /// on macOS): a long list goes through a file, where each ends in the one byte that no path has.
  func arguments(workFolder: URL) throws -> [String] {
    var arguments = [
      "--module", module, "--base", Self.path(folder),
      "--package", Self.path(package),
      "--registry", Self.path(registry(in: workFolder)),
    ]
    if let lock { arguments += ["--lock", Self.path(lock)] }
    if isOfDependency { arguments.append("--dependency") }
    for fixture in fixtures { arguments += ["--fixture", Self.path(fixture)] }
    for (schema, output) in zip(schemas, outputs(in: workFolder)) {
      arguments += ["--schema", Self.path(schema.input), "--output", Self.path(output)]
    }
    for (target, files, areCompared) in others {
      for file in files {
        arguments += [areCompared ? "--other" : "--later", target, "--beside", Self.path(file)]
      }
    }
    if arguments.reduce(0, { $0 + $1.utf8.count + 1 }) < 60_000 { return arguments }
    let list = workFolder.appending(path: "arguments.txt")
    try Data(arguments.map { $0 + "\0" }.joined().utf8).write(to: list, options: .atomic)
    return ["@" + Self.path(list)]
  }

  /// The files that the tool reads, and those that a build would else warn of.
  var inputs: [URL] {
    schemas.map(\.input) + [lock].compactMap(\.self) + fixtures + others.flatMap(\.files)
  }

  /// Whether a file's name is that of a schema.
  static func isSchema(_ file: URL) -> Bool { file.lastPathComponent.hasSuffix(".keys.json") }

  /// The name of a target's lock.
  static let lockName = "keys.lock.json"

  /// The folder of the stores that releases have written, below the target's folder.
  static let fixtureFolder = "keys.fixtures"

  /// The folder of generated files that are committed, below the target's.
  static let committedFolder = "Generated Keys"

  private func registry(in workFolder: URL) -> URL {
    workFolder.appending(path: "\(module)Keys.registry.swift")
  }

  /// The name of a schema's output: its path below the target as one file name.
  ///
  /// Two schemas never share one: `+` stands for the separator and is escaped elsewhere, as control
  /// characters are. Very long names end in a checksum, since file systems allow 255 bytes.
  static func outputName(for name: String) -> String {
    let stem = name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    var flat = ""
    for scalar in stem.unicodeScalars {
      if scalar == "/" {
        flat += "+"
      } else if scalar == "+" || scalar == "%" || isControl(scalar) {
        for byte in String(scalar).utf8 {
          flat += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }
      } else {
        flat.unicodeScalars.append(scalar)
      }
    }
    if flat.utf8.count <= 200 { return flat + ".swift" }
    // FNV-1a (Fowler, Noll, Vo), 64 bits.
    let checksum = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    var tail = flat[...]
    while tail.utf8.count > 160 { tail = tail.dropFirst() }
    return "\(tail)-\(String(checksum, radix: 16)).swift"
  }

  /// The path of the file that a path leads to.
  static func realPath(_ url: URL) -> String { path(url.resolvingSymlinksInPath()) }

  static func path(_ url: URL) -> String {
    var path = url.path(percentEncoded: false)
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}

/// A schema whose path could be read as something else.
struct UnusablePath: Error, CustomStringConvertible {
  /// The path with its control characters escaped.
  let path: String

  var description: String {
    """
    the path '\(path)' holds a control character or line separator: rename the file or its folder.
    """
  }
}

/// Whether a scalar controls a terminal or ends a line for some reader; the tool has the same rule.
func isControl(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .lineSeparator, .paragraphSeparator: true
  default: false
  }
}

/// A text for messages: it stays on its line, and reads in the order in which it is written.
func printable(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    if isControl(scalar) || scalar.properties.isBidiControl {
      result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}
