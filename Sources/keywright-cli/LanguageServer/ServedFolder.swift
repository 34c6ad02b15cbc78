import Foundation
import KeywrightSchema

/// The package, or the folder outside of any, whose schemas are checked together: what `keywright check`
/// would be given.
struct ServedFolder {
  let path: String
  /// The files that had problems, as editors name them.
  var reported: Set<String> = []

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

  /// The problems of all its schemas and locks.
  func diagnostics(with texts: OpenTexts, today: String) -> [Diagnostic] {
    do {
      return try PackageCheck(
        [path], module: nil, today: today, mustBeLocked: false, texts: texts
      ).diagnostics
    } catch let failure as InputFiles.Failure {
      return [Diagnostic(.unreadableFile(failure.reason), ofFile: failure.path)]
    } catch {
      return [Diagnostic(.unreadableFile("\(error)"), ofFile: path)]
    }
  }
}
