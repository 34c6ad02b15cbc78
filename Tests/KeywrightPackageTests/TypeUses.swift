import Foundation
import KeywrightImport

/// Which folders of a target name the types of which others.
///
/// Found by reading, without a compiler: a use is the name of a type that another folder declares
/// at the top level and that means nothing else in the file.
struct TypeUses {
  /// A folder that names types of another.
  struct Arrow: Equatable {
    var user: String
    var used: String
    /// The types, in alphabetical order.
    var types: [String]
  }

  /// The types that the files of each folder declare and name.
  private let files: [String: [Names]]

  /// - Parameter sources: The source texts of each folder.
  init(_ sources: [String: [String]]) {
    files = sources.mapValues { $0.map { Names(SwiftTokens(Array($0.utf8))) } }
  }

  /// Reads the folders directly below a target's, through symbolic links, and as `.` the files
  /// beside them.
  init(target: URL) throws {
    let files = FileManager.default
    var sources: [String: [String]] = [:]
    for name in try files.contentsOfDirectory(atPath: target.path) {
      let item = target.appending(path: name).resolvingSymlinksInPath()
      if name.hasSuffix(".swift") {
        sources[".", default: []].append(try String(contentsOf: item, encoding: .utf8))
        continue
      }
      let paths = (try? files.subpathsOfDirectory(atPath: item.path)) ?? []
      let swift = paths.filter { $0.hasSuffix(".swift") }
      guard !swift.isEmpty else { continue }
      sources[name] = try swift.map {
        try String(contentsOf: item.appending(path: $0), encoding: .utf8)
      }
    }
    self.init(sources)
  }

  var folders: Set<String> { Set(files.keys).subtracting(["."]) }

  /// Every folder that uses another, in alphabetical order.
  var arrows: [Arrow] {
    var owners: [String: Set<String>] = [:]
    for (folder, files) in files {
      for name in files.flatMap(\.declared) { owners[name, default: []].insert(folder) }
    }
    var types: [String: [String: Set<String>]] = [:]
    for (folder, files) in files {
      let inner = Set(files.flatMap(\.inner))
      for file in files {
        for name in file.used.subtracting(inner).subtracting(file.genericParameters) {
          // A name that two folders declare proves nothing of either.
          guard let owner = owners[name], owner.count == 1, let used = owner.first, used != folder
          else { continue }
          types[folder, default: [:]][used, default: []].insert(name)
        }
      }
    }
    return types.keys.sorted().flatMap { user in
      (types[user] ?? [:]).sorted { $0.key < $1.key }.map {
        Arrow(user: user, used: $0.key, types: $0.value.sorted())
      }
    }
  }

  /// The names of types in one file.
  private struct Names {
    /// The types declared at the top level and visible to other files.
    var declared: Set<String> = []
    /// The types declared inside others, or privately.
    var inner: Set<String> = []
    var genericParameters: Set<String> = []
    /// All words that begin with a capital and do not follow a dot.
    var used: Set<String> = []

    private static let introducers: Set<String> = [
      "struct", "class", "enum", "protocol", "actor", "typealias", "associatedtype",
    ]

    init(_ tokens: SwiftTokens) {
      var depth = 0
      var isPrivate = false
      for (index, token) in tokens.tokens.enumerated() where token.kind != .string {
        if token.kind == .word, tokens[index - 1] == "." { continue }
        let next = tokens.isWord(index + 1) ? tokens[index + 1] : nil
        switch tokens[index] {
        case "{": depth += 1
        case "}": (depth, isPrivate) = (depth - 1, false)
        case "<", ",":
          // `<Key: CodingKey>`: as a rule only a list of generic parameters has a capital and a
          // colon.
          if let next, next.first?.isUppercase == true, tokens[index + 2] == ":" {
            genericParameters.insert(next)
          }
        case "where":
          // `where Key: DictionaryKey`, of the extended type's own parameter.
          if let next { genericParameters.insert(next) }
        case "extension":
          if next == "Dictionary" { genericParameters.formUnion(["Key", "Value"]) }
        case "private", "fileprivate": isPrivate = true
        case let word where Self.introducers.contains(word):
          guard let next else { continue }
          if depth == 0, !isPrivate { declared.insert(next) } else { inner.insert(next) }
          isPrivate = false
        case let word:
          if word == "func" || word == "var" || word == "let" || word == "init" {
            isPrivate = false
          }
          if token.kind == .word, word.first?.isUppercase == true { used.insert(word) }
        }
      }
    }
  }
}
