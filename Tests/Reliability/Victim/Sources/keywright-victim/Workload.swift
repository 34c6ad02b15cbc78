import FoundationEssentials
import Keywright
import KeywrightHistory

/// Numbered commits whose every outcome the rigs can compute.
///
/// Commit `k` writes eleven slots in a fixed pattern; the value of a slot shows the commit that
/// wrote it and whether all of its bytes are there. `rigs/model.py` has the same pattern.
struct Workload {
  static let slots = 11

  enum Kind: String {
    case defaults
    case file
  }

  static func key(_ slot: Int) -> Key<Root, String?> { Key("slot\(slot)") }
  static let sequence = Key<Root, Int>("seq", default: 0)

  static func text(_ k: Int) -> String {
    let length = [12, 40, 300, 1_100, 2_600][k * 7 % 5]
    let letter = Character(UnicodeScalar(UInt8(97 + k % 26)))
    return "\(k):" + String(repeating: letter, count: length)
  }

  /// Makes commit `k` in a store of several keys: two or three changes, all or none.
  static func commit(_ k: Int, to store: DefaultsStore) throws {
    try store.transaction { change in
      try change.set(sequence, to: k)
      if k % 7 == 0 { try change.set(key((k * 5 + 3) % slots), to: nil) }
      if k % 7 != 0, k % 3 == 0 { try change.set(key((k * 5 + 3) % slots), to: text(k)) }
      try change.set(key(k % slots), to: text(k))
    }
  }

  /// Makes commit `k` in a store that keeps one key at a time.
  static func commit(_ k: Int, to store: FileStore) throws {
    try store.set(key(k % slots), to: k % 7 == 0 ? nil : text(k))
  }

  /// The content of a store, as one line of JSON.
  static func state(of store: some Store) -> String {
    var fields: [String] = []
    do {
      let sequence = try store.read(sequence) ?? 0
      fields.append("\"seq\": \(sequence)")
      let slots = try (0..<slots).map { slot -> String in
        guard let text = try store.read(key(slot)) as String? else { return "null" }
        guard let k = text.split(separator: ":").first.flatMap({ Int($0) }), text == self.text(k)
        else { return "\"torn\"" }
        return "\(k)"
      }
      fields.append("\"slots\": [\(slots.joined(separator: ", "))]")
      let known = Set((0..<Self.slots).map { "slot\($0)" } + ["seq", "touched"])
      let others = try store.storedKeys().filter { !known.contains($0) }
      fields.append("\"others\": \(others.count)")
    } catch {
      fields.append("\"error\": \"\(code(of: error))\"")
    }
    let issues = store.issues.map { "\"\($0.code.rawValue)\"" }
    fields.append("\"issues\": [\(issues.joined(separator: ", "))]")
    if let store = store as? DefaultsStore {
      fields.append("\"dropped\": \(store.hasDroppedInterruptedCommit)")
    }
    return "{\(fields.joined(separator: ", "))}"
  }
}

func url(_ path: String) -> URL { URL(filePath: path) }
