import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("A hostile binary property list is refused in bounded time")
struct HostileBinaryTests {
  /// Builds a file with one byte for each offset and reference, and no checksum.
  static func file(_ objects: [[UInt8]], top: UInt8 = 0) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    let table = bytes.count
    bytes += offsets
    bytes += [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [UInt64(objects.count), UInt64(top), UInt64(table)] {
      withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  @Test("control: the builder's own file is read")
  func control() throws {
    #expect(try PropertyList(reading: Self.file([[0xA1, 1], [0x09]])) == .array([.boolean(true)]))
  }

  static let cases: [(name: String, file: [UInt8])] = [
    ("an array that holds itself", file([[0xA1, 0]])),
    ("a dictionary that holds itself", file([[0xD1, 1, 0], [0x51, 0x61]])),
    ("two arrays that hold each other", file([[0xA1, 1], [0xA1, 0]])),
    (
      "nine levels of ten references each",
      file((1...9).map { [0xAA] + [UInt8](repeating: $0, count: 10) } + [[0x09]])
    ),
    ("a count of 2^61", file([[0xAF, 0x13, 0x20, 0, 0, 0, 0, 0, 0, 0]])),
    ("a count of 2^63", file([[0xDF, 0x13, 0x80, 0, 0, 0, 0, 0, 0, 0]])),
    ("a string of 2^62 units", file([[0x6F, 0x13, 0x40, 0, 0, 0, 0, 0, 0, 0]])),
    ("a length of 16 bytes", file([[0x4F, 0x14] + [UInt8](repeating: 0, count: 16)])),
    ("a length that is no integer", file([[0x4F, 0x23, 0, 0, 0, 0, 0, 0, 0, 1]])),
    ("a fill byte", file([[0x0F]])),
    ("an unknown marker", file([[0x70]])),
    ("a date of four bytes", file([[0x32, 0, 0, 0, 0]])),
    ("a key that is no ASCII", file([[0xD1, 1, 2], [0x51, 0x80], [0x09]])),
    ("a key with half of a pair", file([[0xD1, 1, 2], [0x61, 0xD8, 0x00], [0x09]])),
    ("a key that is a number", file([[0xD1, 1, 1], [0x10, 1]])),
    ("a reference out of range", file([[0xA1, 9]])),
    ("an object that runs into the offsets", file([[0x52, 0x61]])),
    ("units that run into the offsets", file([[0x62, 0, 0x61]])),
    ("an integer that runs into the offsets", file([[0x13, 0]])),
    ("a top object out of range", file([[0x09]], top: 1)),
    ("another version", Array("bplist01".utf8) + file([[0x09]]).dropFirst(8)),
    ("nothing", []),
    ("a header alone", Array("bplist00".utf8)),
  ]

  @Test("such as", arguments: cases.map(\.name))
  func refused(name: String) throws {
    let file = try #require(Self.cases.first { $0.name == name }?.file)
    let limit = ContinuousClock.now + .seconds(10)
    #expect(throws: PropertyListError.self) { try PropertyList(reading: file) }
    #expect(ContinuousClock.now < limit)
  }

  @Test("whatever the trailer says")
  func trailers() {
    let file = Self.file([[0xA1, 0]])
    for index in file.count - 32..<file.count {
      for byte in [0, 1, 2, 3, 8, 9, 0x7F, 0x80, 0xFF] as [UInt8] where byte != file[index] {
        var changed = file
        changed[index] = byte
        #expect(throws: PropertyListError.self) { try PropertyList(reading: changed) }
      }
    }
  }

  /// Reads a file as far as it goes.
  /// - Returns: How many objects were decoded, and what was read.
  private static func decode(_ file: [UInt8]) throws -> (steps: Int, value: PropertyList?) {
    try file.withUnsafeBytes { bytes in
      var reader = try BinaryPropertyListReader(bytes)
      let value = try? reader.topValue()
      return (reader.decodedObjects, value)
    }
  }

  @Test("of nine levels of ten references each, after few steps")
  func bombs() throws {
    let levels = (1...9).map { [0xAA] + [UInt8](repeating: $0, count: 10) }
    let arrays = try Self.decode(Self.file(levels + [[0x09]]))
    #expect(arrays.value == nil)
    #expect(arrays.steps < 300)
    let keys = (0..<10).map { [0x51, 0x61 + $0] as [UInt8] }
    let dictionaries = (1...9).map { level in
      [0xDA] + (10..<20).map { $0 as UInt8 } + [UInt8](repeating: level, count: 10)
    }
    let members = try Self.decode(Self.file(dictionaries + [[0x09]] + keys))
    #expect(members.value == nil)
    #expect(members.steps < 300)
  }

  @Test("but lists that are shared within the limits are read, and decoded at most twice")
  func shared() throws {
    // 2^10 uses of one list of four.
    let levels = (1...10).map { [0xA2, $0, $0] as [UInt8] }
    let leaf: [UInt8] = [0xA4, 11, 11, 11, 11]
    let (steps, value) = try Self.decode(Self.file(levels + [leaf, [0x10, 7]]))
    var expected = PropertyList.array(.init(repeating: .integer(7), count: 4))
    for _ in 1...10 { expected = .array([expected, expected]) }
    #expect(value == expected)
    #expect(steps < 100)
  }

  @Test("of one long string, shared by every member")
  func sharedString() {
    var objects: [[UInt8]] = [[0xAF, 0x12, 0, 1, 0, 0] + [UInt8](repeating: 1, count: 65_536)]
    objects.append([0x5F, 0x12, 0, 1, 0, 0] + [UInt8](repeating: 0x61, count: 65_536))
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      withUnsafeBytes(of: UInt32(bytes.count).bigEndian) { offsets.append(contentsOf: $0) }
      bytes += object
    }
    let table = UInt64(bytes.count)
    bytes += offsets + [0, 0, 0, 0, 0, 0, 4, 1]
    for number in [2, 0, table] {
      withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
    let error = #expect(throws: PropertyListError.self) { try PropertyList(reading: bytes) }
    #expect(error?.found.contains("bytes of values") == true)
  }

  @Test("and the error says where, what was found and what was expected")
  func wording() {
    #expect(
      throws: PropertyListError(
        offset: 8, found: "an object with marker 0xf", expected: "a value that property lists have")
    ) { try PropertyList(reading: Self.file([[0x0F]])) }
  }

  @Test("random damage never crashes the reader", arguments: [SeededGenerator.seed])
  func mutations(seed: UInt64) throws {
    var random = RandomTree(seed: seed)
    var outcomes = 0
    for _ in 0..<300 {
      var file = try BinaryPropertyList.encode(random.value())
      for index in file.count - 32..<file.count - 27 { file[index] = 0 }
      for _ in 0..<20 {
        var damaged = file
        for _ in 0..<Int.random(in: 1...4, using: &random.generator) {
          let index = damaged.indices.randomElement(using: &random.generator) ?? 0
          damaged[index] = UInt8.random(in: 0...255, using: &random.generator)
        }
        if (try? PropertyList(reading: damaged)) != nil { outcomes |= 1 } else { outcomes |= 2 }
      }
    }
    #expect(outcomes == 3)
  }
}
