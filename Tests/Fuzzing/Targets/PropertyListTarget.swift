@testable import KeywrightStorage

/// The readers of property lists, binary and XML: what they take, the writer gives back.
enum PropertyListTarget: FuzzTarget {
  static let name = "plist"

  static func run(_ bytes: [UInt8]) {
    read(bytes)
    // With a checksum in its trailer a file's structure would never be looked at: the same file
    // as another program would have written it.
    guard bytes.count >= 32, bytes.starts(with: Array("bplist00".utf8)) else { return }
    var foreign = bytes
    let trailer = bytes.count - 32
    foreign.replaceSubrange(trailer..<trailer + 5, with: [0, 0, 0, 0, 0])
    read(foreign)
  }

  private static func read(_ bytes: [UInt8]) {
    guard let tree = try? bytes.withUnsafeBytes({ try PropertyList(reading: $0) }) else { return }
    // A small file may stand for more than the writer takes: then it says so.
    guard let written = try? BinaryPropertyList.encode(tree) else { return }
    let again = try? written.withUnsafeBytes { try PropertyList(reading: $0) }
    require(again == tree, "what was written is read as something else")
  }
}
