import Foundation
import Keywright

/// Values of a `.env` file: `APP_PLAYER_VOLUME=0.8`, one on each line, and comments after `#`.
struct DotEnvLayer: ReadableStore {
  let core = StoreCore(name: ".env")
  private let path: String
  private var entries: [String: (text: String, line: Int)] = [:]

  init(contentsOf url: URL) throws {
    path = url.path(percentEncoded: false)
    let text = try String(contentsOf: url, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.hasPrefix("#") {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      if parts.count == 2 { entries[parts[0]] = (parts[1], index + 1) }
    }
  }

  private func variable(_ name: StorageString) -> String {
    "APP_" + EnvironmentLayer.Naming.keywright.variable(of: name)
  }

  func stored(_ name: StorageString) -> StoredValue? {
    entries[variable(name)].map { .string($0.text) }
  }

  func storedValue<Space, Value>(of key: Key<Space, Value>) throws(StoreError) -> Value? {
    let variable = variable(key.storageString)
    guard let entry = entries[variable] else { return nil }
    return try key.value(
      fromText: entry.text, named: "\(path):\(entry.line): \(variable)",
      advice: "Correct the line, or take it out.")
  }

  // Only a key knows what its texts mean.
  func storageStrings() -> [StorageString] { [] }

  func unknownNames(among keys: KeySet) -> [UnknownName] {
    keys.unknownNames(among: entries.keys.sorted(), separator: "_", naming: variable)
  }
}
