import Foundation

/// Reads one property list with Foundation, which hostile ones crash or keep busy for ever.
@main
enum Control {
  static func main() {
    guard CommandLine.arguments.count == 2 else { exit(64) }
    guard let bytes = FileManager.default.contents(atPath: CommandLine.arguments[1]) else {
      exit(66)
    }
    let tree = try? PropertyListSerialization.propertyList(from: bytes, format: nil)
    print(tree == nil ? "refused" : "accepted")
  }
}
