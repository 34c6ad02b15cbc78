import KeywrightSchema

/// The lock of a target after `lock` wrote it.
struct LockReport {
  /// The folder of the target.
  var folder: String
  /// The path of the lock.
  var path: String
  var keys: Int
  /// The number of keys that no release has.
  var drafts: Int
  /// The last release; nil if there was none.
  var release: String?
  /// The store that was written as the release writes it, and its path.
  var fixture: (path: String, content: Fixture)?

  /// The report for people.
  var text: String {
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
  var document: JSONDocument {
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
