import Foundation
import KeywrightEvolution
import KeywrightStorage

/// A text for an editor, in a folder of its own that only this user may enter: editors write copies beside
/// what they edit.
struct EditorFile {
  let path: String
  private let folder: String

  /// Makes the folder, in `XDG_RUNTIME_DIR`, which is in memory, or else among temporary files.
  init(named name: String) throws(OutputFailure) {
    let parent = Self.runtimeFolder ?? FileManager.default.temporaryDirectory.path
    var template = Array((parent + "/keywright-edit-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw OutputFailure(path: parent, reason: String(cString: strerror(errno)))
    }
    let bytes = template.dropLast().map { UInt8(bitPattern: $0) }
    folder = String(decoding: bytes, as: UTF8.self)
    let plain = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
    path = "\(folder)/\(plain.isEmpty ? "values" : plain).jsonc"
  }

  /// The folder for this user's programs, if it is as the XDG specification wants it.
  private static var runtimeFolder: String? {
    var status = stat()
    guard let path = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"], path.hasPrefix("/"),
      stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
      status.st_mode & 0o77 == 0
    else { return nil }
    return path
  }

  /// Writes the whole text, or leaves the one that is there.
  func write(_ text: String) throws(OutputFailure) {
    let new = path + ".new"
    try PrivateFile.write(Data(text.utf8), to: new)
    guard rename(new, path) == 0 else {
      throw OutputFailure(path: path, reason: String(cString: strerror(errno)))
    }
  }

  func read() throws -> String {
    guard let text = String(validating: try InputFiles.bytes(of: path), as: UTF8.self) else {
      throw InputFiles.Failure(path: path, reason: "it is not UTF-8")
    }
    return text
  }

  var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// Removes the folder with all that the editor left in it.
  func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
