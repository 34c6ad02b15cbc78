import Foundation
import KeywrightSchema

/// The texts that an editor holds of files, which count in place of those on the disk.
package struct OpenTexts {
  /// The texts by the real paths of their files.
  private var texts: [String: [UInt8]] = [:]

  package init() {}

  /// The text of a file from now on; nil for the one on the disk.
  package subscript(realPath: String) -> [UInt8]? {
    get { texts[realPath] }
    set { texts[realPath] = newValue }
  }

  /// The bytes of a file.
  func bytes(of path: String) throws(InputFiles.Failure) -> [UInt8] {
    if !texts.isEmpty, let text = texts[Self.realPath(of: path)] { return text }
    return try InputFiles.bytes(of: path)
  }

  /// Whether there is a file, or a text of one that is not saved yet.
  func holdsFile(at path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
      || !texts.isEmpty && texts[Self.realPath(of: path)] != nil
  }

  /// The paths below a folder of the schemas in it that are not on the disk yet.
  func newSchemas(in folder: String) -> [String] {
    if texts.isEmpty { return [] }
    let real = Self.realPath(of: folder)
    let prefix = real.hasSuffix("/") ? real : real + "/"
    return texts.keys.filter {
      $0.hasPrefix(prefix) && $0.hasSuffix(".keys.json")
        && !FileManager.default.fileExists(atPath: $0)
    }.map { String($0.dropFirst(prefix.count)) }
  }

  /// The path without links; of a file that does not exist, that of its folder with its name.
  package static func realPath(of path: String) -> String {
    if let real = realpath(path, nil) {
      defer { free(real) }
      if let real = SystemText.exact(real) { return real }
    }
    let url = URL(fileURLWithPath: path).standardizedFileURL
    let folder = url.deletingLastPathComponent().path
    guard folder != url.path else { return path }
    return SchemaFolder.joined(realPath(of: folder), url.lastPathComponent)
  }
}
