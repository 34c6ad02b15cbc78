import Foundation
import PackagePlugin

/// Mistakes around the schemas of a target, for which no schema can be blamed: found without the tool,
/// and reported in one sentence each.
struct TargetReview {
  let target: String
  let folder: URL
  /// The folder of the package or project.
  let package: URL
  let files: [URL]
  /// The folders of all targets of the package.
  let targetFolders: [URL]
  /// The schemas of each target of the package, in order.
  let allSchemas: [(target: String, files: [URL])]
  /// Whether these are all targets: SwiftPM hides those of a dependency that no program uses.
  let knowsAllTargets: Bool

  private var hasSchemas: Bool { files.contains(where: SchemaFiles.isSchema) }

  /// The warnings about files: schemas with wrong names, schemas in no target, and a target without a schema.
  func warnings() -> [String] {
    let misnamed = files.filter(isMeantAsSchema).sorted { $0.path < $1.path }
    if !misnamed.isEmpty { return misnamed.map(warning(aboutMisnamed:)) }
    // One target speaks for all that have schemas.
    let speaks = !hasSchemas || allSchemas.first?.target == target
    let outside = speaks ? schemasOutsideTargets() : []
    if !outside.isEmpty || hasSchemas { return outside.map(warning(aboutOutside:)) }
    return [
      "target '\(target)' has KeywrightPlugin and no schema: add a file such as "
        + "'Settings.keys.json' to '\(shown(folder))', or remove the plugin from the target"
    ]
  }

  private func warning(aboutMisnamed file: URL) -> String {
    let name = file.lastPathComponent
    return
      "'\(shown(file))' is not read as a schema: the name of one ends in '.keys.json'; call it "
      + "'\(SchemaName.meant(by: name))'"
  }

  private func warning(aboutOutside file: URL) -> String {
    "'\(shown(file))' is in the folder of no target: move it to '\(shown(folder))', the folder of "
      + "target '\(target)'"
  }

  /// A path below the package, for people.
  private func shown(_ url: URL) -> String {
    let (path, base) = (SchemaFiles.path(url), SchemaFiles.path(package) + "/")
    return printable(path.hasPrefix(base) ? String(path.dropFirst(base.count)) : path)
  }
}

extension TargetReview {
  /// Whether a file's name, or else its content, is nearly that of a schema.
  private func isMeantAsSchema(_ file: URL) -> Bool {
    let name = file.lastPathComponent
    if SchemaFiles.isSchema(file) || name == SchemaFiles.lockName { return false }
    if SchemaName.isNearly(name) { return true }
    return name.lowercased().hasSuffix(".json") && holdsSchema(file)
  }

  /// Whether a JSON file has the words with which every schema begins.
  private func holdsSchema(_ file: URL) -> Bool {
    let limit = 1_000_000
    guard let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize, size < limit,
      let data = try? Data(contentsOf: file),
      let members = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return false }
    return members["version"] is NSNumber
      && (members["namespace"] is String || members["keys"] is [String: Any])
  }
}

extension TargetReview {
  /// The number of files of the package that are looked at: a package may hold anything.
  private static let mostFiles = 5_000
  /// The depth below the package down to which a forgotten schema is looked for.
  private static let deepest = 4

  /// The schemas of the package that no target has.
  ///
  /// One in a target's folder may be excluded on purpose, and one that a target reaches by a symbolic
  /// link is the target's.
  private func schemasOutsideTargets() -> [URL] {
    let manager = FileManager.default
    let folders = Set(targetFolders.map(SchemaFiles.path))
    if !knowsAllTargets || folders.contains(SchemaFiles.path(package)) { return [] }
    let known = Set(allSchemas.flatMap(\.files).map(SchemaFiles.realPath))
    guard
      let all = manager.enumerator(
        at: package, includingPropertiesForKeys: [.isDirectoryKey],
        options: [.skipsHiddenFiles, .skipsPackageDescendants])
    else { return [] }
    var found: [URL] = []
    var count = 0
    for case let file as URL in all {
      count += 1
      if count > Self.mostFiles { break }
      let path = SchemaFiles.path(file)
      let isFolder = (try? file.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true
      if isFolder {
        let manifest = file.appending(path: "Package.swift").path(percentEncoded: false)
        let isOther = folders.contains(path) || manager.fileExists(atPath: manifest)
        if isOther || all.level >= Self.deepest { all.skipDescendants() }
      } else if SchemaFiles.isSchema(file), !known.contains(SchemaFiles.realPath(file)) {
        found.append(file)
      }
    }
    return found.sorted { $0.path < $1.path }
  }
}

/// The names of schemas.
enum SchemaName {
  /// Whether a name is a slip of the hand, or of another dialect of JSON, away from a schema's.
  static func isNearly(_ name: String) -> Bool { slip(in: name.lowercased()) != nil }

  /// The name that a file with a wrong one should have.
  static func meant(by name: String) -> String {
    if let slip = slip(in: name.lowercased()) { return String(name.dropLast(slip.count)) + ending }
    let stem = name.lowercased().hasSuffix(".json") ? String(name.dropLast(5)) : name
    return stem + ending
  }

  private static let ending = ".keys.json"

  private static func slip(in name: String) -> String? {
    slips.first { name.hasSuffix($0) && name.count > $0.count }
  }

  private static let slips =
    [".keys.json", ".keys.jsonc", ".keys.json5", ".keys.json.txt", ".key.json", ".key.jsonc"]
}
