import Foundation
import Keywright
import KeywrightSchema
import Testing

/// The article *Troubleshooting* has an entry for every message, and none that nothing says.
@Suite("The article on troubleshooting")
struct TroubleshootingTests {
  /// The entries of each section: the code in the first column of its tables.
  private let entries: [String: [String]]

  init() throws {
    let file = ReadmeTests.root.appending(
      path: "Sources/Keywright/Keywright.docc/Troubleshooting.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    var entries: [String: [String]] = [:]
    for section in text.components(separatedBy: "\n### ").dropFirst() {
      let lines = section.split(separator: "\n")
      let rows = lines.filter { $0.hasPrefix("| `") }.map { $0.components(separatedBy: " | ")[0] }
      entries[String(lines[0])] = rows.flatMap(Self.code)
    }
    self.entries = entries
  }

  /// The code in a line of Markdown, with `<…>` for each part in angle brackets.
  private static func code(in line: String) -> [String] {
    line.matches(of: /`([^`]+)`/).map { String($0.1).replacing(/<[^>]*>/, with: "<…>") }
  }

  /// The entries of the sections on a ``StoreError``, but for the one on its first sentence.
  private var details: Set<String> {
    let names = [
      "Values", "Texts", "Commits", "Opening and migrating", "Files and disks", "Damage",
      "UserDefaults and etcd", "Secrets",
    ]
    return Set(names.flatMap { entries[$0] ?? [] })
  }

  /// Whether the parts of an entry stand in a text, in order.
  private static func has(_ text: String, _ entry: String) -> Bool {
    var rest = Substring(text)
    for part in entry.components(separatedBy: "<…>").flatMap({ $0.components(separatedBy: "…") }) {
      guard !part.isEmpty else { continue }
      guard let range = rest.range(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }

  private static func sources(below folder: String) throws -> [(name: String, text: String)] {
    let root = ReadmeTests.root.appending(path: folder)
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      .sorted { $0.path < $1.path }
      .map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
  }

  /// The libraries whose errors users see.
  private static let libraries = [
    "Keywright", "KeywrightStorage", "KeywrightUserDefaults", "KeywrightEtcd", "KeywrightSecrets",
  ]

  private static func isWorded(_ text: String) -> Bool {
    text.replacing("<…>", with: "").contains(/[a-z]{2}/)
  }

  /// A text without backticks, in which DocC sees the name of a symbol.
  private static func plain(_ text: String) -> String { text.replacing("`", with: "") }

  /// The texts of the libraries' sources, by their files.
  private static let messages = Result<[(file: String, messages: SwiftMessages)], any Error> {
    let files = try libraries.flatMap { try Self.sources(below: "Sources/\($0)") }
    return files.map { ($0.name, SwiftMessages($0.text)) }
  }

  /// What the errors of the libraries say: each with the texts of which one must have an entry.
  private static func said() throws -> [(file: String, texts: [String])] {
    var said: [(file: String, texts: [String])] = []
    for (file, messages) in try messages.get() {
      #expect(messages.isBalanced, "\(file)")
      for (name, text) in messages.assigned where name.hasPrefix("advice") {
        said.append((file, [text]))
      }
      for call in messages.calls {
        if let advice = call.literals["advice"] { said.append((file, [advice])) }
        switch call.name {
        case "StoreError", "StorageError", "ConversionFailure":
          if call.labels.contains("advice") { continue }
          said.append((file, ["found", "expected"].compactMap { call.literals[$0] }))
        case "TextFailure", "refusal":
          said.append((file, [""].compactMap { call.literals[$0] }))
        default: continue
        }
      }
    }
    return said.map { ($0.file, $0.texts.filter(isWorded).map(plain)) }
      .filter { !$0.texts.isEmpty }
  }

  @Test("Every code of an error has its sentence there")
  func codes() {
    let sentences = StoreError.Code.allCases.map { code in
      String(StoreError(code).description.dropLast()).replacing("; nothing changed", with: "")
    }
    let told = entries["What a StoreError says first"] ?? []
    #expect(Set(told) == Set(sentences + ["the commit was made in part"]))
    #expect(told.count == sentences.count + 1)
  }

  @Test("Every fate is there, and nothing that is none")
  func fates() {
    let told = entries["When the lock reports a change", default: []].prefix {
      $0 != "is the only way to let this pass"
    }
    let fates = told.filter { $0.wholeMatch(of: /[a-z]+(-[a-z]+)?/) != nil }
    #expect(Set(fates) == Set(Fate.allCases.map(\.rawValue)))
    #expect(fates.count == Fate.allCases.count)
  }

  @Test("Every advice of an error is there; of an error without one, what was found or expected")
  func advice() throws {
    let said = try Self.said()
    #expect(said.count > 100)
    for (file, texts) in said {
      #expect(!details.isDisjoint(with: texts), "\(file): no entry for \(texts)")
    }
  }

  @Test("No entry is there for what no error says")
  func stale() throws {
    let texts = Set(try Self.messages.get().flatMap { $0.messages.all.map(Self.plain) })
    let stale = details.subtracting(texts)
    #expect(stale.isEmpty, "nothing says: \(stale.sorted())")
  }

  @Test("Every message of a plugin is there")
  func plugins() throws {
    let listed = entries["When the schemas are read"] ?? []
    let messages = try Self.sources(below: "Plugins").flatMap { SwiftMessages($0.text).all }
      .filter { $0.split(separator: " ").count > 3 && Self.isWorded($0) }
      .filter { $0 != "Generating keys of <…>" && !$0.hasPrefix("//") }
    #expect(messages.count > 12)
    for message in messages {
      #expect(listed.contains { Self.has(message, $0) }, "no entry for: \(message)")
    }
  }

  @Test("Every message of the compiler is there that a mistake in what a schema names gives")
  func compiler() throws {
    let listed = entries["When Swift is compiled"] ?? []
    let file = ReadmeTests.root.appending(path: "Tests/Consumers/Mistakes/Functions.txt")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let messages = lines.compactMap { $0.components(separatedBy: ": error: ").dropFirst().first }
    #expect(messages.count > 20)
    for message in messages {
      #expect(listed.contains { Self.has(message, $0) }, "no entry for: \(message)")
    }
  }

  @Test("Every error at which a program stops is there")
  func traps() throws {
    let listed = entries["When the program is linked or started"] ?? []
    let calls = try Self.sources(below: "Sources/Keywright").flatMap {
      SwiftMessages($0.text).calls
    }
    let messages = calls.filter { $0.name == "programmingError" }.compactMap { $0.literals[""] }
    #expect(messages.count > 3)
    for message in messages {
      #expect(
        listed.contains { Self.has("Fatal error: Keywright: \(message)", $0) },
        "no entry for: \(message)")
    }
  }
}
