import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// Objects of a binary file that are no values: each costs the reader of its own key alone.
@Suite("An object that is no value") struct ForeignObjectTests {
  /// Objects whose parts, if they have some, are the objects 1 and 2 of the file.
  static let cases: [(name: String, object: [UInt8])] = [
    ("a null", [0x00]),
    ("a date that is not a number", [0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 1]),
    ("an infinite date", [0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0]),
    ("a real of two bytes", [0x21, 1, 2]),
    ("a real of sixteen bytes", [0x24] + Array(1...16)),
    ("an integer of 2^64", [0x14, 0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 8)),
    ("an integer of 32 bytes", [0x15] + Array(1...32)),
    ("a reference of 16 bytes", [0x8F] + Array(1...16)),
    ("a byte above 127 in ASCII", [0x52, 0x61, 0x80]),
    ("a long text that is not ASCII", [0x5F, 0x10, 20] + [UInt8](repeating: 0xE9, count: 20)),
    ("a high surrogate at the end", [0x61, 0xD8, 0x00]),
    ("a low surrogate alone", [0x61, 0xDC, 0x00]),
    ("two high surrogates", [0x62, 0xD8, 0x00, 0xD8, 0x00]),
    ("a set", [0xC2, 1, 2]),
    ("an ordered set", [0xB1, 1]),
    ("a name that is there twice", [0xD2, 1, 1, 1, 2]),
  ]

  private static func object(_ name: String) throws -> [UInt8] {
    try #require(cases.first { $0.name == name }?.object)
  }

  /// A list of ten values and the object, in a file without a mark.
  private static func list(_ object: [UInt8], at depth: Int) throws -> PropertyList {
    var nested = object
    var objects: [[UInt8]] = [[]] + [[0x51, 0x61], [0x10, 7]]
    for _ in 0..<depth {
      objects.append(nested)
      nested = [0xA1, UInt8(objects.count - 1)]
    }
    objects.append(nested)
    let damaged = UInt8(objects.count - 1)
    let keys = (0..<10).map { number in
      objects.append([0x52] + Array("k\(number)".utf8))
      return UInt8(objects.count - 1)
    }
    objects.append([0x52] + Array("kx".utf8))
    objects[0] =
      [0xDB] + keys + [UInt8(objects.count - 1)]
      + [UInt8](repeating: 2, count: 10) + [damaged]
    return try PropertyList(reading: HostileBinaryTests.file(objects))
  }

  private static func member(_ key: String, of tree: PropertyList) throws -> PropertyList {
    guard case .dictionary(let members) = tree else {
      throw PropertyListDictionary.DuplicateKey(key: key)
    }
    return try #require(members[key])
  }

  @Test("costs no other value, and comes back bit by bit", arguments: cases.map(\.name), 0...2)
  func kept(name: String, depth: Int) throws {
    let tree = try Self.list(try Self.object(name), at: depth)
    for number in 0..<10 { #expect(try Self.member("k\(number)", of: tree) == .integer(7)) }
    let found = try Self.member("kx", of: tree)
    let again = try PropertyList(reading: BinaryPropertyList.encode(tree))
    #expect(again == tree)
    if case .foreign(.bytes(let bytes)) = found {
      #expect(bytes == (try Self.object(name)))
      #expect(ForeignObject(bytes: bytes) == .bytes(bytes))
    }
    var encoder = JournalEncoder()
    try encoder.append(found, depth: 1)
    let read = encoder.reading { bytes in
      var decoder = JournalDecoder(bytes)
      return decoder.value(depth: 1)
    }
    #expect(read == found)
  }

  @Test("at the top of a file is still read", arguments: cases.map(\.name))
  func top(name: String) throws {
    let file = HostileBinaryTests.file([try Self.object(name), [0x51, 0x61], [0x10, 7]])
    let tree = try PropertyList(reading: file)
    switch tree {
    case .foreign: break
    case .dictionary(let members):
      #expect(members["a"] == .foreign(.repeated([.string("a"), .integer(7)])))
    default: Issue.record("\(tree)")
    }
    #expect(try PropertyList(reading: BinaryPropertyList.encode(tree)) == tree)
  }

  @Test(
    "is made of no other bytes",
    arguments: [[], [0x09], [0x10, 1], [0x00, 0x00], [0xA1, 0], [0x51, 0x61], [0x33, 1]])
  func others(bytes: [UInt8]) {
    #expect(ForeignObject(bytes: bytes) == nil)
  }
}
