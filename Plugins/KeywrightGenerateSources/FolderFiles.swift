import Foundation

/// The files of a target with those that its manifest excludes.
///
/// A target without the build-tool plugin has to exclude its schemas and its lock, or each build warns of
/// unhandled files; SwiftPM then tells no plugin of them. Each plugin that needs this has a symbolic link to it.
enum FolderFiles {
  /// The listed files, with the lock if it is excluded, and with the schemas if all of them are.
  static func all(_ listed: [URL], in folder: URL, of package: URL) -> [URL] {
    var files = listed
    let lock = folder.appending(path: "keys.lock.json")
    if !listed.contains(where: { $0.lastPathComponent == lock.lastPathComponent }),
      FileManager.default.fileExists(atPath: lock.path(percentEncoded: false))
    {
      files.append(lock)
    }
    // The package's own folder also holds the schemas of other targets, so it is not searched.
    if !listed.contains(where: isSchema), folder.standardizedFileURL != package.standardizedFileURL
    {
      files += schemas(below: folder, inside: [])
    }
    return files
  }

  static func isSchema(_ file: URL) -> Bool { file.lastPathComponent.hasSuffix(".keys.json") }

  /// Links are followed, as SwiftPM does.
  private static func schemas(below folder: URL, inside ancestors: [String]) -> [URL] {
    let place = folder.resolvingSymlinksInPath().path(percentEncoded: false)
    // A link may lead to a folder that holds it.
    if ancestors.contains(place) { return [] }
    let files = FileManager.default
    let names = try? files.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
    return (names ?? []).sorted().flatMap { name in
      if name.hasPrefix(".") { return [] as [URL] }
      let file = folder.appending(path: name)
      var isFolder: ObjCBool = false
      let path = file.path(percentEncoded: false)
      guard files.fileExists(atPath: path, isDirectory: &isFolder) else { return [] }
      if isFolder.boolValue { return schemas(below: file, inside: ancestors + [place]) }
      return isSchema(file) ? [file] : []
    }
  }
}
