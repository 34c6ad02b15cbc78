import Foundation
import KeywrightEvolution
import KeywrightSchema

/// The package, target or plain folder whose schemas are checked together: what `keywright check` would be
/// given.
struct ServedFolder {
  let path: String
  /// Whether it is no target: only the schemas that lie in the folder itself are looked at, since it may be a
  /// user's home folder.
  let isPlain: Bool
  /// The files that had problems, as editors name them.
  var reported: Set<String> = []
  /// The findings of the last check.
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var targets: [ServedTarget] = []

}

extension ServedFolder {
  /// Finds the package that a schema or lock belongs to by its path or by a link of one of its targets; else the
  /// folder that has the lock, or the file's own.
  init(of document: OpenDocument) {
    let starts = [document.path, document.realPath].map(Self.parent)
    for folder in starts.flatMap(SchemaFolder.ancestors) where SchemaFolder.isPackage(folder) {
      if Self.holds(folder, document.realPath) {
        self.init(path: folder, isPlain: false)
        return
      }
    }
    for folder in SchemaFolder.ancestors(of: starts[0]) {
      let lock = SchemaFolder.joined(folder, KeyLock.fileName)
      if FileManager.default.fileExists(atPath: lock) {
        self.init(path: folder, isPlain: false)
        return
      }
      if SchemaFolder.isPackage(folder) { break }
    }
    self.init(path: starts[0], isPlain: true)
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
      if isPlain { return try checkFiles(with: texts, today: today) }
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

  /// Checks the schemas that lie in the folder itself; there is no lock.
  private mutating func checkFiles(with texts: OpenTexts, today: String) throws {
    let folder = SchemaFolder(
      path, try SchemaFolder.sources(in: path, texts, isPlain: true), today: today)
    diagnostics = folder.diagnostics
    targets = [ServedTarget(folder: folder, lock: .notAsked, before: targets.first, isPlain: true)]
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
  /// Whether its files are those of a folder alone, without those below.
  private let isPlain: Bool

  init(folder: SchemaFolder, lock: LockRecord, before: ServedTarget?, isPlain: Bool = false) {
    self.folder = folder
    self.lock = lock
    self.isPlain = isPlain
    good = folder.model.map { ($0, folder.sources) } ?? before?.good
  }

  /// Its Swift files, without those that cannot be read.
  var swiftFiles: [SwiftText] {
    let files = FileManager.default
    var names: [String] = []
    if isPlain {
      names = (try? files.contentsOfDirectory(atPath: folder.path)) ?? []
    } else if let all = files.enumerator(atPath: folder.path) {
      for case let name as String in all { names.append(name) }
    }
    return names.filter { $0.hasSuffix(".swift") }.sorted().compactMap { name in
      let path = SchemaFolder.joined(folder.path, name)
      return (try? InputFiles.bytes(of: path)).map { SwiftText(SourceFile(path: path, bytes: $0)) }
    }
  }
}
