import Foundation
import KeywrightSchema

/// The package, or the folder outside of any, whose schemas are checked together: what `keywright check`
/// would be given.
struct ServedFolder {
  let path: String
  /// The files that had problems, as editors name them.
  var reported: Set<String> = []
  /// What the last check found.
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var targets: [ServedTarget] = []

  init(path: String) {
    self.path = path
  }

  /// The package that a schema or lock belongs to by its path or by a link of one of its targets; else the
  /// folder that has the lock, or the file's own.
  static func path(of document: OpenDocument) -> String {
    let starts = [document.path, document.realPath].map(parent)
    for folder in starts.flatMap(SchemaSearch.ancestors) where SchemaFolder.isPackage(folder) {
      if holds(folder, document.realPath) { return folder }
    }
    for folder in SchemaSearch.ancestors(of: starts[0]) {
      let lock = SchemaFolder.joined(folder, KeyLock.fileName)
      if FileManager.default.fileExists(atPath: lock) { return folder }
      if SchemaFolder.isPackage(folder) { break }
    }
    return starts[0]
  }

  /// Whether a target of a package has a file, which may not be saved yet.
  private static func holds(_ package: String, _ realPath: String) -> Bool {
    let targets = (try? SchemaFolder.targets(ofPackage: package)) ?? []
    return targets.contains { target in
      if realPath.hasPrefix(SchemaFolder.joined(OpenTexts.realPath(of: target), "")) { return true }
      let names = (try? SchemaFolder.schemas(in: target)) ?? []
      return names.contains { OpenTexts.realPath(of: SchemaFolder.joined(target, $0)) == realPath }
    }
  }

  private static func parent(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent().path
  }

  /// Checks all its schemas and locks.
  mutating func check(with texts: OpenTexts, today: String) {
    do {
      let check = try PackageCheck(
        [path], module: nil, today: today, mustBeLocked: false, texts: texts)
      diagnostics = check.diagnostics
      targets = check.targets.map {
        ServedTarget(folder: $0.folder, lock: $0.lock, before: target(at: $0.folder.path))
      }
    } catch let failure as InputFiles.Failure {
      diagnostics = [Diagnostic(.unreadableFile(failure.reason), ofFile: failure.path)]
    } catch {
      diagnostics = [Diagnostic(.unreadableFile("\(error)"), ofFile: path)]
    }
  }

  private func target(at path: String) -> ServedTarget? { targets.first { $0.folder.path == path } }

  /// The text of a file when it was checked.
  func source(of path: String) -> SourceFile? {
    targets.lazy.flatMap { $0.folder.sources + [$0.folder.lockSource].compactMap(\.self) }
      .first { $0.path == path }
  }
}

/// A target as it was checked last.
struct ServedTarget {
  let folder: SchemaFolder
  let lock: LockRecord
  /// The model of the last texts without an error, with those texts: while one is written, it has errors.
  let good: (model: TargetModel, sources: [SourceFile])?

  init(folder: SchemaFolder, lock: LockRecord, before: ServedTarget?) {
    self.folder = folder
    self.lock = lock
    good = folder.model.map { ($0, folder.sources) } ?? before?.good
  }
}
