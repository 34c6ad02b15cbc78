import Foundation
import PackagePlugin

/// The command's verbs for stored data, for those who have the package and not the command.
///
///     swift package --allow-writing-to-package-directory keywright lock [--target App]
///
/// `lock`, `check`, `diff` and `orphans` are handed on. Without `--target`, and where no folder is named,
/// they are about all targets of the package that have schemas.
@main
struct KeywrightCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    var extractor = ArgumentExtractor(Self.own(arguments))
    let names = extractor.extractOption(named: "target")
    let rest = extractor.remainingArguments
    guard let verb = rest.first, Self.verbs.contains(verb) else {
      let known = Self.verbs.joined(separator: ", ")
      throw Failure(
        description: "a verb comes first, one of \(known); others need the command itself")
    }
    // The store of a user is not the package's business.
    if verb == "orphans", rest.contains(where: { $0 == "--remove" || $0.hasPrefix("--remove=") }) {
      throw Failure(
        description: "to remove values, install the command: keywright orphans --remove")
    }
    let folders = try targets(named: names, verb, rest, context.package)
    let process = Process()
    process.executableURL = try context.tool(named: "keywright-cli").url
    process.currentDirectoryURL = context.package.directoryURL
    process.arguments = rest + folders
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      throw Failure(description: "keywright \(verb) ended with \(process.terminationStatus)")
    }
  }

  private static let verbs = ["lock", "check", "diff", "orphans"]

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
  private func targets(
    named names: [String], _ verb: String, _ arguments: [String], _ package: Package
  ) throws -> [String] {
    let hasFolder = arguments.dropFirst().contains { path in
      var isFolder: ObjCBool = false
      let url = package.directoryURL.appending(path: path)
      let place = path.hasPrefix("/") ? path : url.path(percentEncoded: false)
      return FileManager.default.fileExists(atPath: place, isDirectory: &isFolder)
        && isFolder.boolValue
    }
    if names.isEmpty, verb == "diff" || hasFolder { return [] }
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
