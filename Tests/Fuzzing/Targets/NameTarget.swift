@testable import KeywrightSchema
@testable import KeywrightStorage

/// Names: storage strings, their hashes, the file names of values, the files of a store.
enum NameTarget: FuzzTarget {
  static let name = "names"

  static func run(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let name = StorageString(text)
    let file = ValueFileName(name).string
    switch ValueFileName.meaning(of: file) {
    case .value(let read): require(read == name, "another string has this file name")
    case .hashed: require(text.utf8.count * 3 > ValueFileName.longest, "hashed without need")
    case .foreign: require(false, "its own file is taken for another's")
    }
    require(!file.utf8.contains(UInt8(ascii: "/")) && file.utf8.count <= 255, "a bad file name")
    if case .value(let read) = ValueFileName.meaning(of: text + ValueFolder.suffix) {
      require(
        ValueFileName(read).string.utf8.elementsEqual((text + ValueFolder.suffix).utf8),
        "two file names for one string")
    }

    // Parts stay distinct: joined, they hold as many separators as there are joints.
    let parts = text.split(separator: "\0", maxSplits: 4, omittingEmptySubsequences: false)
    let escaped = parts.map { String($0).escapedAsComponent }
    require(escaped.allSatisfy { !$0.utf8.contains(UInt8(ascii: ":")) }, "a separator inside")

    _ = SwiftName.lowerCamelCased(text)
    _ = SwiftName.isIdentifier(text)
    _ = Inspection.Role(of: text, in: "s")
    _ = Import(text)
    _ = Symbol(text)
  }
}
