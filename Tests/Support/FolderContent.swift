import Foundation

/// All that lies in a folder: each file's bytes, number, mode and times, and the folder's own times.
package struct FolderContent: Equatable {
  private struct Seen: Equatable {
    var bytes: Data?
    var inode: UInt64
    var modified: Double
    var changed: Double
    var permissions: UInt32

    init(of file: String) {
      var status = stat()
      lstat(file, &status)
      func seconds(_ time: timespec) -> Double { Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 }
      #if canImport(Darwin)
        (modified, changed) = (seconds(status.st_mtimespec), seconds(status.st_ctimespec))
      #else
        (modified, changed) = (seconds(status.st_mtim), seconds(status.st_ctim))
      #endif
      inode = UInt64(status.st_ino)
      permissions = UInt32(status.st_mode)
      bytes = FileManager.default.contents(atPath: file)
    }
  }

  private let files: [String: Seen]

  /// Looks into a folder; what is in folders below it does not count.
  package init(of folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    files = Dictionary(
      uniqueKeysWithValues: (names + ["."]).map { ($0, Seen(of: "\(folder)/\($0)")) })
  }

  /// The names of the files.
  package var names: [String] { files.keys.filter { $0 != "." }.sorted() }
}
