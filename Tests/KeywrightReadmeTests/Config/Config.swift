import Foundation
import Keywright

/// `config list|get|set|reset|why`: the settings of a program, from its arguments, its environment, a
/// file that people edit, and its store, in this order.
struct Config {
  private let keys = AppKeys.keySet
  private let store: Layers
  /// The arguments that no setting has: the verb and its words.
  private let words: [String]

  init(
    arguments: [String], environment: [String: String], file: URL, user: some Store
  ) throws {
    let arguments = ArgumentsLayer(arguments)
    let environment = EnvironmentLayer(prefix: "APP", environment: environment)
    let file = JSONLayer(url: file, keys: keys, allowing: [.comments, .trailingCommas])
    words = arguments.remaining(besides: keys)
    store = Layers([
      .reading(arguments), .reading(environment), .reading(file),
      .readingAndWriting(user, name: "user"),
    ])
    try arguments.check(against: keys)
    try environment.check(against: keys)
    try file.check()
  }

  /// Runs a verb; gives the text to print.
  func run() throws -> String {
    switch (words.first, words.count) {
    case ("list", 1): return try keys.keys(storedIn: store).map(line).joined(separator: "\n")
    case ("get", 2): return try key().text(in: store) ?? ""
    case ("why", 2): return try key().explain(in: store)
    case ("set", 3):
      let key = try key()
      try key.set(text: words[2], in: store)
      return warning(of: key)
    case ("reset", 2):
      let key = try key()
      try key.reset(in: store)
      return warning(of: key)
    default: throw Usage()
    }
  }

  private func key() throws -> AnyKey { try keys.key(named: words[1]) }

  private func line(_ key: AnyKey) -> String {
    let source = key.source(in: store)?.name ?? "default"
    return "\(key) = \(key.shownText(in: store) ?? "nothing") (\(source))"
  }

  /// A value that is set in the store may not be the one that counts.
  private func warning(of key: AnyKey) -> String {
    guard key.isForced(in: store), let source = key.source(in: store) else { return "" }
    return "\(key) stays \(key.shownText(in: store) ?? "nothing"): \(source.name) comes first"
  }

  struct Usage: Error, CustomStringConvertible {
    let description = "usage: config list | get KEY | set KEY TEXT | reset KEY | why KEY"
  }
}
