import Foundation

/// The schemas below a target's folder and the lock in it, also those that the manifest excludes.
///
/// A target without the build-tool plugin has to exclude them, or each build warns of files that nobody
/// handles; SwiftPM then tells no plugin of them. Each plugin that needs this has a symbolic link to it.
enum FolderFiles {
  /// Links are followed, as SwiftPM does.
  static func below(_ folder: URL, depth: Int = 0) -> [URL] {
    // A link may lead to a folder that holds it.
    if depth > 16 { return [] }
    let files = FileManager.default
    let base = folder.path(percentEncoded: false)
    return ((try? files.contentsOfDirectory(atPath: base)) ?? []).sorted().flatMap { name in
      if name.hasPrefix(".") { return [] as [URL] }
      let file = folder.appending(path: name)
      var isFolder: ObjCBool = false
      let path = file.path(percentEncoded: false)
      guard files.fileExists(atPath: path, isDirectory: &isFolder) else { return [] }
      if isFolder.boolValue { return below(file, depth: depth + 1) }
      return isOurs(file) ? [file] : []
    }
  }

  /// Whether a file is a schema or a lock.
  static func isOurs(_ file: URL) -> Bool {
    let name = file.lastPathComponent
    return name.hasSuffix(".keys.json") || name == "keys.lock.json"
  }
}
