import Foundation
import KeywrightEvolution
import KeywrightSchema
import KeywrightVerbs

/// Finds the schemas that a verb is about: those named by `--schemas`, or those of the current folder.
enum SchemaSearch {
  /// The option of all verbs that know keys.
  static let option = VerbDescription.Option.value(
    "schemas", "PATH",
    """
    a target's folder, a package or a schema file; without it, those of the
    target or the package around the current folder
    """, completing: .file, repeated: true
  ).common

  /// Loads the catalogue.
  ///
  /// - Throws: `SchemaFault` for schemas with errors; `InputFiles.Failure` for what cannot be read.
  static func catalog(_ arguments: Arguments) throws -> SchemaCatalog {
    Progress.note("checking schemas")
    defer { Progress.note("working") }
    let paths = arguments.lists["schemas"] ?? []
    return SchemaCatalog(try paths.isEmpty ? around(".") : paths.flatMap(targets))
  }

  /// Loads the catalogue, where there is one: for verbs that also serve those who have no schemas.
  static func catalogIfAny(_ arguments: Arguments) throws -> SchemaCatalog? {
    do {
      return try catalog(arguments)
    } catch is Arguments.Refusal where arguments.lists["schemas"] == nil {
      return nil
    }
  }

  private static func targets(_ path: String) throws -> [CatalogTarget] {
    guard SchemaFolder.isFolder(path) else {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      let source = SourceFile(path: path, name: name, bytes: try InputFiles.bytes(of: path))
      let folder = path.contains("/") ? String(path.dropLast(name.count + 1)) : "."
      let lock = try SchemaFolder.lockSource(around: folder)
      return [try target(SchemaFolder(folder, [source], lock: lock))]
    }
    return try SchemaFolder.targets(in: path).map { try target(SchemaFolder($0)) }
  }

  private static func target(_ folder: SchemaFolder) throws -> CatalogTarget {
    guard let model = folder.model else { throw SchemaFault(diagnostics: folder.diagnostics) }
    return CatalogTarget(path: folder.path, sources: folder.sources, model: model)
  }

  /// The target around a folder; else those of the package around it, without its tests; else the nearest folder
  /// with schemas, and with all below it where it has their lock: a folder of anything may have a schema too.
  static func around(_ path: String) throws -> [CatalogTarget] {
    let current = URL(fileURLWithPath: path).standardizedFileURL.path
    var nearest: String?
    for folder in SchemaFolder.ancestors(of: current) {
      if SchemaFolder.isPackage(folder) {
        let all = try SchemaFolder.targets(ofPackage: folder)
        if let own = all.first(where: { (current + "/").hasPrefix($0 + "/") }) {
          return try targets(own)
        }
        let sources = all.filter { $0.hasPrefix(SchemaFolder.joined(folder, "Sources/")) }
        if !sources.isEmpty { return try sources.flatMap(targets) }
      }
      if nearest == nil, hasSchema(folder) || hasLock(folder) { nearest = folder }
    }
    guard let nearest else {
      throw Arguments.Refusal(
        reason: "no schema in this folder or around it; name one with --schemas PATH")
    }
    if hasLock(nearest) { return try targets(nearest) }
    let own = try SchemaFolder.sources(in: nearest, isPlain: true)
    return [try target(SchemaFolder(nearest, own))]
  }

  private static func hasLock(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: SchemaFolder.joined(folder, KeyLock.fileName))
  }

  private static func hasSchema(_ folder: String) -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.contains { $0.hasSuffix(".keys.json") }
  }
}
