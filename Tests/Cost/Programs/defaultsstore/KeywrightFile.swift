import FoundationEssentials
import Keywright

/// A `DefaultsStore`, with generated keys.
final class KeywrightFile: Rival {
  private let store: DefaultsStore
  private let url: URL
  private lazy var durable = DefaultsStore(url: url, durability: .durable)

  init(_ path: String) {
    url = URL(filePath: path)
    store = DefaultsStore(url: url)
  }

  func fill(_ count: Int) throws {
    try store.transaction { change in
      for number in 0..<count {
        try change.set(Key<Settings, Int>("key\(number)", default: 0), to: number)
      }
      try change.set(Settings.count, to: 1)
      try change.set(Settings.title, to: title)
    }
  }

  func number() -> Int { store.get(Settings.count) }
  func text() -> Int { store.get(Settings.title).utf8.count }
  func set(_ number: Int) throws { try store.set(Settings.count, to: number) }

  func setDurably(_ number: Int) throws -> Bool {
    try durable.set(Settings.count, to: number)
    return true
  }
}

@main
enum Program {
  static func main() throws { try run(KeywrightFile.self) }
}
