import FoundationEssentials

/// A `Codable` value in a JSON file, which is kept in memory and written as a whole.
final class JSONFile: Rival {
  private struct Content: Codable {
    var numbers: [String: Int] = [:]
    var title = ""
  }

  private var content = Content()
  private let file: URL

  init(_ path: String) throws {
    file = URL(filePath: path)
    guard FileManager.default.fileExists(atPath: path) else { return }
    content = try JSONDecoder().decode(Content.self, from: Data(contentsOf: file))
  }

  func fill(_ count: Int) throws {
    for number in 0..<count { content.numbers["key\(number)"] = number }
    content.title = title
    try set(1)
  }

  func setInMemory(_ number: Int) -> Bool {
    content.numbers["count"] = number
    return true
  }

  func number() -> Int { content.numbers["count"] ?? 0 }
  func text() -> Int { content.title.utf8.count }

  func set(_ number: Int) throws {
    content.numbers["count"] = number
    try JSONEncoder().encode(content).write(to: file, options: .atomic)
  }
}

@main
enum Program {
  static func main() throws { try run(JSONFile.self) }
}
