package import KeywrightSchema

/// The lock of a target after `lock` wrote it.
package struct LockReport {
  /// The folder of the target.
  private let folder: String
  /// The path of the lock.
  private let path: String
  private let keys: Int
  /// The number of keys that no release has.
  private let drafts: Int
  /// The last release; nil if there was none.
  private let release: String?
  /// The store that was written as the release writes it, and its path.
  package var fixture: (path: String, content: Fixture)?

  package init(_ lock: KeyLock, of folder: SchemaFolder, keys: Int) {
    self.folder = folder.path
    path = folder.lockPath
    self.keys = keys
    drafts = lock.keys.count { $0.release == nil }
    release = lock.releases.last
  }

  /// The report for people.
  package var text: String {
    let releases = release.map { "released up to \($0)" } ?? "nothing is released yet"
    var text = "\(path): \(counted(keys, "key")), \(counted(drafts, "draft")); \(releases)\n"
    if let (path, content) = fixture {
      text +=
        "\(path): \(counted(content.members.count, "value")) as release \(content.release) stores them\n"
      if !content.missing.isEmpty {
        text += "Only the program can make values of these; `MigrationCheck.record` adds them:\n"
        text += content.missing.map { "  \(printable($0))\n" }.joined()
      }
    } else if release == nil {
      text += "When the program is released: keywright lock --release NAME \(folder)\n"
    }
    return text
  }

  /// The report for programs.
  package var document: JSONDocument {
    var members: [(String, JSONDocument)] = [
      ("lock", .string(path)), ("keys", .integer(keys)), ("drafts", .integer(drafts)),
      ("release", release.map { .string($0) } ?? .null),
    ]
    if let (path, content) = fixture {
      members.append(
        (
          "fixture",
          [
            "file": .string(path), "values": .integer(content.members.count),
            "missing": .array(content.missing.map { .string($0) }),
          ]
        ))
    }
    return .object(members)
  }
}
