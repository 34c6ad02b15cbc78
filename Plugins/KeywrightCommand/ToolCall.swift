import Foundation
import PackagePlugin

/// A call of the tool `keywright-lock`. Without `--target`, and where no folder is named, it is about all targets of
/// the package that have schemas. Each plugin that needs this has a symbolic link to it.
struct ToolCall {
  /// The arguments for the tool, the verb first.
  private let arguments: [String]
  /// The targets that are named.
  private let names: [String]

  init(_ arguments: [String]) {
    var extractor = ArgumentExtractor(Self.own(arguments))
    names = extractor.extractOption(named: "target")
    self.arguments = extractor.remainingArguments
  }

  var verb: String { arguments.first ?? "help" }

  var asksForHelp: Bool {
    ["help", "--help", "-h"].contains(verb)
      || arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
  }

  /// Runs the tool in the package's folder.
  func run(_ context: PluginContext) throws {
    guard ["lock", "check", "diff", "help", "--help", "-h"].contains(verb) else {
      throw Failure(
        description: "'\(verb)' needs the command, which is installed once: "
          + "swift build -c release --product keywright-cli && "
          + "cp .build/release/keywright-cli ~/.local/bin/keywright")
    }
    let process = Process()
    process.executableURL = try context.tool(named: "keywright-lock").url
    process.currentDirectoryURL = context.package.directoryURL
    process.arguments = try arguments + folders(of: context.package)
    try process.run()
    process.waitUntilExit()
    let code = process.terminationStatus
    if code != 0 { throw Failure(description: "keywright \(verb) ended with \(code)") }
  }

  /// The arguments without those of SwiftPM, which hands on what stands behind the verb.
  private static func own(_ arguments: [String]) -> [String] {
    let flags: Set = [
      "--allow-writing-to-package-directory", "--disable-sandbox", "--verbose", "-v", "--quiet",
      "-q",
    ]
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].filter {
      !flags.contains($0) && !$0.hasPrefix("--allow-writing-to-directory")
        && !$0.hasPrefix("--allow-network-connections")
    } + arguments[end...]
  }

  /// The folders of the targets that the verb is about, below the package where they can be.
  private func folders(of package: Package) throws -> [String] {
    let hasFolder = arguments.dropFirst().contains { path in
      var isFolder: ObjCBool = false
      let url = package.directoryURL.appending(path: path)
      let place = path.hasPrefix("/") ? path : url.path(percentEncoded: false)
      return FileManager.default.fileExists(atPath: place, isDirectory: &isFolder)
        && isFolder.boolValue
    }
    if asksForHelp || names.isEmpty && (verb == "diff" || hasFolder) { return [] }
    let targets = try names.isEmpty ? package.targets : names.flatMap(package.targets(called:))
    let base = package.directoryURL.path(percentEncoded: false)
    let folders = targets.compactMap(\.sourceModule).filter { target in
      FolderFiles.all(
        target.sourceFiles.map(\.url), in: target.directoryURL, of: package.directoryURL
      ).contains(where: FolderFiles.isSchema)
    }.map { target in
      let path = target.directoryURL.path(percentEncoded: false)
      return path.hasPrefix(base) ? String(path.dropFirst(base.count)).trimmed : path
    }
    if folders.isEmpty { throw Failure(description: "no target has a *.keys.json") }
    return folders
  }
}

extension String {
  /// The path without slashes at its ends.
  fileprivate var trimmed: String { trimmingCharacters(in: ["/"]) }
}

/// The reason why the command stopped.
struct Failure: Error, CustomStringConvertible {
  let description: String
}

extension Package {
  /// The targets of a name, or of a module's name, which is all that a build's advice knows.
  fileprivate func targets(called name: String) throws -> [any Target] {
    let own = targets.filter { $0.name == name || $0.sourceModule?.moduleName == name }
    return try own.isEmpty ? targets(named: [name]) : own
  }
}
