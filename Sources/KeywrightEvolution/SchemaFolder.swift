import Foundation
package import KeywrightSchema

/// The schemas of one target, read from its folder, and the lock beside them.
package struct SchemaFolder {
  /// The folder as it was named.
  package let path: String
  package let sources: [SourceFile]
  package let model: TargetModel?
  /// The module of the schemas, where the caller or a manifest names it.
  package let knownModule: String?
  private let module: String
  package let diagnostics: [Diagnostic]
  /// The lock's file; nil if there is none.
  package let lockSource: SourceFile?

  package var lockPath: String { Self.joined(path, KeyLock.fileName) }
  package var fixtureFolder: String { Self.joined(path, "keys.fixtures") }
  /// The stores of releases.
  package var fixtures: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: fixtureFolder)) ?? []
    return names.filter { $0.hasSuffix(".plist") }.map { Self.joined(fixtureFolder, $0) }
  }
  /// The module's name, if the folder is called like it, as SwiftPM wants.
  package var name: String { URL(fileURLWithPath: path).lastPathComponent }

  /// Reads and checks a target's folder.
  ///
  /// - Parameter texts: The texts that count in place of files.
  /// - Throws: `InputFiles.Failure` for a folder or file that cannot be read, or without a schema.
  package init(
    _ path: String, module: String? = nil, today: String? = nil, texts: OpenTexts = OpenTexts()
  ) throws {
    let sources = try Self.sources(in: path, texts)
    let lockSource = try Self.lockSource(in: path, texts)
    self.init(path, sources, lock: lockSource, module: module, today: today)
  }

  /// The texts of the schemas below a folder, in the order of a build.
  ///
  /// - Parameter isPlain: Whether the schemas in folders inside it are left out.
  package static func sources(
    in path: String, _ texts: OpenTexts = OpenTexts(), isPlain: Bool = false
  ) throws -> [SourceFile] {
    let known =
      isPlain
      ? try self.names(in: path).filter { $0.hasSuffix(".keys.json") } : try schemas(in: path)
    let new = texts.newSchemas(in: path).filter { !isPlain || !$0.contains("/") }
    let names = sorted(known + new)
    if names.isEmpty {
      throw InputFiles.Failure(path: path, reason: "there is no *.keys.json in it")
    }
    return try names.map { name in
      SourceFile(
        path: joined(path, name), name: name, bytes: try texts.bytes(of: joined(path, name)))
    }
  }

  /// A folder and those around it, the innermost first.
  package static func ancestors(of path: String) -> [String] {
    var folders = [path]
    while let last = folders.last, last != "/" {
      folders.append(URL(fileURLWithPath: last).deletingLastPathComponent().path)
    }
    return folders
  }

  /// The text of the lock in a folder, if it has one.
  package static func lockSource(in path: String, _ texts: OpenTexts) throws -> SourceFile? {
    let lock = joined(path, KeyLock.fileName)
    guard texts.holdsFile(at: lock) else { return nil }
    return SourceFile(path: lock, bytes: try texts.bytes(of: lock))
  }

  /// The text of the lock of the target that a folder is part of, if it has one.
  package static func lockSource(around path: String) throws -> SourceFile? {
    var folder = URL(fileURLWithPath: path).standardizedFileURL
    while folder.path != "/", !isPackage(folder.path) {
      if let lock = try lockSource(in: folder.path, OpenTexts()) { return lock }
      folder.deleteLastPathComponent()
    }
    return nil
  }

  /// Checks schemas that were read elsewhere.
  package init(
    _ path: String, _ sources: [SourceFile], lock: SourceFile? = nil, module: String? = nil,
    today: String? = nil
  ) {
    let isNamed = module != nil
    let module = module ?? Self.module(of: path) ?? "Module"
    self.module = module
    knownModule = isNamed || Self.isInManifest(path) ? module : nil
    let result = SchemaChecker.check(
      sources, module: module, today: today,
      lock: lock.flatMap { try? Self.readLock($0) })
    self.path = path
    self.sources = sources
    self.model = result.model
    self.diagnostics = result.diagnostics
    self.lockSource = lock
  }

  /// The keys of the schemas with what another lock tells of them; nil if they have errors.
  package func keys(completedBy lock: KeyLock) -> KeyInventory? {
    SchemaChecker.check(sources, module: module, lock: lock).model.map { KeyInventory($0) }
  }

  package static func joined(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// Whether a path leads to a folder.
  package static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// The names of the schemas below a folder, in the order of a build; links are followed, as SwiftPM
  /// does.
  package static func schemas(in path: String) throws(InputFiles.Failure) -> [String] {
    var names: [String] = []
    try collect(in: path, below: "", inside: [], &names)
    return sorted(names)
  }

  private static func sorted(_ names: [String]) -> [String] {
    names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func collect(
    in folder: String, below prefix: String, inside ancestors: [String], _ names: inout [String]
  ) throws(InputFiles.Failure) {
    let place = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
    // A link may lead to a folder that holds it.
    if ancestors.contains(place) { return }
    for name in try self.names(in: folder) where !name.hasPrefix(".") {
      let path = joined(folder, name)
      if isFolder(path) {
        try collect(in: path, below: prefix + name + "/", inside: ancestors + [place], &names)
      } else if name.hasSuffix(".keys.json") {
        names.append(prefix + name)
      }
    }
  }

  private static func names(in folder: String) throws(InputFiles.Failure) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw InputFiles.Failure(path: folder, reason: InputFiles.reason(error))
    }
  }

  /// The folders of the targets that a folder holds: itself, or those of a package.
  ///
  /// - Throws: `InputFiles.Failure` for a package without a schema: nothing would be checked or locked.
  package static func targets(in path: String) throws(InputFiles.Failure) -> [String] {
    guard isPackage(path) else { return [path] }
    let targets = try targets(ofPackage: path)
    if !targets.isEmpty { return targets }
    throw InputFiles.Failure(
      path: path,
      reason: "there is no *.keys.json in its Sources and Tests; name the folder of the target")
  }

  /// The folders with schemas where SwiftPM looks for targets.
  package static func targets(ofPackage path: String) throws(InputFiles.Failure) -> [String] {
    var targets: [String] = []
    for folder in ["Sources", "Tests"] {
      let parent = joined(path, folder)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
      // The only target of a package may have its files in the folder itself.
      if names.contains(where: { $0.hasSuffix(".keys.json") }) {
        targets.append(parent)
        continue
      }
      for name in names.sorted() where isFolder(joined(parent, name)) {
        let target = joined(parent, name)
        if try !schemas(in: target).isEmpty { targets.append(target) }
      }
    }
    return targets
  }

  /// The locks and fixtures of targets whose schemas are gone: they may have moved to another target.
  package static func locksWithoutSchemas(in path: String) -> [String] {
    guard isPackage(path) else { return [] }
    let files = FileManager.default
    return ["Sources", "Tests"].map { joined(path, $0) }.flatMap { parent in
      ((try? files.contentsOfDirectory(atPath: parent)) ?? []).sorted()
        .map { joined(parent, $0) }
        .filter { isFolder($0) && (try? schemas(in: $0))?.isEmpty == true }
        .flatMap { folder in
          [KeyLock.fileName, "keys.fixtures"].map { joined(folder, $0) }
            .filter(files.fileExists)
        }
    }
  }

  package static func isPackage(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: joined(path, "Package.swift"))
  }

  /// The module of a package's target, whose folder has its name; nil for any other folder.
  private static func module(of path: String) -> String? {
    if package(ofTarget: path) == nil { return nil }
    let name = URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
    return SwiftName.module(ofTarget: name)
  }

  /// Whether the manifest of a target's package has a target of the folder's name: one of another name may have its
  /// files there.
  private static func isInManifest(_ path: String) -> Bool {
    guard let package = package(ofTarget: path),
      let manifest = try? InputFiles.bytes(of: joined(package, "Package.swift"))
    else { return false }
    let name = URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
    return String(decoding: manifest, as: UTF8.self).contains("name: \"\(name)\"")
  }

  /// The package that a folder is a target of; nil for any other folder.
  package static func package(ofTarget path: String) -> String? {
    let parent = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent()
    let package = parent.deletingLastPathComponent().path
    let isTarget = ["Sources", "Tests"].contains(parent.lastPathComponent) && isPackage(package)
    return isTarget ? package : nil
  }
}

extension SchemaFolder {
  /// The lock, without its drafts, which are made from the schemas; one with a conflict has the
  /// lines of both sides. An empty one if there is none.
  package func readLock() throws(SchemaFault) -> KeyLock {
    try lockSource.map(Self.readLock) ?? KeyLock()
  }

  private static func readLock(_ source: SourceFile) throws(SchemaFault) -> KeyLock {
    var source = source
    if MergeConflict.place(in: source.bytes) != nil, !MergeConflict.isInHead(of: source.bytes) {
      let text = String(decoding: source.bytes, as: UTF8.self)
      source = SourceFile(path: source.path, text: MergeConflict.united(text))
    }
    let (lock, diagnostics) = LockReader.read(source, skipsDrafts: true)
    guard let lock else { throw SchemaFault(diagnostics: diagnostics) }
    return lock
  }
}

/// Schemas, a lock or another JSON file with errors.
package struct SchemaFault: Error {
  package let diagnostics: [Diagnostic]

  package init(diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }
}
