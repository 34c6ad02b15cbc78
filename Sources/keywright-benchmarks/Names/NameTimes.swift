import Foundation
import Keywright

/// Keys that are found by their names, and a file that people edit, each beside its limit.
enum NameTimes {
  private static let rounds = 15

  static func run(_ arguments: [String]) throws {
    print("best of \(rounds)")
    let names = (0..<10_000).map { "space\($0 % 100):group\($0 % 7):setting\($0)" }
    let keys = KeySet(names.map { AnyKey(Key<Root, Int>(StorageString($0), default: 0)) })
    let look = Timing.least(of: rounds) {
      for name in names { _ = try? keys.key(named: name) }
    }
    report("one of 10,000 keys by its name", look * 1_000 / Double(names.count), "ns", most: 200)
    try readFile()
  }

  private static func readFile() throws {
    let names = (0..<1_000).map { "setting\($0)" }
    let keys = KeySet(
      names.map { AnyKey(Key<Root, Double>(StorageString("space:\($0)"), default: 0)) })
    let members = names.map { "  \"\($0)\": \(Double($0.count) / 8)" }
    let text = "{ \"space\": {\n\(members.joined(separator: ",\n"))\n} }\n"
    let url = FileManager.default.temporaryDirectory.appending(path: "keywright-\(UUID()).json")
    try Data(text.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let read = Timing.least(of: rounds) {
      let layer = JSONLayer(url: url, keys: keys)
      precondition(layer.storageStrings().count == names.count)
    }
    report("a JSON layer of 1,000 values", read / 1_000, "ms", most: 5)
  }

  private static func report(_ call: String, _ time: Double, _ unit: String, most: Double) {
    let figure = String(format: "%.2f", time)
    print("  \(call): \(figure) \(unit); at most \(most): \(time <= most ? "yes" : "NO")")
  }
}
