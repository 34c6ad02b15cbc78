@testable import KeywrightStorage

/// The real file system with a clock that shows when a list was last written, or else its folder, so that an edit
/// in pieces is never so old that it counts as damage, however long a test takes.
class EditorsClock: FileSystemWrapper, @unchecked Sendable {
  // `@unchecked`: as its superclass.
  private let path: String
  private let folder: String

  init(_ path: String) {
    self.path = path
    folder = Folder.split(path).folder
  }

  override func date() -> Int64 {
    for path in [path, folder] {
      if let status = try? real.status(of: path, in: real.workingFolder) { return status.modified }
    }
    return real.date()
  }
}
