import Foundation
import PackagePlugin

/// Generates Swift from the `*.keys.json` files in a target's folder, as part of its build.
@main
struct KeywrightPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    guard let target = target.sourceModule else { return [] }
    let schemas = try SchemaFiles(
      module: target.moduleName, folder: target.directoryURL, files: target.sourceFiles.map(\.url))
    if schemas.hasCommittedOutput { throw CommittedOutput(target: target.name) }
    return try schemas.commands(
      tool: try context.tool(named: "keywright-generate").url,
      workFolder: context.pluginWorkDirectoryURL)
  }
}

/// Two plugins that serve one target.
struct CommittedOutput: Error, CustomStringConvertible {
  let target: String

  var description: String {
    """
    target '\(target)' has committed keys in its folder '\(SchemaFiles.committedFolder)': remove \
    that folder, or KeywrightPlugin from the target's plugins.
    """
  }
}

extension SchemaFiles {
  /// One command for all schemas of the target, or none if it has none.
  fileprivate func commands(tool: URL, workFolder: URL) throws -> [Command] {
    if schemas.isEmpty { return [] }
    return [
      .buildCommand(
        displayName: "Generating keys of \(module)", executable: tool,
        arguments: try arguments(workFolder: workFolder),
        inputFiles: inputs,
        outputFiles: outputs(in: workFolder))
    ]
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension KeywrightPlugin: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      let schemas = try SchemaFiles(
        module: target.product?.name.identifier ?? target.displayName.identifier,
        folder: context.xcodeProject.directoryURL, files: target.inputFiles.map(\.url))
      if schemas.hasCommittedOutput { throw CommittedOutput(target: target.displayName) }
      return try schemas.commands(
        tool: try context.tool(named: "keywright-generate").url,
        workFolder: context.pluginWorkDirectoryURL)
    }
  }

  extension String {
    /// The name as Xcode makes a module's name of it.
    fileprivate var identifier: String {
      let name = String(map { $0.isLetter || $0.isNumber ? $0 : "_" })
      return name.first?.isNumber == true ? "_" + name.dropFirst() : name
    }
  }
#endif
