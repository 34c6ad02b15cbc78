import Foundation

/// Foundation's `UserDefaults`. A set alone is in memory; `synchronize` writes the file.
final class Suite: Rival {
  private let defaults: UserDefaults
  private let name: String

  init(_ path: String) throws {
    struct NoSuite: Error {}
    name = URL(filePath: path).lastPathComponent
    guard let defaults = UserDefaults(suiteName: name) else { throw NoSuite() }
    self.defaults = defaults
  }

  func fill(_ count: Int) throws {
    var values: [String: Any] = ["count": 1, "title": title]
    for number in 0..<count { values["key\(number)"] = number }
    #if os(Linux)
      // Foundation reads here, where `NSHomeDirectory` may be the user's own folder instead. It would take minutes
      // to set 100,000 values one after another.
      let home = ProcessInfo.processInfo.environment["HOME"] ?? NSHomeDirectory()
      let folder = URL(filePath: home).appending(path: ".config")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0)
        .write(to: folder.appending(path: name + ".plist"))
    #else
      defaults.setPersistentDomain(values, forName: name)
    #endif
  }

  func number() -> Int { defaults.integer(forKey: "count") }
  func text() -> Int { defaults.string(forKey: "title")?.utf8.count ?? 0 }

  func set(_ number: Int) {
    defaults.set(number, forKey: "count")
    _ = defaults.synchronize()
  }

  func setInMemory(_ number: Int) -> Bool {
    defaults.set(number, forKey: "count")
    return true
  }
}

@main
enum Program {
  static func main() throws { try run(Suite.self) }
}
