import Foundation
import PackagePlugin

/// Generates Swift from the `*.keys.json` files in a target's folder, as part of its build.
@main
struct KeywrightPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    guard let target = target.sourceModule else { return [] }
    let files = target.sourceFiles.map(\.url)
    var schemas = try SchemaFiles(
      module: target.moduleName, folder: target.directoryURL,
      package: context.package.directoryURL, files: files)
    schemas.isOfDependency = !context.package.isRoot
    if schemas.hasCommittedOutput { throw CommittedOutput(target: target.name) }
    try schemas.refuseTakenNames(among: files)
    let review = TargetReview(
      target: target.name, folder: target.directoryURL, package: context.package.directoryURL,
      files: files, targetFolders: context.package.targets.map(\.directoryURL),
      allSchemas: context.package.schemas { _ in true }, knowsAllTargets: context.package.isRoot)
    for warning in review.warnings() { Diagnostics.warning(warning) }
    if !schemas.schemas.isEmpty, !target.usesKeywright {
      throw MissingDependency(target: target.name, package: context.package.nameOfKeywright)
    }
    // Tests hold no values of users, so their own schemas clash with none.
    if target.kind != .test {
      let own = Set(schemas.schemas.map { SchemaFiles.realPath($0.input) })
      schemas.others = context.package.schemas { $0.kind != .test }
        .filter { $0.target != target.name }
        .map { other in
          // Each pair of targets is compared once.
          let files = other.files.filter { !own.contains(SchemaFiles.realPath($0)) }
          return (other.target, files, other.target < target.name)
        }
    }
    return try schemas.commands(
      tool: try context.tool(named: "keywright-generate").url,
      workFolder: context.pluginWorkDirectoryURL)
  }
}

extension Package {
  /// The schemas of each target that has some, in the order of the targets' names.
  fileprivate func schemas(
    of isIncluded: (any SourceModuleTarget) -> Bool
  ) -> [(target: String, files: [URL])] {
    targets.compactMap { target in
      guard let module = target.sourceModule, isIncluded(module) else { return nil }
      let files = module.sourceFiles.map(\.url).filter(SchemaFiles.isSchema)
      return files.isEmpty ? nil : (target.name, files)
    }.sorted { $0.0 < $1.0 }
  }

  /// Whether it is the package that is built, of which SwiftPM shows all targets.
  fileprivate var isRoot: Bool { if case .root = origin { true } else { false } }

  /// The name by which the manifest calls the package of the runtime.
  fileprivate var nameOfKeywright: String {
    dependencies.first { $0.package.targets.contains { $0.name == "Keywright" } }?
      .package.id ?? "keywright"
  }
}

extension SourceModuleTarget {
  /// Whether the runtime is among what the target is linked with.
  fileprivate var usesKeywright: Bool {
    recursiveTargetDependencies.contains { $0.name == "Keywright" }
  }
}

/// A target whose generated code has nothing to import.
struct MissingDependency: Error, CustomStringConvertible {
  let target: String
  let package: String

  var description: String {
    """
    target '\(target)' has schemas and does not depend on the library that their Swift imports: add \
    .product(name: "Keywright", package: "\(package)") to its dependencies
    """
  }
}

/// A file that has the name of a generated one: both would become one object file.
struct TakenName: Error, CustomStringConvertible {
  let file: String
  let schema: String

  var description: String {
    """
    '\(printable(file))' has the name of the Swift that is generated from '\(printable(schema))': give one \
    of them another name
    """
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
  /// Refuses a file of the target's own that has the name of a generated one.
  fileprivate func refuseTakenNames(among files: [URL]) throws {
    for (schema, output) in zip(schemas, outputs(in: folder)) {
      let name = output.lastPathComponent
      if let file = files.first(where: { $0.lastPathComponent == name }) {
        throw TakenName(file: relative(file), schema: relative(schema.input))
      }
    }
  }

  private func relative(_ file: URL) -> String {
    let (path, base) = (Self.path(file), Self.path(package) + "/")
    return path.hasPrefix(base) ? String(path.dropFirst(base.count)) : path
  }

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
        folder: context.xcodeProject.directoryURL, package: context.xcodeProject.directoryURL,
        files: target.inputFiles.map(\.url))
      if schemas.hasCommittedOutput { throw CommittedOutput(target: target.displayName) }
      try schemas.refuseTakenNames(among: target.inputFiles.map(\.url))
      let review = TargetReview(
        target: target.displayName, folder: context.xcodeProject.directoryURL,
        package: context.xcodeProject.directoryURL, files: target.inputFiles.map(\.url),
        targetFolders: [],
        allSchemas: context.xcodeProject.targets.compactMap { target in
          let files = target.inputFiles.map(\.url).filter(SchemaFiles.isSchema)
          return files.isEmpty ? nil : (target.displayName, files)
        }, knowsAllTargets: true)
      for warning in review.warnings() { Diagnostics.warning(warning) }
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
